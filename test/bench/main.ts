/** `npm run bench`: measures, prints a table of each item, and writes it to docs/ as JSON and as a page. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { prepareHost } from '../../host';
import type { Figure } from './figures';
import { benchListing } from './items/listing';
import { benchTrigger } from './items/trigger';
import { benchValidation } from './items/validation';
import { benchmarkFile, benchmarkPage, benchmarkPageFile, figureTable } from './page';
import { measureItem, replaceResults, writeResults, type Result } from './results';

type Bench = (repetitions: number) => Promise<Figure[]>;

const items: Record<string, Bench> = {
	Listing: async (repetitions) =>
		await benchListing(repetitions, [1_000, 10_000], (await prepareHost()).folder),
	Validation: benchValidation,
	Trigger: async (repetitions) => await benchTrigger(repetitions, 10_000),
};

interface Arguments {
	repetitions: number;
	only?: string[];
}

async function main({ repetitions, only = Object.keys(items) }: Arguments): Promise<void> {
	const results: Result[] = [];
	for (const [item, bench] of Object.entries(items)) {
		if (!only.includes(item)) continue;
		console.error(`${item} ...`);
		const measured = async () => await bench(repetitions);
		results.push(await measureItem(item, repetitions, measured));
	}
	for (const result of results) console.log(`${result.item}\n${figureTable(result)}`);
	const sequence = Object.keys(items);
	const all = replaceResults(benchmarkFile, results);
	all.sort((one, other) => sequence.indexOf(one.item) - sequence.indexOf(other.item));
	writeResults(benchmarkFile, all);
	writeFileSync(path.resolve(__dirname, '../..', benchmarkPageFile), benchmarkPage());
}

function positive(text: string): number {
	if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Not a whole number of 1 or more.');
	return Number(text);
}

const chosen = new Command('bench')
	.description('Measures what the nodes cost beside what n8n has.')
	.option('--repetitions <number>', 'how often each thing is measured', positive, 5)
	.addOption(
		new Option('--only <items...>', 'these alone; the others stay as they are').choices(Object.keys(items)),
	)
	.parse(process.argv)
	.opts<Arguments>();

void main(chosen);
