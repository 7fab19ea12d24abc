/** What both order lists have in common: their fields, the window of time, reading and filtering. */
import { DAY_MS, wholeSecond } from '../dates/durations';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Client } from '../http/client';
import { readCompleteParts, readUnique } from '../lists/completeList';
import type { ReadingOfParts, Verify } from '../lists/completeList';
import {
	checkWindow,
	findZoneMismatch,
	isAskedFor,
	parseDateInput,
	parseTimestamp,
	toServiceWindow,
	zoneWitness,
} from '../dates';
import type { InstantWindow, ServiceWindow } from '../dates';
import type { ListQuery } from '../lists/links';
import type { WireRecord } from '../lists/wire';
import { toRows } from '../output';
import type { OutputMode } from '../output';
import { outputProperties, readFields } from '../output/properties';
import { noteEmptyExpression } from './emptyExpression';
import { readFilters } from './filters';
import type { OrderFilter } from './filters';
import { pagingProperties, readLimit } from './paging';

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
		'An AI agent reads everything that comes back. To save its context, choose Selected Fields as Output, and switch Return All off.',
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

const timezoneNotice: INodeProperties = {
	displayName:
		'Start and End are in the time zone of this workflow (see its settings), unless they carry an offset. The service reads them in the zone of the token’s user, so check that the Time Zone in the credential is right.',
	name: 'timezoneNotice',
	type: 'notice',
	default: '',
};

/** The fields of an order list, given its filters, what its time window means, and further hints on that. */
export function orderListProperties(
	filters: INodeProperties,
	windowMeaning: string,
	...windowNotices: INodeProperties[]
): INodeProperties[] {
	return [
		{
			displayName: 'Start',
			name: 'start',
			type: 'dateTime',
			default: '',
			description: `Beginning of the time window, ${windowMeaning}. An expression such as {{ $today.minus({ days: 7 }) }} will do. Empty: from the very first order.`,
		},
		{
			displayName: 'End',
			name: 'end',
			type: 'dateTime',
			default: '',
			description: `End of the time window, ${windowMeaning}; this second still belongs to it. Empty: no end.`,
		},
		...windowNotices,
		timezoneNotice,
		toolNotice,
		...pagingProperties,
		...outputProperties,
		filters,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'Verify',
					name: 'verify',
					type: 'options',
					options: [
						{
							name: 'On Signs of a Change',
							value: 'signs',
							description:
								'Read again when something shows that an order may have been skipped; costs at most three more requests',
						},
						{
							name: 'Always Read Twice',
							value: 'twice',
							description:
								'Read until two readings agree: for a service that changes the order of its list. With a limit, only when the list ends before it.',
						},
					],
					default: 'signs',
					description: 'How to make sure that no order is missing although the list changes while it is read',
				},
			],
		},
	];
}

/**
 * The rows of an order list for one input item.
 *
 * @throws InputError, ServiceFailure
 */
export async function runOrderList(
	context: IExecuteFunctions,
	client: Client,
	itemIndex: number,
	kind: OrderListKind,
): Promise<IDataObject[]> {
	const zones = { workflowZone: context.getTimezone(), tokenZone: client.connection.timezone };
	const noteEmpty = (path: string, field: string) => noteEmptyExpression(context, client.hints, path, field);
	const readDate = (path: string, field: string, edge: 'start' | 'end') => {
		const instant = parseDateInput(context.getNodeParameter(path, itemIndex, ''), { field, edge, ...zones });
		if (instant === undefined) noteEmpty(path, field);
		// The service shows whole seconds only: what happened in the second in which a window starts may belong to it.
		return instant === undefined || edge === 'end' ? instant : wholeSecond(instant);
	};

	const window: InstantWindow = {
		start: readDate('start', 'Start', 'start'),
		end: readDate('end', 'End', 'end'),
	};
	checkWindow(window, context.getTimezone());
	const filter = readFilters(context.getNodeParameter('filters', itemIndex, {}) as IDataObject, {
		deletedFrom: () => readDate('filters.deletedFrom', 'Deleted From', 'start'),
		deletedTo: () => readDate('filters.deletedTo', 'Deleted To', 'end'),
		noteEmpty: (field, label) => noteEmpty(`filters.${field}`, label),
	});
	const verify = context.getNodeParameter('options.verify', itemIndex, 'signs') as Verify;
	const output = context.getNodeParameter('output', itemIndex, 'simplified') as OutputMode;
	const fields =
		output === 'selectedFields' ? readFields(context.getNodeParameter('fields', itemIndex, [])) : [];
	const limit = readLimit(context, itemIndex);

	const wanted = { window, filter, verify, limit };
	return await readRows(client, kind, wanted, (order) => toRows(order, { output, fields }));
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
		const isWanted = isAskedFor(dates, window, sent) && filter(order);
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
