/** How long the windows of a list may be: shorter where the service fails, or where a window holds too much. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Span } from '../dates/durations';
import { REFUSALS } from '../errors/failures';
import type { FailureKind } from '../errors/failureTable';

/** The service filters by the second: a shorter window holds no fewer orders. */
const SHORTEST_MS = SECOND_MS;
/** A window that fails before its first page is not made shorter than this, nor one of a single page. */
const SHORTEST_UNREAD_MS = HOUR_MS;
/** Windows grow by this factor from one to the next. */
const GROWTH = 4;
/** Windows that would be longer need no limit any more. */
const LONGEST_MS = 366 * DAY_MS;
/** After a failure, this many windows are read before the next one is longer: a limit of the service lasts. */
const WINDOWS_BEFORE_GROWTH = 20;
/** What lies less than this before now counts as ahead. */
export const AHEAD_SINCE_MS = MINUTE_MS;
/** A service may refuse what lies ahead by its clock, and windows are sent a second or two longer (serviceWindow.ts). */
export const CLOCK_MARGIN_MS = 5 * SECOND_MS;

/** Failures that have nothing to do with the length of a window. After any other, a shorter one may work, if hardly at once. */
const OF_NO_WINDOW: readonly FailureKind[] = [
	'unauthorized',
	'proxyLogin',
	'notSent',
	'connectionRefused',
	'unknownHost',
	'tls',
	'cancelled',
];

/**
 * What to do after a failure: try a shorter window at once, because only this one was too long (`again`); or leave a part
 * out, as the next one is shorter (`shorter`), or all of it, because it cannot be shorter (`shortest`), or because it lies
 * ahead of the clock of the service, and its time will come (`ahead`).
 */
type Outcome = 'again' | 'shorter' | 'shortest' | 'ahead';

/** How long windows may be before the present, or ahead of it. */
class SideLength {
	ms = Infinity;
	private windowsBeforeGrowth = 0;
	/** The longest window that was read, until one of that length fails. */
	private provenMs = 0;

	/** The next one is a part of this, in whole seconds. */
	divide({ from, to }: Span, factor: number, shortest: number): void {
		this.ms = Math.max(shortest, Math.floor((to - from) / factor / SECOND_MS) * SECOND_MS);
	}

	failed({ from, to }: Span, isRefused: boolean, hasMorePages: boolean): Outcome {
		const before = to - from;
		this.windowsBeforeGrowth = WINDOWS_BEFORE_GROWTH;
		// This one was only tried because it was time to: what was read before still works.
		const wasRead = this.provenMs > 0 && before > 2 * this.provenMs;
		this.divide({ from, to }, 2, hasMorePages ? SHORTEST_MS : SHORTEST_UNREAD_MS);
		if (this.ms < before && wasRead) {
			if (!isRefused) this.ms = this.provenMs;
			return 'again';
		}
		this.provenMs = 0;
		return this.ms < before ? 'shorter' : 'shortest';
	}

	succeeded({ from, to }: Span): void {
		const read = to - from;
		this.provenMs = Math.max(this.provenMs, read);
		if (this.windowsBeforeGrowth > 0) this.windowsBeforeGrowth--;
		else this.ms = read * GROWTH > LONGEST_MS ? Infinity : Math.max(this.ms, read * GROWTH);
	}
}

/** What stands in the way ahead, where hardly an order is, makes no window before the present shorter. */
export class WindowLength {
	private past = new SideLength();
	private readonly ahead = new SideLength();

	/** The next window: the beginning of what is left. What lies ahead is read along, unless that has failed. */
	windowOf(left: Span, now: number): Span {
		const { from, to: end } = ownPart(left, now);
		const { ms } = this.sideOf(left, now);
		const to = ms === Infinity ? end : Math.min(end, from + ms);
		return to === end && this.ahead.ms === Infinity ? left : { from, to };
	}

	/** The window holds `excess` times more than it may: it is cut, at least by half, what lies ahead first. */
	cut(window: Span, excess: number, now: number): void {
		if (!this.cutsOffAhead(window, now))
			this.sideOf(window, now).divide(window, Math.max(2, excess), SHORTEST_MS);
	}

	/**
	 * The window could not be read.
	 *
	 * @param hasMorePages whether its first page was read, and was not its last
	 * @param leavesAhead whether what lies ahead is left out whatever stands in the way, and not only if it is refused
	 * @param isDivisible whether the next one can be a part of it, as it cannot in an hour that a clock change repeats
	 * @returns undefined if its length is not the reason
	 */
	failed(
		window: Span,
		kind: FailureKind,
		hasMorePages: boolean,
		now: number,
		leavesAhead = false,
		isDivisible = true,
	): Outcome | undefined {
		const isRefused = REFUSALS.includes(kind);
		const isTooMuch = kind === 'rateLimited' ? hasMorePages : !OF_NO_WINDOW.includes(kind);
		if (!isTooMuch) return undefined;
		const isShortest = !isDivisible || window.to - window.from <= SHORTEST_UNREAD_MS;
		if (isAhead(window, now) && isShortest && (isRefused || (leavesAhead && !hasMorePages))) return 'ahead';
		if (this.cutsOffAhead(window, now)) return 'again';
		return this.sideOf(window, now).failed(window, isRefused, hasMorePages);
	}

	/** What stood in the way has nothing to do with lengths: the next window before the present is as long as it may be. */
	reset(): void {
		this.past = new SideLength();
	}

	succeeded(window: Span, now: number): void {
		this.sideOf(window, now).succeeded(ownPart(window, now));
	}

	/** Of a window that crosses the present, the next one ends there. Returns whether this one does. */
	private cutsOffAhead(window: Span, now: number): boolean {
		const own = ownPart(window, now);
		if (own.to === window.to) return false;
		this.ahead.divide(own, 1, SHORTEST_MS);
		return true;
	}

	private sideOf(window: Span, now: number): SideLength {
		return isAhead(window, now) ? this.ahead : this.past;
	}
}

function isAhead({ from }: Span, now: number): boolean {
	return from > now - AHEAD_SINCE_MS;
}

/** What lies on the side of the present on which a window begins. */
function ownPart({ from, to }: Span, now: number): Span {
	return { from, to: isAhead({ from, to }, now) ? to : Math.min(to, presentOf(now)) };
}

/** The service may refuse what lies ahead of this. */
export function presentOf(now: number): number {
	return now - CLOCK_MARGIN_MS;
}
