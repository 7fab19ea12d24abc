/** The window that is sent to the service for a span of instants, and which returned orders belong to it (design 3.3). */
import { SECOND_MS, wholeSecond, type Span } from './durations';
import { clockChangeBetween, formatWallTime, instantsOf, requireZone, wallTimeAt } from './wallTime';

/** What is sent, as {@link formatWallTime} writes it, undefined for an open side; and what it may be taken for at most. */
export interface ServiceWindow {
	start?: string;
	end?: string;
	widest: Span;
}

/**
 * The window to send for a span of instants, in the token's zone. Throws InputError if the zone is unknown.
 *
 * The specification does not say whether the ends count, or how the service reads a local time that occurs twice or
 * never. So that no instant of the span is lost, each end moves out by one to two seconds, and across the hour that a
 * clock change repeats. A local time that never occurs is not sent.
 */
export function toServiceWindow(window: Span, zone: string): ServiceWindow {
	const sent = wallTimesToSend(window, zone);
	const textOf = (wallTime: number) => (Number.isFinite(wallTime) ? formatWallTime(wallTime) : undefined);
	return { start: textOf(sent.from), end: textOf(sent.to), widest: spansOf(sent, zone).widest };
}

/**
 * A window that does not end within an hour that the clocks of `zone` repeat: it ends before that hour, or after it if it
 * begins within. The service cannot be asked for a part of such an hour, so that each part would list most of it.
 */
export function outsideRepeatedHour({ from, to }: Span, zone: string): Span {
	const repeated = repeatedHourAround(to, zone);
	if (!repeated) return { from, to };
	return { from, to: from < repeated.from ? repeated.from : repeated.to };
}

/** The wall times of the texts in {@link toServiceWindow}. */
export function wallTimesToSend(window: Span, zone: string): Span {
	requireZone(zone, 'credential');
	const from = wholeSecond(window.from) - SECOND_MS;
	const to = Math.ceil(window.to / SECOND_MS) * SECOND_MS + SECOND_MS;
	// In the first pass of a repeated hour, a start may be taken for one in the second; in the second, an end for one in
	// the first.
	const [atStart, atEnd] = [from, to].map((instant) => repeatedHourAround(instant, zone));
	return {
		from: wallTimeAt(atStart && from < atStart.change ? atStart.from - SECOND_MS : from, zone),
		to: wallTimeAt(atEnd && to >= atEnd.change ? atEnd.to : to, zone),
	};
}

/**
 * The widest and the narrowest span that a service in `zone` may take the wall times of a window for. The texts have
 * whole seconds: where the end belongs to the window, so does the rest of its second.
 */
export function spansOf({ from, to }: Span, zone: string): Record<'widest' | 'narrowest', Span> {
	const start = instantsOf(from, zone);
	const end = instantsOf(to, zone);
	return {
		widest: { from: start.earliest, to: end.latest + SECOND_MS - 1 },
		narrowest: { from: start.latest + SECOND_MS, to: end.earliest - SECOND_MS },
	};
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
	window: Span,
	sent: ServiceWindow,
): boolean {
	const isIn = (span: Span) => dates.some((date) => isWithin(date ?? NaN, span));
	const areReadable = dates.every((date) => date !== undefined && !Number.isNaN(date));
	return isIn(window) || !areReadable || !isIn(sent.widest);
}

/** Whether an instant lies within a window, the ends included. */
export function isWithin(instant: number, { from, to }: Span): boolean {
	return from <= instant && instant <= to;
}

/** Both passes of the hour that clocks repeat, if an instant lies in one; `change` is when the second pass begins. */
function repeatedHourAround(instant: number, zone: string): (Span & { change: number }) | undefined {
	const { earliest, latest } = instantsOf(wallTimeAt(instant, zone), zone);
	if (earliest === latest) return undefined;
	const change = clockChangeBetween(earliest, latest, zone);
	const setBack = latest - earliest;
	return { from: change - setBack, change, to: change + setBack };
}
