/** Set External ID (api-specification 4.2). */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import type { Client } from '../http/client';
import { MAX_EXTERNAL_ID_LENGTH, putExternalId } from '../lists/orders';
import { collection, fromAi, notice, withToolDefault } from '../parameters/fields';
import {
	locatorValue,
	readChoice,
	readCollection,
	readIdentifier,
	readSwitch,
	unusable,
} from '../parameters/values';
import type { Operation } from './operation';

const orderId: INodeProperties = {
	displayName: 'Order ID',
	name: 'orderId',
	type: 'resourceLocator',
	required: true,
	// Nothing but this column: the id of a database or ERP is another order's.
	default: { mode: 'id', value: '={{ $json.salesOrderId }}' },
	description: 'Service order ID (not your own). After other nodes, drag it from the trigger or list node.',
	modes: [
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 10482' },
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose an order…',
			typeOptions: { searchListMethod: 'searchOrders', searchable: true },
		},
	],
};

const optionFields = collection('Option', [
	{
		displayName: 'If Too Long',
		name: 'onTooLong',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'error', description: 'Reject it before anything is sent' },
			{
				name: 'Truncate',
				value: 'truncate',
				description: 'Keep the first 255 characters and say so in a hint',
			},
		],
		default: 'error',
		description: 'What to do with an external ID of more than 255 characters',
	},
	{
		displayName: 'Skip Unchanged',
		name: 'skipUnchanged',
		type: 'boolean',
		default: false,
		description:
			'Whether to skip orders that already have this external ID. The input must be the listed order.',
	},
]);

export const setExternalId: Operation = {
	name: 'Set External ID',
	action: 'Set external ID of sales order',
	description:
		'Store the number that your own system gave to a sales order, so that a later deletion can be matched to it',
	properties: [
		...withToolDefault(orderId, {
			mode: 'id',
			value: fromAi('Order_ID', 'Number of the order in the service (salesOrderId)'),
		}),
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. SO-2026-000123',
			description: 'Number of the order in your own system, such as the one that the previous node created',
		},
		notice('lengthNotice', 'The service silently cuts IDs at 255 characters, so longer ones are rejected'),
		optionFields,
	],
	eachItem(context, client) {
		const { hints } = client;
		const writtenTo = new Map<string, string>();
		return async (itemIndex) => {
			const options = readCollection(context.getNodeParameter('options', itemIndex, {}), 'Options');
			const externalId = readExternalId(context, client, itemIndex, options.onTooLong);
			const skipUnchanged = readSwitch(options.skipUnchanged, 'Skip Unchanged') ?? false;
			const orderId = readOrderId(context.getNodeParameter('orderId', itemIndex));
			const other = writtenTo.get(externalId) ?? orderId;
			writtenTo.set(externalId, orderId);
			if (other !== orderId) {
				hints.set(
					'sameExternalId',
					`The same external ID was written to different orders: ${externalId} to ${other} and ${orderId}. A later deletion can then not be matched. Check the expression in 'External ID'.`,
				);
			}
			const item: IDataObject = context.getInputData()[itemIndex]?.json ?? {};
			const hasIt = isListedOrder(item, orderId) && String(item.externalId ?? '') === externalId;
			const updated = !(skipUnchanged && hasIt);
			if (updated) await putExternalId(client, orderId, externalId);
			if (updated && item.deleted === true) {
				hints.set(
					'deletedOrder',
					`An external ID was written to a deleted order (${orderId}). To leave out deleted orders, put a Filter node before this one.`,
				);
			}
			// Numbers stay numbers in the output, as they are in the lists; one that would be rounded stays text.
			const salesOrderId = Number.isSafeInteger(Number(orderId)) ? Number(orderId) : orderId;
			return [{ json: { salesOrderId, externalId, updated } }];
		};
	},
};

/**
 * Whether an item still is the order as it was listed, so that it tells which external ID the service has. One that a
 * Set node made merely carries the external ID that is to be written; a row with an `id` beside the salesOrderId comes
 * from a database.
 */
function isListedOrder(item: IDataObject, orderId: string): boolean {
	if (!('mobileDateCreated' in item)) return false;
	if ('salesOrderId' in item) return String(item.salesOrderId) === orderId && !('id' in item);
	return Array.isArray(item.items) && String(item.id) === orderId;
}

const WHERE_IT_IS =
	'Drag in salesOrderId from the trigger or list node that read the order (with Output As Sent: its id). A number of your own system or database is not the order ID.';

/** @param value the resource locator, or the ID alone, as an expression or another program may give it */
function readOrderId(value: unknown): string {
	const given = locatorValue(value);
	const text = readIdentifier(given, 'Order ID')?.trim();
	if (text === undefined) throw new InputError("'Order ID' is empty", WHERE_IT_IS);
	if (!/^0*[1-9]\d*$/.test(text)) throw unusable('Order ID', given, WHERE_IT_IS);
	return text.replace(/^0+/, '');
}

/** The external ID to write: not empty, and on request at most 255 characters, without half of a surrogate pair. */
function readExternalId(
	context: IExecuteFunctions,
	{ hints }: Client,
	itemIndex: number,
	onTooLong: unknown,
): string {
	const text = readIdentifier(context.getNodeParameter('externalId', itemIndex), 'External ID');
	const isCut = readChoice(onTooLong, 'If Too Long', ['error', 'truncate']) === 'truncate';
	if (text === undefined) {
		throw new InputError(
			"'External ID' is empty",
			'Enter the number of the order in your own system. With an expression, check that the field exists on every incoming item.',
		);
	}
	if (!isCut || text.length <= MAX_EXTERNAL_ID_LENGTH) return text;
	hints.add(
		'truncated',
		`External IDs longer than ${MAX_EXTERNAL_ID_LENGTH} characters were truncated; two that differ only after that are now the same.`,
	);
	return text.slice(0, MAX_EXTERNAL_ID_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}
