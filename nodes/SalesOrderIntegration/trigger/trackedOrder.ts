/** An order with what the trigger decides by, and the items that it delivers. */
import { parseTimestamp } from '../dates';
import { recordId } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import type { OrderEventName } from './events';
import { fingerprintOf } from './state/fingerprint';

/** Instants in epoch milliseconds. */
export interface TrackedOrder {
	order: WireRecord;
	id: string;
	mobileDateCreated: number;
	/** When it arrived at the service. */
	dateCreated: number;
	/** The later of the two dates: the order is remembered for as long as a window can show one of them. */
	latestDate: number;
}

/** Something that the workflow receives. */
export interface OrderItem extends TrackedOrder {
	event: OrderEventName;
	/** Deleted orders: whether this trigger delivered the order before; null where that is not known. */
	delivered?: boolean | null;
	/** Which delivery of the order this is, counted from 1: only with delivery `untilExternalId`. */
	delivery?: number;
}

/** An item that a poll has found and not yet delivered. */
export interface FoundItem {
	item: OrderItem;
	/** Called once the item is delivered: changes what is remembered. */
	remember(): void;
}

/**
 * The order as the trigger sees it. An order without a usable ID is told from others by its content.
 *
 * @param now epoch milliseconds: the arrival of an order without a usable date
 */
export function track(order: WireRecord, now: number): TrackedOrder {
	const id = recordId(order) ?? `#${fingerprintOf(order)}`;
	const made = parseTimestamp(order.mobileDateCreated);
	const dateCreated = parseTimestamp(order.dateCreated) ?? made ?? now;
	const mobileDateCreated = made ?? dateCreated;
	return { order, id, mobileDateCreated, dateCreated, latestDate: Math.max(mobileDateCreated, dateCreated) };
}

/** The sequence of items: arrival, then ID. Items of one order keep the sequence in which they were found. */
export function byArrival(one: TrackedOrder, other: TrackedOrder): number {
	if (one.dateCreated !== other.dateCreated) return one.dateCreated - other.dateCreated;
	if (one.id === other.id) return 0;
	return one.id.length - other.id.length || (one.id < other.id ? -1 : 1);
}
