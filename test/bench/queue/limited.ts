/** What the service's log tells of clients that were held back by the rate limit. */
import type { RequestLogEntry } from '../../../sandbox';
import { duration } from '../figures';

/** The service's own limit, at full length (api-specification 8). */
export const LIMIT = 500;
/** Milliseconds. */
export const PERIOD_MS = 60_000;
/** The least that a client waits after a 429 (api-specification 7), milliseconds. */
export const WAIT_MS = 60_000;
/** A timer may fire a little early by the clock that the sandbox reads. */
const CLOCK_GRAIN_MS = 5;

/** What the service saw of one run. Times in milliseconds. */
export interface Limited {
	calls: number;
	refusals: number;
	/** From the first request to the last answer. */
	totalMs: number;
	/** The periods that have to pass for so many calls. */
	leastMs: number;
	/** From each 429 to the next request of the same list. */
	waitsMs: number[];
}

/**
 * Reads the log of one run, in which every list has a `start` of its own.
 * Errors: a list did not go on after a 429, or went on before its minute was over.
 */
export function limitedOf(entries: readonly RequestLogEntry[]): Limited {
	const refused = entries.filter(({ status }) => status === 429);
	const waitsMs = refused.map((refusal) => {
		const next = entries.find(({ index, path }) => {
			return index > refusal.index && listOf(path) === listOf(refusal.path);
		});
		if (!next) throw new Error('A list that got a 429 did not go on');
		return next.time - (refusal.finished ?? refusal.time);
	});
	const tooShort = waitsMs.filter((wait) => wait < WAIT_MS - CLOCK_GRAIN_MS);
	if (tooShort.length > 0)
		throw new Error(`After a 429, a list went on after ${tooShort.map(duration).join(', ')} already`);
	const calls = entries.length - refused.length;
	const began = Math.min(...entries.map(({ time }) => time));
	const ended = Math.max(...entries.map(({ time, finished = time }) => finished));
	return {
		calls,
		refusals: refused.length,
		totalMs: ended - began,
		leastMs: (Math.ceil(calls / LIMIT) - 1) * PERIOD_MS,
		waitsMs,
	};
}

function listOf(path: string): string | null {
	return new URL(path, 'http://sandbox.invalid').searchParams.get('start');
}
