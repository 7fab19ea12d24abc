/** What polling costs: requests, CPU and state, by how busy the account is (docs/benchmark.md). */
import { against, compare, count, duration, interleaved, size, type Figure } from '../figures';
import { runProgram } from '../program';
import type { PollTriggerAnswer, PollTriggerInput } from '../programs/pollTrigger';
import type { RememberOrdersAnswer, RememberOrdersInput } from '../programs/rememberOrders';

const WEEK_HOURS = 168;

/** Orders a day, and hours that are watched of each: a week, but where that takes hours of computing. */
const ACCOUNTS = [
	{ ordersPerDay: 0, hours: WEEK_HOURS },
	{ ordersPerDay: 100, hours: WEEK_HOURS },
	{ ordersPerDay: 1_000, hours: WEEK_HOURS },
	{ ordersPerDay: 10_000, hours: 24 },
];

/** What the service allows (api-specification 8). */
const ALLOWED_AN_HOUR = 500 * 60;
const REMEMBERED = 100_000;
const REMEMBERED_BYTES = 400_000;
const REMEMBERED_MS = 50;
/** IDs up to so far apart: the whole service has fifty times, and five thousand times, the orders of the account. */
const MOST_BETWEEN = [100, 10_000];
const requests = (amount: number) => `${count(amount)} requests an hour`;

/** Watches each kind of account, with another seed in each repetition. */
export async function benchTrigger(repetitions: number): Promise<Figure[]> {
	const figures: Figure[] = [];
	let idle: PollTriggerAnswer[] = [];
	for (const { ordersPerDay, hours } of ACCOUNTS) {
		let seed = 0;
		const watch = async () => {
			const input: PollTriggerInput = { seed: ++seed, ordersPerDay, hours };
			return await runProgram<PollTriggerAnswer>('pollTrigger', input);
		};
		const { watched } = await interleaved(repetitions, { watched: watch });
		if (ordersPerDay === 0) idle = watched;
		figures.push(...figuresOf(`${count(ordersPerDay)} orders a day, ${hours} h`, hours, watched, idle));
	}
	for (const mostBetween of MOST_BETWEEN) figures.push(...(await benchMemory(repetitions, mostBetween)));
	return figures;
}

function figuresOf(
	circumstances: string,
	hours: number,
	watched: PollTriggerAnswer[],
	idle: PollTriggerAnswer[],
): Figure[] {
	const perHour = watched.map((answer) => answer.requests / hours);
	const ratio = 'requests an hour / the 30,000 that the service allows';
	const besideIdle = (what: string, of: (answer: PollTriggerAnswer) => number, format: typeof size) => ({
		circumstances,
		ratio: `${what} an idle account`,
		...compare({ one: watched, other: idle, of, format }),
	});
	return [
		{ circumstances, ratio, ...against(ALLOWED_AN_HOUR, perHour, requests), aim: 0.02 },
		besideIdle('CPU per poll / that of', ({ cpuMs, polls }) => cpuMs / polls, duration),
		besideIdle('bytes of state / those of', ({ stateBytes }) => stateBytes, size),
	];
}

async function benchMemory(repetitions: number, mostBetween: number): Promise<Figure[]> {
	let seed = 0;
	const { remembered } = await interleaved(repetitions, {
		remembered: async () => {
			const input: RememberOrdersInput = { orders: REMEMBERED, mostBetween, seed: ++seed };
			return await runProgram<RememberOrdersAnswer>('rememberOrders', input);
		},
	});
	const circumstances = `${count(REMEMBERED)} remembered orders, IDs up to ${count(mostBetween)} apart`;
	const bytes = remembered.map(({ stateBytes }) => stateBytes);
	const times = remembered.map(({ pollMs }) => pollMs);
	return [
		{ circumstances, ratio: 'size of the state / 400 kB', ...against(REMEMBERED_BYTES, bytes, size) },
		{
			circumstances,
			ratio: 'time of a poll without news / 50 ms',
			...against(REMEMBERED_MS, times, duration),
		},
	];
}
