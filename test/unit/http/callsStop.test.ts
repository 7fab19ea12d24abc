/** Design 3.5: everything stops at once when the user presses Stop, and nothing waits past the deadline of a poll. */
import { readCompleteList } from '../../../nodes/SalesOrderIntegration/lists/completeList';
import { createdOrders } from '../../../nodes/SalesOrderIntegration/lists/orders';
import { systemTiming } from '../../../nodes/SalesOrderIntegration/http/timing';
import type { Fault } from '../../../sandbox';
import { clientFixture, failureOf, readUsers } from '../../support/clientFixture';
import { clientOf } from '../../support/sandboxClient';

const MINUTE = 60_000;

/** A fixture whose user presses Stop after so many milliseconds. */
function stoppedAfter(ms: number, fault?: Fault, times = Infinity) {
	const stop = new AbortController();
	const fixture = clientFixture({}, { signal: stop.signal });
	fixture.timing.after(ms, () => stop.abort());
	if (fault) fixture.sandbox.faults.schedule({}, fault, { times });
	return fixture;
}

describe('Stop is honoured at once', () => {
	test('in a call', async () => {
		const { client, sandbox, elapsed } = stoppedAfter(5000, { kind: 'hang' });
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'cancelled' });
		expect(elapsed()).toBe(5000);
		expect(sandbox.log.total).toBe(1);
		expect(sandbox.log.inFlight).toBe(0);
	});

	test('in a backoff', async () => {
		const { client, sandbox, elapsed } = stoppedAfter(100, { kind: 'reset' });
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'cancelled' });
		expect(elapsed()).toBe(100);
		expect(sandbox.log.total).toBe(1);
	});

	test('in a wait for the rate limit', async () => {
		const { client, sandbox, elapsed } = stoppedAfter(7000, { kind: 'tooManyRequests' });
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'cancelled' });
		expect(elapsed()).toBe(7000);
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
		const stop = new AbortController();
		const { client, sandbox } = clientFixture(
			{ orders: { count: 20 }, switches: { pageSize: 2 } },
			{ signal: stop.signal },
		);
		sandbox.faults.beforePage(3, () => stop.abort());
		const list = readCompleteList(client, { query: createdOrders(client, {}) });
		expect(await failureOf(list)).toMatchObject({ kind: 'cancelled' });
		expect(sandbox.log.total).toBe(3);
	});

	test('and a call that has ended holds on to nothing while its timers run out', async () => {
		const { client } = clientFixture();
		const signals: AbortSignal[] = [];
		const { transport } = client;
		client.transport = async (request, signal) => {
			signals.push(signal);
			return await transport(request, signal);
		};
		await readUsers(client);
		// An error would hold, with its stack, whatever the functions on it know.
		expect(signals.map(({ aborted, reason }) => [aborted, typeof reason])).toEqual([[true, 'string']]);
	});

	test('and leaves no timer and no listener behind', async () => {
		const stop = new AbortController();
		const added = jest.spyOn(stop.signal, 'addEventListener');
		const removed = jest.spyOn(stop.signal, 'removeEventListener');
		const { client, sandbox, timing } = clientFixture({}, { signal: stop.signal });
		sandbox.faults.schedule({}, { kind: 'reset' }, { times: 2 });
		await Promise.all([readUsers(client), readUsers(client), readUsers(client)]);
		expect(timing.waiting).toBe(0);
		expect(added.mock.calls.length).toBeGreaterThan(0);
		expect(removed.mock.calls.length).toBeGreaterThanOrEqual(added.mock.calls.length);
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

describe("the machine's own clock", () => {
	test('waits as long as asked, in real time', async () => {
		const began = Date.now();
		await systemTiming.sleep(60);
		expect(Date.now() - began).toBeGreaterThanOrEqual(59);
	});

	test('waits no longer where it is set back meanwhile', async () => {
		const realNow = Date.now;
		const began = realNow();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => realNow());
		const waiting = systemTiming.sleep(1_500);
		clock.mockImplementation(() => realNow() - 3_600_000);
		await waiting;
		clock.mockRestore();
		expect(realNow() - began).toBeLessThan(5_000);
	});

	test('ends a wait at once on Stop', async () => {
		const stop = new AbortController();
		const began = Date.now();
		const wait = systemTiming.sleep(MINUTE, stop.signal);
		stop.abort(new Error('stopped'));
		await expect(wait).rejects.toThrow('stopped');
		await expect(systemTiming.sleep(MINUTE, stop.signal)).rejects.toThrow('stopped');
		expect(Date.now() - began).toBeLessThan(1000);
	});

	test('does not wait for a time that has passed', async () => {
		await systemTiming.sleep(-5);
		expect(systemTiming.random()).toBeLessThan(1);
		expect(Math.abs(systemTiming.now() - Date.now())).toBeLessThan(1000);
	});
});
