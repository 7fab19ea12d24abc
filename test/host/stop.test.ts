/**
 * Design 3.5: everything stops at once when the user presses Stop, in a real n8n. n8n itself calls an execution
 * canceled as soon as Stop is pressed, whether the node listens or not: so the service's log and the end of the node
 * itself are looked at.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from '../support/seeds';
import { SECOND } from '../support/time';
import { eventually } from '../support/eventually';
import type { ServiceHost } from '../../host/serviceHost';
import { duringTests } from './support/duringTests';
import { chain, node, ourNode } from '../../host/workflowParts';

const LONGEST_PAUSE_MS = 8 * SECOND;
/** By then the user has pressed Stop well within the wait. */
const INTO_THE_WAIT_MS = 300;

let running: ServiceHost;
/** Requests of all lists of this n8n until they were stopped. */
let expected: number;

/** When n8n was told that the node had ended, as its log says. */
const endings = async () => (await running.host.logs()).match(/Workflow execution finished/g)?.length ?? 0;
const sent = () => running.sandbox.log.entries.length;

/** Starts the list, presses Stop when it waits after so many requests, and looks at what n8n and the service then say. */
async function pressStopWhile({ requests, wouldLastMs }: Record<'requests' | 'wouldLastMs', number>) {
	const { host, sandbox, credential } = running;
	const start = node('n8n-nodes-base.manualTrigger', 'Start');
	const orders = ourNode('', 'Orders', { resource: 'salesOrder', operation: 'list' }, credential);
	const after = node('n8n-nodes-base.noOp', 'After');
	const { id } = await host.createWorkflow(chain('Stopped', start, orders, after));
	const ended = await endings();
	expected += requests;

	const executionId = await host.beginWorkflow(id);
	await eventually('the node waits', () => sent() === expected, 30_000);
	await sleep(INTO_THE_WAIT_MS);
	expect((await host.executions(id))[0]).toMatchObject({ status: 'running' });

	const pressed = Date.now();
	await host.stopExecution(executionId);
	await eventually('the node has ended', async () => (await endings()) > ended, 90_000);
	await eventually('no request is under way', () => sandbox.log.inFlight === 0, 90_000);
	const tookMs = Date.now() - pressed;
	report(`the node had ended ${tookMs} ms after Stop`);
	expect(tookMs).toBeLessThan(wouldLastMs);
	const execution = await host.waitForExecution(executionId);
	expect(execution.status).toBe('canceled');
	expect(Date.parse(execution.stoppedAt ?? '') - pressed).toBeLessThan(wouldLastMs);
	expect(Object.keys(execution.data.resultData.runData)).not.toContain('After');
}

describe.each(['2.41.1', '1.123.81'] as const)('Stop in n8n %s ends a list', (engine) => {
	const started = duringTests({
		engine,
		env: { N8N_LOG_LEVEL: 'debug' },
		sandbox: { orders: { count: 200, days: 5 }, rateLimit: null, switches: { pageSize: 20 } },
	});
	beforeAll(() => {
		running = started;
		expected = 0;
	});
	beforeEach(() => running.sandbox.faults.clear());

	test('in a call that gets no answer', async () => {
		running.sandbox.faults.schedule({}, { kind: 'hang' }, { times: Infinity });
		await pressStopWhile({ requests: 1, wouldLastMs: 30 * SECOND });
	});

	test('in the pause before another try', async () => {
		running.sandbox.faults.schedule({}, { kind: 'status', status: 503 }, { times: Infinity });
		await pressStopWhile({ requests: 4, wouldLastMs: LONGEST_PAUSE_MS });
	});

	test('in the wait for a limit that is used up', async () => {
		const headers = () => ({
			'X-RateLimit-Remaining': '0',
			'X-RateLimit-Reset': String(Math.ceil(Date.now() / SECOND) + 8),
		});
		const rewrite = (response: { status: number; headers: Record<string, string>; body: string }) => ({
			...response,
			headers: { ...response.headers, ...headers() },
		});
		running.sandbox.faults.schedule({}, { kind: 'rewrite', rewrite });
		await pressStopWhile({ requests: 1, wouldLastMs: 10 * SECOND });
	});

	test('in the minute after a 429', async () => {
		running.sandbox.faults.schedule({}, { kind: 'tooManyRequests' }, { times: Infinity });
		await pressStopWhile({ requests: 1, wouldLastMs: 60 * SECOND });
	});

	test('for good: none of them sends anything later', async () => {
		await sleep(LONGEST_PAUSE_MS);
		expect(sent()).toBe(expected);
	});
});
