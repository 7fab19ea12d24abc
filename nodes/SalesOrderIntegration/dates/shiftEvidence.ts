/** What the dates of orders say about a window that was moved as a whole, in one direction, by quarters of an hour. */

const MINUTES_PER_STEP = 15;
const STEP_MS = MINUTES_PER_STEP * 60_000;

/** The largest difference between two zones in use is 26 hours. */
const MAX_STEPS = (26 * 60) / MINUTES_PER_STEP;

/** Shifts that are this close together, an hour, are clear: orders near both ends of the window leave no more. */
const MAX_CLEAR_SHIFTS = 4;

/** Orders outside the window that it takes if they leave the shift clear... */
const MIN_OUTSIDE_IF_CLEAR = 3;
/** ...and if they do not. */
const MIN_OUTSIDE_IF_VAGUE = 8;

/** Orders outside the window that a shift must explain for each order, of any kind, that it does not. */
const OUTSIDE_PER_STRAY = 10;

/** Orders outside may be this much scarcer than those just inside: business is not the same at all hours. */
const MAX_THINNING = 4;

/** Shifts, in steps of a quarter hour, and how many dates each of them leaves outside. */
interface Fit {
	steps: number[];
	strays: number;
}

/**
 * Collects, per date, how far the window must have been moved at the least to contain it and how far it may have been
 * moved at the most, and answers which shifts fit. Its memory does not grow with the number of dates.
 *
 * A shift fits if it leaves (nearly) no date outside. What also happens with the right zone must not look like one:
 * - a service that filters on arrival returns orders that were made long before the window. They thin out into the
 *   past, while those of a moved window go on as densely as inside and then end; and they leave the other end of the
 *   window full, while a moved window leaves it empty.
 * - few orders prove little. Three are enough if the dates reach close to both ends of the moved window, so that
 *   hardly another shift would fit; eight if they do not, and those must be about as dense as the ones inside.
 */
export class ShiftEvidence {
	/** Orders that lie outside the window beyond doubt, on the side that the window is moved to. */
	outside = 0;

	/** Dates by the shift, in steps, that is needed to contain them; negative for those inside. Offset by MAX_STEPS. */
	private readonly needed = new Uint32Array(2 * MAX_STEPS + 2);

	/** Dates by the largest shift, in steps, that still contains them. */
	private readonly allowed = new Uint32Array(MAX_STEPS + 1);

	/**
	 * Counts a date: the milliseconds that the window must move to contain it (negative if it lies inside by that much),
	 * the most that it may move, and whether the date lies outside beyond doubt.
	 */
	add(neededMs: number, allowedMs: number, isOutside: boolean): void {
		const neededSteps = clamp(Math.ceil(neededMs / STEP_MS), -MAX_STEPS, MAX_STEPS + 1);
		const allowedSteps = clamp(Math.floor(allowedMs / STEP_MS), 0, MAX_STEPS);
		increment(this.needed, MAX_STEPS + neededSteps);
		increment(this.allowed, allowedSteps);
		if (isOutside) this.outside++;
	}

	/**
	 * The shifts, in minutes and from the smallest, that explain the dates equally well; empty if none does so
	 * convincingly or those that do exceed `limitMinutes`. The far end of the window may have moved by
	 * `farEndSlackMinutes` less than the near one.
	 */
	fittingShifts(limitMinutes: number, farEndSlackMinutes: number): number[] {
		const asOne = this.bestFit(0);
		const apart = this.bestFit(farEndSlackMinutes / MINUTES_PER_STEP);
		if (!this.isConvincing(apart.strays < asOne.strays ? apart : asOne)) return [];
		return apart.steps.map((steps) => steps * MINUTES_PER_STEP).filter((minutes) => minutes <= limitMinutes);
	}

	/** The shifts that leave the fewest dates outside. */
	private bestFit(farEndSlack: number): Fit {
		let best: Fit = { steps: [], strays: Infinity };
		for (let steps = 1; steps <= MAX_STEPS; steps++) {
			const strays = this.beyond(steps) + this.leftBehind(steps - farEndSlack);
			if (strays < best.strays) best = { steps: [steps], strays };
			else if (strays === best.strays) best.steps.push(steps);
		}
		return best;
	}

	private isConvincing({ steps, strays }: Fit): boolean {
		const [smallest = 0] = steps;
		const explained = this.outside - this.beyond(smallest);
		if (strays * OUTSIDE_PER_STRAY > explained) return false;
		if (steps.length <= MAX_CLEAR_SHIFTS) return explained >= MIN_OUTSIDE_IF_CLEAR;
		return explained >= MIN_OUTSIDE_IF_VAGUE && this.isAsDenseOutside(smallest, explained);
	}

	/** Whether `count` dates in as many `steps` outside are about as dense as the dates just inside. */
	private isAsDenseOutside(steps: number, count: number): boolean {
		let inside = 0;
		let stepsWithDates = 0;
		for (let depth = 0; depth < steps; depth++) {
			const dates = this.needed[MAX_STEPS - depth] ?? 0;
			inside += dates;
			if (dates > 0) stepsWithDates = depth + 1;
		}
		return count * MAX_THINNING * stepsWithDates >= inside * steps;
	}

	/** Dates that a window moved by so many steps does not yet contain. */
	private beyond(steps: number): number {
		return sum(this.needed.subarray(MAX_STEPS + steps + 1));
	}

	/** Dates that a window moved by so many steps does not contain any more. */
	private leftBehind(steps: number): number {
		return sum(this.allowed.subarray(0, Math.max(steps, 0)));
	}
}

function clamp(value: number, lowest: number, highest: number): number {
	return Math.min(Math.max(value, lowest), highest);
}

function increment(counts: Uint32Array, index: number): void {
	counts[index] = (counts[index] ?? 0) + 1;
}

function sum(counts: Uint32Array): number {
	return counts.reduce((total, count) => total + count, 0);
}
