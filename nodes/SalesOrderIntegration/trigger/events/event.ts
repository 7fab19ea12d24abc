/** What makes an event of the trigger. CONTRIBUTING.md shows how to add one. */
import type { OrderListName } from '../../lists/orderWindow';
import type { WireRecord } from '../../lists/wire';
import type { Draft } from '../draft';
import type { TriggerSettings } from '../../parameters/triggerSettings';
import type { OrderItem, TrackedOrder } from '../trackedOrder';

export interface OrderEvent {
	/** As the editor shows it. */
	name: string;
	description: string;
	/** The list that shows it. */
	list: OrderListName;
	/** When such an event is added, late orders are read at once: a change only shows against what was there before. */
	isChange?: boolean;
	/**
	 * The item to deliver for an order that the list shows, if any; or that the order must wait for a later poll, and with it
	 * the rest of this part of the list. What it changes in the draft is kept, with the item or without.
	 */
	take(draft: Draft, tracked: TrackedOrder): OrderItem | 'mustWait' | undefined;
	/** The most items that Fetch Test Event shows. */
	mostExamples: number;
	/** The columns of an item for Fetch Test Event; undefined for an order that is no example of the event. */
	exampleOf(
		order: WireRecord,
		settings: TriggerSettings,
	): Pick<OrderItem, 'delivered' | 'delivery'> | undefined;
}
