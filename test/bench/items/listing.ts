/** Listing orders: this package's node, and what n8n has for it (docs/benchmark.md). */
import { compare, count, duration, interleaved, size, type Figure } from '../figures';
import { runProgram, startProgram } from '../program';
import type { ListingInput } from '../programs/listing';
import type { Measure } from '../programs/measure';
import type { Served } from '../programs/server';

const WARM_UP_ORDERS = 200;

/** The most that the node's CPU and memory may be of those of the HTTP Request node. */
const HTTP_REQUEST_AIMS = { raw: 1, items: 0.8 } as const;

/** Lists each number of orders in each output. */
export async function benchListing(
	repetitions: number,
	sizes: readonly number[],
	hostFolder: string,
): Promise<Figure[]> {
	const { ready, stop } = await startProgram<Served[]>('server', { orders: [WARM_UP_ORDERS, ...sizes] });
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

const cpu = { of: ({ cpuMs }: Measure) => cpuMs, format: duration };
const wall = { of: ({ wallMs }: Measure) => wallMs, format: duration };
const added = { of: ({ addedBytes }: Measure) => addedBytes, format: size };
const peak = { of: ({ peakBytes }: Measure) => peakBytes, format: size };

function figuresOf(
	circumstances: string,
	output: keyof typeof HTTP_REQUEST_AIMS,
	{ node, httpRequest }: Measures,
): Figure[] {
	const aim = HTTP_REQUEST_AIMS[output];
	const toHttpRequest = { one: node, other: httpRequest };
	return [
		{ circumstances, ratio: 'CPU, node / HTTP Request', ...compare({ ...toHttpRequest, ...cpu }), aim },
		{
			circumstances,
			ratio: 'peak memory beyond the idle process, node / HTTP Request',
			...compare({ ...toHttpRequest, ...added }),
			aim,
		},
		{
			circumstances,
			ratio: 'peak memory of the whole process, node / HTTP Request',
			...compare({ ...toHttpRequest, ...peak }),
		},
		{ circumstances, ratio: 'wall time, node / HTTP Request', ...compare({ ...toHttpRequest, ...wall }) },
	];
}
