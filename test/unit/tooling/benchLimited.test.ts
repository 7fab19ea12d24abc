/** The benchmark at the rate limit counts each 429 and hints a list that does not wait it out. */
import type { RequestLogEntry } from '../../../sandbox';
import { limitedOf } from '../../bench/queue/limited';
import { SECOND } from '../../support/time';

/** Requests as [second, list, status]. */
function log(...requests: Array<[number, string, number]>): RequestLogEntry[] {
	return requests.map(([second, list, status], index) => ({
		...{ index, status, time: second * SECOND, finished: second * SECOND + 10 },
		...{ method: 'GET', path: `/api/v2/salesOrder?start=${list}&page=${index}`, headers: {} },
		...{ body: undefined, overlapping: 0, faults: [] },
	}));
}

test('the wait after a 429 lasts until the next request of the same list', () => {
	const limited = limitedOf(
		log([0, 'a', 200], [1, 'b', 429], [2, 'a', 200], [61.01, 'b', 200], [90, 'a', 200]),
	);
	expect(limited).toEqual({
		...{ calls: 4, refusals: 1, waitsMs: [60 * SECOND] },
		...{ totalMs: 90 * SECOND + 10, leastMs: 0 },
	});
});

test('501 calls need one period more than 500', () => {
	const calls = (count: number) =>
		log(...Array.from({ length: count }, () => [0, 'a', 200] as [number, string, number]));
	expect(limitedOf(calls(500)).leastMs).toBe(0);
	expect(limitedOf(calls(501)).leastMs).toBe(60 * SECOND);
});

test('a list that goes on too early, or not at all, is an error', () => {
	expect(() => limitedOf(log([0, 'a', 429], [30, 'a', 200]))).toThrow('went on after 30 s already');
	expect(() => limitedOf(log([0, 'a', 429], [70, 'b', 200]))).toThrow('did not go on');
});
