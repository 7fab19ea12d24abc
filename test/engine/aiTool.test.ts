/** The node as a tool of an AI agent, through the engine's own tool wrapper. */
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { engineLog, makeNode, nodeTypeNames, NODE, runTool, serve, TOOL } from './support';
import { nodeTypes } from './support/nodeTypes';

const list: INodeParameters = { resource: 'salesOrder', operation: 'list' };

test('is described by what the chosen operation does, so that an agent picks the right one', async () => {
	const { credential } = await serve();
	const describe = async (parameters: INodeParameters) =>
		(await runTool(parameters, credential(), [{}])).answers[0]?.description;
	expect(await describe(list)).toBe('List sales orders in Sales Order Integration');
	expect(await describe({ ...list, operation: 'listDeleted' })).toBe(
		'List deleted sales orders in Sales Order Integration',
	);
	expect(await describe({ resource: 'user', operation: 'list' })).toBe(
		'List users in Sales Order Integration',
	);
	expect(
		await describe({
			descriptionType: 'manual',
			toolDescription: 'Orders of one customer',
			...list,
		}),
	).toBe('Orders of one customer');
});

test('takes from the agent everything but the choice of the operation', async () => {
	const { sandbox, credential } = await serve({ orders: { count: 9, deletedShare: 0 } });
	const order = sandbox.world.find(1003);
	const { answers, outcome } = await runTool(
		{
			...list,
			start: "={{ $fromAI('start', 'First day, as 2026-01-31', 'string') }}",
			end: "={{ $fromAI('end', 'Last day', 'string') }}",
			returnAll: "={{ $fromAI('all', 'Whether all are wanted', 'boolean') }}",
			limit: "={{ $fromAI('limit', 'How many', 'number') }}",
			filters: {
				customerCodes: "={{ $fromAI('customers', 'Codes of customers', 'string') }}",
				createdBy: {
					__rl: true,
					mode: 'id',
					value: "={{ $fromAI('seller', 'ID of the seller', 'string') }}",
				},
				externalId: "={{ $fromAI('erp', 'any, missing or present', 'string') }}",
			},
		},
		credential(),
		[
			{
				start: order?.mobileDateCreated,
				end: order?.mobileDateCreated,
				all: false,
				limit: 5,
				customers: order?.customer.code,
				seller: String(order?.createdBy.id),
				erp: 'missing',
			},
			{
				start: '',
				end: '',
				all: true,
				limit: 1,
				customers: '',
				seller: '',
				erp: 'any',
			},
		],
	);
	expect(outcome.run.data.resultData.error).toBeUndefined();
	const notice: unknown = expect.stringContaining('are the same second');
	expect(answers[0]?.name).toBe(TOOL.replace(' ', '_'));
	expect(answers[0]?.answer).toEqual([expect.objectContaining({ salesOrderId: 1003 }), { notice }]);
	expect(answers[1]?.answer).toHaveLength(9);
});

test('tells an agent that the order is deleted, to which an external ID was written', async () => {
	const { sandbox, credential } = await serve({ orders: { count: 2, deletedShare: 0 } });
	sandbox.world.delete(1002);
	const parameters = { resource: 'salesOrder', operation: 'setExternalId', externalId: 'SO-9' };
	const { answers } = await runTool(parameters, credential(), [{ Order_ID: '1002' }]);
	const notice: unknown = expect.stringContaining('were written to deleted orders: 1002');
	expect(answers[0]?.answer).toEqual([{ salesOrderId: 1002, externalId: 'SO-9', updated: true }, { notice }]);
});

test('leaves Order ID and External ID to the agent unless something else is entered', async () => {
	const { sandbox, credential } = await serve({ orders: { count: 2, deletedShare: 0 } });
	const parameters = { resource: 'salesOrder', operation: 'setExternalId' };
	const call = { Order_ID: '1002', External_ID: 'SO-9' };
	const { answers } = await runTool(parameters, credential(), [call]);
	expect(answers[0]?.answer).toEqual([{ salesOrderId: 1002, externalId: 'SO-9', updated: true }]);
	expect(sandbox.world.find(1002)?.externalId).toBe('SO-9');
	const entered = await runTool({ ...parameters, externalId: 'SO-8' }, credential(), [call]);
	expect(entered.answers[0]?.answer).toMatchObject([{ externalId: 'SO-8' }]);
});

test('leaves the window of a list to the agent, and returns 50 orders unless more are wanted', async () => {
	const { sandbox, credential } = await serve({ orders: { count: 60, deletedShare: 0 } });
	const order = sandbox.world.find(1003);
	const moment = { Start: order?.mobileDateCreated, End: order?.mobileDateCreated };
	const { answers, outcome } = await runTool(list, credential(), [{}, moment]);
	expect(answers[0]?.answer).toHaveLength(50);
	expect(JSON.stringify(outcome.run)).not.toContain('returned nothing');
	expect(answers[1]?.answer).toMatchObject([
		{ salesOrderId: 1003 },
		{ notice: expect.any(String) as unknown },
	]);
});

test('tells the agent what went wrong and what to do, without the token', async () => {
	const { credential } = await serve();
	const { apiToken } = credential();
	const { outcome } = await runTool({ ...list, start: "={{ $fromAI('start') }}" }, credential(), [
		{ start: 'last week', End: '' },
	]);
	const { error } = outcome.run.data.resultData;
	expect(error?.message).toContain(`'Start' cannot be "last week"`);
	expect(error?.message).toContain('Enter 2026-01-31');
	expect(JSON.stringify(outcome.run) + engineLog.join('\n')).not.toContain(apiToken);
});

describe('The editor', () => {
	const shown = (type: string, parameters: INodeParameters): INodeProperties[] => {
		const { description } = nodeTypes.getByNameAndVersion(type, 1);
		const node = makeNode(NODE, type, parameters);
		const complete = NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			node,
			description,
		);
		return description.properties.filter((property) =>
			NodeHelpers.displayParameter(complete ?? {}, property, node, description),
		);
	};
	const names = (type: string, parameters: INodeParameters) =>
		shown(type, parameters).map(({ name }) => name);

	test('advises to save context on the lists of a tool, and warns of Reconcile, and only there', () => {
		expect(names(nodeTypeNames.tool, list)).toContain('toolNotice');
		expect(names(nodeTypeNames.tool, { ...list, operation: 'listDeleted' })).toContain('toolNotice');
		expect(names(nodeTypeNames.node, list)).not.toContain('toolNotice');
		const write = { ...list, operation: 'setExternalId' };
		expect(names(nodeTypeNames.tool, write)).not.toContain('toolNotice');
		const reconcile = { ...list, operation: 'reconcile' };
		expect(names(nodeTypeNames.tool, reconcile)).toContain('agentNotice');
		expect(names(nodeTypeNames.node, reconcile)).not.toContain('agentNotice');
		const fields = shown(nodeTypeNames.tool, list);
		const notice = fields.find(({ name }) => name === 'toolNotice')?.displayName;
		expect(notice).toContain("leave 'Return All' off");
		expect(fields.find(({ name }) => name === 'returnAll')?.default).toBe(false);
	});

	test('shows the fields of each operation in the order in which one thinks of them', () => {
		const namesOf = (parameters: INodeParameters) => names(nodeTypeNames.node, parameters).join(' ');
		expect(namesOf(list)).toBe('resource operation start end returnAll filters output options');
		expect(namesOf({ ...list, returnAll: false })).toContain(' limit ');
		expect(namesOf({ ...list, operation: 'listDeleted' })).toContain(' windowNotice ');
		const set = { ...list, operation: 'setExternalId' };
		expect(namesOf(set)).toBe('resource operation orderId externalId options');
		expect(namesOf({ resource: 'user', operation: 'list' })).toBe('resource operation returnAll');
	});

	const operations = ['list', 'listDeleted', 'setExternalId', 'reconcile'];
	test.each(operations)('has at most one notice in view for %s, as a node and as a tool', (operation) => {
		for (const type of [nodeTypeNames.node, nodeTypeNames.tool]) {
			const notices = shown(type, { resource: 'salesOrder', operation }).filter(
				(field) => field.type === 'notice',
			);
			expect(notices.length).toBeLessThanOrEqual(1);
		}
	});
});
