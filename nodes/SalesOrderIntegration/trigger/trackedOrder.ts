/** An order with its ID and dates, and the item that it becomes. Instants in epoch milliseconds. */
import { createHash } from 'node:crypto';
import { LOST_CLOCKS } from '../dates/durations';
import { parseTimestamp } from '../dates/timestamp';
import { jsonText } from '../http/json';
import { AHEAD_MS } from './readings';
import { recordId, valueAt, type WireRecord } from '../lists/wire';

export interface TrackedOrder {
	order: WireRecord;
	id: string;
	mobileDateCreated: number;
	/** Whether it has no usable phone date: a service that filters by that date lists it anywhere. */
	isUndated?: boolean;
	/** When it arrived at the service. */
	dateCreated: number;
	/** The later of the two dates, as far ahead as windows show them: the order is remembered for as long as one can. */
	latestDate: number;
}

/** Something that the workflow receives. */
export interface OrderItem extends TrackedOrder {
	/** The name of an event (events/index.ts). */
	event: string;
	/** Deleted orders: whether this trigger delivered the order before; null where that is not certain. */
	delivered?: boolean | null;
	/** Which delivery of the order this is, counted from 1: only with delivery `untilExternalId`. */
	delivery?: number;
}

/**
 * The order as the trigger sees it. An order without a usable ID is identified by its arrival and content: a customer may
 * order the same again.
 *
 * @param now epoch milliseconds: the arrival of an order without a usable date
 */
export function track(order: WireRecord, now: number): TrackedOrder {
	const id = recordId(order) ?? `#${jsonText(order.dateCreated)} ${fingerprintOf(order)}`;
	const made = parseTimestamp(order.mobileDateCreated);
	const dateCreated = dateOfService(order.dateCreated) ?? made ?? now;
	const mobileDateCreated = made ?? dateCreated;
	// Of most orders, nothing is stored.
	const isUndated = made === undefined || undefined;
	const latestDate = Math.min(Math.max(mobileDateCreated, dateCreated), now + AHEAD_MS);
	return { order, id, mobileDateCreated, isUndated, dateCreated, latestDate };
}

/** A date that the service sets. Its clock is never lost: the date of a lost clock stands for none. */
export function dateOfService(value: unknown): number | undefined {
	const at = parseTimestamp(value) ?? 0;
	return at >= LOST_CLOCKS.to ? at : undefined;
}

/** The sequence of items: arrival, then ID. Items of one order keep the sequence in which they were found. */
export function byArrival(one: TrackedOrder, other: TrackedOrder): number {
	if (one.dateCreated !== other.dateCreated) return one.dateCreated - other.dateCreated;
	return one.id.length - other.id.length || (one.id < other.id ? -1 : Number(one.id > other.id));
}

/** What the sales rep can change. Flags that the service or we set (exported, billed, externalId) are not edits. */
const ORDER_PATHS =
	'customer.id customer.code type.id sellerComment scheduledDateForDelivery totalSales'.split(' ');
const LINE_PATHS =
	'id isReturn product.id product.code quantity price total comments isReward discount'.split(' ');

/** Six bytes: two versions of one order do not look alike by chance, and each takes little space. */
const FINGERPRINT_BYTES = 6;

/** A short text (base64) that changes when the sales rep edits the order. The sequence of its lines does not matter. */
export function fingerprintOf(order: WireRecord): string {
	const items = Array.isArray(order.items) ? order.items : [];
	const lines = items.map((item) => jsonText(LINE_PATHS.map((path) => valueAt(item, path)))).sort();
	const content = jsonText([ORDER_PATHS.map((path) => valueAt(order, path)), lines]);
	return createHash('sha256').update(content).digest().subarray(0, FINGERPRINT_BYTES).toString('base64');
}
