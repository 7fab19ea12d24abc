/** How long the windows of a list may be: shorter where the service fails, or where a window holds too much. */
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Span } from '../dates/durations';
import { REFUSALS } from '../errors/failures';
import type { FailureKind } from '../errors/failureTable';

/** The service filters by the second: a shorter window holds no fewer orders. */
const SHORTEST_MS = SECOND_MS;
/** A window that fails before its first page is not made shorter than this, nor one of a single page. */
const SHORTEST_UNREAD_MS = HOUR_MS;
/** Windows grow by this factor from one to the next. */
const GROWTH = 4;
/** After a failure, this many windows are read before the next one is longer: a limit of the service lasts. */
const WINDOWS_BEFORE_GROWTH = 20;
/** What lies less than this before now counts as ahead. */
export const AHEAD_SINCE_MS = MINUTE_MS;
/** A service may refuse what lies ahead by its clock, and windows are sent a second or two longer (serviceWindow.ts). */
export const CLOCK_MARGIN_MS = 5 * SECOND_MS;

/** Failures that have nothing to do with a window: all others, a shorter one may survive, but hardly at once. */
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
 * What to do after a failure: try a shorter window at once or in the next turn, or leave out one that cannot be shorter, or
 * that lies ahead of the clock of the service: its time will come.
 */
type Outcome = 'again' | 'later' | 'shortest' | 'ahead';

/** The shortest window that begins at an instant in epoch milliseconds. */
export function shortestFrom(from: number): Span {
	return { from, to: from + SHORTEST_MS };
}

export class WindowLength {
	private ms = Infinity;
	private windowsBeforeGrowth = 0;
	/** The longest window that was read, until one of that length fails. */
	private provenMs = 0;

	/** The next window: the beginning of what is left. */
	windowOf({ from, to }: Span): Span {
		return { from, to: this.ms === Infinity ? to : Math.min(to, from + this.ms) };
	}

	/** The window holds `excess` times more than it may: it is cut, at least by half. */
	cut(window: Span, excess: number, now: number): void {
		this.shorten(window, Math.max(2, excess), now, SHORTEST_MS);
	}

	/**
	 * The window could not be read.
	 *
	 * @param hasMorePages whether its first page was read, and was not its last
	 * @param leavesAhead whether what lies ahead is left out whatever stands in the way, and not only if it is refused
	 * @returns undefined if its length is not the reason
	 */
	failed(
		window: Span,
		kind: FailureKind,
		hasMorePages: boolean,
		now: number,
		leavesAhead = false,
	): Outcome | undefined {
		const isRefused = REFUSALS.includes(kind);
		const isTooMuch = kind === 'rateLimited' ? hasMorePages : !OF_NO_WINDOW.includes(kind);
		if (!isTooMuch) return undefined;
		const before = window.to - window.from;
		const isAhead = window.from > now - AHEAD_SINCE_MS && before <= SHORTEST_UNREAD_MS;
		if (isAhead && (isRefused || (leavesAhead && !hasMorePages))) return 'ahead';
		// This one was only tried because it was time to: what was read before still works.
		if (!isRefused && this.provenMs > 0 && before > 2 * this.provenMs) {
			this.ms = this.provenMs;
			this.windowsBeforeGrowth = WINDOWS_BEFORE_GROWTH;
			return 'again';
		}
		this.provenMs = 0;
		const isHalved = this.shorten(window, 2, now, hasMorePages ? SHORTEST_MS : SHORTEST_UNREAD_MS);
		// What lies ahead may well be read in longer windows than what is left without it.
		if (isHalved) this.windowsBeforeGrowth = WINDOWS_BEFORE_GROWTH;
		if (this.ms < before) return isRefused ? 'again' : 'later';
		// An outage says nothing about lengths.
		if (!isRefused && !hasMorePages) this.reset();
		return 'shortest';
	}

	/** The next window is as long as it may be. */
	reset(): void {
		this.ms = Infinity;
		this.windowsBeforeGrowth = 0;
	}

	succeeded({ from, to }: Span): void {
		this.provenMs = Math.max(this.provenMs, to - from);
		if (this.windowsBeforeGrowth > 0) this.windowsBeforeGrowth--;
		else this.ms = Math.max(this.ms, (to - from) * GROWTH);
	}

	/** The future holds hardly an order, so it is cut off first. In whole seconds. Returns whether the window was divided. */
	private shorten({ from, to }: Span, factor: number, now: number, shortest: number): boolean {
		const present = now - CLOCK_MARGIN_MS;
		const busy = (from < present ? Math.min(to, present) : to) - from;
		const isCutOff = busy < to - from;
		const part = isCutOff ? busy : busy / factor;
		this.ms = Math.max(isCutOff ? SHORTEST_MS : shortest, Math.floor(part / SECOND_MS) * SECOND_MS);
		return !isCutOff;
	}
}
