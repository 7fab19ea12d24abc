/** Design 3.5: the rate limit is kept, waited out, and said (api-specification 7, 8). */
import { serviceNow } from '../../../nodes/SalesOrderIntegration/http/client';
import { switchChoices, type Fault } from '../../../sandbox';
import { clientFixture, failureOf, putExternalId, readUsers } from '../../support/clientFixture';
import { DAY, MINUTE } from '../../support/time';

describe('429', () => {
	test.each([
		['without headers: 60 s', null, 60],
		['with a Reset in 10 s: 60 s all the same', 10_000, 60],
		['with a Reset in 90 s: until then', 90_000, 90],
		['with a Reset in 15 minutes: until then', 15 * MINUTE, 900],
		['with a Reset in an hour, which makes no sense: 60 s', 60 * MINUTE, 60],
	])('is waited out %s', async (_, resetAfterMs, seconds) => {
		const { client, sandbox, elapsed } = clientFixture();
		sandbox.faults.schedule({}, { kind: 'tooManyRequests', resetAfterMs });
		await readUsers(client);
		expect(elapsed()).toBe(seconds * 1000);
		expect(sandbox.log.total).toBe(2);
		expect(client.hints.list()).toEqual([
			{
				kind: 'rateLimit',
				message: `Waited ${seconds} s because the limit of requests per minute was used up.`,
			},
		]);
	});

	test('is waited out by a write, too', async () => {
		const { client, sandbox, elapsed } = clientFixture({ orders: { count: 1 } });
		const id = sandbox.world.all()[0]?.id ?? 0;
		sandbox.faults.schedule({}, { kind: 'tooManyRequests' });
		await putExternalId(client, id);
		expect(elapsed()).toBe(MINUTE);
		expect(sandbox.world.find(id)?.externalId).toBe('ERP-1');
	});

	test('holds back every call with the same token, not only the one that met it', async () => {
		const { client, sandbox } = clientFixture();
		sandbox.faults.schedule({}, { kind: 'tooManyRequests' });
		await Promise.all([readUsers(client), readUsers(client), readUsers(client)]);
		const [refused, ...others] = sandbox.log.entries;
		expect(others).toHaveLength(3);
		for (const { time } of others) expect(time - (refused?.time ?? 0)).toBeGreaterThanOrEqual(MINUTE);
	});

	test('is an error that names it after ten waits in vain', async () => {
		const { client, sandbox, elapsed } = clientFixture();
		sandbox.faults.schedule({}, { kind: 'tooManyRequests' }, { times: Infinity });
		const failure = await failureOf(readUsers(client));
		expect(failure).toMatchObject({ kind: 'rateLimited', httpCode: 429 });
		expect(failure.description).toContain('waited and tried again 10 times');
		expect(sandbox.log.total).toBe(11);
		expect(elapsed()).toBe(10 * MINUTE);
	});

	test('ends just after a reset, where another client uses up each minute by then', async () => {
		const { client, sandbox, timing } = clientFixture();
		timing.current += MINUTE / 2;
		sandbox.faults.decideBy(() => {
			const resetAfterMs = MINUTE - (timing.now() % MINUTE);
			return resetAfterMs < MINUTE ? { kind: 'tooManyRequests', resetAfterMs } : undefined;
		});
		await readUsers(client);
		expect(sandbox.log.total).toBe(3);
	});

	test('does not use up the tries for other failures', async () => {
		const { client, sandbox } = clientFixture();
		sandbox.faults.decideBy((_, index) =>
			index < 8 ? { kind: index % 2 === 0 ? 'tooManyRequests' : 'reset' } : undefined,
		);
		await expect(readUsers(client)).resolves.toHaveProperty('users');
	});

	test('is waited out once and no longer, also when our clock is set back meanwhile', async () => {
		const { client, sandbox, timing, elapsed } = clientFixture();
		sandbox.faults.schedule({}, { kind: 'tooManyRequests' });
		let setBackBy = 0;
		const now = () => timing.now() - setBackBy;
		client.timing = { now, sleep: timing.sleep, random: timing.random };
		timing.after(1_000, () => (setBackBy = 3_600_000));
		await readUsers(client);
		expect(elapsed()).toBe(60_000);
		await readUsers(client);
		expect(elapsed()).toBe(60_000);
	});

	test('never stops the polls after it when our clock is set back meanwhile', async () => {
		const { client, sandbox, timing } = clientFixture();
		sandbox.faults.schedule({}, { kind: 'tooManyRequests' });
		expect(await failureOf(readUsers({ ...client, deadline: timing.now() + 30_000 }))).toMatchObject({
			kind: 'rateLimited',
		});
		const now = () => timing.now() - 10 * DAY;
		client.timing = { now, sleep: timing.sleep, random: timing.random };
		await readUsers({ ...client, deadline: now() + 30_000 });
		expect(sandbox.log.total).toBe(2);
	});

	test('is counted from the Date of the response, so that a wrong clock of ours does no harm', async () => {
		const { client, sandbox, timing, elapsed } = clientFixture();
		sandbox.faults.schedule({}, [
			{ kind: 'tooManyRequests' },
			{
				kind: 'headers',
				headers: {
					Date: new Date(timing.now() + 60 * MINUTE).toUTCString(),
					'X-RateLimit-Reset': String((timing.now() + 62 * MINUTE) / 1000),
				},
			},
		]);
		await readUsers(client);
		expect(elapsed()).toBe(2 * MINUTE);
	});
});

describe('Remaining = 0', () => {
	test('waits for the Reset before the next call instead of earning a 429', async () => {
		const { client, sandbox, elapsed } = clientFixture({ rateLimit: { limit: 3, periodMs: MINUTE } });
		for (let calls = 0; calls < 10; calls++) await readUsers(client);
		expect(sandbox.log.entries.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
		expect(elapsed()).toBe(3 * MINUTE);
		expect(client.hints.list()).toMatchObject([
			{ kind: 'rateLimit', message: expect.stringMatching('180 s') },
		]);
	});

	test('is an error at once where the wait would end with the time that there is', async () => {
		const { client, timing, elapsed } = clientFixture({ rateLimit: { limit: 1, periodMs: MINUTE } });
		await readUsers(client);
		client.deadline = timing.now() + MINUTE;
		expect(await failureOf(readUsers(client))).toMatchObject({ kind: 'rateLimited', retryAfterMs: MINUTE });
		expect(elapsed()).toBe(0);
	});

	test('is heeded after a failure as well', async () => {
		const { client, sandbox } = clientFixture({ rateLimit: { limit: 1, periodMs: MINUTE } });
		sandbox.faults.schedule({}, { kind: 'status', status: 503 });
		await readUsers(client);
		expect(sandbox.log.entries.map(({ status }) => status)).toEqual([503, 200]);
	});

	test('says nothing where there was no need to wait', async () => {
		const { client } = clientFixture({ rateLimit: { limit: 1, periodMs: MINUTE } });
		await readUsers(client);
		expect(client.hints.list()).toEqual([]);
	});
});

describe('headers that are missing or absurd do no harm', () => {
	test.each(switchChoices.rateLimitHeaders)('%s', async (rateLimitHeaders) => {
		const { client, sandbox, elapsed } = clientFixture({
			rateLimit: { limit: 4, periodMs: MINUTE },
			switches: { rateLimitHeaders },
		});
		for (let calls = 0; calls < 20; calls++) await readUsers(client);
		const statuses = sandbox.log.entries.map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(20);
		// At worst, each period ends in one 429 that is waited out for the minute that it takes.
		expect(statuses.filter((status) => status === 429).length).toBeLessThanOrEqual(4);
		expect(elapsed()).toBeLessThanOrEqual(5 * MINUTE);
	});

	const odd = ['', ' ', 'NaN', '-1', '0', 'Infinity', '1e99', '0x10', 'null', '12,13'];
	test.each([
		...odd.map((value) => [value, value]),
		...['', ' ', '-1', 'none'].map((value) => [value, undefined]),
	])('Remaining of %j, and a Reset of %j or a sound one', async (remaining, reset) => {
		const { client, sandbox, timing, elapsed } = clientFixture();
		const sound = String((timing.now() + MINUTE) / 1000);
		const headers = { 'X-RateLimit-Reset': reset ?? sound, 'X-RateLimit-Remaining': remaining };
		sandbox.faults.schedule({}, { kind: 'headers', headers });
		await readUsers(client);
		await readUsers(client);
		expect(elapsed()).toBe(0);
	});

	test.each([undefined, 'yesterday'])('with a Date of %j, our own clock counts', async (date) => {
		const { client, sandbox, elapsed } = clientFixture();
		const dated: Fault = { kind: 'headers', headers: { Date: date } };
		sandbox.faults.schedule({}, [{ kind: 'tooManyRequests', resetAfterMs: 90_000 }, dated]);
		sandbox.faults.schedule({}, dated, { times: Infinity });
		await readUsers(client);
		expect(elapsed()).toBe(90_000);
		expect(client.clock.offsetMs).toBeUndefined();
		expect(serviceNow(client)).toBe(client.timing.now());
	});
});
