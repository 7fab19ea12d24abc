/** The trigger in n8n-core's own PollContext over real HTTP: what n8n gives, what it gets back (design 2 and 4). */
import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { attentionColumns, summaryColumns, triggerColumns } from '../../scripts/output/triggerColumns';
import { DAY, HOUR, MINUTE } from '../support/time';
import { durablePoll, engineLog, errorOf, rows, serveTrigger } from './support';

describe('On a plain engine', () => {
	it('gives null while there is nothing, then rows with their event, and the state is in the static data', async () => {
		const { poll, contextOf, add, time, staticData } = await serveTrigger();
		expect(await contextOf({ activation: 'activate' }).poll()).toBeNull();
		await poll({ activation: 'activate' });
		expect(Object.keys(staticData()).sort()).toEqual(['global', 'node:Sales Order Integration Trigger']);
		// The service is known by its address and the credential.
		const state = { service: expect.stringMatching(/ 1$/) as unknown };
		expect(staticData()).toMatchObject({ 'node:Sales Order Integration Trigger': { state } });
		time.current += MINUTE;
		const id = add({ sellerComment: 'hello' });
		time.current += MINUTE;
		const [row, ...more] = await poll();
		expect(row).toMatchObject({
			event: 'created',
			delivered: null,
			delivery: null,
			salesOrderId: id,
			sellerComment: 'hello',
		});
		const leading = triggerColumns.map(({ column }) => column);
		expect(Object.keys(row ?? {}).slice(0, leading.length + 1)).toEqual([...leading, 'salesOrderId']);
		expect(more).toEqual([]);
		expect(await contextOf().poll()).toBeNull();
	});

	it('each output is what the node gives, with the columns of the trigger before it', async () => {
		const { poll, add, time } = await serveTrigger({ lines: { minimum: 3, maximum: 3 } });
		await poll();
		time.current += MINUTE;
		const id = add();
		const pollFor = async (parameters: IDataObject) => await poll({ parameters: parameters as never });
		const lines = await pollFor({ output: 'items' });
		expect(lines).toHaveLength(3);
		for (const line of lines) expect(line).toMatchObject({ event: 'created', salesOrderId: id });
		const second = add();
		expect(await pollFor({ output: 'raw' })).toMatchObject([{ event: 'created', id: second, customer: {} }]);
	});

	it('what a list would show as a hint is in the log, once while it lasts', async () => {
		const { poll, add, time, sandbox } = await serveTrigger();
		await poll({ activation: 'activate' });
		sandbox.faults.schedule({}, { kind: 'wrongTypes', values: { totalSales: 'a lot' } }, { times: Infinity });
		for (let polls = 0; polls < 3; polls++) {
			add();
			time.current += MINUTE;
			expect(await poll()).toMatchObject([{ totalSales: 'a lot' }]);
		}
		expect(engineLog.filter((line) => line.includes('totalSales'))).toEqual([
			expect.stringMatching(/^warn Sales Order Integration Trigger: /),
		]);
	});
});

describe('With durable cursors, where each poll has a context of its own', () => {
	it('what arrives between activation and the first poll, in another process, is delivered', async () => {
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
		const first = contextOf({ ...durablePoll, cursor, staticData: { global } });
		expect(rows(await first.poll())).toMatchObject([{ event: 'created', salesOrderId: id }]);
		expect(cursor).toHaveProperty('state');
		expect(first.staticData()).not.toHaveProperty('node:Sales Order Integration Trigger');
		// The snapshot goes through the database.
		const saved = JSON.parse(JSON.stringify(cursor)) as IDataObject;
		const next = contextOf({ ...durablePoll, cursor: saved, staticData: { global } });
		expect(await next.poll()).toBeNull();
	});

	it.each<[string, Fault, object]>([
		['401', { kind: 'status', status: 401 }, { cause: 'credential-invalid' }],
		['429', { kind: 'tooManyRequests', resetAfterMs: null }, { cause: 'rate-limited', retryAfterMs: 60_000 }],
	])(
		'a poll that throws (%s) leaves the snapshot as it was, and tells n8n why',
		async (httpCode, fault, failure) => {
			const { contextOf, time, sandbox } = await serveTrigger();
			const cursor: IDataObject = {};
			await contextOf({ ...durablePoll, cursor }).poll();
			const before = structuredClone(cursor);
			time.current += HOUR;
			sandbox.faults.schedule({}, fault, { times: Infinity });
			const error = await errorOf(contextOf({ ...durablePoll, cursor }).poll());
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error).toMatchObject({ httpCode, failure });
			expect(cursor).toEqual(before);
		},
	);
});

describe('The time that n8n gives', () => {
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
		expect(await poll({ budgetMs })).toMatchObject([{ salesOrderId: id }]);
		expect(time.now() - began).toBeGreaterThanOrEqual(MINUTE);
	});

	it('is enough in 4 s for a service that responds', async () => {
		const { poll, time, add } = await serveTrigger();
		await poll();
		time.current += MINUTE;
		const id = add();
		expect(await poll({ budgetMs: 4_000 })).toMatchObject([{ salesOrderId: id }]);
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
		// The first time may be the fault of one list; then it is an error that the user sees.
		await trigger.poll().catch(() => undefined);
		expect(time.now() - began).toBeLessThanOrEqual(mostMs);
		const again = contextOf({ budgetMs, staticData: trigger.staticData() });
		await again.poll().catch(() => undefined);
		expect(await errorOf(again.poll())).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	});
});

it.each([
	['', {}],
	[' after a change', { parameters: { options: { checkTimeZone: false } } }],
])('Two polls of the durable scheduler at once%s: the second one does nothing', async (_, changes) => {
	const { contextOf, poll, add, time, sandbox } = await serveTrigger();
	await poll(durablePoll);
	time.current += MINUTE;
	const id = add();
	time.current += MINUTE;
	const begin = async () => await contextOf({ ...durablePoll, ...changes }).poll();
	let second: ReturnType<typeof begin> | undefined;
	sandbox.faults.decideBy(({ url }) => {
		if (url.includes('/salesOrder')) second ??= begin();
		return undefined;
	});
	expect(rows(await begin())).toMatchObject([{ event: 'created', salesOrderId: id }]);
	expect(await second).toBeNull();
});

it('Two polls at once: the second one does nothing; another trigger of the workflow is free', async () => {
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

it('A credential that n8n never gets ends the poll, and the next one delivers', async () => {
	const { add, contextOf, poll } = await serveTrigger();
	await poll();
	const id = add();
	const hanging = contextOf(durablePoll);
	hanging.context.getCredentials = async () => await new Promise(() => {});
	expect((await errorOf(hanging.poll())).message).toContain('too slow');
	expect(await poll(durablePoll)).toMatchObject([{ salesOrderId: id }]);
});

it('Fetch Test Event gives the newest orders and touches no state', async () => {
	const { contextOf, add, time } = await serveTrigger();
	const id = add({ dateCreated: time.now() - DAY });
	const trigger = contextOf({ mode: 'manual', activation: 'manual' });
	expect(rows(await trigger.poll())).toMatchObject([{ event: 'created', salesOrderId: id }]);
	expect(trigger.staticData()).toEqual({});
});

describe('Parameters', () => {
	it('Start From as an expression that gives another instant each time is still the same setting', async () => {
		const { poll, add, time } = await serveTrigger();
		const id = add({ dateCreated: time.now() - 3 * DAY });
		const counting =
			'={{ new Date(Date.parse("2026-07-01T00:00:00Z") + Math.floor(Math.random() * 1e8)).toISOString() }}';
		const parameters = { options: { startFrom: counting } };
		expect(await poll({ parameters })).toMatchObject([{ salesOrderId: id }]);
		for (let polls = 0; polls < 4; polls++) {
			time.current += 10 * MINUTE;
			expect(await poll({ parameters })).toEqual([]);
		}
	});

	it('a value that cannot be used is refused with the name of its field, before any call', async () => {
		const { contextOf, sandbox } = await serveTrigger();
		const error = await errorOf(contextOf({ parameters: { options: { lateSyncHours: -1 } } }).poll());
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toContain("'Late Arrivals (Hours)' cannot be -1");
		expect(sandbox.log.total).toBe(0);
	});

	it('the token is in no error, log, row or state', async () => {
		const { poll, contextOf, add, time, sandbox, credential, staticData } = await serveTrigger();
		const { apiToken } = credential();
		await poll();
		time.current += MINUTE;
		add();
		const found = await poll();
		const fault = { kind: 'status', status: 403, body: `{"token":"${apiToken}"}` } as const;
		sandbox.faults.schedule({}, fault, { times: Infinity });
		const error = await errorOf(contextOf(durablePoll).poll());
		const { message, description, stack } = error;
		const all = JSON.stringify([found, staticData(), engineLog, error, message, description, stack]);
		expect(all).not.toContain(apiToken);
	});
});

describe('Attention and the summary', () => {
	it('a report has its own columns, alone, after the orders', async () => {
		const { poll, add, time, sandbox } = await serveTrigger();
		const parameters = { events: ['created', 'attention'] };
		await poll({ parameters });
		time.current += MINUTE;
		add();
		const fault = { kind: 'wrongTypes', values: { totalSales: 'a lot' } } as const;
		sandbox.faults.schedule({ path: /salesOrder/ }, fault, { times: Infinity });
		expect(await poll({ parameters })).toMatchObject([{ event: 'created', totalSales: 'a lot' }]);
		const [report, ...more] = await poll({ parameters });
		const own = attentionColumns.map(({ column }) => column);
		expect(Object.keys(report ?? {})).toEqual(['event', ...own]);
		expect(report).toMatchObject({ event: 'attention', reason: 'oddData', aboutOrderId: null });
		expect(more).toEqual([]);
	});

	it('the summary has its own columns, alone', async () => {
		const { poll, time } = await serveTrigger();
		const parameters = { events: ['created', 'summary'], options: { pauseDuringMaintenance: false } };
		await poll({ parameters });
		time.current += 23 * HOUR;
		expect(await poll({ parameters })).toEqual([]);
		time.current += 2 * HOUR;
		const [summary, ...more] = await poll({ parameters });
		const own = summaryColumns.map(({ column }) => column);
		expect(Object.keys(summary ?? {})).toEqual(['event', ...own]);
		expect(summary).toMatchObject({ event: 'summary', created: 0, since: '2026-07-15T12:00:00.000Z' });
		expect(more).toEqual([]);
	});
});
