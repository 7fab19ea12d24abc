/** The trigger in n8n-core's own PollContext over real HTTP: what n8n hands in, what it gets back (design 4). */
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { triggerColumns } from '../../scripts/output/triggerColumns';
import { DAY, HOUR, MINUTE } from '../support/time';
import { engineLog, rows, serveTrigger } from './support';

async function errorOf(poll: Promise<unknown>): Promise<NodeApiError> {
	return await poll.then(
		() => {
			throw new Error('The poll succeeded');
		},
		(error: NodeApiError) => error,
	);
}

describe('On a plain engine', () => {
	it('gives null while there is nothing, then rows with their event, and the state is in the static data', async () => {
		const { poll, contextOf, add, time, staticData } = await serveTrigger();
		expect(await contextOf({ activation: 'activate' }).poll()).toBeNull();
		await poll({ activation: 'activate' });
		expect(Object.keys(staticData()).sort()).toEqual(['global', 'node:Sales Order Integration Trigger']);
		time.current += MINUTE;
		const id = add({ sellerComment: 'hello' });
		time.current += MINUTE;
		const [row, ...more] = await poll();
		expect(row).toMatchObject({
			event: 'created',
			delivered: null,
			delivery: null,
			id,
			sellerComment: 'hello',
		});
		const own = triggerColumns.map(({ column }) => column);
		expect(Object.keys(row ?? {}).slice(0, own.length + 1)).toEqual([...own, 'id']);
		expect(more).toEqual([]);
		expect(await contextOf().poll()).toBeNull();
	});

	it('each output is what the node gives, with the event before it', async () => {
		const { poll, add, time } = await serveTrigger({ lines: { minimum: 3, maximum: 3 } });
		await poll();
		time.current += MINUTE;
		const id = add();
		const pollFor = async (parameters: IDataObject) => await poll({ parameters: parameters as never });
		const lines = await pollFor({ output: 'items' });
		expect(lines).toHaveLength(3);
		for (const line of lines) expect(line).toMatchObject({ event: 'created', orderId: id });
		const second = add();
		expect(await pollFor({ output: 'raw' })).toMatchObject([{ event: 'created', id: second, customer: {} }]);
		const third = add();
		const fields = ['id', 'customer.code'];
		const selected = await pollFor({ output: 'selectedFields', fields });
		expect(selected).toMatchObject([{ event: 'created', id: third }]);
	});

	it('a renamed trigger goes on where it stopped', async () => {
		const { poll, add, time } = await serveTrigger();
		await poll({ activation: 'activate' });
		time.current += MINUTE;
		add();
		time.current += MINUTE;
		expect(await poll()).toHaveLength(1);
		const id = add();
		time.current += MINUTE;
		const name = 'New Orders';
		const nodeId = 'id of Sales Order Integration Trigger';
		expect(await poll({ name, nodeId, activation: 'update' })).toMatchObject([{ id }]);
		expect(await poll({ name, nodeId })).toEqual([]);
	});

	it('what a list would show as a hint is in the log, once as long as it lasts', async () => {
		const { poll, add, time, sandbox } = await serveTrigger();
		await poll({ activation: 'activate' });
		sandbox.faults.schedule({}, { kind: 'wrongTypes', values: { totalSales: 'a lot' } }, { times: Infinity });
		for (let polls = 0; polls < 3; polls++) {
			add();
			time.current += MINUTE;
			expect(await poll()).toMatchObject([{ totalSales: 'a lot' }]);
		}
		expect(engineLog.filter((line) => line.includes('totalSales'))).toEqual([
			expect.stringMatching(/^warn Sales Order Integration Trigger: .*unexpected type/),
		]);
	});

	it('a restart goes on from what was saved', async () => {
		const { poll, add, time, sandbox } = await serveTrigger();
		await poll({ activation: 'activate' });
		time.current += MINUTE;
		const id = add();
		time.current += MINUTE;
		expect(await poll()).toHaveLength(1);
		sandbox.world.delete(id);
		time.current += 3 * DAY;
		expect(await poll({ activation: 'init' })).toMatchObject([{ event: 'deleted', delivered: true, id }]);
	});
});

describe('With durable cursors', () => {
	it('what arrives between activation and the first tick, in another process, is delivered', async () => {
		const { contextOf, add, time } = await serveTrigger();
		add({ dateCreated: time.now() - HOUR });
		const dropped: IDataObject = {};
		const activation = contextOf({ activation: 'activate', cursor: dropped });
		expect(await activation.poll()).toBeNull();
		const { global } = activation.staticData();
		time.current += MINUTE;
		const id = add();
		time.current += 10 * MINUTE;
		const cursor: IDataObject = {};
		const tick = contextOf({ cursor, staticData: { global } });
		expect(rows(await tick.poll())).toMatchObject([{ event: 'created', id }]);
		expect(cursor).toHaveProperty('state');
		expect(tick.staticData()).not.toHaveProperty('node:Sales Order Integration Trigger');
		// The snapshot goes through the database.
		const next = contextOf({
			cursor: JSON.parse(JSON.stringify(cursor)) as IDataObject,
			staticData: { global },
		});
		expect(await next.poll()).toBeNull();
	});

	it('a poll that throws leaves the snapshot as it was', async () => {
		const { contextOf, time, sandbox } = await serveTrigger();
		const cursor: IDataObject = {};
		await contextOf({ cursor }).poll();
		const before = structuredClone(cursor);
		time.current += HOUR;
		sandbox.faults.schedule({}, { kind: 'status', status: 401 });
		const error = await errorOf(contextOf({ cursor }).poll());
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		expect(cursor).toEqual(before);
	});
});

describe('The time that n8n gives', () => {
	it('a rate limit that does not fit ends the poll with how long to wait', async () => {
		const { contextOf, poll, time, sandbox } = await serveTrigger();
		await poll();
		sandbox.faults.schedule({}, { kind: 'tooManyRequests', resetAfterMs: null });
		const began = time.now();
		const error = await errorOf(contextOf({ budgetMs: 36_000 }).poll());
		expect(error).toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: 60_000 },
		});
		expect(time.now() - began).toBeLessThan(5_000);
	});

	it.each([
		['300 s', 300_000],
		['not said, as before n8n 2.36', 'missing'],
	] as const)('a rate limit that fits is waited out: %s', async (_, budgetMs) => {
		const { poll, time, sandbox, add } = await serveTrigger();
		await poll();
		time.current += MINUTE;
		const id = add();
		sandbox.faults.schedule({}, { kind: 'tooManyRequests', resetAfterMs: null });
		const began = time.now();
		expect(await poll({ budgetMs })).toMatchObject([{ id }]);
		expect(time.now() - began).toBeGreaterThanOrEqual(MINUTE);
	});

	it.each([
		[36_000, 36_000],
		['missing', 300_000],
	] as const)('a service that hangs is given up in time: %s', async (budgetMs, mostMs) => {
		const { contextOf, poll, time, sandbox } = await serveTrigger();
		await poll();
		sandbox.faults.decideBy(() => ({ kind: 'hang' }));
		const began = time.now();
		const trigger = contextOf({ budgetMs });
		const outcome = await trigger.poll().catch((error: unknown) => error);
		expect(time.now() - began).toBeLessThanOrEqual(mostMs);
		// The first time may be the fault of one list; then it is an error that the user sees.
		if (outcome === null) {
			const again = await errorOf(contextOf({ budgetMs, staticData: trigger.staticData() }).poll());
			expect(again).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		} else {
			expect(outcome).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		}
	});
});

describe('Two polls at once', () => {
	it('the second one does nothing; another trigger of the workflow is free', async () => {
		const { contextOf, poll, add, time, sandbox } = await serveTrigger();
		await poll();
		time.current += MINUTE;
		add();
		time.current += MINUTE;
		const trigger = contextOf();
		const other = contextOf({ name: 'Another trigger' });
		sandbox.log.clear();
		const [first, second, third] = await Promise.all([trigger.poll(), trigger.poll(), other.poll()]);
		expect(rows(first)).toHaveLength(1);
		expect(second).toBeNull();
		expect(third).toBeNull();
		expect(other.staticData()).toHaveProperty('node:Another trigger');
	});
});

describe('Fetch Test Event', () => {
	it('gives the newest orders and touches no state', async () => {
		const { contextOf, add, time } = await serveTrigger();
		const id = add({ dateCreated: time.now() - DAY });
		const trigger = contextOf({ mode: 'manual', activation: 'manual' });
		expect(rows(await trigger.poll())).toMatchObject([{ event: 'created', id }]);
		expect(trigger.staticData()).toEqual({});
	});

	it('says clearly when there are none', async () => {
		const { contextOf } = await serveTrigger();
		const error = await errorOf(contextOf({ mode: 'manual', activation: 'manual' }).poll());
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('There are no orders of the last seven days to test with');
	});
});

describe('Parameters', () => {
	it('Start From as a relative expression starts once, not at each poll', async () => {
		const { poll, add, time } = await serveTrigger();
		const id = add({ dateCreated: time.now() - 3 * DAY });
		// Luxon inside expressions goes by the real clock, so the expression names the simulated time.
		const options = () => ({ startFrom: `={{ new Date(${time.now() - 7 * DAY}).toISOString() }}` });
		const fixed = options();
		expect(await poll({ parameters: { options: fixed } })).toMatchObject([{ event: 'created', id }]);
		time.current += HOUR;
		expect(await poll({ parameters: { options: fixed } })).toEqual([]);
		expect(await poll({ parameters: { options: options() } })).toMatchObject([{ event: 'created', id }]);
	});

	it('an expression that gives another instant each time is still the same setting', async () => {
		const { poll, add, time } = await serveTrigger();
		const id = add({ dateCreated: time.now() - 3 * DAY });
		const counting =
			'={{ new Date(Date.parse("2026-07-01T00:00:00Z") + Math.floor(Math.random() * 1e9)).toISOString() }}';
		const parameters = { options: { startFrom: counting } };
		expect(await poll({ parameters })).toMatchObject([{ id }]);
		for (let polls = 0; polls < 4; polls++) {
			time.current += 10 * MINUTE;
			expect(await poll({ parameters })).toEqual([]);
		}
	});

	it.each([
		[{ options: { lateSyncHours: -1 } }, 'Late Sync (Hours) must be a number above 0, not -1'],
		[{ options: { sweepMinutes: 'often' } }, 'Sweep Every (Minutes) must be a number above 0, not "often"'],
		[{ events: [] }, 'No event is chosen'],
	])('%j is refused: %s', async (parameters, message) => {
		const { contextOf, sandbox } = await serveTrigger();
		const error = await errorOf(contextOf({ parameters: parameters as never }).poll());
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(message);
		expect(sandbox.log.total).toBe(0);
	});

	it('the token is in no error, log, row or state', async () => {
		const { poll, contextOf, add, time, sandbox, credential, staticData } = await serveTrigger();
		const { apiToken } = credential();
		await poll();
		time.current += MINUTE;
		add();
		const found = await poll();
		sandbox.faults.schedule({}, { kind: 'status', status: 400, body: `{"token":"${apiToken}"}` });
		const error = await errorOf(contextOf().poll());
		const all = JSON.stringify([
			found,
			staticData(),
			engineLog,
			error,
			error.message,
			error.description,
			error.stack,
		]);
		expect(all).not.toContain(apiToken);
	});
});
