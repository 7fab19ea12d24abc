/** What n8n's activation of the trigger checks and what refuses it, in n8n-core's own PollContext (design 4). */
import type { WorkflowActivateMode } from 'n8n-workflow';
import { engineLog, errorOf, serveTrigger } from './support';

describe('At activation', () => {
	it.each(['activate', 'update'] as const)(
		'by a user (%s) a rejected token refuses it',
		async (activation) => {
			const { contextOf, sandbox } = await serveTrigger();
			sandbox.faults.schedule({}, { kind: 'status', status: 401 }, { times: Infinity });
			const error = await errorOf(contextOf({ activation }).poll());
			expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		},
	);

	it('by a user a token that may not read orders refuses it, also without a check of the time zone', async () => {
		const { contextOf, sandbox } = await serveTrigger();
		sandbox.faults.schedule({ path: /salesOrder/ }, { kind: 'status', status: 403 }, { times: Infinity });
		const parameters = { options: { checkTimeZone: false } };
		const error = await errorOf(contextOf({ activation: 'activate', parameters }).poll());
		expect(error).toMatchObject({ httpCode: '403' });
		// The check of the credential has also told what time it is in the service.
		expect(sandbox.log.entries.filter(({ path }) => path.startsWith('/api/v2/user'))).toHaveLength(1);
	});

	it('by a user a rejected token refuses it in maintenance too, and the pause is in the log once', async () => {
		const { contextOf, sandbox, time } = await serveTrigger();
		time.current = Date.parse('2026-07-19T04:30:00Z');
		const trigger = contextOf({ activation: 'activate' });
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		expect(sandbox.log.total).toBe(1);
		expect(engineLog.filter((line) => line.includes('maintenance window'))).toHaveLength(1);
		sandbox.faults.schedule({}, { kind: 'status', status: 401 });
		await errorOf(contextOf({ activation: 'activate' }).poll());
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

	it('n8n checks nothing at its own start', async () => {
		const { contextOf, poll, sandbox } = await serveTrigger();
		await poll();
		sandbox.log.clear();
		await contextOf({ activation: 'init' }).poll();
		expect(sandbox.log.entries.filter(({ path }) => path.startsWith('/api/v2/user'))).toEqual([]);
	});
});
