/** Set External ID (api-specification 4.2). */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import type { Client } from '../http/client';
import { cutExternalId, hasExternalId, MAX_EXTERNAL_ID_LENGTH, putExternalId } from '../lists/orders';
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
import { keyText, orderIdText } from './reconcile/compare';

const orderId: INodeProperties = {
	displayName: 'Order ID',
	name: 'orderId',
	type: 'resourceLocator',
	required: true,
	// Nothing but this column: the id of a database or ERP is another order's.
	default: { mode: 'id', value: '={{ $json.salesOrderId }}' },
	description:
		'The salesOrderId of the order, not a number of your own. After other nodes, drag it in from the trigger or list node.',
	modes: [{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 10482' }],
};

const externalId: INodeProperties = {
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. SO-2026-000123',
	description: 'Number of the order in your own system, such as the one that the node before has created',
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
			'Whether to skip orders that already have this external ID. Works only if the items come straight from a list or trigger of this service.',
	},
]);

export const setExternalId: Operation = {
	name: 'Set External ID',
	action: 'Set external ID of sales order',
	description:
		'Store the number that your own system gave to a sales order, so that you can find it again when the order is deleted',
	properties: [
		...withToolDefault(orderId, {
			mode: 'id',
			value: fromAi('Order_ID', 'Number of the order in the service (salesOrderId)'),
		}),
		...withToolDefault(externalId, fromAi('External_ID', 'Number of the order in your own system')),
		notice('lengthNotice', 'The service silently cuts IDs at 255 characters, so longer ones are rejected'),
		optionFields,
	],
	eachItem(context, client) {
		const noteWritten = writtenHints(client);
		const written = new Set<string>();
		return async (itemIndex) => {
			const item: IDataObject = context.getInputData()[itemIndex]?.json ?? {};
			refuseReport(item);
			const orderId = readOrderId(context.getNodeParameter('orderId', itemIndex));
			// Numbers stay numbers in the output, as they are in the lists; one that would be rounded stays text.
			const salesOrderId = Number.isSafeInteger(Number(orderId)) ? Number(orderId) : orderId;
			try {
				const options = readCollection(context.getNodeParameter('options', itemIndex, {}), 'Options');
				const externalId = readExternalId(context, client, itemIndex, options.onTooLong);
				const skipUnchanged = readSwitch(options.skipUnchanged, 'Skip Unchanged') ?? false;
				const isUnchanged = externalIdIn(item, orderId) === externalId && !written.has(orderId);
				const hasIt = skipUnchanged && isUnchanged && isStraight(context);
				const row = { salesOrderId, externalId, updated: !hasIt };
				const isDeleted =
					!hasIt && ((await putExternalId(client, orderId, externalId)) || saysDeleted(item, orderId));
				noteWritten({ orderId, externalId, item, isDeleted });
				if (hasIt) return [{ json: row }];
				written.add(orderId);
				return [{ json: row }];
			} catch (error) {
				// With Continue On Fail, the error item names the order.
				throw error instanceof Error ? Object.assign(error, { salesOrderId }) : error;
			}
		};
	},
};

/** Whether an item is this order. One as sent is recognized by its lines: any other id is a number of another system. */
function isOrder({ salesOrderId, items, id }: IDataObject, orderId: string): boolean {
	return String(salesOrderId ?? (Array.isArray(items) ? id : undefined)) === orderId;
}

/** The external ID of this order in an item; undefined if there is none, or if the item is about another order. */
function externalIdIn(item: IDataObject, orderId: string): string | undefined {
	return isOrder(item, orderId) && hasExternalId(item) ? String(item.externalId) : undefined;
}

/**
 * Whether the items come straight from a list or trigger of this package. Any other node may have put the new number in
 * the column of the old one.
 */
function isStraight(context: IExecuteFunctions): boolean {
	try {
		const { previousNode } = context.getInputSourceData();
		const before = context.getParentNodes(context.getNode().name).find(({ name }) => name === previousNode);
		return /\.salesOrderIntegration(Trigger)?$/.test(before?.type ?? '');
	} catch {
		// There is no node before, as in the tool of an agent.
		return false;
	}
}

function saysDeleted(item: IDataObject, orderId: string): boolean {
	// A sheet or a database may have written it as text or number.
	const isDeleted = ['true', '1'].includes(String(item.deleted).toLowerCase());
	return isOrder(item, orderId) && (isDeleted || item.event === 'deleted');
}

/** A report may name an order too, but it has no number of the user's own system. */
function refuseReport({ event, message, salesOrderId }: IDataObject): void {
	const isReport = (event === 'attention' || event === 'summary') && typeof message === 'string';
	if (!isReport || salesOrderId !== undefined) return;
	throw new InputError(
		`The incoming item is a report of the trigger, not an order: ${String(message)}`,
		"A person should read it. Put a Switch node on 'event' after the trigger, and send reports to a node that tells somebody.",
	);
}

const MOST_NAMED = 10;

interface Write {
	orderId: string;
	externalId: string;
	item: IDataObject;
	isDeleted: boolean;
}

/** Returns a function to call after each write: it adds a hint if that may be a mistake. */
function writtenHints({ hints }: Client): (write: Write) => void {
	const orderOf = new Map<string, string>();
	const externalIdOf = new Map<string, string>();
	const about = {
		deletedOrder: new Set<string>(),
		overwritten: new Set<string>(),
		otherOrder: new Set<string>(),
	};
	const note = (kind: keyof typeof about, orderId: string, beginning: string, end: string) => {
		const named = [...about[kind].add(orderId)];
		const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
		hints.set(kind, `${beginning}: ${named.slice(0, MOST_NAMED).join(', ')}${more}. ${end}`);
	};
	return ({ orderId, externalId, item, isDeleted }) => {
		const key = keyText(externalId);
		const otherOrder = orderOf.get(key) ?? orderId;
		if (otherOrder !== orderId) {
			hints.set(
				'sameExternalId',
				`The same external ID was written to different orders: ${externalId} to ${otherOrder} and ${orderId}. A later deletion then cannot be matched. Check the expression in 'External ID'.`,
			);
		}
		const otherId = externalIdOf.get(orderId) ?? externalId;
		if (otherId !== externalId) {
			hints.set(
				'twoExternalIds',
				`Order ${orderId} got two external IDs, one after the other: ${otherId} and ${externalId}. It keeps the last one. Check that each order comes once.`,
			);
		}
		orderOf.set(key, orderId);
		externalIdOf.set(orderId, externalId);
		if ((externalIdIn(item, orderId) ?? externalId) !== externalId) {
			const end = 'If two workflows or systems write them, each overwrites the other.';
			note('overwritten', orderId, 'Orders that already had another external ID, which was replaced', end);
		}
		if (![orderId, ''].includes(orderIdText(item.salesOrderId))) {
			const end = "If that is wrong, drag salesOrderId into 'Order ID'.";
			note('otherOrder', orderId, 'Orders to which the item of another order was written', end);
		}
		if (isDeleted) {
			const end = 'To leave out deleted orders, put a Filter node before this one.';
			note('deletedOrder', orderId, 'An external ID was written to a deleted order', end);
		}
	};
}

const WHERE_IT_IS =
	'Drag in salesOrderId from the trigger or list node that read the order (with Output As Sent: its id). A number of your own system or database is not the order ID.';

/** @param value the resource locator, or the ID alone, as an expression or another program may pass it */
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
	if (/[\n\v\f\r\u0085\u2028\u2029]/.test(text)) {
		throw new InputError(
			"'External ID' has a line break",
			'No document has such a number, and nothing would match it later. With an expression, add .trim() or take one line.',
		);
	}
	if (!isCut || text.length <= MAX_EXTERNAL_ID_LENGTH) return text;
	hints.add(
		'truncated',
		`External IDs longer than ${MAX_EXTERNAL_ID_LENGTH} characters were truncated; two that differ only after that are now the same.`,
	);
	return cutExternalId(text);
}
