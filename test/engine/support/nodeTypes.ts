/** The registry of node types that the engine asks: the package's own from their sources, and a few that surround them. */
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
} from 'n8n-workflow';
import { SalesOrderIntegration } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegration.node';
import { SalesOrderIntegrationTrigger } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegrationTrigger.node';
import { CREDENTIAL_NAME } from '../../../nodes/SalesOrderIntegration/http/nodeClient';

const PACKAGE = 'n8n-nodes-sales-order-integration';

/** Full names of the node types, as they stand in a workflow. */
export const nodeTypeNames = {
	node: `${PACKAGE}.salesOrderIntegration`,
	tool: `${PACKAGE}.salesOrderIntegrationTool`,
	trigger: `${PACKAGE}.salesOrderIntegrationTrigger`,
	/** Starts a workflow; its items are pinned. */
	start: 'n8n-nodes-base.manualTrigger',
	/** Hands on what it gets. */
	pass: 'n8n-nodes-base.noOp',
	/** Makes one request by the engine's helper that n8n's HTTP Request node uses for other packages' credentials. */
	httpRequest: 'n8n-nodes-base.httpRequest',
	/** Calls its tool once for each item, with the item as arguments. */
	agent: '@n8n/n8n-nodes-langchain.agent',
} as const;

function surrounding(description: Partial<INodeTypeDescription>, execute: INodeType['execute']): INodeType {
	return {
		description: {
			displayName: 'Surrounding',
			name: 'surrounding',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
			...description,
		},
		execute,
	};
}

async function passOn(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [this.getInputData()];
}

async function request(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const url = this.getNodeParameter('url', 0) as string;
	const options = { uri: url, method: 'GET' as const, json: true, resolveWithFullResponse: true };
	// What the HTTP Request node calls; its successor takes other options and is not what that node uses.
	const { requestWithAuthentication } = this.helpers as unknown as Record<string, RequestHelper>;
	const answer = await requestWithAuthentication?.call(this, CREDENTIAL_NAME, options);
	return [[{ json: { status: answer?.statusCode, body: answer?.body } as IDataObject }]];
}
type RequestHelper = (
	this: IExecuteFunctions,
	credential: string,
	options: object,
) => Promise<{ statusCode: number; body: unknown }>;

async function callTool(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as EngineTool[];
	if (!tool) throw new Error('No tool is connected');
	const { name, description } = tool;
	const results: INodeExecutionData[] = [];
	for (const { json } of this.getInputData()) {
		const answer = (await tool.invoke(json)) as string;
		results.push({ json: { name, description, answer: JSON.parse(answer) as IDataObject[] } });
	}
	return [results];
}
/** What an agent gets of a connected tool. */
interface EngineTool {
	name: string;
	description: string;
	invoke(args: IDataObject): Promise<unknown>;
}

/** A node as n8n lets agents use it: tool output instead of inputs, as its own tool generation makes it. */
function asTool(nodeType: INodeType): INodeType {
	const { usableAsTool, ...description } = nodeType.description;
	if (!usableAsTool) throw new Error(`${description.displayName} is not usable as a tool`);
	return {
		execute: nodeType.execute,
		description: {
			...description,
			name: `${description.name}Tool`,
			displayName: `${description.displayName} Tool`,
			inputs: [],
			outputs: [NodeConnectionTypes.AiTool],
			properties: [
				{
					displayName: 'Tool Description',
					name: 'descriptionType',
					type: 'options',
					options: [
						{ name: 'Set Automatically', value: 'auto' },
						{ name: 'Set Manually', value: 'manual' },
					],
					default: 'auto',
				},
				{
					displayName: 'Description',
					name: 'toolDescription',
					type: 'string',
					default: description.description,
					displayOptions: { show: { descriptionType: ['manual'] } },
				},
				...description.properties,
			],
		},
	};
}

const node = new SalesOrderIntegration();
const registered = new Map<string, INodeType>([
	[nodeTypeNames.node, node],
	[nodeTypeNames.tool, asTool(node)],
	[nodeTypeNames.trigger, new SalesOrderIntegrationTrigger()],
	[nodeTypeNames.start, surrounding({ name: 'manualTrigger', group: ['trigger'], inputs: [] }, passOn)],
	[nodeTypeNames.pass, surrounding({ name: 'noOp' }, passOn)],
	[
		nodeTypeNames.httpRequest,
		surrounding(
			{
				name: 'httpRequest',
				credentials: [{ name: CREDENTIAL_NAME, required: true }],
				properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
			},
			request,
		),
	],
	[
		nodeTypeNames.agent,
		surrounding({ name: 'agent', inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool] }, callTool),
	],
]);

/** As n8n's own registry: by full name and version. */
export const nodeTypes: INodeTypes = {
	getByName: (name) => find(name),
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(find(name), version),
	getKnownTypes: () => Object.fromEntries([...registered.keys()].map((name) => [name, {}])) as IDataObject,
};

function find(name: string): INodeType {
	const nodeType = registered.get(name);
	if (!nodeType) throw new Error(`Unknown node type ${name}`);
	return nodeType;
}
