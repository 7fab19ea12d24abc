/** Set External ID (api-specification 4.2). */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { hasExternalId, MAX_EXTERNAL_ID_LENGTH, setExternalId as storeExternalId } from '../lists/orders';
import { readSwitch, shown } from '../parameters/values';
import type { Operation } from './operation';

export const setExternalId: Operation = {
	name: 'Set External ID',
	action: 'Set the external ID of a sales order',
	description:
		'Store the number that your own system gave to a sales order, so that a later deletion can be matched to it',
	properties: [
		{
			displayName: 'Order ID',
			name: 'orderId',
			type: 'string',
			required: true,
			// Only where the item is an order of the service: that of an ERP has an id too, and it is another order's.
			default: "={{ $json.mobileDateCreated ? ($json.orderId ?? $json.id) : '' }}",
			placeholder: 'e.g. 10482',
			description:
				'Number of the sales order in the service (ID, or orderId in rows of lines), not the one in your own system. After a node of your own system, drag it in from the node that read the order.',
		},
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. SO-2026-000123',
			description:
				'Number of the order in your own system, such as the one that the node before this one has just created',
		},
		{
			displayName:
				'The service keeps 255 characters of an external ID and cuts the rest without a word. Longer ones are refused here, unless you choose otherwise in the options.',
			name: 'lengthNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'On Too Long',
					name: 'onTooLong',
					type: 'options',
					options: [
						{ name: 'Fail', value: 'error', description: 'Refuse it before anything is sent' },
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
						'Whether to send nothing for an order that already has this external ID. This is seen from the incoming item, which must be the order as it was listed (with its ID, mobileDateCreated and externalId). Makes it cheap to run a broken-off run again.',
				},
			],
		},
	],
	async run(context, client, itemIndex) {
		const orderId = readOrderId(context.getNodeParameter('orderId', itemIndex));
		const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
		const given = readExternalId(context.getNodeParameter('externalId', itemIndex));
		const externalId = options.onTooLong === 'truncate' ? truncate(given) : given;
		if (externalId !== given) {
			client.hints.add(
				'truncated',
				`External IDs longer than ${MAX_EXTERNAL_ID_LENGTH} characters were truncated; two that differ only after that are now the same.`,
			);
		}
		// Numbers stay numbers in the output, as they are in the lists.
		const id = Number.isSafeInteger(Number(orderId)) ? Number(orderId) : orderId;
		const item = context.getInputData()[itemIndex]?.json ?? {};
		const skipUnchanged = readSwitch(options.skipUnchanged, 'Skip Unchanged');
		if (skipUnchanged && isListedOrder(item, orderId) && hasThis(externalId, item)) {
			return [{ id, externalId, updated: false }];
		}
		await storeExternalId(client, orderId, externalId);
		return [{ id, externalId, updated: true }];
	},
};

/**
 * Only an item that still is the order tells what the service has: one that a Set node made merely carries the
 * external ID that is to be written.
 */
function isListedOrder(item: IDataObject, orderId: string): boolean {
	return 'mobileDateCreated' in item && String(item.orderId ?? item.id) === orderId;
}

function hasThis(externalId: string, item: IDataObject): boolean {
	return hasExternalId(item) && String(item.externalId) === externalId;
}

function readOrderId(value: unknown): string {
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new InputError(
			'The order ID is too large to be a number without rounding',
			'Hand it on as text, as the lists of this node do.',
		);
	}
	const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	if (!/^0*[1-9]\d*$/.test(text)) {
		throw new InputError(
			`The order ID is not a positive whole number: ${shown(value)}`,
			'It is the field id (or orderId) of the order as this node lists it. After a node of your own system, drag it in from the node that read the order.',
		);
	}
	return text.replace(/^0+/, '');
}

function readExternalId(value: unknown): string {
	const isText = typeof value === 'string' && value.trim() !== '';
	const isNumber = typeof value === 'number' && Number.isFinite(value);
	if (!isText && !isNumber) {
		throw new InputError(
			`The external ID is empty or not a text: ${shown(value)}`,
			'Enter the number of the order in your own system. With an expression, check that the field exists on every incoming item.',
		);
	}
	if (isNumber && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new InputError(
			'The external ID is too large to be a number without rounding',
			'Hand it on as text.',
		);
	}
	return String(value);
}

/** At most 255 characters, without half of a surrogate pair at the end. */
function truncate(text: string): string {
	return text.slice(0, MAX_EXTERNAL_ID_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}
