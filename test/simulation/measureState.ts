/** `npx tsx test/simulation/measureState.ts`: what it costs to remember many orders, measured by the benchmark's own program. */
import { Command } from 'commander';
import { runProgram } from '../bench/program';
import type { RememberOrdersAnswer, RememberOrdersInput } from '../bench/programs/rememberOrders';

/** For 100,000 orders: 4 bytes each, and the time to read, use and write the state. */
const AIMS = { orders: 100_000, bytesPerOrder: 4, bytes: 400_000, milliseconds: 50 };

function middleOf(values: number[]): number {
	return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

async function main(): Promise<void> {
	const { orders, mostBetween, repetitions } = new Command()
		.description(
			'Measures the state that remembers orders: its size, and a poll that reads, uses and writes it.',
		)
		.option('--orders <number>', 'how many orders are remembered', Number, AIMS.orders)
		.option('--most-between <number>', 'how far apart the IDs are at most', Number, 100)
		.option('--repetitions <number>', 'how often, each time with other IDs', Number, 5)
		.parse()
		.opts<{ orders: number; mostBetween: number; repetitions: number }>();
	const answers: RememberOrdersAnswer[] = [];
	for (let seed = 1; seed <= repetitions; seed++) {
		const input: RememberOrdersInput = { orders, mostBetween, seed };
		answers.push(await runProgram<RememberOrdersAnswer>('rememberOrders', input));
	}
	const bytes = middleOf(answers.map(({ stateBytes }) => stateBytes));
	const milliseconds = middleOf(answers.map(({ pollMs }) => pollMs));
	console.log(`${orders} remembered orders, IDs up to ${mostBetween} apart, ${repetitions} repetitions:
${(bytes / orders).toFixed(2)} bytes for each (aim: at most ${AIMS.bytesPerOrder})
${Math.round(bytes / 1_000)} kB of state (aim at ${AIMS.orders} orders: at most ${AIMS.bytes / 1_000} kB)
${milliseconds.toFixed(1)} ms to read, use and write it in a poll that finds nothing (aim: at most ${AIMS.milliseconds} ms)`);
}

void main();
