/** Design 3.5: one call at a time per token within a process, first come first served, none starved, no turn lost. */
import { readCompleteList } from '../../../nodes/SalesOrderIntegration/lists/completeList';
import { ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { orderQuery } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import { callInTurn } from '../../../nodes/SalesOrderIntegration/http/rateLimit';
import { SeededRandom } from '../../../sandbox/seededRandom';
import { clientFixture, readUsers } from '../../support/clientFixture';
import { clientOf } from '../../support/sandboxClient';
import { repetitions, report, seeds } from '../../support/seeds';
import { SimulatedTiming } from '../../support/simulatedTiming';
import { PAGE } from '../../../sandbox';

test('several lists at once with one token never overlap, and none is starved', async () => {
	const { sandbox, timing } = clientFixture({
		orders: { count: 400 },
		lines: { minimum: 0, maximum: 0 },
		switches: { pageSize: 20, latency: 200 },
	});
	const finished: number[] = [];
	await Promise.all(
		[1, 2, 3, 4, 5].map(async (list) => {
			const client = clientOf(sandbox, timing);
			const { records } = await readCompleteList(client, { query: orderQuery(client, 'created', {}) });
			expect(records.size).toBe(sandbox.world.statistics.created);
			finished.push(list);
		}),
	);
	const { entries } = sandbox.log;
	expect(Math.max(...entries.map(({ overlapping }) => overlapping))).toBe(0);
	// Each takes its turn: the first page of the last comes before the second page of the first.
	const pages = entries.map(({ path }) => Number(new RegExp(`${PAGE}=(\\d+)`).exec(path)?.[1] ?? 1));
	expect(pages).toEqual([...pages].sort((one, other) => one - other));
	expect(finished).toEqual([1, 2, 3, 4, 5]);
});

test('calls with different tokens do not wait for each other', async () => {
	const { sandbox, timing, elapsed } = clientFixture({ switches: { latency: 1000 } });
	await Promise.all([0, 1, 2].map(async (user) => await readUsers(clientOf(sandbox, timing, { user }))));
	expect(elapsed()).toBe(1000);
	expect(Math.max(...sandbox.log.entries.map(({ overlapping }) => overlapping))).toBe(2);
});

/** A response after which the service wants a pause of so many milliseconds, and which has each header twice. */
function response(body: string, timing: SimulatedTiming, pauseMs = 0) {
	const reset = (timing.now() + pauseMs) / 1000;
	const headers = { 'x-ratelimit-remaining': '0, 0', 'x-ratelimit-reset': `${reset}, ${reset}` };
	return { status: 200, headers, body };
}

test('calls are made in the order of asking', async () => {
	const timing = new SimulatedTiming();
	const order: number[] = [];
	await Promise.all(
		[1, 2, 3, 4].map(async (number) => {
			await callInTurn('order of asking', { timing }, async () => {
				order.push(number);
				await timing.sleep(100);
				return response('', timing);
			});
		}),
	);
	expect(order).toEqual([1, 2, 3, 4]);
});

test('a call that throws passes its turn on', async () => {
	const timing = new SimulatedTiming();
	const failing = callInTurn('throws', { timing }, async () => {
		await timing.sleep(10);
		throw new Error('broken');
	});
	const next = callInTurn('throws', { timing }, async () => response('done', timing));
	await expect(failing).rejects.toThrow('broken');
	await expect(next).resolves.toMatchObject({ body: 'done' });
});

test('whoever stops waiting in the very moment in which the turn comes passes it on', async () => {
	const timing = new SimulatedTiming();
	const stop = new AbortController();
	const first = callInTurn('same moment', { timing }, async () => {
		await timing.sleep(100);
		stop.abort();
		return response('first', timing);
	});
	const call = async () => response('second', timing);
	const second = callInTurn('same moment', { timing, signal: stop.signal }, call).then(
		({ body }) => body,
		({ name }: Error) => name,
	);
	const third = callInTurn('same moment', { timing }, async () => response('third', timing));
	await first;
	await expect(third).resolves.toMatchObject({ body: 'third' });
	expect(['second', 'ServiceFailure']).toContain(await second);
});

/** Many callers with random calls, failures, pauses, stops and deadlines: at most one at a time, and all come to an end. */
async function jostle(seed: number): Promise<Record<string, number>> {
	const random = new SeededRandom(seed, 21);
	const timing = new SimulatedTiming({ seed });
	const token = `jostle ${seed}`;
	const outcomes: Record<string, number> = { done: 0, broken: 0, cancelled: 0, outOfTime: 0, rateLimited: 0 };
	let underWay = 0;
	let most = 0;
	const callers = Array.from({ length: random.integer(2, 25) }, async () => {
		await timing.sleep(random.integer(0, 2000));
		const stop = new AbortController();
		if (random.chance(0.5)) timing.after(random.integer(0, 3000), () => stop.abort());
		const deadline = random.chance(0.3) ? timing.now() + random.integer(0, 3000) : undefined;
		const call = async () => {
			underWay++;
			most = Math.max(most, underWay);
			// Some calls end on Stop, as those of the client do; others do not notice it.
			await timing.sleep(random.integer(0, 400), random.chance(0.7) ? stop.signal : undefined).finally(() => {
				underWay--;
			});
			const pauseMs = random.chance(0.1) ? random.integer(1, 1000) : 0;
			if (random.chance(0.1)) throw new Error('broken');
			return response('', timing, pauseMs);
		};
		const outcome = await callInTurn(token, { timing, signal: stop.signal, deadline }, call).then(
			() => 'done',
			(error: unknown) => (error instanceof ServiceFailure ? error.kind : 'broken'),
		);
		outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
	});
	await Promise.all(callers);
	expect(most).toBeLessThanOrEqual(1);
	// The queue is free: whoever comes next gets the turn after what is left of a pause.
	const before = timing.now();
	await callInTurn(token, { timing }, async () => response('', timing));
	expect(timing.now() - before).toBeLessThanOrEqual(1000);
	return outcomes;
}

test('random stops, deadlines, failures and pauses leave no queue stuck', async () => {
	const total: Record<string, number> = {};
	const range = seeds(100);
	for (const seed of range) {
		for (const [outcome, count] of Object.entries(await jostle(seed))) {
			total[outcome] = (total[outcome] ?? 0) + count;
		}
	}
	report(`turns: seeds ${range[0]} to ${range.at(-1)}, ${JSON.stringify(total)}`);
	for (const count of Object.values(total)) expect(count).toBeGreaterThan(repetitions(12));
});
