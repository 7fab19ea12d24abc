/** Connects the poll to n8n: parameters, static data, time, items and errors. Decides nothing about orders. */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { asFailure } from '../errors/failures';
import { asNodeError } from '../errors/nodeErrors';
import { clientFor, CREDENTIAL_NAME, systemTiming } from '../http/nodeClient';
import { toRows, withLeadingColumns, type OutputChoice } from '../output';
import { readOutputChoice } from '../output/properties';
import { checkActivation, isTemporary } from './activation';
import { orderEventNames } from './events';
import { unlessPolling, type Knowledge, type RunningPoll } from './known';
import { pollWithState, type TriggerItem } from './pollWithState';
import { readSettings } from '../parameters/triggerSettings';
import { fetchTestItems } from './testEvent';

/** The time of a poll where getPollBudgetMs is missing (before n8n 2.36). Later plain engines allow the same. */
const DEFAULT_BUDGET_MS = 300_000;
/** At most this is kept back for what n8n does after the poll, and at most this part of a shorter poll. */
const RESERVE_MS = 3_000;
const RESERVE_PART = 1 / 10;

/**
 * What poll() of the trigger returns: the items for a new execution, or null if there is nothing to deliver.
 *
 * @throws NodeApiError with `failure`, by which n8n's durable scheduler backs off, or NodeOperationError; the state is
 *   then as it was
 */
export async function pollForOrders(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// Identifies the trigger among all in this process.
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	try {
		const items =
			context.getMode() === 'manual'
				? await fetchTest(context)
				: await unlessPolling(key, context, async (poll) => await pollOnce(context, poll));
		return items === undefined || items.length === 0 ? null : [items];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

async function fetchTest(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const { client, settings, toOutput } = await prepare(context);
	return toOutput(await fetchTestItems(client, settings));
}

async function pollOnce(context: IPollFunctions, poll: RunningPoll): Promise<INodeExecutionData[]> {
	// Missing before n8n 2.36.
	const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
	const budgetMs = getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET_MS;
	const began = systemTiming.now();
	const deadline = began + budgetMs - Math.min(RESERVE_MS, budgetMs * RESERVE_PART);
	const { client, settings, toOutput } = await prepare(context, deadline);
	const { id, name, credentials } = context.getNode();
	const activation = activationOf(context, poll.knowledge);
	if (activation === 'byUser') await checkActivation(client, settings);
	const log = unlessLoggedLastTime(poll.knowledge, (message) => context.logger.warn(`${name}: ${message}`));
	const environment = {
		...poll,
		client,
		settings,
		began,
		deadline,
		nodeData: context.getWorkflowStaticData('node'),
		workflowData: context.getWorkflowStaticData('global'),
		node: { id, name },
		credentialId: credentials?.[CREDENTIAL_NAME]?.id ?? '',
		isSwitchedOn: activation === 'byUser' && context.getActivationMode() === 'activate',
		log,
	};
	return await pollWithState(environment, toOutput).catch((error: unknown) => {
		const failure = asFailure(error);
		const isRefused = activation === 'byUser' && !isTemporary(failure, client.timing.now());
		if (activation === undefined || isRefused) throw failure;
		log(`${failure.message}. The trigger is active and tries again at the next poll.`);
		return [];
	});
}

/** What the user chose, checked: the settings of the trigger, and how n8n receives its items. */
async function prepare(context: IPollFunctions, deadline?: number) {
	const client = await clientFor(context, { deadline });
	const settings = readSettings(context, client.connection, orderEventNames, client.timing.now());
	const output = readOutputChoice((parameter) => context.getNodeParameter(parameter, ''));
	const toOutput = (items: TriggerItem[]): INodeExecutionData[] =>
		items.flatMap((item) => rowsOf(item, output)).map((json) => ({ json }));
	return { client, settings, toOutput };
}

function rowsOf(item: TriggerItem, output: OutputChoice): IDataObject[] {
	if (!('order' in item)) return [{ ...item }];
	const { event, order, delivered = null, delivery = null } = item;
	// Always all three, so that the columns of a sheet never move.
	return toRows(order, output).map((row) => withLeadingColumns({ event, delivered, delivery }, row));
}

/** Contexts that have polled: the plain engine polls at activation, and then again and again with the same context. */
const polled = new WeakSet<IPollFunctions>();

/**
 * Who activates the workflow with this poll: the user, or n8n; undefined for every other poll. The durable scheduler has a
 * new context in the mode `update` for each poll. Since it exists, n8n activates in that mode only if the node has changed.
 */
function activationOf(context: IPollFunctions, knowledge: Knowledge): 'byUser' | 'byN8n' | undefined {
	const { name, parameters, credentials } = context.getNode();
	const node = JSON.stringify([name, parameters, credentials]);
	const isChanged = node !== knowledge.node;
	knowledge.node = node;
	const isFirstPoll = !polled.has(context);
	polled.add(context);
	const mode = context.getActivationMode();
	const mayBeScheduled = mode === 'update' && 'getPollBudgetMs' in context;
	if (!isFirstPoll || (mayBeScheduled && !isChanged)) return undefined;
	return mode === 'activate' || mode === 'update' ? 'byUser' : 'byN8n';
}

/** A function that logs for one poll, without repeating what the poll before it logged. */
function unlessLoggedLastTime(knowledge: Knowledge, log: (message: string) => void) {
	const before = knowledge.logged;
	const now = new Set<string>();
	knowledge.logged = now;
	return (message: string): void => {
		if (!before.has(message) && !now.has(message)) log(message);
		now.add(message);
	};
}
