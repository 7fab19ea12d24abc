/** A long past through the trigger: does its memory stay flat? (docs/benchmark.md) */
import { compare, count, interleaved, size } from '../figures';
import type { Figure } from '../figures';
import { DAY } from '../../support/time';
import { runProgram, startProgram } from '../program';
import type { BackfillAnswer } from '../programs/backfill';
import type { Served } from '../programs/server';

const DAYS = 365;

/** Hands all orders of a year over, again in each repetition. */
export async function benchBackfill(repetitions: number, orders: number): Promise<Figure[]> {
	const { ready, stop } = await startProgram<Served[]>('server', { orders: [orders], days: DAYS });
	try {
		const [served] = ready;
		const startFrom = new Date(Date.now() - (DAYS + 5) * DAY).toISOString();
		const { runs } = await interleaved(repetitions, {
			runs: async () => await runProgram<BackfillAnswer>('backfill', { served, startFrom }),
		});
		const peaks = runs.map(({ peaks: [first = NaN, ...others] }) => ({ first, last: others.at(-1) ?? NaN }));
		return [
			{
				item: 'Backfill',
				circumstances: `${count(orders)} orders in ${count(runs[0]?.polls ?? 0)} polls`,
				ratio: 'peak memory, last tenth / first tenth',
				...compare({
					one: peaks.map(({ last }) => last),
					other: peaks.map(({ first }) => first),
					of: (bytes) => bytes,
					format: size,
				}),
				aim: 1.1,
			},
		];
	} finally {
		await stop();
	}
}
