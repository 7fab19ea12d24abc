/** docs/benchmark.md: the tables, how they came about, and what stands behind the aims that are missed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../../scripts/output/markdownTable';
import { count, type Figure, isMet, spreadOf } from './figures';
import { reasons } from './reasons';
import type { Result } from './results';

const METHOD = `Made by \`npm run bench\`; the same figures are in [benchmark.json](benchmark.json). Every figure is the ratio of two things that were measured in turn, in the same run, or of one to a fixed number. Median of the repetitions; spread is lowest to highest.

Two ways to read a list are compared:

- this package's node, with the output As Sent (_raw_) or One Row per Line (_items_),
- n8n's HTTP Request node with pagination ("response contains next URL"), followed by Split Out.

Both run in n8n's engine (n8n-core), each in a separate process that has worked before. The [sandbox](../sandbox) runs in another process and sends 100 orders a page, with five lines each.
`;

/** Where the page stands, from the root of the repository. */
export const benchmarkPageFile = 'docs/benchmark.md';
/** Where the figures are kept. */
export const benchmarkFile = path.resolve(__dirname, '../../docs/benchmark.json');

/** The page of the kept figures. */
export function benchmarkPage(): string {
	const results = JSON.parse(readFileSync(benchmarkFile, 'utf8')) as Result[];
	return [`# Benchmark\n\n${summary(results)}\n`, METHOD, ...results.map(section)].join('\n');
}

/** The figures that matter to most, in four sentences. */
function summary(results: readonly Result[]): string {
	const find = (item: string, circumstances: string, ratio: string) => {
		const { figures } = results.find((result) => result.item === item) ?? { figures: [] };
		const figure = figures.find(
			(each) => each.circumstances.startsWith(circumstances) && each.ratio.startsWith(ratio),
		);
		if (!figure) throw new Error(`There is no figure ${item}, ${circumstances}, ${ratio}`);
		const [amount = ''] = figure.measured.split(' / ');
		return { amount, times: spreadOf(figure.values).median };
	};
	const cpu = find('Listing', '10,000 orders, items', 'CPU, node / HTTP Request');
	const cpuAsSent = find('Listing', '10,000 orders, raw', 'CPU, node / HTTP Request');
	const memory = find('Listing', '10,000 orders, items', 'peak memory beyond');
	const busy = find('Trigger', '1,000 orders a day', 'requests an hour');
	const state = find('Trigger', '100,000 remembered orders', 'size of the state');
	const poll = find('Trigger', '100,000 remembered orders', 'time of a poll');
	return [
		`**A complete list of 10,000 orders takes ${cpuAsSent.times.toFixed(2)} times the CPU of n8n's HTTP Request node as sent; as rows, it takes ${cpu.times.toFixed(2)} times the CPU and ${memory.times.toFixed(2)} times the memory. The HTTP Request node does not notice a skipped order.`,
		`A trigger with 1,000 orders a day makes ${busy.amount}, ${(busy.times * 100).toFixed(1)} % of what the service allows.`,
		`With 100,000 remembered orders, a poll without news takes ${poll.amount} and its state ${state.amount}.**`,
	].join(' ');
}

function section(result: Result): string {
	const { item, measuredAt, repetitions, machine, load } = result;
	const { processor, processors, node } = machine;
	return [
		`## ${item}\n`,
		figureTable(result),
		'',
		...(reasons[item] ?? []).map((reason) => `- ${reason}`),
		`\nRepetitions: ${repetitions}; ${measuredAt.slice(0, 16)}Z, ${processors} x ${processor}, Node.js ${node}, load ${load.before} before and ${load.after} after.\n`,
	].join('\n');
}

const HEADER = ['what', 'ratio', 'median', 'spread', 'aim', 'met', 'measured'];

/** The table of one item in Markdown, to read on the page and in the terminal. */
export function figureTable({ figures }: Result): string {
	return markdownTable(HEADER, figures.map(cellsOf));
}

function cellsOf(figure: Figure): string[] {
	const { median, least, most } = spreadOf(figure.values);
	const met = isMet(figure);
	return [
		figure.circumstances,
		figure.ratio,
		number(median),
		`${number(least)} to ${number(most)}`,
		figure.aim === undefined ? '' : `at most ${count(figure.aim)}`,
		met === undefined ? '' : met ? 'yes' : 'no',
		figure.measured,
	];
}

function number(value: number): string {
	return value < 0.1 && value > 0 ? value.toPrecision(2) : value.toFixed(2);
}
