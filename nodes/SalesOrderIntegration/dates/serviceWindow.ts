/** The window that is sent to the service for a span of instants, and which returned orders belong to it (design 3.3). */
import { SECOND_MS, wholeSecond, type Span } from './durations';
import { clockChangeBetween, formatWallTime, instantsOf, wallTimeAt } from './wallTime';

/** What is sent, as {@link formatWallTime} writes it, undefined for an open side; and what it may be taken for at most. */
export type ServiceWindow = ReturnType<typeof toServiceWindow>;

/**
 * The window to send for a span of instants, in the token's zone.
 *
 * The specification does not say whether the ends count, or how the service reads a local time that occurs twice or
 * never. So that no instant of the span is lost, each end moves out by one to two seconds, and out of the hour that a
 * clock change repeats. A local time that never occurs is not sent.
 */
export function toServiceWindow(window: Span, zone: string) {
	const sent = wallTimesToSend(window, zone);
	const textOf = (wallTime: number) => (Number.isFinite(wallTime) ? formatWallTime(wallTime) : undefined);
	return { start: textOf(sent.from), end: textOf(sent.to), widest: spansOf(sent, zone).widest };
}

/**
 * A window that does not end within an hour that the clocks of `zone` repeat: it ends before that hour, or after it if it
 * begins within. The service cannot be asked for a part of such an hour, so that each part would list most of it.
 */
export function outsideRepeatedHour({ from, to }: Span, zone: string): Span {
	const { earliest, latest } = instantsOf(wallTimeAt(to, zone), zone);
	if (earliest === latest) return { from, to };
	const change = clockChangeBetween(earliest, latest, zone);
	const setBack = latest - earliest;
	return { from, to: from < change - setBack ? change - setBack : change + setBack };
}

/** The wall times of the texts in {@link toServiceWindow}. */
export function wallTimesToSend(window: Span, zone: string): Span {
	const from = wholeSecond(window.from) - SECOND_MS;
	const to = Math.ceil(window.to / SECOND_MS) * SECOND_MS + SECOND_MS;
	// A start in a repeated hour may be taken for the later of both instants, an end for the earlier one. (NaN is open.)
	const later = instantsOf(wallTimeAt(from, zone), zone).latest - from || 0;
	const earlier = to - instantsOf(wallTimeAt(to, zone), zone).earliest || 0;
	return { from: wallTimeAt(from - later, zone), to: wallTimeAt(to + earlier, zone) };
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
export function isAskedFor(dates: Array<number | undefined>, window: Span, sent: ServiceWindow): boolean {
	const isIn = (span: Span) => dates.some((date) => isWithin(date ?? NaN, span));
	const areReadable = dates.every((date) => date !== undefined && !Number.isNaN(date));
	return isIn(window) || !areReadable || !isIn(sent.widest);
}

/** Whether an instant lies within a window, the ends included. */
export function isWithin(instant: number, { from, to }: Span): boolean {
	return from <= instant && instant <= to;
}
