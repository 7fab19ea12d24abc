/** What checking the wire costs of a listing, and what it would cost with the other zods (docs/benchmark.md). */
import { compare, count, duration, interleaved } from '../figures';
import type { Figure } from '../figures';
import { runProgram, startProgram } from '../program';
import type { Measure } from '../programs/measure';
import type { Served } from '../programs/server';

const WARM_UP_ORDERS = 200;

/** Lists orders, and checks the same pages once more alone. */
export async function benchValidation(repetitions: number, orders: number): Promise<Figure[]> {
	const { ready, stop } = await startProgram<Served[]>('server', { orders: [WARM_UP_ORDERS, orders] });
	try {
		const [warmUp, served] = ready;
		const input = { output: 'raw', warmUp, served, hostFolder: '' };
		const check = (zod: string) => async () =>
			await runProgram<Measure>('validate', input, { alias: { 'zod/v4': zod } });
		const measures = await interleaved(repetitions, {
			listing: async () => await runProgram<Measure>('listNode', input),
			used: check('zod/v4'),
			newest: check('zod4/v4'),
			zod3: check('zod'),
		});
		const of = { item: 'Validation', circumstances: `${count(orders)} orders` };
		const share = (one: Measure[]) =>
			compare({ one, other: measures.listing, of: ({ cpuMs }) => cpuMs, format: duration });
		return [
			{
				...of,
				ratio: 'CPU, check with zod/v4 of zod 3.25 / whole listing',
				...share(measures.used),
				aim: 0.15,
			},
			{ ...of, ratio: 'CPU, check with the newest zod 4 / whole listing', ...share(measures.newest) },
			{ ...of, ratio: 'CPU, check with zod 3 / whole listing', ...share(measures.zod3) },
		];
	} finally {
		await stop();
	}
}
