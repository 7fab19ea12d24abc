/** What checking the wire costs of a listing, and of records that are not as specified (docs/benchmark.md). */
import { compare, count, duration, interleaved, type Figure } from '../figures';
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
		const check = (checked: Checked) => async () =>
			await runProgram<Measure>('validate', { ...input, checked });
		const measures = await interleaved(repetitions, {
			listing: async () => await runProgram<Measure>('listNode', input),
			served: check('served'),
			manyGood: check('manyGood'),
			manyEmpty: check('manyEmpty'),
			linesGood: check('linesGood'),
			linesOdd: check('linesOdd'),
		});
		const cpu = (one: Measure[], other: Measure[]) =>
			compare({ one, other, of: ({ cpuMs }) => cpuMs, format: duration });
		return [
			{
				item: 'Validation',
				circumstances: `${count(orders)} orders`,
				ratio: 'CPU, check / whole listing',
				...cpu(measures.served, measures.listing),
				aim: 0.15,
			},
			{
				item: 'Validation',
				circumstances: '100,000 records in a page',
				ratio: 'CPU, check of empty records / of good ones',
				...cpu(measures.manyEmpty, measures.manyGood),
				aim: 1.2,
			},
			{
				item: 'Validation',
				circumstances: '1,000 orders of 20 lines',
				ratio: 'CPU, check of decimals as texts / of numbers',
				...cpu(measures.linesOdd, measures.linesGood),
				aim: 1.2,
			},
		];
	} finally {
		await stop();
	}
}
