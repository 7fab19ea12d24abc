/** `npm run simulate`: many seeds with a summary; with `--seed`, one in detail. */
import { Command } from 'commander';
import { simulateSeed, Summary, type Verdict } from './simulateSeed';

const MOST_PROBLEMS = 10;

interface Options {
	seed?: number;
	seeds: number;
	from: number;
	stop?: boolean;
	trait?: string[];
}

async function simulateMany(options: Options): Promise<boolean> {
	const { from, seeds, stop, trait } = options;
	const summary = new Summary();
	for (let seed = from; seed < from + seeds; seed++) {
		const verdict = await simulateSeed(seed, trait);
		summary.add(verdict);
		if (verdict.problems.length > 0) {
			printProblems(verdict);
			if (stop) break;
		}
		if (summary.failingSeeds.length === 0 && (seed - from + 1) % 100 === 0) {
			console.log(`${seed - from + 1} seeds, all promises kept`);
		}
	}
	console.log(`\n${summary}`);
	return summary.failingSeeds.length === 0;
}

async function simulateOne(seed: number, { trait }: Options): Promise<boolean> {
	const verdict = await simulateSeed(seed, trait);
	printScenario(verdict);
	printProblems(verdict);
	return verdict.problems.length === 0;
}

function printScenario({ run }: Verdict): void {
	const { orders, otherOrders, ...others } = run.scenario;
	const asText = (_: string, value: unknown) => {
		if (value instanceof Set) return [...value];
		return typeof value === 'bigint' ? String(value) : value;
	};
	const counts = { orders: orders.length, otherOrders: otherOrders.length };
	console.log(JSON.stringify({ ...others, ...counts }, asText, 1));
	for (const { key, watch, ledger } of run.services) {
		const failures = [...watch.failures].map(([kind, count]) => `${count} ${kind}`).join(', ');
		console.log(
			`${key.baseUrl} (${key.credentialId}): ${watch.polls} polls, ${watch.requests} requests, ${ledger.items} items, ${run.kills} kills; failed polls: ${failures || 'none'}`,
		);
	}
}

function printProblems({ run, problems }: Verdict): void {
	const more = problems.length - MOST_PROBLEMS;
	console.log(
		[
			`seed ${run.scenario.seed} (${[run.scenario.engine, ...run.scenario.traits].join(', ')}): ${problems.length} problems`,
			...problems.slice(0, MOST_PROBLEMS),
			...(more > 0 ? [`and ${more} more`] : []),
		].join('\n  '),
	);
}

async function main(): Promise<void> {
	const program = new Command()
		.description('Simulates the life of the trigger on a clock that does not wait.')
		.option('--seed <number>', 'replay one seed', Number)
		.option('--seeds <number>', 'how many seeds', Number, 200)
		.option('--from <number>', 'the first of them', Number, 1)
		.option('--stop', 'stop at the first seed that fails')
		.option('--trait <names...>', 'exactly these traits, in every world')
		.parse();
	const options = program.opts<Options>();
	const { seed } = options;
	const isKept = seed === undefined ? await simulateMany(options) : await simulateOne(seed, options);
	process.exitCode = isKept ? 0 : 1;
}

void main();
