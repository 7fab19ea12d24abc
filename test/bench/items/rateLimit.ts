/** How near the node comes to the service's rate limit, alone and with others (docs/benchmark.md). */
import { compare, count, duration, interleaved } from '../figures';
import type { Figure } from '../figures';
import { startProgram } from '../program';
import type { Requests, Served } from '../programs/server';
import type { SetExternalIdsInput } from '../programs/setExternalIds';

const LIMIT = 500;
const PERIOD_MS = 60_000;

/** What one run saw. Times in milliseconds of the service's clock. */
interface Limited {
	totalMs: number;
	/** The periods that have to pass, and the time of the last calls when nothing holds them back. */
	leastMs: number;
	refusals: number;
}

/**
 * Makes the calls from one process, and from four with the same token.
 *
 * @param speed how many times faster than the real clock; the waits get shorter, the calls do not
 */
export async function benchRateLimit(repetitions: number, calls: number, speed: number): Promise<Figure[]> {
	const { one, four } = await interleaved(repetitions, {
		one: async () => await runLimited(1, calls, speed),
		four: async () => await runLimited(4, calls, speed),
	});
	const figuresOf = (runs: Limited[], clients: string, aim: number): Figure[] => {
		const of = { item: 'Rate limit', circumstances: `${count(calls)} calls, ${clients}` };
		const totals = runs.map(({ totalMs }) => totalMs);
		const least = runs.map(({ leastMs }) => leastMs);
		const refused = runs.map(({ refusals }) => refusals / calls);
		return [
			{
				...of,
				ratio: 'total time / least possible',
				...compare({ one: totals, other: least, of: (ms) => ms, format: duration }),
				aim,
			},
			{
				...of,
				ratio: '429s / calls',
				values: refused,
				measured: `${runs.map(({ refusals }) => refusals).join(', ')} / ${count(calls)}`,
				aim: clients === ONE ? 0 : undefined,
			},
		];
	};
	return [...figuresOf(one, ONE, 1.03), ...figuresOf(four, 'four processes with one token', 1.1)];
}

const ONE = 'one client';

async function runLimited(processes: number, calls: number, speed: number): Promise<Limited> {
	const lastCalls = calls % LIMIT || LIMIT;
	const free = await run(processes, lastCalls, speed);
	const limited = await run(processes, calls, speed, LIMIT);
	const periods = Math.ceil(calls / LIMIT) - 1;
	return {
		totalMs: limited.wallMs * speed,
		leastMs: periods * PERIOD_MS + free.wallMs * speed,
		refusals: limited.refusals,
	};
}

async function run(
	processes: number,
	calls: number,
	speed: number,
	rateLimit?: number,
): Promise<{ wallMs: number; refusals: number }> {
	const server = await startProgram<Served[]>('server', { orders: [calls], rateLimit, speed });
	try {
		const [served] = server.ready;
		if (!served) throw new Error('The sandbox serves nothing');
		const share = Math.ceil(calls / processes);
		const clients = await Promise.all(
			Array.from({ length: processes }, async (_, position) => {
				const first = position * share;
				const input: SetExternalIdsInput = { served, first, calls: Math.min(share, calls - first), speed };
				return await startProgram<'ready'>('setExternalIds', input);
			}),
		);
		const times = (await Promise.all(clients.map(async ({ ask }) => await ask('go')))) as number[];
		const [requests = {}] = (await server.ask('requests')) as Requests;
		return { wallMs: Math.max(...times), refusals: requests[429] ?? 0 };
	} finally {
		await server.stop();
	}
}
