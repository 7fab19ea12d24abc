/** All operations by resource and name, as design 2 gives them, and how one is run over the input items. */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { InputError, ServiceFailure } from '../api/failures';
import { asNodeError, clientFor, showNotices } from '../api/n8n';
import { listDeletedOrders } from './listDeletedOrders';
import { listSalesOrders } from './listSalesOrders';
import { listUsers } from './listUsers';
import type { Operation } from './operation';
import { setExternalId } from './setExternalId';

const resources: Record<string, { name: string; operations: Record<string, Operation> }> = {
	salesOrder: {
		name: 'Sales Order',
		operations: { list: listSalesOrders, listDeleted: listDeletedOrders, setExternalId },
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
	...Object.entries(resources).flatMap(([resource, { operations }]) => [
		operationProperty(resource, operations),
		...Object.entries(operations).flatMap(([operation, { properties }]) =>
			updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, properties),
		),
	]),
];

function operationProperty(resource: string, operations: Record<string, Operation>): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: Object.entries(operations)
			.map(([value, { name, description, action }]) => ({ name, value, description, action }))
			.sort((a, b) => a.name.localeCompare(b.name)),
		default: 'list',
	};
}

/**
 * Runs the chosen operation for every input item, in their order, and pairs each row with its item. With Continue On
 * Fail an item that fails gives one item that says why.
 *
 * @throws NodeApiError or NodeOperationError with the index of the item
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const client = await clientFor(context).catch((error: unknown) => {
		throw asNodeError(context.getNode(), error);
	});
	const output: INodeExecutionData[] = [];
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		for (const row of await runForItem(context, client, operation, itemIndex)) output.push(row);
	}
	showNotices(context, client.notices);
	return output;
}

async function runForItem(
	context: IExecuteFunctions,
	client: Client,
	operation: Operation,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const pairedItem = { item: itemIndex };
	try {
		const rows = await operation.run(context, client, itemIndex);
		return rows.map((json) => ({ json, pairedItem }));
	} catch (error) {
		const wasStopped = error instanceof ServiceFailure && error.kind === 'cancelled';
		const nodeError = asNodeError(context.getNode(), error, itemIndex);
		if (!context.continueOnFail() || wasStopped) throw nodeError;
		const { message, description, httpCode } = nodeError as Error & {
			description?: string;
			httpCode?: string | null;
		};
		return [{ json: { error: message, description, ...(httpCode ? { httpCode } : {}) }, pairedItem }];
	}
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const operation = context.getNodeParameter('operation', 0) as string;
	const chosen = resources[resource]?.operations[operation];
	if (chosen) return chosen;
	throw asNodeError(
		context.getNode(),
		new InputError(
			`There is no operation "${operation}" for the resource "${resource}"`,
			'Choose one from the lists.',
		),
	);
}
