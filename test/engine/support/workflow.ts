/** Runs workflows in n8n-core's engine, with the package's nodes from their sources. */
import './host';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';
import type {
	ExecutionError,
	IConnections,
	ICredentialsHelper,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IPinData,
	IRun,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { credentialReference, EngineCredentials, type CredentialData } from './credentials';
import { nodeTypeNames, nodeTypes } from './nodeTypes';

/** The zone of workflows whose test says nothing else: not that of the machine, nor that of the sandbox's first user. */
export const WORKFLOW_ZONE = 'Europe/Madrid';

/** A workflow as it is saved. */
export interface WorkflowDefinition {
	nodes: INode[];
	connections: IConnections;
	/** Items that a node gives instead of running; how a start node gets its items. */
	pinData?: IPinData;
	settings?: IWorkflowSettings;
	staticData?: IDataObject;
	/** The credential that all nodes use. */
	credential: CredentialData;
	mode?: WorkflowExecuteMode;
	/** Whether the user presses Stop at once. */
	isStopped?: boolean;
}

/** What became of one node in a run. */
export interface NodeOutcome {
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** Items by output; the last is the error output where the node has one. */
	outputs: INodeExecutionData[][];
	hints: NodeExecutionHint[];
	error?: ExecutionError;
}

/** What a finished run gives. */
export interface WorkflowOutcome {
	run: IRun;
	/** The last run of a node; undefined where it did not run. */
	node(name: string): NodeOutcome | undefined;
}

/** A node of one of the types in {@link nodeTypeNames}. */
export function makeNode(name: string, type: string, parameters: INodeParameters = {}): INode {
	return {
		id: `id of ${name}`,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: credentialReference,
	};
}

/** Connects nodes in a row. */
export function inARow(...names: string[]): IConnections {
	return Object.fromEntries(
		names.slice(0, -1).map((name, position) => {
			const next = { node: names[position + 1] ?? '', type: NodeConnectionTypes.Main, index: 0 };
			return [name, { main: [[next]] }];
		}),
	);
}

/** The workflow as n8n hands it to the engine. */
export function makeWorkflow(definition: Omit<WorkflowDefinition, 'credential'>): Workflow {
	const { nodes, connections, pinData, settings, staticData } = definition;
	return new Workflow({
		id: 'workflow',
		name: 'Workflow',
		nodes: structuredClone(nodes),
		connections,
		active: false,
		nodeTypes,
		pinData,
		staticData,
		settings: { executionOrder: 'v1', timezone: WORKFLOW_ZONE, ...settings },
	});
}

/** What n8n gives an execution beside the workflow. */
export function makeAdditionalData(
	workflow: Workflow,
	credential: CredentialData,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const { id, name } = workflow;
	const saved = {
		id,
		name,
		nodes: Object.values(workflow.nodes),
		connections: {},
	} as unknown as IWorkflowBase;
	const address = 'http://n8n.invalid';
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: new EngineCredentials(credential) as unknown as ICredentialsHelper,
		hooks: new ExecutionLifecycleHooks(mode, '1', saved),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		formWaitingBaseUrl: address,
		webhookWaitingBaseUrl: address,
		variables: {},
		logAiEvent: () => {},
	};
	return data as IWorkflowExecuteAdditionalData;
}

/** Runs a workflow from its start node to its end. Resolves also where a node fails: see the error of its outcome. */
export async function runWorkflow(definition: WorkflowDefinition): Promise<WorkflowOutcome> {
	const { mode = 'manual', credential, pinData, isStopped = false } = definition;
	const workflow = makeWorkflow(definition);
	const execution = new WorkflowExecute(makeAdditionalData(workflow, credential, mode), mode);
	const running = execution.run({ workflow, pinData });
	if (isStopped) setImmediate(() => running.cancel());
	return outcomeOf(await running);
}

function outcomeOf(run: IRun): WorkflowOutcome {
	return {
		run,
		node: (name) => {
			const task = run.data.resultData.runData[name]?.at(-1);
			if (!task) return undefined;
			const outputs = (task.data?.main ?? []).map((items) => items ?? []);
			return { items: outputs[0] ?? [], outputs, hints: task.hints ?? [], error: task.error };
		},
	};
}

/** One node with the items it gets. */
export interface NodeRun {
	parameters: INodeParameters;
	credential: CredentialData;
	/** Default: one empty item. */
	input?: IDataObject[];
	/** What the items have beside their fields, such as a file. */
	beside?: Partial<INodeExecutionData>;
	/** Whether the items come straight from a list of the package, and not from a node of n8n. Default: false. */
	isListed?: boolean;
	/** One of {@link nodeTypeNames}. Default: the node. */
	type?: string;
	/** Whether the node's setting On Error is Continue. Default: false. */
	continueOnFail?: boolean;
	/** Further settings of the node, such as `onError` or `retryOnFail`. */
	settings?: Partial<INode>;
	timezone?: string;
	isStopped?: boolean;
}

/** Name of the node under test. */
export const NODE = 'Sales Order Integration';
/** Name of the node that gives the input items. */
export const START = 'Start';

const LIST = 'List';

/** Runs one node behind a start node that gives its input. */
export async function runNode(options: NodeRun): Promise<NodeOutcome> {
	const { parameters, credential, type = nodeTypeNames.node, timezone, settings, isStopped } = options;
	const node: INode = { ...makeNode(NODE, type, parameters), ...settings };
	if (options.continueOnFail) node.onError = 'continueRegularOutput';
	const items = (options.input ?? [{}]).map((json) => ({ json, ...options.beside }));
	const outcome = await runWorkflow({
		nodes: [makeNode(START, nodeTypeNames.start), makeNode(LIST, nodeTypeNames.node), node],
		connections: options.isListed ? inARow(START, LIST, NODE) : inARow(START, NODE),
		pinData: { [START]: items, [LIST]: items },
		settings: timezone === undefined ? {} : { timezone },
		credential,
		isStopped,
	});
	return nodeUnderTest(outcome);
}

function nodeUnderTest({ run, node }: WorkflowOutcome): NodeOutcome {
	const outcome = node(NODE);
	if (outcome) return outcome;
	const { error } = run.data.resultData;
	return { items: [], outputs: [], hints: [], ...(error ? { error } : {}) };
}
