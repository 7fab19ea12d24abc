/** `npm run bench`: measures, prints a table of each item, and writes it to docs/benchmark.md. */
import { cpus, loadavg } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Figure } from './figures';
import { benchListing } from './items/listing';
import { benchTrigger } from './items/trigger';
import { benchValidation } from './items/validation';
import { figureTable, writeMeasured } from './page';

type Bench = (repetitions: number) => Promise<Figure[]>;

const items: Record<string, Bench> = {
	Listing: benchListing,
	Validation: benchValidation,
	Trigger: benchTrigger,
};

interface Arguments {
	repetitions: number;
	only?: string[];
}

async function main({ repetitions, only = Object.keys(items) }: Arguments): Promise<void> {
	for (const [item, bench] of Object.entries(items)) {
		if (!only.includes(item)) continue;
		console.error(`${item} ...`);
		const before = loadOfMinute();
		const table = figureTable(await bench(repetitions));
		const machine = `${cpus().length} x ${cpus()[0]?.model}, Node.js ${process.version}`;
		const load = `load ${before} before and ${loadOfMinute()} after`;
		const measuredAt = new Date().toISOString().slice(0, 16);
		console.log(`${item}\n${table}`);
		writeMeasured(item, table, `Repetitions: ${repetitions}; ${measuredAt}Z, ${machine}, ${load}.`);
	}
}

/** How many processes wanted to run on average in the last minute. */
const loadOfMinute = () => (loadavg()[0] ?? 0).toFixed(1);

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
