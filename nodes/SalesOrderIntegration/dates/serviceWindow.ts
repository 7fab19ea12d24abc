/** The window that is sent to the service for a span of instants, and which orders that come back belong to it (design 3.3). */
import { SECOND_MS } from './durations';
import { requireZone } from './dateInputError';
import { clockChangeBetween, formatWallTime, readingsOf, wallTimeAt } from './wallTime';

/** A closed span of instants, epoch milliseconds; both ends belong to it. An open side is undefined. */
export interface InstantWindow {
	start?: number;
	end?: number;
}

/** A window without an open side, epoch milliseconds; both ends belong to it. */
export type TimeWindow = Required<InstantWindow>;

/**
 * What is sent: `dd/MM/yyyy HH:mm:ss` in the token's zone (api-specification 4.1), not yet URL-encoded;
 * and, as epoch milliseconds, the first and last instants that the service may take these texts for at the widest.
 */
export interface ServiceWindow {
	start?: string;
	end?: string;
	widest: InstantWindow;
}

/** An end of the window, moved outwards: the instant that is meant and the wall time that says so. */
export interface WidenedEnd {
	instant: number;
	wallTime: number;
}

/**
 * The window to send for a span of instants, in the token's zone.
 *
 * The specification does not say whether the ends belong to the window, nor how a local time is read that occurs
 * twice or never. Whatever the service does (earlier or later occurrence, comparing wall times, ends in or out),
 * no instant of the span is lost: each end is moved out by one to two seconds, and across the hour that a clock
 * change repeats. Texts for a local time that never occurs are not made at all.
 *
 * Throws DateInputError if the zone is unknown.
 */
export function toServiceWindow(window: InstantWindow, zone: string): ServiceWindow {
	requireZone(zone, 'credential');
	const sent: ServiceWindow = { widest: {} };
	if (window.start !== undefined) {
		const { wallTime } = widenedStart(window.start, zone);
		sent.start = formatWallTime(wallTime);
		sent.widest.start = readingsOf(wallTime, zone).earliest;
	}
	if (window.end !== undefined) {
		const { wallTime } = widenedEnd(window.end, zone);
		sent.end = formatWallTime(wallTime);
		// The text has whole seconds: where the end belongs to the window, so does the rest of its second.
		sent.widest.end = readingsOf(wallTime, zone).latest + SECOND_MS - 1;
	}
	return sent;
}

/**
 * Whether an order that came back belongs to the window that was asked for, by the dates of which the service filters
 * on one (where it is known on which, that one alone).
 *
 * False only if all are known, none lies within the window, and one lies within what the widening added, which is then
 * why the order came. An undefined or unreadable date might be the one that was filtered on, so its order is kept, and
 * so is one with all dates outside even the widest reading: that is not ours to drop silently, but for the wrong-zone
 * check to report.
 */
export function isAskedFor(
	dates: ReadonlyArray<number | undefined>,
	window: InstantWindow,
	sent: ServiceWindow,
): boolean {
	if (dates.some((date) => date === undefined || Number.isNaN(date) || isWithin(date, window))) return true;
	return !dates.some((date) => date !== undefined && isWithin(date, sent.widest));
}

/** Whether an instant lies within a window, the ends included. */
export function isWithin(instant: number, { start = -Infinity, end = Infinity }: InstantWindow): boolean {
	return start <= instant && instant <= end;
}

/** The latest start before `start`, by a second at least, that stays before it however its wall time is read. */
export function widenedStart(start: number, zone: string): WidenedEnd {
	const instant = Math.floor(start / SECOND_MS) * SECOND_MS - SECOND_MS;
	const wallTime = wallTimeAt(instant, zone);
	const setBack = readingsOf(wallTime, zone).latest - instant;
	if (setBack === 0) return { instant, wallTime };
	// The clock will show this time again: only a time from before the repeated stretch cannot be taken for a later one.
	const beforeRepeated = clockChangeBetween(instant, instant + setBack, zone) - setBack - SECOND_MS;
	return { instant: beforeRepeated, wallTime: wallTimeAt(beforeRepeated, zone) };
}

/** The earliest end after `end`, by a second at least, that stays after it however its wall time is read. */
export function widenedEnd(end: number, zone: string): WidenedEnd {
	const instant = Math.ceil(end / SECOND_MS) * SECOND_MS + SECOND_MS;
	const wallTime = wallTimeAt(instant, zone);
	const setBack = instant - readingsOf(wallTime, zone).earliest;
	if (setBack === 0) return { instant, wallTime };
	// The clock has shown this time before: only a time from after the repeated stretch cannot be taken for an earlier one.
	const afterRepeated = clockChangeBetween(instant - setBack, instant, zone) + setBack;
	return { instant: afterRepeated, wallTime: wallTimeAt(afterRepeated, zone) };
}
