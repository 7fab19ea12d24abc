/** Listing orders: this package's node, what n8n has for it, and a bare loop (docs/benchmark.md). */
import { compare, count, duration, interleaved, size } from '../figures';
import type { Figure } from '../figures';
import { runProgram, startProgram } from '../program';
import type { ListingInput } from '../programs/listing';
import type { Measure } from '../programs/measure';
import type { Served } from '../programs/server';

const WARM_UP_ORDERS = 200;

/** The most that the node's CPU and memory may be of those of the HTTP Request node, and its CPU of the bare loop's. */
const HTTP_REQUEST_AIMS = { raw: 1, items: 0.8 } as const;
const BARE_AIMS = { raw: 1.5, items: 2 } as const;

/**
 * Lists each number of orders in each output.
 *
 * @param former another checkout of this project, which is measured in turn with this one
 */
export async function benchListing(
	repetitions: number,
	sizes: readonly number[],
	hostFolder: string,
	former?: string,
): Promise<Figure[]> {
	const { ready, stop } = await startProgram<Served[]>('server', { orders: [WARM_UP_ORDERS, ...sizes] });
	try {
		const [warmUp, ...lists] = ready;
		if (!warmUp) throw new Error('The sandbox serves nothing');
		const figures: Figure[] = [];
		for (const output of ['raw', 'items'] as const) {
			const results: Results[] = [];
			for (const served of lists) {
				const input: ListingInput = { output, warmUp, served, hostFolder };
				const run = (program: string, project?: string) => async () =>
					await runProgram<Measure>(program, input, project);
				const variants = {
					node: run('listNode'),
					httpRequest: run('listHttpRequest'),
					bare: run('listBare'),
				};
				const measures: Measures = former
					? await interleaved(repetitions, { ...variants, former: run('listNode', former) })
					: await interleaved(repetitions, variants);
				results.push({ orders: served.orders, measures });
				figures.push(...figuresOf(`${count(served.orders)} orders, ${output}`, output, measures));
			}
			figures.push(...growth(output, results));
		}
		return figures;
	} finally {
		await stop();
	}
}

type Measures = Record<'node' | 'httpRequest' | 'bare', Measure[]> & { former?: Measure[] };

interface Results {
	orders: number;
	measures: Measures;
}

const cpu = { of: ({ cpuMs }: Measure) => cpuMs, format: duration };
const wall = { of: ({ wallMs }: Measure) => wallMs, format: duration };
const added = { of: ({ addedBytes }: Measure) => addedBytes, format: size };
const peak = { of: ({ peakBytes }: Measure) => peakBytes, format: size };

function figuresOf(
	circumstances: string,
	output: keyof typeof BARE_AIMS,
	{ node, httpRequest, bare, former }: Measures,
): Figure[] {
	const of = { item: 'Listing', circumstances };
	const aim = HTTP_REQUEST_AIMS[output];
	const toHttpRequest = { one: node, other: httpRequest };
	const toBare = { one: node, other: bare };
	return [
		{ ...of, ratio: 'CPU, node / HTTP Request', ...compare({ ...toHttpRequest, ...cpu }), aim },
		{
			...of,
			ratio: 'peak memory beyond the idle process, node / HTTP Request',
			...compare({ ...toHttpRequest, ...added }),
			aim,
		},
		{
			...of,
			ratio: 'peak memory of the whole process, node / HTTP Request',
			...compare({ ...toHttpRequest, ...peak }),
		},
		{ ...of, ratio: 'wall time, node / HTTP Request', ...compare({ ...toHttpRequest, ...wall }) },
		{ ...of, ratio: 'CPU, node / bare loop', ...compare({ ...toBare, ...cpu }), aim: BARE_AIMS[output] },
		{ ...of, ratio: 'wall time, node / bare loop', ...compare({ ...toBare, ...wall }) },
		...(former ? againstFormer(of, { one: node, other: former }) : []),
	];
}

/** What this version costs beside another one. */
function againstFormer(
	of: Pick<Figure, 'item' | 'circumstances'>,
	versions: { one: Measure[]; other: Measure[] },
): Figure[] {
	return [
		{ ...of, ratio: 'CPU, this version / the former one', ...compare({ ...versions, ...cpu }), aim: 1.05 },
		{
			...of,
			ratio: 'peak memory beyond the idle process, this version / the former one',
			...compare({ ...versions, ...added }),
			aim: 1.05,
		},
	];
}

/** How much faster memory and time grow than the list does; 1 is exactly as fast. */
function growth(output: string, results: readonly Results[]): Figure[] {
	return results.slice(1).flatMap((larger, position) => {
		const smaller = results[position];
		if (!smaller) return [];
		const factor = larger.orders / smaller.orders;
		const of = {
			item: 'Listing',
			circumstances: `${count(smaller.orders)} to ${count(larger.orders)} orders, ${output}`,
		};
		return [
			{ what: 'peak memory beyond the idle process', amount: added, aim: 1 },
			{ what: 'CPU', amount: cpu, aim: undefined },
		].map(({ what, amount, aim }): Figure => {
			const grown = compare({ one: larger.measures.node, other: smaller.measures.node, ...amount });
			const values = grown.values.map((value) => value / factor);
			return { ...of, ratio: `growth of ${what} / growth of the list`, ...grown, values, aim };
		});
	});
}
