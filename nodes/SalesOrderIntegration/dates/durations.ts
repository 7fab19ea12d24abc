/** Stretches of time, and their lengths in milliseconds. */

/**
 * From one instant to another, epoch milliseconds; an open side is infinite. Both ends belong to what is asked for; of
 * stretches that follow each other, the end belongs to the next.
 */
export interface Span {
	from: number;
	to: number;
}

/** Open on both sides. */
export const ALWAYS: Span = { from: -Infinity, to: Infinity };

/** A phone that lost its clock starts again in 1970 or 2000, perhaps at its own midnight, and puts its orders there. */
export const LOST_CLOCKS: Span = { from: Date.UTC(1969, 11, 31), to: Date.UTC(2002, 0, 1) };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The beginning of the second of an instant: the service's dates have whole seconds. */
export function wholeSecond(instant: number): number {
	return Math.floor(instant / SECOND_MS) * SECOND_MS;
}

/** The whole second around an instant. */
export function secondOf(instant: number): Span {
	const from = wholeSecond(instant);
	return { from, to: from + SECOND_MS };
}

/** The sequence of spans: the earlier one first. */
export function byTime(one: Span, other: Span): number {
	return one.from - other.from;
}

/** What of the spans lies outside of others, of which there may be thousands. */
export function outside<T extends Span>(spans: T[], others: Span[]): T[] {
	const sorted = [...others].sort(byTime);
	return spans.flatMap((span) => {
		const rest: T[] = [];
		let { from } = span;
		for (const other of sorted) {
			if (other.to <= from || other.from >= span.to) continue;
			if (from < other.from) rest.push({ ...span, from, to: other.from });
			from = other.to;
		}
		return from < span.to ? [...rest, { ...span, from }] : rest;
	});
}

/** What of the spans lies within others. */
export function within<T extends Span>(spans: T[], others: Span[]): T[] {
	return outside(spans, outside(spans, others));
}

/** The same spans, beginning with what lies from an instant on. */
export function startingAt(spans: Span[], at: number): Span[] {
	const later = outside(spans, [{ from: -Infinity, to: at }]);
	return [...later, ...outside(spans, later)];
}

/** Spans that follow each other, as one wherever one begins no later than `gapMs` after the end of the one before. */
export function joined(spans: Span[], gapMs = 0): Span[] {
	const all: Span[] = [];
	for (const { from, to } of spans) {
		const last = all.at(-1);
		if (last && last.from <= from && from <= last.to + gapMs) last.to = Math.max(last.to, to);
		else all.push({ from, to });
	}
	return all;
}
