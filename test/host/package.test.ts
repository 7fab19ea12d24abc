/** The package in a real n8n: it is listed, its credential is tested, each operation runs, and the trigger polls. */
import { enginesOf, errorMessage, outputRows, versionsUnderTest } from '../../host';
import { engineTitle } from '../../host/compatibility/table';
import { credentialData } from '../../host/serviceHost';
import { chain, CREDENTIAL, node, ourNode, PACKAGE, pollingOften } from '../../host/workflowParts';
import { duringTests, withEditor } from './support/duringTests';

const manualTrigger = node('n8n-nodes-base.manualTrigger', 'Start');
const engines = enginesOf(versionsUnderTest()).map((engine) => ({ title: engineTitle(engine), engine }));

describe.each(engines)('the package in $title', ({ engine }) => {
	const running = duringTests({
		engine: engine.name,
		env: withEditor,
		sandbox: { orders: { count: 250, days: 6 } },
	});

	const run = async (...nodes: Parameters<typeof chain>[1][]) => {
		const { id } = await running.host.createWorkflow(chain('Test', manualTrigger, ...nodes));
		return await running.host.runWorkflow(id);
	};
	const action = (parameters: Record<string, string | number | boolean | object>) =>
		ourNode('', 'Orders', parameters as never, running.credential);

	test('is listed with both nodes and the credential', async () => {
		const nodeNames = (await running.host.nodeTypes()).map(({ name }) => name);
		expect(nodeNames).toContain(`${PACKAGE}.salesOrderIntegration`);
		expect(nodeNames).toContain(`${PACKAGE}.salesOrderIntegrationTrigger`);
		expect((await running.host.credentialTypes()).map(({ name }) => name)).toContain(CREDENTIAL);
	});

	test('the credential test says yes to the right token and no to a wrong one', async () => {
		const right = credentialData(running.sandbox, running.service);
		expect(await running.host.testCredential(CREDENTIAL, right)).toMatchObject({ status: 'OK' });
		const wrong = await running.host.testCredential(CREDENTIAL, { ...right, apiToken: 'not-a-token' });
		expect(wrong.status).toBe('Error');
		expect(wrong.message).not.toContain('not-a-token');
		const unknown = { ...right, baseUrl: 'https://service.invalid' };
		const { message } = await running.host.testCredential(CREDENTIAL, unknown);
		expect(message).toContain('The host name of the service is not known');
	});

	test('List Sales Orders gives every order once', async () => {
		const execution = await run(action({ resource: 'salesOrder', operation: 'list', returnAll: true }));
		const ids = outputRows(execution, 'Orders').map(({ salesOrderId }) => Number(salesOrderId));
		const expected = running.sandbox.world.all().filter(({ deleted }) => !deleted);
		expect(ids.sort()).toEqual(expected.map(({ id }) => Number(id)).sort());
	});

	test('List Deleted Orders gives every deleted order', async () => {
		const execution = await run(
			action({ resource: 'salesOrder', operation: 'listDeleted', returnAll: true }),
		);
		expect(outputRows(execution, 'Orders')).toHaveLength(running.sandbox.world.statistics.deleted);
	});

	test('Set External ID stores it on the order', async () => {
		const order = running.sandbox.world.all().find(({ deleted }) => !deleted);
		const orderId = Number(order?.id);
		const execution = await run(
			action({ resource: 'salesOrder', operation: 'setExternalId', orderId, externalId: 'ERP-1' }),
		);
		expect(outputRows(execution, 'Orders')).toEqual([
			{ salesOrderId: orderId, externalId: 'ERP-1', updated: true },
		]);
		expect(running.sandbox.world.find(orderId)?.externalId).toBe('ERP-1');
	});

	test('Output may be an expression, which asks for no fields where it does not need them', async () => {
		const listed = { resource: 'salesOrder', operation: 'list', output: "={{ 'simplified' }}" };
		const execution = await run(action(listed));
		expect(errorMessage(execution)).toBeUndefined();
		expect(outputRows(execution, 'Orders')[0]).toHaveProperty('customerCode');
	});

	test('List Users gives the users', async () => {
		const execution = await run(action({ resource: 'user', operation: 'list', returnAll: true }));
		const names = outputRows(execution, 'Orders').map(({ username }) => username);
		expect(names).toEqual(expect.arrayContaining(running.sandbox.users.map(({ username }) => username)));
	});

	test('a wrong token fails with words that an integrator understands', async () => {
		const data = { ...credentialData(running.sandbox, running.service), apiToken: 'not-a-token' };
		const credential = await running.host.createCredential(CREDENTIAL, 'Wrong', data);
		const execution = await run(ourNode('', 'Orders', { resource: 'user', operation: 'list' }, credential));
		expect(execution.status).toBe('error');
		const text = JSON.stringify(execution.data);
		expect(text).toContain('The service did not accept the API token');
		expect(text).not.toContain('not-a-token');
	});

	test('the trigger delivers exactly the orders and the deletion that came in between, over two ticks', async () => {
		const { host, sandbox, credential } = running;
		const { world } = sandbox;
		const trigger = ourNode('Trigger', 'New', {}, credential);
		const polling = pollingOften(chain('Polling', trigger, node('n8n-nodes-base.noOp', 'End')));
		const { id } = await host.createWorkflow(polling);
		await host.activateWorkflow(id);

		// One of the last hours: the deletions of older ones come with the far reading.
		const oldOrder = world.all().findLast(({ deleted }) => !deleted);
		const inTime = world.add();
		const late = world.add({ mobileDateCreated: Date.now() - 5 * 60_000 });
		world.delete(Number(oldOrder?.id));
		await host.waitForExecutions(id, 1, { timeoutMs: 150_000 });
		const next = world.add();
		const executions = await host.waitForExecutions(id, 2, { timeoutMs: 150_000 });
		await host.deactivateWorkflow(id);

		const items = executions.flatMap((execution) => outputRows(execution, 'New'));
		expect(items.map(({ event, salesOrderId }) => `${String(event)} ${String(salesOrderId)}`).sort()).toEqual(
			[`created ${inTime}`, `created ${late}`, `created ${next}`, `deleted ${oldOrder?.id}`].sort(),
		);
		expect(items.find(({ event }) => event === 'deleted')).toMatchObject({ delivered: null });
	});
});
