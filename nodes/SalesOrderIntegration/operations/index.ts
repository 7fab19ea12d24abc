/** All operations by resource and name (design 2), and how one runs over the input items. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import type { Client } from '../http/client';
import { InputError, ServiceFailure } from '../errors/failures';
import { asNodeError, showHints, type ShownError } from '../errors/nodeErrors';
import { clientFor, limitsOf } from '../http/nodeClient';
import { giveWay } from '../http/timing';
import { isBlank, readChoice } from '../parameters/values';
import { listDeletedOrders, listSalesOrders, listUsers } from './lists';
import type { Operation } from './operation';
import { reconcileOrders } from './reconcile/reconcileOrders';
import { setExternalId } from './setExternalId';

/** To add an operation, write its file and name it here: fields, subtitle and dispatch follow (CONTRIBUTING.md). */
const resources: Record<string, { name: string; operations: Record<string, Operation> }> = {
	salesOrder: {
		name: 'Sales Order',
		operations: {
			list: listSalesOrders,
			listDeleted: listDeletedOrders,
			reconcile: reconcileOrders,
			setExternalId,
		},
	},
	user: { name: 'User', operations: { list: listUsers } },
};

/** The fields of the node: resource, operation, and those of each operation. */
export const operationProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: Object.entries(resources).map(([value, { name }]) => ({ name, value })),
		default: 'salesOrder',
	},
	...Object.entries(resources).flatMap(([resource, { operations }]): INodeProperties[] => [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: Object.entries(operations)
				.map(([value, { name, description, action }]) => ({ name, value, description, action }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: 'list',
		},
		...Object.entries(operations).flatMap(([operation, { properties }]) =>
			updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, properties),
		),
	]),
];

const operationNames = Object.fromEntries(
	Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([operation, { name }]) => [`${resource}:${operation}`, name]),
	),
);

/** An expression for the subtitle of the node: the name of the chosen operation. */
export const subtitle = `={{ (${JSON.stringify(operationNames)})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;

/** Hints for whoever builds the workflow: an agent leaves fields empty on purpose. */
const NOT_FOR_AGENTS = ['emptyExpression', 'emptyFilter', 'rateLimit'];

/**
 * Runs the chosen operation over the input items, and pairs each row with its item. With Continue On Fail, each item
 * that fails becomes one that says why, even with an unusable credential: n8n would otherwise pass on the input as if it
 * had succeeded. Throws NodeApiError or NodeOperationError with the index of the item.
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	let operation: Operation | undefined;
	let run: { client: Client; runItem: ReturnType<Operation['eachItem']> } | undefined;
	const limits = limitsOf(context);
	for (const itemIndex of context.getInputData().keys()) {
		try {
			await giveWay(itemIndex, limits);
			operation ??= chosenOperation(context);
			const client = await clientFor(context, { itemIndex });
			run ??= { client, runItem: operation.eachItem(context, client) };
			requireSameAccount(run.client, client);
			for (const { json, pairedItem = { item: itemIndex } } of await run.runItem(itemIndex)) {
				output.push({ json, pairedItem });
			}
		} catch (error) {
			// An operation on all items at once says which of them is wrong.
			const { item = itemIndex } = error as { item?: number };
			const nodeError = asNodeError(context.getNode(), error, item);
			const isStop = error instanceof ServiceFailure && error.kind === 'cancelled';
			if (!context.continueOnFail() || isStop) throw nodeError;
			output.push({ json: { error: explain(nodeError, error) }, pairedItem: { item } });
		}
		if (operation?.takesAllItems) break;
	}
	if (!run) return output;
	showHints(context, run.client.hints);
	return context.getNode().type.endsWith('Tool') ? [...output, ...notices(run.client)] : output;
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = readChoice(context.getNodeParameter('resource', 0), 'Resource', Object.keys(resources));
	const { operations = {} } = resources[resource ?? ''] ?? {};
	const entered = context.getNodeParameter('operation', 0, '');
	const operation = operations[readChoice(entered, 'Operation', Object.keys(operations)) ?? ''];
	if (!operation) throw new InputError("No 'Operation' is chosen", 'Choose one from the list.');
	return operation;
}

/** A credential with expressions could send the orders of one account to another, or read other windows. */
function requireSameAccount({ connection: first }: Client, { connection }: Client): void {
	if (JSON.stringify(connection) === JSON.stringify(first)) return;
	throw new InputError(
		'The credential leads this item to another account, time zone or Server Date Parameter than the items before it',
		'It has expressions. Process one account at a time: put a Loop Over Items node before this one.',
	);
}

/** What an agent must know, which sees no hints. */
function notices({ hints }: Client): INodeExecutionData[] {
	const told = hints.list().filter(({ kind }) => !NOT_FOR_AGENTS.includes(kind));
	return told.map(({ message }) => ({ json: { notice: message }, pairedItem: { item: 0 } }));
}

/** One object under one key: the only form with details that every n8n sends to the error output of a node. */
function explain({ message, description, httpCode }: ShownError, error: unknown): IDataObject {
	const { salesOrderId } = error as { salesOrderId?: number | string };
	const known = Object.entries({ message, description, httpCode, salesOrderId });
	return Object.fromEntries(known.filter(([, value]) => !isBlank(value)));
}
