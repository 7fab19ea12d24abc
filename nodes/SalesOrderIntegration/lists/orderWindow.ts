/** The orders of a time window, read in one way for node and trigger (design 3.1, 3.3, 3.4). */
import { isAskedFor, isWithin, toServiceWindow } from '../dates/serviceWindow';
import { parseTimestamp } from '../dates/timestamp';
import { FILTER_DATES } from '../dates/zoneCheck';
import type { ServiceWindow } from '../dates/serviceWindow';
import { DAY_MS, HOUR_MS, wholeSecond } from '../dates/durations';
import type { Span } from '../dates/durations';
import { isRefusal, unless } from '../errors/failures';
import { serviceNow } from '../http/client';
import type { Client } from '../http/client';
import { readCompleteList } from './completeList';
import type { CompleteList, Verify } from './completeList';
import type { ListQuery } from './links';
import type { ListRequest } from './listReading';
import { createdOrders, deletedOrders } from './orders';
import type { WireRecord } from './wire';

/** The two lists of orders: those that are not deleted, and those that are. */
export type OrderListName = 'created' | 'deleted';

/** A window of one of the two order lists, as it is asked for and as it is sent. */
interface OrderWindow {
	list: OrderListName;
	/** As it is asked for. */
	window: Span;
	/** As it is sent, widened around clock changes: the service may list orders just outside `window`. */
	sent: ServiceWindow;
	query: ListQuery;
	/** Deleted orders to check a reading of the created list against. */
	deletedQuery?: ListQuery;
	/** The dates that the service may filter by: one for the created list; for the deleted list, which one is unknown. */
	dateFields: string[];
}

/**
 * A window of an order list, ready to be read.
 *
 * @throws InputError if the time zone of the credential is unknown
 */
export function orderWindow(client: Client, list: OrderListName, window: Span): OrderWindow {
	const { timezone, serverDateParameter } = client.connection;
	const sent = toServiceWindow(window, timezone);
	if (list === 'deleted') {
		const dateFields = ['mobileDateCreated', 'dateCreated', 'dateDeleted'];
		return { list, window, sent, query: deletedOrders(client, sent), dateFields };
	}
	return {
		list,
		window,
		sent,
		query: createdOrders(client, sent),
		deletedQuery: deletedOrders(client, toServiceWindow(deletionWindow(client, window), timezone)),
		dateFields: [serverDateParameter ? 'dateCreated' : 'mobileDateCreated'],
	};
}

/** Covers every deletion from now on of an order in `window`, whichever date the deleted list is filtered by. */
function deletionWindow(client: Client, { from, to }: Span): Span {
	const now = serviceNow(client);
	return { from: Math.min(from, now - DAY_MS), to: Math.max(to, now + 2 * DAY_MS) };
}

/** What was read of a window. */
export interface OrdersOfWindow<Result = WireRecord> extends CompleteList<Result> {
	/**
	 * Why the time zone of the credential may be wrong, see checkTimeZone.ts: the window has an end, and the service lists
	 * an order that lies outside by all its dates, or nothing.
	 */
	zoneDoubt?: 'stray' | 'empty';
}

/** See ListRequest and readCompleteList. */
type OrderReadOptions<Result> = Omit<ListRequest<Result>, 'query' | 'deletedQuery'> & { verify?: Verify };

/**
 * Reads every order of a window, or adds a hint that some may be missing (see readCompleteList). An order that says
 * that it belongs to the other list is left out: some services list those too. With a `limit`, the list is checked
 * only if it ends before it.
 *
 * @throws ServiceFailure if a page cannot be read
 */
export async function readOrders<Result = WireRecord>(
	client: Client,
	orders: OrderWindow,
	{ convert = (order) => order as Result, limit, ...more }: OrderReadOptions<Result> = {},
): Promise<OrdersOfWindow<Result>> {
	let isEmpty = true;
	let hasStray = false;
	const convertListed = (order: WireRecord) => {
		isEmpty = false;
		hasStray ||= isStray(order, orders);
		const isListed = order.deleted !== (orders.list === 'created');
		return isListed && isInWindow(order, orders) ? convert(order) : undefined;
	};
	const { query, deletedQuery } = orders;
	const request = { query, deletedQuery, convert: convertListed, limit, ...more };
	const list = await readCompleteList(client, request);
	const { from, to } = orders.window;
	const isEmptyWindow = isEmpty && (from > -Infinity || to < Infinity);
	return { ...list, zoneDoubt: hasStray ? 'stray' : isEmptyWindow ? 'empty' : undefined };
}

/** A window that is refused is not divided further than this: its length is then not the reason. */
const SHORTEST_PART_MS = HOUR_MS;

/**
 * Reads every order of a window as {@link readOrders} does, for a service that limits how long a window may be: one that
 * is refused is read in two halves. An order that both have, because its date changed meanwhile, comes once.
 *
 * @throws ServiceFailure if a page cannot be read; the refusal of a window that is short or has an open side
 */
export async function readOrdersInParts<Result>(
	client: Client,
	list: OrderListName,
	window: Span,
	{ limit, ...options }: OrderReadOptions<Result>,
): Promise<OrdersOfWindow<Result>> {
	const records = new Map<string, Result>();
	const parts: Array<OrdersOfWindow<Result>> = [];
	const read = async (span: Span): Promise<void> => {
		// An order of the second in which two parts meet counts once.
		if (limit !== undefined && records.size >= limit) return;
		const reading = readOrders(client, orderWindow(client, list, span), { ...options, limit });
		const length = span.to - span.from;
		const isDivisible = length < Infinity && length >= 2 * SHORTEST_PART_MS;
		const answer = await (isDivisible ? unless(isRefusal, reading) : reading);
		if (answer) {
			parts.push(answer);
			for (const [key, record] of answer.records) records.set(key, record);
			return;
		}
		const middle = wholeSecond(span.from + length / 2);
		await read({ from: span.from, to: middle });
		await read({ from: middle, to: span.to });
	};
	await read(window);
	const doubts = parts.map(({ zoneDoubt }) => zoneDoubt);
	return {
		records,
		isSettled: parts.every(({ isSettled }) => isSettled),
		isMiscounted: parts.some(({ isMiscounted }) => isMiscounted),
		zoneDoubt: doubts.find((doubt) => doubt === 'stray') ?? doubts.find(Boolean),
	};
}

/** Whether an order belongs to the window that was asked for, and not only to the wider one that was sent. */
function isInWindow(order: WireRecord, { dateFields, window, sent }: OrderWindow): boolean {
	const dates = dateFields.map((field) => parseTimestamp(order[field]));
	return isAskedFor(dates, window, sent);
}

/** Whether a service in this time zone cannot have listed the order, whichever of its dates it filters on. */
function isStray(order: WireRecord, { dateFields, sent }: OrderWindow): boolean {
	return [...FILTER_DATES, ...dateFields].every((field) => {
		const date = parseTimestamp(order[field]);
		return date !== undefined && !isWithin(date, sent.widest);
	});
}
