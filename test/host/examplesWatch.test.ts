/** The examples that watch the others, in a real n8n: the heartbeat and the error workflow. */
import Fastify from 'fastify';
import { callingWorkflow, errorMessage, type WorkflowDefinition, withParameters } from '../../host';
import { eventually } from '../support/eventually';
import { ExampleHost } from './support/exampleHost';
import { node, pollingOften } from '../../host/workflowParts';

const running = new ExampleHost();
const HOUR_MS = 60 * 60 * 1000;

/** What both of them call: a chat and a dead-man service. */
const outside = Fastify();
let address: string;
const told: string[] = [];
let pings = 0;
beforeAll(async () => {
	outside.post<{ Body: { text: string } }>('/your-webhook', ({ body }) => {
		told.push(body.text);
		return {};
	});
	outside.get('/your-check', () => ({ count: (pings += 1) }));
	address = await outside.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => await outside.close());

/** An example whose settings name the services outside. */
async function withAddresses(name: string): Promise<WorkflowDefinition> {
	return withParameters(await running.example(name), 'Settings', (parameters) =>
		JSON.parse(JSON.stringify(parameters).replace(/https:\/\/\w+\.example\.com/, address)),
	);
}

test('heartbeat pings while every order that arrived hours ago has an external ID, and also while it fails and names those that have none', async () => {
	const { world } = running;
	for (const { id, externalId } of running.liveOrders()) if (!externalId) world.setExternalId(id, 'done');
	const definition = await withAddresses('heartbeat');
	const syncedJustNow = world.add({ mobileDateCreated: Date.now() - 5 * HOUR_MS });
	await running.runOnce(definition, 'By Hand');
	expect(pings).toBe(1);

	// Late also in the night of the maintenance.
	const arrived = Date.now() - 7 * HOUR_MS;
	const forgotten = world.add({ mobileDateCreated: arrived, dateCreated: arrived });
	world.distort(forgotten, { dateCreated: null });
	const failing = running.runOnce(definition, 'By Hand');
	await expect(failing).rejects.toThrow(`2 hours after they arrived: 1 (${forgotten}).`);
	await expect(failing).rejects.not.toThrow(String(syncedJustNow));
	expect(pings).toBe(2);
	world.distort(forgotten, { dateCreated: new Date(arrived).toISOString() });
});

test('error-workflow says what failed and where, for executions and for polls of the trigger, once for the same', async () => {
	const { host, world, faults } = running;
	const errorWorkflow = await running.publish(await withAddresses('error-workflow'));
	const rejecting = {
		name: 'Rejects everything',
		nodes: [
			node('n8n-nodes-base.executeWorkflowTrigger', 'Called', { inputSource: 'passthrough' }, 1.1),
			node('n8n-nodes-base.stopAndError', 'Reject', { errorMessage: 'The ERP is closed' }),
		],
		connections: { Called: { main: [[{ node: 'Reject', type: 'main' as const, index: 0 }]] } },
	};
	const trigger = callingWorkflow(await running.example('new-orders'), await running.publish(rejecting));
	const { id } = await host.createWorkflow({
		...pollingOften(trigger),
		settings: { executionOrder: 'v1', errorWorkflow },
	});
	await host.activateWorkflow(id);
	for (const count of [1, 2]) {
		world.add();
		const executions = await host.waitForExecutions(id, count);
		expect(executions.map((execution) => errorMessage(execution))).toContain('The ERP is closed');
	}
	await host.waitForExecutions(errorWorkflow, 2);
	expect(told).toEqual([
		expect.stringMatching(
			new RegExp(
				`^${trigger.name}, Process Orders: The ERP is closed\\nhttp.*/workflow/${id}/executions/\\d+$`,
			),
		),
	]);

	faults.schedule({}, { kind: 'status', status: 401 }, { times: Infinity });
	await host.waitForExecutions(errorWorkflow, 4);
	await host.deactivateWorkflow(id);
	await eventually('the failed poll is told', () => told.length === 2, 60_000);
	expect(told[1]).toMatch(
		/^New, edited and deleted orders, the trigger: The service did not accept the API token/,
	);
	expect(told[1]).not.toContain('/executions/');
});
