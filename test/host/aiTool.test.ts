/**
 * The node as a tool of an AI client, in a real n8n: its MCP Server Trigger offers the connected nodes to any client
 * of the Model Context Protocol, so that no language model is needed to call them.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject, INode } from 'n8n-workflow';
import type { WorkflowDefinition } from '../../host';
import type { ServiceHost } from '../../host/serviceHost';
import { duringTests } from './support/duringTests';
import { node, ourNode } from '../../host/workflowParts';

const PATH = 'sales-orders';
const SERVER = 'Sales Orders';

let running: ServiceHost;
let client: Client;

/** The field as the button "let the model define this parameter" of the editor fills it. */
const fromAi = (key: string, description: string, type: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;

function tools(): INode[] {
	const tool = (name: string, parameters: INode['parameters']) =>
		ourNode('Tool' as '', name, parameters, running.credential);
	return [
		tool('List Orders', {
			resource: 'salesOrder',
			operation: 'list',
			start: fromAi('Start', 'Beginning of the time window', 'string'),
			end: fromAi('End', 'End of the time window', 'string'),
			returnAll: fromAi('Return_All', 'Whether all are wanted', 'boolean'),
			limit: fromAi('Limit', 'How many at most', 'number'),
			output: 'simplified',
			filters: {
				customerCodes: fromAi('Customer_Codes', 'Codes of customers, with commas between', 'string'),
			},
		}),
		tool('Deleted Orders', { resource: 'salesOrder', operation: 'listDeleted' }),
		tool('Set External ID', {
			resource: 'salesOrder',
			operation: 'setExternalId',
			orderId: fromAi('Order_ID', 'Number of the order', 'string'),
			externalId: fromAi('External_ID', 'Number in the ERP', 'string'),
		}),
		tool('Sellers', { resource: 'user', operation: 'list' }),
	];
}

/** A workflow that is an MCP server with these tools. */
function withTools(nodes: INode[]): WorkflowDefinition {
	const server = node('@n8n/n8n-nodes-langchain.mcpTrigger', SERVER, { path: PATH }, 2);
	const connections = Object.fromEntries(
		nodes.map(({ name }) => [name, { ai_tool: [[{ node: SERVER, type: 'ai_tool' as const, index: 0 }]] }]),
	);
	return {
		name: 'Tools',
		nodes: [{ ...server, webhookId: PATH }, ...nodes],
		connections,
		settings: { executionOrder: 'v1' },
	};
}

/** Calls a tool; gives its rows, or the text with which it fails. */
async function call(name: string, args: IDataObject = {}): Promise<IDataObject[] | string> {
	const { content, isError } = await client.callTool({ name, arguments: args });
	const [{ text }] = content as [{ text: string }];
	return isError ? text : (JSON.parse(text) as IDataObject[]);
}

describe.each(['2.41.1', '1.123.81'] as const)('as a tool of n8n %s', (engine) => {
	const started = duringTests({
		engine,
		sandbox: { orders: { count: 60, days: 5 }, switches: { pageSize: 20 } },
	});
	beforeAll(async () => {
		running = started;
		const { host } = running;
		const { id } = await host.createWorkflow(withTools(tools()));
		await host.activateWorkflow(id);
		client = new Client({ name: 'test', version: '1' });
		await client.connect(new StreamableHTTPClientTransport(new URL(`${host.url}/mcp/${PATH}`)));
	});
	afterAll(async () => await client?.close());

	test('each operation is described by what it does, and asks for what is left to the model alone', async () => {
		const offered = (await client.listTools()).tools;
		const described = Object.fromEntries(offered.map(({ name, description }) => [name, description]));
		expect(described).toEqual({
			List_Orders: 'List sales orders in Sales Order Integration',
			Deleted_Orders: 'List deleted sales orders in Sales Order Integration',
			Set_External_ID: 'Set external ID of sales order in Sales Order Integration',
			Sellers: 'List users in Sales Order Integration',
		});
		const asked = Object.fromEntries(
			offered.map(({ name, inputSchema }) => [name, inputSchema.properties ?? {}]),
		);
		expect(asked).toMatchObject({
			List_Orders: {
				Start: { type: 'string', description: 'Beginning of the time window' },
				Return_All: { type: 'boolean' },
				Limit: { type: 'number' },
			},
			Set_External_ID: { Order_ID: { type: 'string' }, External_ID: { type: 'string' } },
		});
		expect(Object.keys(asked.Deleted_Orders ?? {})).toEqual(['Start', 'End']);
	});

	test('a list gives the orders that the model asked for, and no more', async () => {
		const { world } = running.sandbox;
		const order = world.find(world.all().find(({ deleted }) => !deleted)?.id ?? 0);
		const everything = { Start: '', End: '', Return_All: true, Limit: 1, Customer_Codes: '' };
		const made = order?.mobileDateCreated ?? '';
		const code = order?.customer.code ?? '';
		expect(
			await call('List_Orders', { ...everything, Start: made, End: made, Customer_Codes: code }),
		).toMatchObject([
			{ salesOrderId: Number(order?.id), customerCode: code, totalSales: order?.totalSales },
			{ notice: expect.stringContaining('are the same second') as unknown },
		]);
		expect(await call('List_Orders', { ...everything, Return_All: false, Limit: 3 })).toHaveLength(3);
		expect(await call('List_Orders', everything)).toHaveLength(world.statistics.created);
		expect(await call('Deleted_Orders')).toHaveLength(world.statistics.deleted);
	});
});
