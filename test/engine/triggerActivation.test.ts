/** What n8n's activation of the trigger checks and what refuses it, in n8n-core's own PollContext (design 4). */
import type { WorkflowActivateMode } from 'n8n-workflow';
import { DAY, HOUR, SECOND } from '../support/time';
import { engineLog, errorOf, serveTrigger } from './support';

describe('At activation', () => {
	it('by a user a token that may not read orders refuses it, also without a check of the time zone', async () => {
		const { contextOf, sandbox } = await serveTrigger();
		const settings = { budgetMs: 36_000, parameters: { options: { checkTimeZone: false } } };
		sandbox.faults.schedule({ path: /salesOrder/ }, { kind: 'status', status: 403 }, { times: Infinity });
		const error = await errorOf(contextOf({ activation: 'activate', ...settings }).poll());
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error.message).toContain('Ask the account administrator');
		sandbox.faults.clear();
		sandbox.faults.schedule({}, { kind: 'status', status: 503 }, { times: Infinity });
		// For n8n, the next attempt is an update. What may pass refuses it as little as the first one.
		expect(await contextOf({ activation: 'update', ...settings }).poll()).toBeNull();
	});

	it('in maintenance, the credential is checked with one call, which may refuse it, and the pause is in the log once', async () => {
		const { contextOf, sandbox, time } = await serveTrigger();
		time.current = Date.parse('2026-07-19T04:30:00Z');
		sandbox.faults.schedule({}, { kind: 'status', status: 401 });
		expect(await errorOf(contextOf({ activation: 'activate' }).poll())).toMatchObject({ httpCode: '401' });
		const trigger = contextOf({ activation: 'activate' });
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		expect(sandbox.log.total).toBe(2);
		expect(engineLog.filter((line) => line.includes('maintenance window'))).toHaveLength(1);
	});

	it.each<[WorkflowActivateMode, number]>([
		['activate', 503],
		['init', 503],
		['init', 401],
		['leadershipChange', 401],
	])('%s: status %d does not refuse it; the next poll says it', async (activation, status) => {
		const { contextOf, sandbox } = await serveTrigger();
		sandbox.faults.schedule({}, { kind: 'status', status }, { times: Infinity });
		const trigger = contextOf({ activation });
		expect(await trigger.poll()).toBeNull();
		expect(await errorOf(trigger.poll())).toMatchObject({ httpCode: String(status) });
	});

	it.each<WorkflowActivateMode>(['init', 'leadershipChange'])(
		'%s: secrets that cannot be read do not refuse it; the next poll says it',
		async (activation) => {
			const { contextOf } = await serveTrigger();
			const { context, poll } = contextOf({ activation });
			context.getCredentials = async () => await Promise.reject(new Error('No secrets'));
			expect(await poll()).toBeNull();
			expect((await errorOf(poll())).message).toContain('No secrets');
		},
	);

	it.each([10_000, 57_000, 375_000, 'missing'] as const)(
		'is recognized in polls of %s ms: once, at the start, and never at the polls of the scheduler',
		async (budgetMs) => {
			for (const activation of ['activate', 'update'] as const) {
				const { contextOf, sandbox } = await serveTrigger();
				const checks = () => sandbox.log.entries.filter(({ path }) => path.startsWith('/api/v2/user')).length;
				const trigger = contextOf({ activation, budgetMs });
				sandbox.faults.schedule({}, { kind: 'status', status: 401 }, { times: Infinity });
				const failure = { cause: 'credential-invalid' };
				expect(await errorOf(trigger.poll())).toMatchObject({ httpCode: '401', failure });
				sandbox.faults.clear();
				const active = contextOf({ activation, budgetMs });
				expect(await active.poll()).toBeNull();
				sandbox.log.clear();
				// The durable scheduler polls with a new context in the mode `update`, the plain engine with the same one.
				const staticData = active.staticData();
				if (budgetMs !== 'missing')
					expect(await contextOf({ staticData, activation: 'update', budgetMs }).poll()).toBeNull();
				expect(await active.poll()).toBeNull();
				expect(checks()).toBe(0);
			}
		},
	);

	it('is never refused by an outage where the plain engine has polled, also if only another node was changed', async () => {
		const { contextOf, sandbox } = await serveTrigger();
		const active = contextOf({ activation: 'activate' });
		for (let polls = 0; polls < 2; polls++) expect(await active.poll()).toBeNull();
		sandbox.faults.schedule({}, { kind: 'status', status: 503 }, { times: Infinity });
		const staticData = active.staticData();
		expect(await contextOf({ staticData, activation: 'update', budgetMs: 300_000 }).poll()).toBeNull();
	});

	it.each([36_000, 300_000])('is checked again after it was refused (%d ms)', async (budgetMs) => {
		const { add, credential, poll, time } = await serveTrigger();
		for (let hours = 14 * 24; hours > 0; hours--) add({ mobileDateCreated: time.now() - hours * HOUR });
		await poll({ activation: 'activate', budgetMs });
		const wrong = { budgetMs, credential: credential({ timezone: 'Asia/Tokyo' }) };
		for (const activation of ['activate', 'update', 'update'] as const)
			expect(await errorOf(poll({ ...wrong, activation }))).toMatchObject({
				message: expect.stringMatching(/Asia\/Tokyo .*\. Set .*token\. If you are sure/),
			});
		expect(await poll({ activation: 'update', budgetMs })).toEqual([]);
	});

	it('by a user counts what failed before it was off from now on', async () => {
		const { contextOf, sandbox, time } = await serveTrigger();
		const before = contextOf({ activation: 'activate' });
		expect(await before.poll()).toBeNull();
		sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 503 }, { times: Infinity });
		time.current += HOUR;
		expect(await before.poll()).toBeNull();
		time.current += 7 * DAY;
		const trigger = contextOf({ staticData: before.staticData(), activation: 'activate' });
		expect([await trigger.poll(), await trigger.poll()]).toEqual([null, null]);
		time.current += HOUR;
		expect((await errorOf(trigger.poll())).message).toContain('Deleted orders cannot be read');
	});

	it('that is refused says in its message what to do: n8n shows no more of it', async () => {
		const { credential, poll } = await serveTrigger();
		const refusal = async (how: Parameters<typeof poll>[0]) =>
			(await errorOf(poll({ activation: 'activate', ...how }))).message;
		const wrongToken = { credential: credential({ apiToken: 'wrong-token' }) };
		const whole = /^The service did not accept the API token \(401\)\. .*user edit.*Details: \{/;
		expect(await refusal(wrongToken)).toMatch(whole);
		const onlyReports = { parameters: { events: ['attention'] } };
		expect(await refusal(onlyReports)).toMatch(/only reports are chosen\. .*Order Created/);
		const ofN8n = { parameters: { events: "={{ $('Gone').first() }}" } };
		expect(await refusal(ofN8n)).toBe("Referenced node doesn't exist");
	});

	it.each(['misspelt', 'with a blank'])('that is refused for its token (%s) has begun', async (apiToken) => {
		const { add, baseUrl, credential, poll, time } = await serveTrigger();
		const trial = { credential: credential({ baseUrl: baseUrl.replace('127.0.0.1', 'localhost') }) };
		await poll({ activation: 'activate', ...trial });
		time.current += 21 * DAY;
		add({ dateCreated: time.now() - HOUR });
		await errorOf(poll({ activation: 'activate', credential: credential({ apiToken }) }));
		time.current += HOUR;
		const id = add({ dateCreated: time.now() });
		expect(await poll({ activation: 'update' })).toMatchObject([{ event: 'created', salesOrderId: id }]);
	});
});

it('A new trigger begins by itself, also if another one with its ID has just delivered', async () => {
	for (const activation of ['activate', 'init', 'activate'] as const) {
		const { poll, add, time } = await serveTrigger();
		await poll({ activation });
		const id = add();
		time.current += SECOND;
		expect(await poll({ activation: 'update' })).toMatchObject([{ salesOrderId: id }]);
	}
});
