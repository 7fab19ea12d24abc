/** Wires the poll to n8n: parameters, static data, budget, items and errors. Decides nothing about orders. */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { asNodeError } from '../errors/nodeErrors';
import { clientFor } from '../http/nodeClient';
import { systemTiming } from '../http/timing';
import { toRows, withLeadingColumns } from '../output';
import type { OutputChoice } from '../output';
import { unlessUnderWay } from './oneAtATime';
import { readOutput, readSettings } from './properties';
import type { TriggerItem } from './run';
import { pollWithState } from './statefulPoll';
import { fetchTestItems } from './testEvent';
import { unlessSaidLastTime } from './warnings';

/** What an engine without getPollBudgetMs (before n8n 2.36) allows; later plain ones say the same. */
const DEFAULT_BUDGET_MS = 300_000;
/** Kept back for what n8n does after the poll. */
const RESERVE_MS = 3_000;

/**
 * What poll() of the trigger returns: the items for a new execution, or null when there is nothing to hand over.
 *
 * @throws NodeApiError with `failure`, by which n8n's durable scheduler backs off, or NodeOperationError; the state is
 *   then as it was
 */
export async function pollForOrders(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const items =
			context.getMode() === 'manual'
				? await fetchTest(context)
				: await unlessUnderWay(keyOf(context), async () => await pollOnce(context));
		return items === undefined || items.length === 0 ? null : [items];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

/** Of the trigger in this process. */
function keyOf(context: IPollFunctions): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}

async function fetchTest(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const client = await clientFor(context);
	const settings = readSettings(context, client.connection);
	return toExecutionData(await fetchTestItems(client, settings), readOutput(context));
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[]> {
	// Missing before n8n 2.36.
	const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
	const deadline = systemTiming.now() + (getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET_MS) - RESERVE_MS;
	const client = await clientFor(context, deadline);
	const output = readOutput(context);
	const { id: nodeId, name: nodeName } = context.getNode();
	const warn = unlessSaidLastTime(keyOf(context), (message) =>
		context.logger.warn(`${nodeName}: ${message}`),
	);
	const items = await pollWithState(
		{
			client,
			settings: readSettings(context, client.connection),
			nodeData: context.getWorkflowStaticData('node'),
			workflowData: context.getWorkflowStaticData('global'),
			nodeId,
			nodeName,
			deadline,
			warn,
		},
		(found) => toExecutionData(found, output),
	);
	// A trigger has no place for hints but the log.
	for (const { message } of client.hints.list()) warn(message);
	return items;
}

function toExecutionData(items: TriggerItem[], output: OutputChoice): INodeExecutionData[] {
	return items.flatMap(({ event, order, delivered, delivery }) => {
		// Always all three, so that a sheet never shifts.
		const columns = { event, delivered: delivered ?? null, delivery: delivery ?? null };
		return toRows(order, output).map((row) => ({ json: withLeadingColumns(columns, row) }));
	});
}
