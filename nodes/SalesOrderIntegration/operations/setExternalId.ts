/** Set External ID (api-specification 4.2). */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { named, type Hints } from '../errors/hints';
import { cutExternalId, hasExternalId, isDeleted, LONGEST_EXTERNAL_ID, putExternalId } from '../lists/orders';
import { asCell } from '../output/columns';
import { collection, fromAi, withToolDefault } from '../parameters/fields';
import {
	isBlank,
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
		collection('Option', [
			{
				displayName: 'If Too Long',
				name: 'onTooLong',
				type: 'options',
				options: [
					{ name: 'Fail', value: 'error', description: 'Reject it before anything is sent' },
					{ name: 'Truncate', value: 'truncate', description: 'Keep the first 255 characters, with a hint' },
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
					'Whether to skip orders that already have this external ID. Works only if the items come straight from a list or trigger of this package.',
			},
		]),
	],
	eachItem(context, client) {
		const noteWritten = writtenHints(client.hints);
		const written = new Set<string>();
		return async (itemIndex) => {
			const item: IDataObject = context.getInputData()[itemIndex]?.json ?? {};
			refuseReport(item);
			const orderId = readOrderId(context.getNodeParameter('orderId', itemIndex));
			// Numbers stay numbers in the output, as they are in the lists; one that would be rounded stays text.
			const salesOrderId = Number.isSafeInteger(Number(orderId)) ? Number(orderId) : orderId;
			try {
				const options = readCollection(context.getNodeParameter('options', itemIndex, {}), 'Options');
				const entered = context.getNodeParameter('externalId', itemIndex);
				const externalId = readExternalId(entered, options.onTooLong, client.hints);
				const skipUnchanged = readSwitch(options.skipUnchanged, 'Skip Unchanged') ?? false;
				const before = orderIn(item, orderId);
				const isUnchanged = before.externalId === externalId && !written.has(orderId);
				const updated = !(skipUnchanged && isUnchanged && isStraight(context));
				// Also if it fails: the service may have saved it.
				if (updated) written.add(orderId);
				const isDeleted = updated && ((await putExternalId(client, orderId, externalId)) || before.isDeleted);
				noteWritten(orderId, externalId, item, isDeleted);
				return [{ json: { salesOrderId, externalId, updated } }];
			} catch (error) {
				// With Continue On Fail, the error item names the order.
				throw error instanceof Error ? Object.assign(error, { salesOrderId }) : error;
			}
		};
	},
};

/** The order that an item is about; empty if it says none. Of what no phone has created, an id is a number of another system. */
function orderIdIn({ salesOrderId, mobileDateCreated, id }: IDataObject): string {
	return orderIdText(salesOrderId ?? (mobileDateCreated === undefined ? undefined : id));
}

/** What an item says of an order; nothing if it is about another. */
function orderIn(item: IDataObject, orderId: string): { externalId?: string; isDeleted: boolean } {
	if (orderIdIn(item) !== orderId) return { isDeleted: false };
	return {
		externalId: hasExternalId(item) ? String(asCell(item.externalId)) : undefined,
		isDeleted: item.event === 'deleted' || isDeleted(item),
	};
}

/** Whether the items come straight from a list or trigger: any other node may have put the new number in the old column. */
function isStraight(context: IExecuteFunctions): boolean {
	try {
		const { previousNode, previousNodeOutput = 0 } = context.getInputSourceData();
		const before = context.getParentNodes(context.getNode().name).find(({ name }) => name === previousNode);
		// A disabled node passes its input on, and the error output (output 1) has the fields of the input.
		const isOwn = !before?.disabled && previousNodeOutput === 0;
		return isOwn && /\.salesOrderIntegration(Trigger)?$/.test(before?.type ?? '');
	} catch {
		// There is no node before, as in the tool of an agent.
		return false;
	}
}

/** A report may name an order too, but it has no number of the user's own system. */
function refuseReport({ event, message, salesOrderId }: IDataObject): void {
	const isReport = (event === 'attention' || event === 'summary') && typeof message === 'string';
	if (!isReport || !isBlank(salesOrderId)) return;
	throw new InputError(
		`The incoming item is a report of the trigger, not an order: ${String(message)}`,
		"A person should read it. Put a Switch node on 'event' after the trigger, and send reports to a node that tells somebody.",
	);
}

/** What may be a mistake, with the orders that it is about. */
const doubts = {
	sameExternalId: (orders: string) =>
		`Different orders got the same external ID: ${orders}. A later deletion may then be matched to the wrong order. Check the expression in 'External ID'.`,
	twoExternalIds: (orders: string) =>
		`Orders got two external IDs, one after the other: ${orders}. They keep the last one. Check that each order comes once.`,
	overwritten: (orders: string) =>
		`Orders that already had another external ID, which was replaced: ${orders}. If two workflows or systems write them, each overwrites the other.`,
	otherOrder: (orders: string) =>
		`Orders that got their external ID from the item of another order: ${orders}. If that is wrong, drag salesOrderId into 'Order ID'.`,
	deletedOrder: (orders: string) =>
		`External IDs were written to deleted orders: ${orders}. To leave out deleted orders, put a Filter node before this one.`,
};

/** Returns a function to call after each write: it adds a hint if that may be a mistake. */
function writtenHints(hints: Hints) {
	/** The orders that have an external ID now. */
	const holders = new Map<string, Set<string>>();
	const externalIdOf = new Map<string, string>();
	const noted = new Map<string, Map<string, string>>();
	const note = (doubt: keyof typeof doubts, key: string, words = key) => {
		const all = (noted.get(doubt) ?? new Map<string, string>()).set(key, words);
		noted.set(doubt, all);
		hints.set(doubt, doubts[doubt](named([...all.values()])));
	};
	return (orderId: string, externalId: string, item: IDataObject, isDeleted: boolean) => {
		const key = keyText(externalId);
		const otherId = externalIdOf.get(orderId) ?? externalId;
		if (otherId !== externalId) holders.get(keyText(otherId))?.delete(orderId);
		const own = holders.get(key) ?? new Set<string>();
		const [otherOrder = orderId] = own;
		holders.set(key, own.add(orderId));
		externalIdOf.set(orderId, externalId);
		if (otherOrder !== orderId)
			note('sameExternalId', orderId, `${externalId} (${otherOrder} and ${orderId})`);
		if (otherId !== externalId) note('twoExternalIds', orderId, `${orderId} (${otherId} and ${externalId})`);
		if (keyText(orderIn(item, orderId).externalId ?? key) !== key) note('overwritten', orderId);
		if (![orderId, ''].includes(orderIdIn(item))) note('otherOrder', orderId);
		if (isDeleted) note('deletedOrder', orderId);
	};
}

const WHERE_IT_IS =
	'Drag in salesOrderId from the trigger or list node that read the order (with Output As Sent: its id). A number of your own system or database is not the order ID.';

/** From the resource locator, or the ID alone, as an expression or another program may pass it. */
function readOrderId(value: unknown): string {
	const given = locatorValue(value);
	const text = readIdentifier(given, 'Order ID')?.trim();
	if (text === undefined) throw new InputError("'Order ID' is empty", WHERE_IT_IS);
	if (!/^0*[1-9]\d*$/.test(text)) throw unusable('Order ID', given, WHERE_IT_IS);
	return text.replace(/^0+/, '');
}

/** The external ID to write: not empty, and cut to what the service keeps if that was chosen. */
function readExternalId(value: unknown, onTooLong: unknown, hints: Hints): string {
	const text = readIdentifier(value, 'External ID') ?? '';
	const isCut = readChoice(onTooLong, 'If Too Long', ['error', 'truncate']) === 'truncate';
	const cut = isCut ? cutExternalId(text) : text;
	if (isBlank(cut)) {
		throw new InputError(
			"'External ID' is empty",
			'Enter the number of the order in your own system. With an expression, check that the field exists on every incoming item.',
		);
	}
	if (/[\n\v\f\r\u0085\u2028\u2029]/.test(cut)) {
		throw new InputError(
			"'External ID' has a line break",
			'No document has such a number, and nothing would match it later. With an expression, add .trim() or take one line.',
		);
	}
	if (cut.length > LONGEST_EXTERNAL_ID) {
		throw new InputError(
			`The external ID is longer than ${LONGEST_EXTERNAL_ID} characters (${cut.length})`,
			"The service would silently cut it, and two IDs that differ only after that would become the same. Use a shorter one, or choose Truncate under 'If Too Long'.",
		);
	}
	if (cut !== text) hints.add('truncated', TRUNCATED);
	return cut;
}

const TRUNCATED =
	'External IDs longer than 255 characters were truncated; two that differ only after that are now the same.';
