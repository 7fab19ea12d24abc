/** Changes that happen at a time of their own. */

interface ScheduledChange {
	/** Milliseconds since 1970. */
	time: number;
	apply: () => void;
}

/** Keeps changes until their time has come. */
export class ChangeSchedule {
	/** The latest first, so that the next one is taken from the end. */
	private readonly changes: ScheduledChange[] = [];

	/** Adds a change; of several at the same time, the one that was added first happens first. */
	add(time: number, apply: () => void): void {
		let [low, high] = [0, this.changes.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.changes[middle] as ScheduledChange).time > time) low = middle + 1;
			else high = middle;
		}
		this.changes.splice(low, 0, { time, apply });
	}

	/** Applies, in the order of their times, the changes that are due at `now`. */
	applyDue(now: number): void {
		for (let next = this.changes.at(-1); next && next.time <= now; next = this.changes.at(-1)) {
			this.changes.pop();
			next.apply();
		}
	}
}
