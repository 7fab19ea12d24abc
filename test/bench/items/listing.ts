/** Listing orders: this package's node, and what n8n has for it (docs/benchmark.md). */
import { prepareHost } from '../../../host';
import { compare, count, duration, interleaved, size, type Figure } from '../figures';
import { runProgram, startProgram } from '../program';
import type { ListingInput } from '../programs/listing';
import type { Measure } from '../programs/measure';
import type { Served } from '../programs/server';

const WARM_UP_ORDERS = 200;

/** The most that the node's CPU and memory may be of those of the HTTP Request node. */
const HTTP_REQUEST_AIMS = { raw: 1, items: 0.8 } as const;

/** Lists each number of orders in each output. */
export async function benchListing(repetitions: number): Promise<Figure[]> {
	const { folder: hostFolder } = await prepareHost();
	const { ready, stop } = await startProgram<Served[]>('server', { orders: [WARM_UP_ORDERS, 1_000, 10_000] });
	try {
		const [warmUp, ...lists] = ready;
		if (!warmUp) throw new Error('The sandbox serves nothing');
		const figures: Figure[] = [];
		for (const output of ['raw', 'items'] as const) {
			for (const served of lists) {
				const input: ListingInput = { output, warmUp, served, hostFolder };
				const run = (program: string) => async () => await runProgram<Measure>(program, input);
				const measures = await interleaved(repetitions, {
					node: run('listNode'),
					httpRequest: run('listHttpRequest'),
				});
				figures.push(...figuresOf(`${count(served.orders)} orders, ${output}`, output, measures));
			}
		}
		return figures;
	} finally {
		await stop();
	}
}

type Measures = Record<'node' | 'httpRequest', Measure[]>;

function figuresOf(
	circumstances: string,
	output: keyof typeof HTTP_REQUEST_AIMS,
	{ node, httpRequest }: Measures,
): Figure[] {
	const figure = (what: string, of: (measure: Measure) => number, format: (amount: number) => string) => ({
		circumstances,
		ratio: `${what}, node / HTTP Request`,
		...compare({ one: node, other: httpRequest, of, format }),
	});
	const aim = HTTP_REQUEST_AIMS[output];
	return [
		{ ...figure('CPU', ({ cpuMs }) => cpuMs, duration), aim },
		{ ...figure('peak memory beyond the idle process', ({ addedBytes }) => addedBytes, size), aim },
		figure('peak memory of the whole process', ({ peakBytes }) => peakBytes, size),
		figure('wall time', ({ wallMs }) => wallMs, duration),
	];
}
