/** What polling costs: requests, CPU and state, by how busy the account is (docs/benchmark.md). */
import { against, compare, count, duration, interleaved, size } from '../figures';
import type { Figure } from '../figures';
import { runProgram } from '../program';
import type { PollTriggerAnswer, PollTriggerInput } from '../programs/pollTrigger';
import type { RememberOrdersAnswer } from '../programs/rememberOrders';

const WEEK_HOURS = 168;

/** Orders a day, and hours that are usually watched of each: a week, but where that takes hours of computing. */
const ACCOUNTS = [
	{ ordersPerDay: 0, hours: WEEK_HOURS },
	{ ordersPerDay: 100, hours: WEEK_HOURS },
	{ ordersPerDay: 1_000, hours: WEEK_HOURS },
	{ ordersPerDay: 10_000, hours: 24 },
];

const IDLE_REQUESTS = 2;
const REMEMBERED = 100_000;
const REMEMBERED_BYTES = 400_000;
const REMEMBERED_MS = 50;
const requests = (amount: number) => `${count(amount)} requests`;

/** Watches each kind of account, with another seed in each repetition. */
export async function benchTrigger(
	repetitions: number,
	{ isFull, mostOrders }: { isFull: boolean; mostOrders: number },
): Promise<Figure[]> {
	const figures: Figure[] = [];
	let idle: PollTriggerAnswer[] = [];
	for (const { ordersPerDay, hours: usualHours } of ACCOUNTS) {
		if (ordersPerDay > mostOrders) continue;
		const hours = isFull ? WEEK_HOURS : usualHours;
		const watch = (hasSweeps: boolean) => {
			let seed = 0;
			return async () => {
				const input: PollTriggerInput = { seed: ++seed, ordersPerDay, hours, hasSweeps };
				return await runProgram<PollTriggerAnswer>('pollTrigger', input);
			};
		};
		const { swept, unswept } = await interleaved(repetitions, { swept: watch(true), unswept: watch(false) });
		if (ordersPerDay === 0) idle = swept;
		figures.push(...figuresOf(`${count(ordersPerDay)} orders a day, ${hours} h`, swept, unswept, idle));
	}
	return [...figures, ...(await benchMemory(repetitions))];
}

function figuresOf(
	circumstances: string,
	swept: PollTriggerAnswer[],
	unswept: PollTriggerAnswer[],
	idle: PollTriggerAnswer[],
): Figure[] {
	const of = { item: 'Trigger', circumstances };
	const perPoll = unswept.map((answer) => answer.requests / answer.polls);
	const isIdle = swept === idle;
	return [
		{
			...of,
			ratio: `requests per poll without sweeps / ${IDLE_REQUESTS}`,
			...against(IDLE_REQUESTS, perPoll, requests),
			aim: isIdle ? 1 : undefined,
		},
		{
			...of,
			ratio: 'requests, with sweeps / without',
			...compare({ one: swept, other: unswept, of: (answer) => answer.requests, format: requests }),
			aim: isIdle ? undefined : 1.1,
		},
		{
			...of,
			ratio: 'CPU per poll / that of an idle account',
			...compare({ one: swept, other: idle, of: ({ cpuMs, polls }) => cpuMs / polls, format: duration }),
		},
		{
			...of,
			ratio: 'bytes of state / those of an idle account',
			...compare({ one: swept, other: idle, of: ({ stateBytes }) => stateBytes, format: size }),
		},
	];
}

async function benchMemory(repetitions: number): Promise<Figure[]> {
	let seed = 0;
	const { remembered } = await interleaved(repetitions, {
		remembered: async () =>
			await runProgram<RememberOrdersAnswer>('rememberOrders', { orders: REMEMBERED, seed: ++seed }),
	});
	const of = { item: 'Trigger', circumstances: `${count(REMEMBERED)} remembered orders` };
	const bytes = remembered.map(({ stateBytes }) => stateBytes);
	const times = remembered.map(({ pollMs }) => pollMs);
	return [
		{ ...of, ratio: 'size of the state / 400 kB', ...against(REMEMBERED_BYTES, bytes, size) },
		{ ...of, ratio: 'time of a poll that finds nothing / 50 ms', ...against(REMEMBERED_MS, times, duration) },
	];
}
