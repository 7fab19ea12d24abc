/** Design 3.5: everything stops at once when the user presses Stop, and nothing waits past the deadline of a poll. */
import { getEventListeners } from 'node:events';
import { sleep } from 'n8n-workflow';
import { readCompleteList } from '../../../nodes/SalesOrderIntegration/lists/completeList';
import { orderQuery } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import type { Timing } from '../../../nodes/SalesOrderIntegration/http/timing';
import type { Fault } from '../../../sandbox';
import { clientFixture, failureOf, readUsers } from '../../support/clientFixture';
import { rewriteLists } from '../../support/rewriteLists';
import { clientOf } from '../../support/sandboxClient';
import { MINUTE } from '../../support/time';

/** A fixture whose user presses Stop after so many milliseconds. */
function stoppedAfter(ms: number, fault?: Fault, times = Infinity) {
	const stop = new AbortController();
	const fixture = clientFixture({}, { signal: stop.signal });
	fixture.timing.after(ms, () => stop.abort());
	if (fault) fixture.sandbox.faults.schedule({}, fault, { times });
	return fixture;
}

/** A fixture with ten pages, and what stops it. */
function withPages() {
	const stop = new AbortController();
	const service = { orders: { count: 20 }, switches: { pageSize: 2 } };
	return { ...clientFixture(service, { signal: stop.signal }), stop };
}

describe('Stop is honoured at once', () => {
	test.each<[string, number, Fault]>([
		['in a call', 5000, { kind: 'hang' }],
		['in a backoff', 100, { kind: 'reset' }],
		['in a wait for the rate limit', 7000, { kind: 'tooManyRequests' }],
	])('%s', async (_, afterMs, fault) => {
		const { client, sandbox, elapsed } = stoppedAfter(afterMs, fault);
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'cancelled' });
		expect(elapsed()).toBe(afterMs);
		expect([sandbox.log.total, sandbox.log.inFlight]).toEqual([1, 0]);
	});

	test('while a page of 100,000 empty records is checked: no other page is asked for', async () => {
		const { client, sandbox, stop } = withPages();
		rewriteLists({ sandbox }, (list) => (list.salesOrders = Array(100_000).fill({})), { times: 1 });
		jest.spyOn(client.hints, 'sawOddFields').mockImplementation((fields) => {
			if (fields.length > 0) stop.abort();
		});
		const reading = readCompleteList(client, { query: orderQuery(client, 'created', {}) });
		expect(await failureOf(reading)).toMatchObject({ kind: 'cancelled' });
		expect(sandbox.log.total).toBe(1);
	});

	test('in the queue behind another call', async () => {
		const { client, sandbox, timing, elapsed } = stoppedAfter(200);
		sandbox.faults.schedule({}, { kind: 'delay', milliseconds: 1000 });
		const other = readUsers(clientOf(sandbox, timing));
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'cancelled' });
		expect(elapsed()).toBe(200);
		await expect(other).resolves.toBeDefined();
		expect(sandbox.log.total).toBe(1);
	});

	test('in the queue behind a wait for the rate limit, and those behind still get their turn', async () => {
		const { client, sandbox, timing, elapsed } = stoppedAfter(3000, { kind: 'tooManyRequests' }, 1);
		// The first meets the 429, the second waits it out, the third waits for the second.
		const ahead = [1, 2].map(async () => await readUsers(clientOf(sandbox, timing)));
		const stopped = failureOf(readUsers(client)).then(({ kind }) => [kind, elapsed()]);
		const behind = readUsers(clientOf(sandbox, timing));
		expect(await stopped).toEqual(['cancelled', 3000]);
		await expect(Promise.all([...ahead, behind])).resolves.toHaveLength(3);
		expect(elapsed()).toBe(MINUTE);
		expect(sandbox.log.total).toBe(4);
	});

	test('before anything was sent', async () => {
		const { client, sandbox } = clientFixture({}, { signal: AbortSignal.abort() });
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'cancelled' });
		expect(sandbox.log.total).toBe(0);
	});

	test('between the pages of a list', async () => {
		const { client, sandbox, stop } = withPages();
		sandbox.faults.beforePage(3, () => stop.abort());
		const list = readCompleteList(client, { query: orderQuery(client, 'created', {}) });
		expect(await failureOf(list)).toMatchObject({ kind: 'cancelled' });
		expect(sandbox.log.total).toBe(3);
	});

	test('in a call whose signal the transport ignores', async () => {
		const { client, elapsed } = stoppedAfter(5000);
		client.transport = async () => await new Promise(() => {});
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'cancelled' });
		expect(elapsed()).toBe(5000);
	});

	test('and leaves no timer and no listener behind', async () => {
		const stop = new AbortController();
		const { client, sandbox, timing } = clientFixture({}, { signal: stop.signal });
		const calls: AbortSignal[] = [];
		const { transport } = client;
		client.transport = async (request, signal) => {
			calls.push(signal);
			return await transport(request, signal);
		};
		sandbox.faults.schedule({}, { kind: 'reset' }, { times: 2 });
		const reading = Promise.all([readUsers(client), readUsers(client), readUsers(client)]);
		expect(getEventListeners(stop.signal, 'abort')).not.toEqual([]);
		await reading;
		expect(timing.waiting).toBe(0);
		for (const signal of [stop.signal, ...calls]) expect(getEventListeners(signal, 'abort')).toEqual([]);
		expect(calls.map(({ aborted }) => aborted)).toEqual(calls.map(() => true));
	});
});

describe('a deadline is kept', () => {
	test('a call is cut short at it', async () => {
		const { client, sandbox, elapsed, timing } = clientFixture();
		client.deadline = timing.now() + 4000;
		sandbox.faults.schedule({}, { kind: 'hang' });
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'outOfTime' });
		expect(elapsed()).toBe(4000);
	});

	test('no call is begun after it', async () => {
		const { client, sandbox, timing } = clientFixture();
		client.deadline = timing.now();
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'outOfTime' });
		expect(sandbox.log.total).toBe(0);
	});

	test('a backoff that would pass it is not begun: the failure itself is reported', async () => {
		const { client, sandbox, elapsed, timing } = clientFixture();
		client.deadline = timing.now() + 400;
		sandbox.faults.schedule({}, { kind: 'status', status: 503 });
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'serverError', httpCode: 503 });
		expect(elapsed()).toBe(0);
	});

	test('a wait for the rate limit that fits is waited', async () => {
		const { client, sandbox, elapsed, timing } = clientFixture();
		client.deadline = timing.now() + MINUTE + 1;
		sandbox.faults.schedule({}, { kind: 'tooManyRequests' });
		await expect(readUsers(client)).resolves.toBeDefined();
		expect(elapsed()).toBe(MINUTE);
	});

	test('one that does not fit is reported at once, with its length', async () => {
		const { client, sandbox, elapsed, timing } = clientFixture();
		client.deadline = timing.now() + MINUTE;
		sandbox.faults.schedule({}, { kind: 'tooManyRequests', resetAfterMs: 90_000 });
		expect(await failureOf(readUsers(client))).toMatchObject({
			kind: 'rateLimited',
			failureCause: 'rate-limited',
			retryAfterMs: 90_000,
		});
		expect(elapsed()).toBe(0);
	});

	test('a pause that another call has met is reported as well, without a request', async () => {
		const { client, sandbox, timing } = clientFixture({ rateLimit: { limit: 1, periodMs: MINUTE } });
		await readUsers(client);
		client.deadline = timing.now() + 10_000;
		expect(await failureOf(readUsers(client))).toMatchObject({
			kind: 'rateLimited',
			retryAfterMs: MINUTE,
		});
		expect(sandbox.log.total).toBe(1);
	});

	test('in the queue it is the rate limit that is to blame where the one ahead waits for it', async () => {
		const { client, sandbox, timing, elapsed } = clientFixture();
		sandbox.faults.schedule({}, { kind: 'tooManyRequests' });
		const others = [1, 2].map(async () => await readUsers(clientOf(sandbox, timing)));
		client.deadline = timing.now() + 36_000;
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'rateLimited', retryAfterMs: 24_000 });
		expect(elapsed()).toBe(36_000);
		await Promise.all(others);
	});

	test('in the queue behind a slow call it is the time that ran out', async () => {
		const { client, sandbox, timing, elapsed } = clientFixture();
		sandbox.faults.schedule({}, { kind: 'delay', milliseconds: 20_000 });
		const other = readUsers(clientOf(sandbox, timing));
		client.deadline = timing.now() + 6000;
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'outOfTime' });
		expect(elapsed()).toBe(6000);
		await other;
	});
});

describe.each([
	['with the sleep of n8n 2', (ms: number, signal?: AbortSignal) => sleep(ms, signal)],
	['with the sleep of n8n 1, which ignores the signal', (ms: number) => sleep(ms)],
])("the machine's own clock %s", (_, sleepOfN8n) => {
	let timing: Timing;

	beforeEach(async () => {
		jest.resetModules();
		jest.doMock('n8n-workflow', () => ({ sleep: sleepOfN8n }));
		timing = (await import('../../../nodes/SalesOrderIntegration/http/nodeClient')).systemTiming;
	});
	afterEach(() => jest.dontMock('n8n-workflow'));

	test('waits as long as asked, in real time', async () => {
		const began = performance.now();
		await timing.sleep(560);
		expect(performance.now() - began).toBeGreaterThanOrEqual(558);
		await timing.sleep(-5);
		const before = Date.now();
		const now = timing.now();
		expect([before <= now, now <= Date.now()]).toEqual([true, true]);
	});

	// Otherwise the test would last as long as the wait, which is longer than a test may.
	test('ends a wait at Stop', async () => {
		const stop = new AbortController();
		const wait = timing.sleep(MINUTE, stop.signal);
		stop.abort(new Error('stopped'));
		await expect(wait).rejects.toThrow('stopped');
		await expect(timing.sleep(MINUTE, stop.signal)).rejects.toThrow('stopped');
		expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
	});
});
