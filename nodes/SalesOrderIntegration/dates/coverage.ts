/**
 * When each stretch of time was last read completely: stretches without gaps, oldest first. Instants in epoch
 * milliseconds.
 */
import type { Span } from './durations';
import { FIRST_YEAR } from './timestamp';

/** From an instant to the next stretch; `readAt`: when the round began that was the last to read all of it. */
export type Coverage = Array<{ from: number; readAt: number }>;

/** No date is earlier. */
const BEGINNING = Date.UTC(FIRST_YEAR, 0, 1);

/** All of time was read at once. */
export function readAtOnce(readAt: number): Coverage {
	return [{ from: BEGINNING, readAt }];
}

export type Stretch = Span & { readAt: number };

export function stretchesOf(coverage: Coverage): Stretch[] {
	return coverage.map(({ from, readAt }, index) => ({
		from,
		to: coverage[index + 1]?.from ?? Infinity,
		readAt,
	}));
}

/** When what lies at an instant was last read. */
export function readAtOf(coverage: Coverage, at: number): number {
	return (coverage.findLast(({ from }) => from <= at) ?? coverage[0])?.readAt ?? Infinity;
}

/** After a window was read by a round that began at `readAt`. */
export function withWindow(coverage: Coverage, { from, to }: Span, readAt: number): Coverage {
	const rest = to === Infinity ? [] : [{ from: to, readAt: readAtOf(coverage, to) }];
	const before = coverage.filter((stretch) => stretch.from < from);
	// A round of many windows leaves one stretch.
	const own = before.at(-1)?.readAt === readAt ? [] : [{ from, readAt }];
	return [...before, ...own, ...rest, ...coverage.filter((stretch) => stretch.from > to)];
}

/**
 * With fewer stretches: one becomes a part of the next if both were read together, or if it is not read any more and the
 * next one was read later.
 */
export function simplified(coverage: Coverage, isOver: (stretch: Stretch) => boolean): Coverage {
	const simple: Coverage = [];
	let from: number | undefined;
	for (const [index, { to, readAt, ...stretch }] of stretchesOf(coverage).entries()) {
		const { readAt: next = -Infinity } = coverage[index + 1] ?? {};
		from ??= stretch.from;
		if (next === readAt || (next > readAt && isOver({ from, to, readAt }))) continue;
		simple.push({ from, readAt });
		from = undefined;
	}
	return simple;
}

/** A round that began after `latest` began at `instead`: a clock was ahead for a while. */
export function notAfter(coverage: Coverage, latest: number, instead = latest): Coverage {
	return coverage.map(({ from, readAt }) => ({ from, readAt: readAt > latest ? instead : readAt }));
}
