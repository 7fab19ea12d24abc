/** The orders of a time window, read in one way for node and trigger (design 3.1, 3.3, 3.4). */
import { isAskedFor, isWithin, toServiceWindow, type ServiceWindow } from '../dates/serviceWindow';
import { parseTimestamp } from '../dates/timestamp';
import { FILTER_DATES } from '../dates/zoneCheck';
import { DAY_MS, type Span } from '../dates/durations';
import { asFailure, isRefusal, ServiceFailure } from '../errors/failures';
import { serviceNow, type Client } from '../http/client';
import { pause } from '../http/timing';
import { KEPT_CHANGING, MAX_READINGS, readCompleteList, type CompleteList } from './completeList';
import type { ListRequest } from './listReading';
import { flagOf, isDeletion } from './orders';
import type { ListQuery } from './pages';
import { CLOCK_MARGIN_MS, WindowLength } from './windowLength';
import type { WireRecord } from './wire';

/** The two lists of orders: those that are not deleted, and those that are. */
export type OrderListName = 'created' | 'deleted';

/** One of the two lists (api-specification 4.1), in a window that is in the token's time zone. */
export function orderQuery(
	{ connection: { serverDateParameter: own } }: Client,
	list: OrderListName,
	{ start, end }: Partial<ServiceWindow>,
): ListQuery {
	const isDeleted = list === 'deleted';
	const sides = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
	const parameters = { ...sides, deleted: String(isDeleted), ...(own && { [own.name]: own.value }) };
	return { kind: 'salesOrders', parameters, enteredAt: isDeleted ? 'dateDeleted' : 'dateCreated' };
}

/**
 * A window of an order list, ready to be read: as it is asked for and as it is sent; for the created list also the deleted
 * orders to check a reading against; and the dates that the service may filter by. For the deleted list, that date is not
 * known.
 */
export function orderWindow(client: Client, list: OrderListName, window: Span) {
	const { timezone, serverDateParameter } = client.connection;
	const sent = toServiceWindow(window, timezone);
	const query = orderQuery(client, list, sent);
	if (list === 'deleted') {
		return { list, window, sent, query, dateFields: [...FILTER_DATES, 'dateDeleted'] };
	}
	const now = serviceNow(client);
	// Covers every deletion from now on of an order in the window, whichever date the deleted list is filtered by.
	const deletions = { from: Math.min(window.from, now - DAY_MS), to: Math.max(window.to, now + 2 * DAY_MS) };
	const deletedQuery = orderQuery(client, 'deleted', toServiceWindow(deletions, timezone));
	const dateFields = [serverDateParameter ? 'dateCreated' : 'mobileDateCreated'];
	return { list, window, sent, query, deletedQuery, dateFields };
}

/**
 * Why the zone of the credential may be wrong: an order lies outside by all its dates, or by the one that the service
 * should filter on; or outside of a part of the window; or a window with an end is empty.
 */
interface ZoneDoubt {
	kind: 'stray' | 'notByArrival' | 'ofPart' | 'empty';
	/** When the order arrived, epoch milliseconds: the clock of its phone may be wrong. */
	at?: number;
}

/** What was read of a window. */
export interface OrdersOfWindow<Result = WireRecord> extends CompleteList<Result> {
	zoneDoubt?: ZoneDoubt;
	/** Where the list ends because the service refuses what lies ahead, epoch milliseconds. */
	refusedFrom?: number;
}

type OrderReadOptions<Result> = Omit<ListRequest<Result>, 'query' | 'deletedQuery'>;
/** `longestMs`: what no part is longer than. */
type PartOptions<Result> = OrderReadOptions<Result> & { longestMs?: number };

/**
 * Reads every order of a window, or adds a hint that some may be missing (see readCompleteList). An order that says
 * that it belongs to the other list is left out: some services list those too.
 *
 * @throws ServiceFailure if a page cannot be read
 */
export async function readOrders<Result = WireRecord>(
	client: Client,
	{ list, window, sent, query, deletedQuery, dateFields }: ReturnType<typeof orderWindow>,
	{ convert = (order) => order as Result, ...options }: OrderReadOptions<Result> = {},
): Promise<OrdersOfWindow<Result>> {
	const isOpen = window.from === -Infinity && window.to === Infinity;
	const hasServerDate = list === 'created' && client.connection.serverDateParameter !== undefined;
	let zoneDoubt: ZoneDoubt | undefined = isOpen ? undefined : { kind: 'empty' };
	const fields = new Set([...dateFields, ...FILTER_DATES]);
	const isOutside = (date?: number) => date !== undefined && !isWithin(date, sent.widest);
	const doubtOf = (dates: Array<number | undefined>): ZoneDoubt['kind'] | undefined => {
		// The service cannot have listed it, whichever date it filters by.
		if (dates.every(isOutside))
			return dates.some((date = NaN) => isWithin(date, window)) ? 'ofPart' : 'stray';
		return hasServerDate && isOutside(dates[0]) ? 'notByArrival' : undefined;
	};
	const convertAskedFor = (order: WireRecord) => {
		const dates = Array.from(fields, (field) => parseTimestamp(order[field]));
		const kind = doubtOf(dates);
		zoneDoubt = worse(zoneDoubt, kind && { kind, at: parseTimestamp(order.dateCreated) });
		const isListed = list === 'deleted' ? isDeletion(order) : flagOf(order.deleted) !== true;
		return isListed && isAskedFor(dates.slice(0, dateFields.length), window, sent)
			? convert(order)
			: undefined;
	};
	const found = await readCompleteList(client, { ...options, query, deletedQuery, convert: convertAskedFor });
	return { ...found, zoneDoubt };
}

/** The doubt of two parts of a window, or of an order and those before it: a window is empty if all of it is. */
function worse(one: ZoneDoubt | undefined, other: ZoneDoubt | undefined): ZoneDoubt | undefined {
	const isOf = (kind: string) => [one, other].find((doubt) => doubt?.kind === kind);
	return isOf('stray') ?? isOf('notByArrival') ?? isOf('ofPart') ?? (one && other);
}

/**
 * Reads every order of a window as {@link readOrders} does, for a service that limits how long a window may be: one that
 * is refused is read in shorter ones, up to now if what lies ahead is refused; what ends now is read a few seconds later.
 * An order whose date moves meanwhile into a part that was read is in none, so orders are read in parts until a reading
 * shows what the one before it showed.
 *
 * @throws ServiceFailure if a page cannot be read; the refusal of a window that is short or has an open side
 */
export async function readOrdersInParts<Result>(
	client: Client,
	list: OrderListName,
	window: Span,
	options: PartOptions<Result>,
): Promise<OrdersOfWindow<Result>> {
	const { limit = Infinity } = options;
	const seen = new Map<string, Result>();
	let before: string[] | undefined;
	for (let readings = 1; ; readings++) {
		const found = await readParts(client, list, window, options);
		const { records, parts } = found;
		// The date of a deleted order moves no more.
		const mayMove = list === 'created' && parts > 1 && records.size < limit;
		if (!mayMove || before?.every((key) => records.has(key))) return found;
		before = [...records.keys()];
		for (const [key, record] of records) seen.set(key, record);
		if (readings === MAX_READINGS) {
			client.hints.add('listChanged', KEPT_CHANGING);
			return { ...found, records: seen, isSettled: false };
		}
	}
}

/** All parts of a window once. */
async function readParts<Result>(
	client: Client,
	list: OrderListName,
	window: Span,
	options: PartOptions<Result>,
): Promise<OrdersOfWindow<Result> & { parts: number }> {
	const { limit = Infinity, longestMs } = options;
	const records = new Map<string, Result>();
	const found = { records, isSettled: true, isMiscounted: false, parts: 0 };
	let hasWaited = false;
	const length = new WindowLength();
	let zoneDoubt: ZoneDoubt | undefined = { kind: 'empty' };
	let left: Span | undefined = window;
	while (left && records.size < limit) {
		const next: Span = longestMs ? { ...left, to: Math.min(left.to, left.from + longestMs) } : left;
		const span = length.windowOf(next, serviceNow(client));
		// By another date than expected, an order may lie outside of its part, but not of the whole.
		const reading = readOrders(client, { ...orderWindow(client, list, span), window }, options);
		const part = await reading.catch(asFailure);
		if (part instanceof ServiceFailure) {
			if (!isRefusal(part) || span.to - span.from === Infinity) throw part;
			const now = serviceNow(client);
			const outcome = length.failed(span, part.kind, false, now);
			const waitMs = window.to + CLOCK_MARGIN_MS - now;
			if (outcome === 'ahead' && !hasWaited && waitMs > 0 && waitMs <= 2 * CLOCK_MARGIN_MS) {
				hasWaited = true;
				await pause(waitMs, client);
			} else if (outcome === 'ahead' && found.parts > 0) {
				// If nothing was read, the list itself may be refused.
				return { ...found, zoneDoubt, refusedFrom: span.from };
			} else if (outcome !== 'again' && outcome !== 'shorter') throw part;
			continue;
		}
		found.parts++;
		for (const [key, record] of part.records) records.set(key, record);
		found.isSettled &&= part.isSettled;
		found.isMiscounted ||= part.isMiscounted;
		zoneDoubt = worse(zoneDoubt, part.zoneDoubt);
		length.succeeded(span, serviceNow(client));
		left = span.to < left.to ? { from: span.to, to: left.to } : undefined;
	}
	return { ...found, zoneDoubt };
}
