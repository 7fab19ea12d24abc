/** Polls the trigger in n8n-core's own PollContext, with the state that a test chooses. */
import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { systemTiming } from '../../../nodes/SalesOrderIntegration/http/nodeClient';
import type { CredentialData } from './credentials';
import { nodeTypeNames, nodeTypes } from './nodeTypes';
import { makeAdditionalData, makeNode, makeWorkflow } from './workflow';

/** How the trigger is polled. */
export interface PollOptions {
	credential: CredentialData;
	parameters?: INodeParameters;
	/** `manual` is Fetch Test Event. Default: `trigger`. */
	mode?: WorkflowExecuteMode;
	/** Why the trigger is active. Default: `init`, the start of n8n. */
	activation?: WorkflowActivateMode;
	/** Static data of the workflow as it was saved: `{ "node:<name>": {...}, "global": {...} }`. Default: none. */
	staticData?: IDataObject;
	/** The snapshot that stands in for the node's static data where n8n keeps cursors durable. It is changed in place. */
	cursor?: IDataObject;
	/** How long n8n says that the poll may take; `missing`: an n8n before 2.36, which does not say. Default: 300 s. */
	budgetMs?: number | 'missing';
	timezone?: string;
	name?: string;
}

/** What n8n's durable scheduler makes the context of each of its polls with. */
export const durablePoll = { activation: 'update', budgetMs: 36_000 } as const;

/** One trigger, about to be polled. */
export interface TriggerPoll {
	context: PollContext;
	/** Calls the trigger's poll(), as n8n does at each tick. */
	poll(): Promise<INodeExecutionData[][] | null>;
	/** Static data of the workflow as n8n would save it now, as a copy. */
	staticData(): IDataObject;
}

const realNow = systemTiming.now;

function mayPause({ options }: INodeParameters): boolean {
	return (options as IDataObject | undefined)?.pauseDuringMaintenance !== false;
}

/** A trigger node in a context of its own. */
export function pollContext(options: PollOptions): TriggerPoll {
	const { credential, parameters = {}, mode = 'trigger', activation = 'init', cursor } = options;
	const name = options.name ?? 'Sales Order Integration Trigger';
	const workflow = makeWorkflow({
		nodes: [makeNode(name, nodeTypeNames.trigger, parameters)],
		connections: {},
		settings: options.timezone === undefined ? {} : { timezone: options.timezone },
		staticData: structuredClone(options.staticData ?? {}),
	});
	const node = workflow.getNode(name);
	if (!node) throw new Error('The workflow lost its trigger');
	const additionalData = makeAdditionalData(workflow, credential, mode);
	const defaults = [undefined, undefined, undefined, undefined] as const;
	const resolveStaticData = cursor === undefined ? undefined : () => cursor;
	const { budgetMs } = options;
	const getBudget = typeof budgetMs === 'number' ? () => budgetMs : undefined;
	const context = new PollContext(
		workflow,
		node,
		additionalData,
		mode,
		activation,
		...defaults,
		resolveStaticData,
		getBudget,
	);
	if (budgetMs === 'missing') Object.assign(context, { getPollBudgetMs: undefined });
	const { poll } = nodeTypes.getByNameAndVersion(nodeTypeNames.trigger, 1);
	return {
		context,
		poll: async () => {
			if (systemTiming.now === realNow && mayPause(parameters)) {
				throw new Error(
					'Polled in real time, this trigger does nothing on a Saturday night: simulate the time',
				);
			}
			return (await poll?.call(context)) ?? null;
		},
		staticData: () => JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject,
	};
}
