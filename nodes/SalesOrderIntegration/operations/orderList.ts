/** What both order lists have in common: their fields, the window of time, reading and filtering. */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { findZoneMismatch, isAskedFor, parseTimestamp, toServiceWindow, zoneWitness } from '../dates';
import type { InstantWindow, ServiceWindow } from '../dates';
import { DAY_MS } from '../dates/durations';
import type { Client } from '../http/client';
import { readCompleteParts, readUnique } from '../lists/completeList';
import type { ReadingOfParts, Verify } from '../lists/completeList';
import type { ListQuery } from '../lists/links';
import type { WireRecord } from '../lists/wire';
import { toRows } from '../output';
import type { OutputChoice } from '../output';
import { outputProperties, readOutputChoice } from '../output/properties';
import { unknownFields } from '../output/selectedFields';
import { readOrderFilter } from '../parameters/orderFilter';
import type { OrderFilter } from '../parameters/orderFilter';
import { orderFilterFields } from '../parameters/orderFilterFields';
import { readChoice, readCollection } from '../parameters/values';
import { noteEmptyExpressions } from './emptyExpression';
import { pagingProperties, readLimit } from './paging';
import { readWindow, windowFields, zonesOf } from './timeWindow';

/** What differs between the two lists. */
export interface OrderListKind {
	query(client: Client, window: ServiceWindow): ListQuery;
	/** The list to which an order goes that is taken out of this one. */
	deletedQuery?(client: Client, window: ServiceWindow): ListQuery;
	/** The dates of which at least one must lie in the window. */
	dateFields(client: Client): string[];
}

const toolNotice: INodeProperties = {
	displayName:
		"Agents receive all output. To save tokens, use Selected Fields and turn off 'Return All'. Set 'Start', so that a list does not begin with the very first order.",
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Completeness Check',
			name: 'verify',
			type: 'options',
			options: [
				{
					name: 'Always Read Twice',
					value: 'twice',
					description:
						'Keep reading until two readings match; use this if the service reorders its list. With a limit, only if the list ends before it.',
				},
				{
					name: 'On Signs of a Change',
					value: 'signs',
					description: 'Usually two or three extra requests; more if the list must be read again',
				},
			],
			default: 'signs',
			description: 'How to avoid skipping orders when the list changes during reading',
		},
	],
};

/** The fields of an order list: its notices, Start and End, and what all lists have. */
export function orderListProperties(
	filters: INodeProperties,
	...notices: INodeProperties[]
): INodeProperties[] {
	return [
		...notices,
		toolNotice,
		...windowFields('orders created on the phone'),
		...pagingProperties,
		...outputProperties,
		filters,
		options,
	];
}

/** Begins a run of an order list; the function that it returns reads the list for one input item. */
export function runOrderList(
	context: IExecuteFunctions,
	client: Client,
	kind: OrderListKind,
): (itemIndex: number) => Promise<IDataObject[]> {
	const earlier = new Set<string>();
	return async (itemIndex) => {
		const window = readWindow(context, client, itemIndex);
		const filters = readCollection(context.getNodeParameter('filters', itemIndex, {}), 'Filters');
		const filter = readOrderFilter(filters, zonesOf(context, client));
		noteEmptyExpressions(context, itemIndex, client.hints, orderFilterFields, 'filters');
		const given = readCollection(context.getNodeParameter('options', itemIndex, {}), 'Options');
		const verify = readChoice(given.verify, 'Completeness Check', ['signs', 'twice']) ?? 'signs';
		const choice = readOutputChoice(
			context.getNodeParameter('output', itemIndex, ''),
			context.getNodeParameter('fields', itemIndex, []),
		);
		const limit = readLimit(context, itemIndex);

		const wanted = { window, filter, verify, limit };
		const rows = await readRows(client, kind, wanted, (order) => toRows(order, choice));
		noteUnknownFields(client, choice, rows);
		// A list that ended at its limit does not tell what lies behind it.
		if (rows.length < limit) noteUnmatched(client, filter);
		const settings = JSON.stringify([window, filters, verify, choice, limit]);
		if (earlier.has(settings) && rows.length > 0) client.hints.add('repeatedList', REPEATED);
		earlier.add(settings);
		return rows;
	};
}

const REPEATED =
	"Several input items asked for the same list, so its rows are repeated. To read it once, turn on 'Execute Once' in the settings of this node.";

function noteUnmatched({ hints }: Client, filter: OrderFilter): void {
	const values = filter.unmatched();
	if (values.length === 0) return;
	hints.add(
		'unmatchedFilter',
		`None of the orders in the time window has ${values.join(', ')}. Check the spelling of this filter.`,
	);
}

function noteUnknownFields({ hints }: Client, { fields }: OutputChoice, rows: IDataObject[]): void {
	const unknown = unknownFields(fields, rows);
	if (unknown.length === 0) return;
	hints.add('unknownField', `No order has ${unknown.join(', ')}. Check the spelling under 'Fields'.`);
}

interface Wanted {
	window: InstantWindow;
	filter: OrderFilter;
	verify: Verify;
	limit: number;
}

async function readRows(
	client: Client,
	kind: OrderListKind,
	{ window, filter, verify, limit }: Wanted,
	rowsOf: (order: WireRecord) => IDataObject[],
): Promise<IDataObject[]> {
	const sent = toServiceWindow(window, client.connection.timezone);
	const query = kind.query(client, sent);
	const dateFields = kind.dateFields(client);
	const keep = (order: WireRecord): ListedOrder => {
		const { deleted, dateDeleted, dateCreated } = order;
		const dates = dateFields.map((field) => parseTimestamp(order[field]));
		const isWanted = isAskedFor(dates, window, sent) && filter.matches(order);
		return {
			deleted,
			dateDeleted,
			testifiedDate: testifiedDate(dates, dateCreated, sent),
			rows: isWanted ? rowsOf(order) : NO_ROWS,
		};
	};

	const orders =
		limit === Infinity
			? await readAll(client, kind, { query, verify, keep }, window)
			: await readSome(client, { query, verify, keep }, limit);
	const dates = orders.map((order) => order.testifiedDate);
	const mismatch = findZoneMismatch(dates, window, client.connection.timezone);
	if (mismatch) client.hints.add('timezone', mismatch.message);
	return orders.flatMap(({ rows }) => rows);
}

/** What is kept of an order: its rows need not fit into the memory together with all that it held. */
type ListedOrder = {
	deleted: unknown;
	dateDeleted: unknown;
	testifiedDate: number | undefined;
	/** Empty only for an order that is not wanted. */
	rows: IDataObject[];
};

const NO_ROWS: IDataObject[] = [];

/** Every order that the service lists for the window, whatever happens to the list meanwhile (design 3.1). */
async function readAll(
	client: Client,
	kind: OrderListKind,
	reading: ReadingOfParts<ListedOrder>,
	window: InstantWindow,
): Promise<ListedOrder[]> {
	const deletedQuery = kind.deletedQuery?.(client, probeWindow(client, window));
	const list = await readCompleteParts(client, { ...reading, deletedQuery });
	return list?.records ?? [];
}

/** The orders up to the last that is wanted. */
async function readSome(
	client: Client,
	{ query, verify, keep }: ReadingOfParts<ListedOrder>,
	limit: number,
): Promise<ListedOrder[]> {
	const orders: ListedOrder[] = [];
	let wanted = 0;
	for await (const order of readUnique(client, query, verify)) {
		const listed = keep(order);
		orders.push(listed);
		if (listed.rows.length > 0 && ++wanted >= limit) break;
	}
	return orders;
}

/** Covers every order of `window`, and, whichever date the deleted list is filtered on, every deletion from now on. */
function probeWindow({ timing, connection }: Client, { start, end }: InstantWindow): ServiceWindow {
	const now = timing.now();
	return toServiceWindow(
		{
			start: start === undefined ? undefined : Math.min(start, now - DAY_MS),
			end: Math.max(end ?? 0, now + 2 * DAY_MS),
		},
		connection.timezone,
	);
}

/**
 * The date of an order that tells in which zone the service read the window (design 3.4); undefined where the date
 * that the service filters on is not known: there is nothing to hold the window against.
 */
function testifiedDate(
	[filteredBy, ...others]: Array<number | undefined>,
	dateCreated: unknown,
	sent: ServiceWindow,
): number | undefined {
	return others.length > 0 ? undefined : zoneWitness(filteredBy, [parseTimestamp(dateCreated)], sent);
}
