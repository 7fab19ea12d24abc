/** What Reconcile Sales Orders costs beside the list that it reads (docs/benchmark.md). */
import { compare, count, duration, interleaved, size, type Figure } from '../figures';
import { runProgram, startProgram } from '../program';
import type { Measure } from '../programs/measure';
import type { ReconcileInput } from '../programs/reconcile';
import type { Served } from '../programs/server';

const WARM_UP_ORDERS = 200;

/** Compares so many records with as many orders. */
export async function benchReconcile(repetitions: number, orders: number): Promise<Figure[]> {
	const { ready, stop } = await startProgram<Served[]>('server', { orders: [WARM_UP_ORDERS, orders] });
	try {
		const [warmUp, served] = ready as [Served, Served];
		const run = (operation: ReconcileInput['operation']) => async () =>
			await runProgram<Measure>('reconcile', { operation, warmUp, served } satisfies ReconcileInput);
		const { reconcile, list } = await interleaved(repetitions, {
			reconcile: run('reconcile'),
			list: run('list'),
		});
		const of = { item: 'Reconcile', circumstances: `${count(orders)} records, ${count(orders)} orders` };
		const both = { one: reconcile, other: list };
		return [
			{
				...of,
				ratio: 'CPU, Reconcile Sales Orders / List Sales Orders',
				...compare({ ...both, of: ({ cpuMs }) => cpuMs, format: duration }),
				aim: 1.3,
			},
			{
				...of,
				ratio: 'peak memory beyond the idle process, Reconcile Sales Orders / List Sales Orders',
				...compare({ ...both, of: ({ addedBytes }) => addedBytes, format: size }),
				aim: 1.3,
			},
		];
	} finally {
		await stop();
	}
}
