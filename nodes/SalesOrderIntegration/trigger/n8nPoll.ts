/** Connects the poll to n8n: parameters, static data, budget, items and errors. Decides nothing about orders. */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { asFailure } from '../errors/failures';
import { asNodeError } from '../errors/nodeErrors';
import { clientFor, systemTiming } from '../http/nodeClient';
import { toRows, withLeadingColumns } from '../output';
import type { OutputChoice } from '../output';
import { readOutputChoice } from '../output/properties';
import { checkActivation, isTemporary } from './activation';
import { pollWithState } from './pollWithState';
import type { TriggerItem } from './pollWithState';
import { readSettings } from './settings';
import { fetchTestItems } from './testEvent';

/** What an engine without getPollBudgetMs (before n8n 2.36) allows. Later plain ones say the same. */
const DEFAULT_BUDGET_MS = 300_000;
/** Kept back for what n8n does after the poll. */
const RESERVE_MS = 3_000;

/**
 * What poll() of the trigger returns: the items for a new execution, or null if there is nothing to deliver.
 *
 * @throws NodeApiError with `failure`, by which n8n's durable scheduler backs off, or NodeOperationError; the state is
 *   then as it was
 */
export async function pollForOrders(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// Names the trigger among all that run in this process.
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	try {
		const items =
			context.getMode() === 'manual'
				? await fetchTest(context)
				: await unlessPolling(key, async (trigger) => await pollOnce(context, trigger));
		return items === undefined || items.length === 0 ? null : [items];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

async function fetchTest(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const { client, settings, toOutput } = await prepare(context);
	return toOutput(await fetchTestItems(client, settings));
}

async function pollOnce(context: IPollFunctions, trigger: RunningTrigger): Promise<INodeExecutionData[]> {
	// Missing before n8n 2.36.
	const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
	const budgetMs = getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET_MS;
	const deadline = systemTiming.now() + budgetMs - RESERVE_MS;
	const { client, settings, toOutput } = await prepare(context, deadline);
	const activation = activationOf(context, budgetMs);
	if (activation === 'byUser') await checkActivation(client, settings);
	const { id: nodeId, name: nodeName } = context.getNode();
	const surroundings = {
		client,
		settings,
		nodeData: context.getWorkflowStaticData('node'),
		workflowData: context.getWorkflowStaticData('global'),
		nodeId,
		nodeName,
		deadline,
		failedPolls: trigger.failedPolls,
		log: unlessLoggedLastTime(trigger, (message) => context.logger.warn(`${nodeName}: ${message}`)),
	};
	return await pollWithState(surroundings, toOutput).catch((error: unknown) => {
		const failure = asFailure(error);
		const isRefused = activation === 'byUser' && !isTemporary(failure, client.timing.now());
		if (activation === undefined || isRefused) throw failure;
		surroundings.log(`${failure.message}. The trigger is active and tries again at the next poll.`);
		return [];
	});
}

/** What the user chose, checked: for the trigger, and for what n8n receives of its items. */
async function prepare(context: IPollFunctions, deadline?: number) {
	const client = await clientFor(context, deadline);
	const settings = readSettings(context, client.connection, client.timing.now());
	const output = readOutputChoice(
		context.getNodeParameter('output', 'simplified'),
		context.getNodeParameter('fields', []),
	);
	const toOutput = (items: TriggerItem[]): INodeExecutionData[] =>
		items.flatMap((item) => rowsOf(item, output)).map((json) => ({ json }));
	return { client, settings, toOutput };
}

function rowsOf(item: TriggerItem, output: OutputChoice): IDataObject[] {
	if (item.event === 'attention') return [{ ...item }];
	const { event, order, delivered = null, delivery = null } = item;
	// Always all three, so that the columns of a sheet never move.
	return toRows(order, output).map((row) => withLeadingColumns({ event, delivered, delivery }, row));
}

/** Contexts that have polled: n8n polls at activation, and then again and again with the same context. */
const polled = new WeakSet<IPollFunctions>();

/**
 * Who activates the workflow with this poll: the user, or n8n at its start; undefined for every other poll. The durable
 * scheduler of n8n has a new context in the mode `update` for each of its polls; only they have less time.
 */
function activationOf(context: IPollFunctions, budgetMs: number): 'byUser' | 'byStart' | undefined {
	const isFirstPoll = !polled.has(context);
	polled.add(context);
	if (!isFirstPoll || budgetMs < DEFAULT_BUDGET_MS) return undefined;
	return ['activate', 'update'].includes(context.getActivationMode()) ? 'byUser' : 'byStart';
}

/** What this process knows of a trigger beside its state: n8n keeps nothing of a poll that fails. */
interface RunningTrigger {
	isPolling: boolean;
	/** How many polls have failed in a row. */
	failedPolls: number;
	/** What the last poll has logged. */
	logged: Set<string>;
}

const running = new Map<string, RunningTrigger>();

/** Runs a poll of the trigger `key`, unless one is running: n8n starts a poll whether or not the one before has ended. */
export async function unlessPolling<T>(
	key: string,
	poll: (trigger: RunningTrigger) => Promise<T>,
): Promise<T | undefined> {
	const trigger = running.get(key) ?? { isPolling: false, failedPolls: 0, logged: new Set() };
	running.set(key, trigger);
	if (trigger.isPolling) return undefined;
	trigger.isPolling = true;
	let hasFailed = true;
	try {
		const result = await poll(trigger);
		hasFailed = false;
		return result;
	} finally {
		trigger.isPolling = false;
		trigger.failedPolls = hasFailed ? trigger.failedPolls + 1 : 0;
	}
}

/** A way to log for one poll, without what the poll before it has logged too. */
function unlessLoggedLastTime(
	trigger: RunningTrigger,
	log: (message: string) => void,
): (message: string) => void {
	const before = trigger.logged;
	const now = new Set<string>();
	trigger.logged = now;
	return (message) => {
		if (!before.has(message) && !now.has(message)) log(message);
		now.add(message);
	};
}
