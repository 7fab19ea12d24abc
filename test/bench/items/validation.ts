/** What checking the wire costs of a listing, and what it would cost with the other zods (docs/benchmark.md). */
import { compare, count, duration, interleaved } from '../figures';
import type { Figure } from '../figures';
import { runProgram, startProgram } from '../program';
import type { Measure } from '../programs/measure';
import type { Served } from '../programs/server';
import type { Checked } from '../programs/validate';

const WARM_UP_ORDERS = 200;

/** Lists orders, and checks the same pages once more alone. */
export async function benchValidation(repetitions: number, orders: number): Promise<Figure[]> {
	const { ready, stop } = await startProgram<Served[]>('server', { orders: [WARM_UP_ORDERS, orders] });
	try {
		const [warmUp, served] = ready;
		const input = { output: 'raw', warmUp, served, hostFolder: '' };
		const check =
			(zod: string, checked: Checked = 'served') =>
			async () =>
				await runProgram<Measure>('validate', { ...input, checked }, { alias: { 'zod/v4': zod } });
		const measures = await interleaved(repetitions, {
			listing: async () => await runProgram<Measure>('listNode', input),
			used: check('zod/v4'),
			newest: check('zod4/v4'),
			zod3: check('zod'),
			manyGood: check('zod/v4', 'manyGood'),
			manyEmpty: check('zod/v4', 'manyEmpty'),
			linesGood: check('zod/v4', 'linesGood'),
			linesOdd: check('zod/v4', 'linesOdd'),
		});
		const of = { item: 'Validation', circumstances: `${count(orders)} orders` };
		const share = (one: Measure[]) =>
			compare({ one, other: measures.listing, of: ({ cpuMs }) => cpuMs, format: duration });
		const ofOdd = (one: Measure[], other: Measure[]) =>
			compare({ one, other, of: ({ cpuMs }) => cpuMs, format: duration });
		return [
			{
				...of,
				ratio: 'CPU, check with zod/v4 of zod 3.25 / whole listing',
				...share(measures.used),
				aim: 0.15,
			},
			{ ...of, ratio: 'CPU, check with the newest zod 4 / whole listing', ...share(measures.newest) },
			{ ...of, ratio: 'CPU, check with zod 3 / whole listing', ...share(measures.zod3) },
			{
				item: 'Validation',
				circumstances: '100,000 records in a page',
				ratio: 'CPU, check of empty records / of good ones',
				...ofOdd(measures.manyEmpty, measures.manyGood),
				aim: 1.2,
			},
			{
				item: 'Validation',
				circumstances: '1,000 orders of 20 lines',
				ratio: 'CPU, check of decimals as texts / of numbers',
				...ofOdd(measures.linesOdd, measures.linesGood),
				aim: 1.2,
			},
		];
	} finally {
		await stop();
	}
}
