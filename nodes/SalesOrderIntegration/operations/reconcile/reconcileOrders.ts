/** Reconcile Sales Orders (design 2): reads records and orders, and returns what differs between them. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isWithin } from '../../dates/serviceWindow';
import { parseTimestamp } from '../../dates/timestamp';
import { DAY_MS, type Span } from '../../dates/durations';
import { InputError, isOfCheck, isRefusal, ServiceFailure, shown, unless } from '../../errors/failures';
import { serviceNow, type Client } from '../../http/client';
import { giveWay } from '../../http/timing';
import { readOrdersInParts, type OrderListName } from '../../lists/orderWindow';
import { hasExternalId } from '../../lists/orders';
import type { WireRecord } from '../../lists/wire';
import { simplifiedRow } from '../../output';
import { collection, notice } from '../../parameters/fields';
import {
	readCollection,
	readIdentifier,
	readNumber,
	readSwitch,
	requireChoice,
	unusable,
} from '../../parameters/values';
import { readWindow, windowFields, windowHints, type Operation } from '../operation';
import { compare, differences, explain, keyText, orderIdText } from './compare';
import type { Finding, OwnRecord, Rules, ServiceOrder } from './compare';

export const reconcileOrders: Operation = {
	name: 'Reconcile Sales Orders',
	action: 'Reconcile sales orders',
	description:
		'Compare your own records (all input items) with the service and return what differs. Not for AI agents, which pass one item at a time.',
	properties: [
		notice(
			'recordsNotice',
			"The input items are your records. If there can be none, turn on 'Always Output Data' in the settings of the node that reads them.",
			{ hide: { '@tool': [true] } },
		),
		notice(
			'agentNotice',
			'Not for AI agents: an agent passes one record, so all other orders count as missing. Use a workflow, or another operation.',
			{ show: { '@tool': [true] } },
		),
		{
			displayName: 'Match By',
			name: 'matchBy',
			type: 'options',
			options: [
				{ name: 'External ID', value: 'externalId', description: 'Your number, from Set External ID' },
				{ name: 'Order ID', value: 'orderId', description: 'The number in the service (salesOrderId)' },
			],
			default: 'externalId',
			description: 'The number that your records and the orders have in common',
		},
		{
			displayName: 'Match Field',
			name: 'key',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.order_number }}',
			description: 'Drag in the field of your records that holds this number',
		},
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.total }}',
			description:
				'The amount of each record, to compare with totalSales. Leave empty to compare no amounts.',
		},
		...windowFields,
		collection('Option', [
			{
				displayName: 'Amount Tolerance',
				name: 'amountTolerance',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 4 },
				default: 0.005,
				description: 'Amounts that differ by no more than this count as equal',
			},
			{
				displayName: 'Include Matching',
				name: 'includeMatching',
				type: 'boolean',
				default: false,
				description: 'Whether to also return the records that match',
			},
			{
				displayName: 'Several per Order',
				name: 'severalPerOrder',
				type: 'boolean',
				default: false,
				description: 'Whether your input has one item per order line. Their amounts are then added up.',
			},
		]),
	],
	takesAllItems: true,
	eachItem: (context, client) => async () => await reconcile(context, client),
};

async function reconcile(context: IExecuteFunctions, client: Client): Promise<INodeExecutionData[]> {
	const rules = readRules(context);
	const records = await readRecords(context, client, rules);
	const hasNoKeys = records.length > 0 && records.every(({ key }) => key === '');
	if (hasNoKeys) client.hints.add('emptyKeys', EMPTY_KEYS);
	const window = readWindow(context, client, 0);
	const { start, end } = context.getNode().parameters;
	const isOfItem = /\$json\b|\.item\b/.test([start, end].join());
	if (isOfItem && records.length > 1) client.hints.add('oneWindow', ONE_WINDOW);
	// With a margin: outside of the window, orders are only matched.
	const to = window.to + MARGIN_MS;
	// Created orders first: an order that is deleted during the reading is then in at least one of the lists.
	const created = await readWithMargin(client, 'created', to, window);
	await windowHints(client)(created, window);
	const future = Math.max(window.to, serviceNow(client)) + MARGIN_MS;
	// Nobody knows which date the deleted list is filtered by.
	const deleted = await readWithMargin(client, 'deleted', future, window);
	const orders = new Map(created.records);
	const findingsOf = () => compare(records, [...orders.values()], [...deleted.records.values()], rules);
	let findings = findingsOf();
	const lookAgainFor = async (
		difference: Finding['difference'],
		read: () => Promise<typeof created | undefined>,
	) => {
		const found = findings.filter((finding) => finding.difference === difference && finding.key !== '');
		const keys = new Set(found.map(({ key }) => key));
		if (keys.size === 0) return;
		for (const [id, order] of (await read())?.records ?? [])
			if (keys.has(order[rules.matchBy])) orders.set(id, order);
		findings = findingsOf();
	};
	// An order that was restored between the readings of the two lists is in neither.
	await lookAgainFor('unknown', async () => await readWithMargin(client, 'created', to, window));
	// A deleted order may have been entered again, at any time since.
	if (to < future && rules.matchBy === 'externalId') {
		await lookAgainFor('deleted', async () => {
			const reading = readSide(client, 'created', { from: to, to: future }, window);
			// A service may refuse what lies ahead.
			return to < serviceNow(client) ? await reading : await unless(isRefusal, reading);
		});
	}
	client.hints.add('reconciled', totals(records, [...orders.values()], findings));
	return findings.map((finding) => toItem(finding, rules));
}

function readRules(context: IExecuteFunctions): Rules {
	const options = readCollection(context.getNodeParameter('options', 0, {}), 'Options');
	const matchBy = context.getNodeParameter('matchBy', 0, 'externalId');
	const amountTolerance = readNumber(options.amountTolerance, 'Amount Tolerance') ?? 0.005;
	if (amountTolerance < 0) throw unusable('Amount Tolerance', amountTolerance, 'Use 0 or more.');
	return {
		matchBy: requireChoice(matchBy, 'Match By', ['externalId', 'orderId']),
		amountTolerance,
		severalPerOrder: readSwitch(options.severalPerOrder, 'Several per Order') ?? false,
		includeMatching: readSwitch(options.includeMatching, 'Include Matching') ?? false,
	};
}

/** @throws an error with the `item` whose key or amount cannot be used; an InputError names the record, counted from 1 */
async function readRecords(
	context: IExecuteFunctions,
	client: Client,
	{ matchBy }: Rules,
): Promise<OwnRecord[]> {
	const input = context.getInputData();
	if (context.getNode().executeOnce) {
		throw new InputError(
			"With 'Execute Once', only the first of your records arrives here",
			'Turn it off in the settings of this node: all records are compared at once anyway.',
		);
	}
	// Where a node found nothing, Always Output Data makes one empty item, which may be merged with records of another.
	const isNone = ({ json, binary }: Partial<INodeExecutionData>) =>
		json && Object.keys(json).length === 0 && !binary;
	const { key: enteredKey, amount: enteredAmount } = context.getNode().parameters;
	if (input.length > 1) {
		requireExpression('Match Field', String(enteredKey ?? ''));
		requireExpression('Amount', String(enteredAmount ?? ''));
	}
	const textOf = matchBy === 'orderId' ? orderIdText : keyText;
	const hasAmounts = !EMPTIED.test(String(enteredAmount ?? ''));
	const records: OwnRecord[] = [];
	for (const [item, data] of input.entries()) {
		await giveWay(item, client);
		if (isNone(data)) continue;
		try {
			const key = textOf(readIdentifier(context.getNodeParameter('key', item), 'Match Field'));
			const amount = hasAmounts ? readAmount(context.getNodeParameter('amount', item)) : undefined;
			records.push({ item, key, amount });
		} catch (error) {
			if (error instanceof InputError) error.message = `Record ${item + 1}: ${error.message}`;
			throw Object.assign(error as Error, { item });
		}
	}
	return records;
}

/** A field that was emptied in expression mode still holds its equals sign. */
const EMPTIED = /^=?\s*$/;

/** A text that was typed in would be the same for every record: most likely the name of a field. */
function requireExpression(label: string, entered: string): void {
	const isExpression = entered.startsWith('=') && entered.includes('{{');
	if (isExpression || EMPTIED.test(entered)) return;
	throw new InputError(
		`'${label}' is the same text for every record: ${shown(entered)}`,
		'Drag in the field of your records that holds it, so that it reads {{ $json.number }} or the like.',
	);
}

function readAmount(value: unknown): number {
	const amount = readNumber(value, 'Amount');
	if (amount !== undefined) return amount;
	throw new InputError(
		"'Amount' is empty",
		"Check the name of the field in the expression. If a record may have no amount, write {{ $json.total || 0 }} or the like. Leave 'Amount' empty to compare none.",
	);
}

/** How far the dates of a record and of its order may be apart. */
const MARGIN_MS = 3 * DAY_MS;

/** The orders from the margin before a window on, up to `to`; without this margin, if the service keeps nothing that old. */
async function readWithMargin(client: Client, list: OrderListName, to: number, window: Span) {
	const all = { from: window.from - MARGIN_MS, to };
	const found = await unless(isRefusal, readSide(client, list, all, window));
	if (found) return found;
	const rest = await readSide(client, list, { from: window.from, to }, window);
	client.hints.add('noMargin', NO_MARGIN);
	return rest;
}

/** The orders of a span of one list, and whether each lies in the window. */
async function readSide(client: Client, list: OrderListName, span: Span, window: Span) {
	const dateField = client.connection.serverDateParameter ? 'dateCreated' : 'mobileDateCreated';
	const convert = (order: WireRecord): ServiceOrder => ({
		orderId: orderIdText(order.id),
		externalId: hasExternalId(order) ? keyText(order.externalId) : '',
		// An order without a readable date must not be lost for that.
		isInWindow: isWithin(parseTimestamp(order[dateField]) ?? window.from, window),
		row: simplifiedRow(order),
	});
	const read = async (longestMs?: number) =>
		await readOrdersInParts(client, list, span, { convert, longestMs });
	// On to the future, it may be too long for the service: then in parts that a shorter window of the user makes shorter.
	const longestMs = window.to - window.from + 2 * MARGIN_MS;
	const mayBeTooLong = (error: unknown) =>
		error instanceof ServiceFailure && error.isRetried && span.to - span.from > longestMs;
	const reading = unless(mayBeTooLong, read()).then(async (whole) => whole ?? (await read(longestMs)));
	const found = await reading.catch((error: unknown) => {
		if (list === 'created' || !isOfCheck(error)) throw error;
		const message = `The list of deleted orders cannot be read. ${error.message}`;
		throw new ServiceFailure(error.kind, { ...error.details, message });
	});
	if (found.isSettled) return found;
	throw new InputError(
		'The list of orders changed each time it was read, so it cannot be compared',
		'Run it again when there are fewer changes, or choose a window that ended some time ago.',
	);
}

const NO_ORDER = simplifiedRow({});

function toItem(finding: Finding, rules: Rules): INodeExecutionData {
	const { difference, key, amount, order, items } = finding;
	const row = order?.row ?? NO_ORDER;
	const json: IDataObject = {
		difference,
		explanation: explain(finding, rules),
		key: key === '' ? null : key,
		amount: amount ?? null,
		totalSales: row.totalSales,
		...row,
	};
	// An empty list says that it is about no record; without one, n8n would guess the item.
	return { json, pairedItem: items.map((item) => ({ item })) };
}

const EMPTY_KEYS =
	"'Match Field' is empty in all records, so none can match. Check the name of the field in its expression.";

const NO_MARGIN =
	"The service refuses the three days before 'Start', so records may not match orders from then. Choose a later 'Start' to compare with these orders too.";

const ONE_WINDOW =
	"All records are compared within one window: 'Start' and 'End' are taken from the first input item. Enter dates that fit all records.";

function totals(records: OwnRecord[], live: ServiceOrder[], findings: Finding[]): string {
	const counts = Object.entries(differences).flatMap(([kind, words]) => {
		const count = findings.filter(({ difference }) => difference === kind).length;
		return count > 0 ? [`${words}: ${count}.`] : [];
	});
	const orders = live.filter(({ isInWindow }) => isInWindow).length;
	const found = counts.join(' ') || 'No differences.';
	return `Records compared: ${records.length}. Orders compared: ${orders}. ${found}`;
}
