/** Connects the poll to n8n: parameters, static data, time, items and errors. Decides nothing about orders. */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { asNodeError } from '../errors/nodeErrors';
import { clientFor, CREDENTIAL_NAME, systemTiming } from '../http/nodeClient';
import { waitFor } from '../http/timing';
import { toRows, withLeadingColumns, type OutputChoice } from '../output';
import { readOutputChoice } from '../output/properties';
import { activationOf, asRefusal, checkActivation, failsPoll } from './activation';
import { USED_PART } from './budget';
import { orderEventNames } from './events';
import { knowledgeOf, unlessPolling, type Knowledge } from './known';
import { pollWithState, type TriggerItem } from './pollWithState';
import { readSettings } from '../parameters/triggerSettings';
import { noteOf, storedOrNoted } from './state/note';
import { fetchTestItems } from './testEvent';

/** The time of a poll where getPollBudgetMs is missing (before n8n 2.36). Later plain engines allow the same. */
const DEFAULT_BUDGET_MS = 300_000;

/**
 * What poll() of the trigger returns: the items for a new execution, or null if there is nothing to deliver.
 *
 * @throws NodeApiError with `failure`, by which n8n's durable scheduler backs off, or NodeOperationError; the state is
 *   then as it was
 */
export async function pollForOrders(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const items = context.getMode() === 'manual' ? await fetchTest(context) : await pollOnce(context);
		return items === undefined || items.length === 0 ? null : [items];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

async function fetchTest(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const { client, settings, toOutput } = await prepare(context);
	return toOutput(await fetchTestItems(client, settings));
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[] | undefined> {
	const began = systemTiming.now();
	// Missing before n8n 2.36.
	const budgetMs = (context as Partial<IPollFunctions>).getPollBudgetMs?.();
	const deadline = began + (budgetMs ?? DEFAULT_BUDGET_MS) * USED_PART;
	const { id, name, parameters, credentials } = context.getNode();
	const node = JSON.stringify([name, parameters, credentials]);
	const mode = context.getActivationMode();
	const knowledge = knowledgeOf(`${context.getWorkflow().id}:${id}`);
	const hasBudget = budgetMs !== undefined;
	const activation = activationOf(knowledge, { context, mode, hasBudget, node });
	const isActivation = activation !== undefined;
	return await unlessPolling(knowledge, { context, isActivation }, async (isOutdated) => {
		// Before anything refuses the activation: for n8n, the next attempt is only an update.
		const isSwitchedOn = activation === 'byUser' && mode === 'activate';
		const note = noteOf(context.getWorkflowStaticData('global'), id, began, isSwitchedOn);
		const nodeData = context.getWorkflowStaticData('node');
		// A new trigger may have the ID of another one, and a process that becomes the leader knows what was long ago.
		const isNew = isActivation && storedOrNoted(nodeData.state, note, { id, name }) === undefined;
		if (isNew || activation === 'byN8n') knowledge.last = undefined;
		const unaccepted = knowledge.node;
		const log = unlessLoggedLastTime(knowledge, (message) => context.logger.warn(`${name}: ${message}`));
		const poll = async () => {
			// An external store of secrets may hang, and a poll that never ends lets no other begin.
			const limits = { timing: systemTiming, deadline };
			const prepared = await waitFor(async () => await prepare(context, deadline), Infinity, limits);
			const { client, settings, toOutput } = prepared;
			if (activation === 'byUser') await checkActivation(client, settings);
			// From here on, a poll of the scheduler activates nothing, and does nothing as long as this one runs.
			knowledge.node = node;
			const environment = {
				knowledge,
				isOutdated,
				client,
				settings,
				nodeData,
				note,
				node: { id, name },
				credentialId: credentials?.[CREDENTIAL_NAME]?.id ?? '',
				log,
			};
			return await pollWithState(environment, toOutput);
		};
		return await poll().catch((error: Error) => {
			if (failsPoll(activation, error, systemTiming.now())) {
				knowledge.node = unaccepted;
				throw activation === 'byUser' ? asRefusal(error) : error;
			}
			log(`${error.message}. The trigger is active and tries again at the next poll.`);
			return [];
		});
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
