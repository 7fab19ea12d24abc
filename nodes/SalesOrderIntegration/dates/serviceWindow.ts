/** The window to send for a span of instants, and which returned orders belong to it (design 3.3). */
import { SECOND_MS } from './durations';
import { clockChangeBetween, formatWallTime, instantsOf, requireZone, wallTimeAt } from './wallTime';

/** A closed span of instants, epoch milliseconds; both ends belong to it. An open side is undefined. */
export interface InstantWindow {
	start?: number;
	end?: number;
}

/** A window without an open side, epoch milliseconds; both ends belong to it. */
export type TimeWindow = Required<InstantWindow>;

/**
 * What is sent: `dd/MM/yyyy HH:mm:ss` in the token's zone (api-specification 4.1), not yet URL-encoded; and, as epoch
 * milliseconds, the widest span that the service may read in them.
 */
export interface ServiceWindow {
	start?: string;
	end?: string;
	widest: InstantWindow;
}

/**
 * The window to send for a span of instants, in the token's zone.
 *
 * The specification does not say whether the ends count, or how the service reads a local time that occurs twice or
 * never. So that no instant of the span is lost, each end moves out by one to two seconds, and across the hour that a
 * clock change repeats. A local time that never occurs is not sent.
 *
 * Throws InputError if the zone is unknown.
 */
export function toServiceWindow(window: InstantWindow, zone: string): ServiceWindow {
	const { start, end } = wallTimesToSend(window, zone);
	const sent: ServiceWindow = { widest: spansOf({ start, end }, zone).widest };
	if (start !== undefined) sent.start = formatWallTime(start);
	if (end !== undefined) sent.end = formatWallTime(end);
	return sent;
}

/** The wall times of the texts in {@link toServiceWindow}. */
export function wallTimesToSend({ start, end }: InstantWindow, zone: string): InstantWindow {
	requireZone(zone, 'credential');
	const wallTimes: InstantWindow = {};
	if (start !== undefined) wallTimes.start = widenedStart(start, zone);
	if (end !== undefined) wallTimes.end = widenedEnd(end, zone);
	return wallTimes;
}

/** The widest and the narrowest span that a service may read in a window. */
interface ReadSpans {
	widest: InstantWindow;
	narrowest: InstantWindow;
}

/**
 * How a service in `zone` may read the wall times of a window. They have whole seconds: if the end counts, so does the
 * rest of its second.
 */
export function spansOf({ start, end }: InstantWindow, zone: string): ReadSpans {
	const widest: InstantWindow = {};
	const narrowest: InstantWindow = {};
	if (start !== undefined) {
		const { earliest, latest } = instantsOf(start, zone);
		widest.start = earliest;
		narrowest.start = latest + SECOND_MS;
	}
	if (end !== undefined) {
		const { earliest, latest } = instantsOf(end, zone);
		widest.end = latest + SECOND_MS - 1;
		narrowest.end = earliest - SECOND_MS;
	}
	return { widest, narrowest };
}

/**
 * Whether a returned order belongs to the window that was asked for, by the dates that the service may filter on.
 *
 * False only if all are readable, none lies in the window, and one lies in what the widening added: that is why the
 * order was returned. A missing or unreadable date may be the one that the service filters on, so its order is kept. An
 * order with all dates outside the widest span is kept too: the zone check reports it.
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

/** The wall time of the latest instant at least a second before `start` that lies before it however it is read. */
function widenedStart(start: number, zone: string): number {
	const instant = Math.floor(start / SECOND_MS) * SECOND_MS - SECOND_MS;
	const wallTime = wallTimeAt(instant, zone);
	const setBack = instantsOf(wallTime, zone).latest - instant;
	if (setBack === 0) return wallTime;
	// The clock will show this time again. Only a time before the repeated stretch cannot be mistaken for a later one.
	const change = clockChangeBetween(instant, instant + setBack, zone);
	return wallTimeAt(change - setBack - SECOND_MS, zone);
}

/** The wall time of the earliest instant at least a second after `end` that lies after it however it is read. */
function widenedEnd(end: number, zone: string): number {
	const instant = Math.ceil(end / SECOND_MS) * SECOND_MS + SECOND_MS;
	const wallTime = wallTimeAt(instant, zone);
	const setBack = instant - instantsOf(wallTime, zone).earliest;
	if (setBack === 0) return wallTime;
	// The clock has shown this time before. Only a time after the repeated stretch cannot be mistaken for an earlier one.
	const change = clockChangeBetween(instant - setBack, instant, zone);
	return wallTimeAt(change + setBack, zone);
}
