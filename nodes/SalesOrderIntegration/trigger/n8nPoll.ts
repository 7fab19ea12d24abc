/** Wires the poll to n8n: parameters, static data, budget, items and errors. Decides nothing about orders. */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { serviceNow } from '../api/client';
import type { Client } from '../api/client';
import { toServiceWindow } from '../api/dates';
import { maintenanceEnd } from '../api/maintenance';
import { asNodeError, clientFor } from '../api/n8n';
import { createdOrders } from '../api/orders';
import { readPage } from '../api/pages';
import { toRows } from '../output';
import type { OutputChoice } from '../output';
import { poll } from './poll';
import { readOutput, readSettings } from './properties';
import type { TriggerItem } from './run';
import { initialState, readState } from './state';
import { fetchTestItems } from './testEvent';

/** What an engine without getPollBudgetMs (before n8n 2.36) allows; later plain ones say the same. */
const DEFAULT_BUDGET_MS = 300_000;
/** Kept back for what n8n does after the poll. */
const RESERVE_MS = 3_000;

/** Polls under way in this process: n8n starts the next one whether or not the one before has ended. */
const underWay = new Set<string>();

/**
 * What poll() of the trigger returns: the items for a new execution, or null when there is nothing to hand over.
 *
 * @throws NodeApiError with `failure`, by which n8n's durable scheduler backs off, or NodeOperationError; the state is
 *   then as it was
 */
export async function pollForOrders(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const items = context.getMode() === 'manual' ? await fetchTest(context) : await pollAlone(context);
		return items.length === 0 ? null : [items];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

/** The second of two polls at once does nothing. */
async function pollAlone(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	if (underWay.has(key)) return [];
	underWay.add(key);
	try {
		return await pollOnce(context);
	} finally {
		underWay.delete(key);
	}
}

async function fetchTest(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const client = await clientFor(context);
	const settings = readSettings(context, client.connection);
	return toExecutionData(await fetchTestItems(client, settings), readOutput(context));
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const began = Date.now();
	// Missing before n8n 2.36.
	const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
	const deadline = began + (getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET_MS) - RESERVE_MS;
	const client = await clientFor(context, deadline);
	const settings = readSettings(context, client.connection);
	const output = readOutput(context);
	const now = client.timing.now();
	if (settings.pauseDuringMaintenance && maintenanceEnd(now) !== undefined) return [];

	const staticData = context.getWorkflowStaticData('node');
	const since = staticData.state === undefined ? await startingPoint(context, client, now) : now;
	const warn = (message: string) => context.logger.warn(`${context.getNode().name}: ${message}`);
	const { state, problem } =
		staticData.state === undefined
			? { state: initialState(settings, since), problem: undefined }
			: readState(staticData.state, settings, now);
	if (problem) warn(problem);

	const result = await poll({ client, settings, state, now, deadline, warn });
	const items = toExecutionData(result.items, output);
	// The one place where the state moves, after everything that can fail.
	staticData.state = result.state;
	return items;
}

/**
 * From when on orders count, for a trigger without a state: activation, by the clock of the service.
 *
 * With durable cursors n8n drops what poll() stores for the node at activation, and the first tick may come in another
 * process. The workflow's global static data is kept, so activation leaves a note there.
 */
async function startingPoint(context: IPollFunctions, client: Client, now: number): Promise<number> {
	const notes = context.getWorkflowStaticData('global');
	const note = `salesOrderIntegrationTrigger:${context.getNode().id}`;
	const activatedAt = notes[note];
	if (typeof activatedAt === 'number') return activatedAt;
	// One small page, which also refuses the activation of a trigger whose credential does not work.
	const window = toServiceWindow({ start: now, end: now }, client.connection.timezone);
	await readPage(client, createdOrders(client, window));
	// Counted from the beginning of the call, and told in whole seconds: a little early is safe, late loses an order.
	const since = now + serviceNow(client) - client.timing.now();
	notes[note] = since;
	return since;
}

function toExecutionData(items: TriggerItem[], output: OutputChoice): INodeExecutionData[] {
	return items.flatMap(({ event, order, delivered, delivery }) =>
		toRows(order, output).map((row) => ({
			json: {
				event,
				...(delivered === undefined ? {} : { delivered }),
				...(delivery === undefined ? {} : { delivery }),
				...row,
			},
		})),
	);
}
