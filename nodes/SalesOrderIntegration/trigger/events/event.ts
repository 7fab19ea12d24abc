/** What makes an event of the trigger. CONTRIBUTING.md shows how to add one. */
import type { OrderListName } from '../../lists/orderWindow';
import type { WireRecord } from '../../lists/wire';
import type { Draft } from '../draft';
import type { TriggerSettings } from '../../parameters/triggerSettings';
import type { OrderItem, TrackedOrder } from '../trackedOrder';

/** What an event noted about an order when a list last showed it, and what it notes now. */
export interface Marks {
	before?: string;
	now?: string;
}

export interface OrderEvent {
	/** As the editor shows it. */
	name: string;
	description: string;
	/** The list that shows it. */
	list: OrderListName;
	/**
	 * What the event notes about each order that the list shows: a short text. When such an event is added, late orders
	 * are read at once, because a change only shows against what was there before.
	 */
	mark?(order: WireRecord): string;
	/**
	 * The item to deliver for an order that the list shows, if any. What it changes in the draft is kept with the item.
	 */
	take(draft: Draft, tracked: TrackedOrder, marks: Marks): OrderItem | undefined;
	/** Whether the order must wait for a later poll, and with it the rest of this part of the list. */
	isHeldBack?(draft: Draft, tracked: TrackedOrder): boolean;
	/** The most items that Fetch Test Event shows. */
	mostExamples: number;
	/** The columns of an item for Fetch Test Event; undefined for an order that is no example of the event. */
	exampleOf(
		order: WireRecord,
		settings: TriggerSettings,
	): Pick<OrderItem, 'delivered' | 'delivery'> | undefined;
}
