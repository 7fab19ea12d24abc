/** `npm run simulate`: many seeds with a summary, or one seed in detail. */
import { Command } from 'commander';
import { simulateSeed } from './simulateSeed';

const program = new Command()
	.option('--seed <number>', 'one seed')
	.option('--seeds <number>', 'how many seeds', '200')
	.option('--from <number>', 'the first seed', '1');
program.parse();
const options = program.opts<{ seed?: string; seeds: string; from: string }>();

async function main() {
	const first = Number(options.seed ?? options.from);
	const count = options.seed ? 1 : Number(options.seeds);
	for (let seed = first; seed < first + count; seed++) {
		const began = Date.now();
		const { problems, run } = await simulateSeed(seed);
		if (problems.length > 0 || options.seed) {
			console.log(seed, run.scenario.engine, problems.length, problems.slice(0, options.seed ? 50 : 2).join('\n'));
			console.log(run.watch.failures, run.watch.polls, run.watch.requests, run.ledger.items, run.kills, Date.now() - began, 'ms');
			if (options.seed) {
				const { orders, ...rest } = run.scenario;
				console.log(JSON.stringify(rest, (_, v) => typeof v === 'bigint' ? String(v) : v, 1), orders.length);
			}
		}
	}
}
void main();
