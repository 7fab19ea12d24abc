/** What makes an event of the trigger. CONTRIBUTING.md shows how to add one. */
import type { OrderListName } from '../../lists/orderWindow';
import type { WireRecord } from '../../lists/wire';
import type { PollSession } from '../session';
import type { TriggerSettings } from '../settings';
import type { FoundItem, OrderItem, TrackedOrder } from '../trackedOrder';

export interface OrderEvent {
	/** As the editor shows it. */
	name: string;
	description: string;
	/** The list whose readings find it. */
	list: OrderListName;
	/**
	 * What the workflow is to hear of an order that the list shows; undefined if the order does not concern this event, so
	 * that the next one is asked.
	 */
	take(session: PollSession, tracked: TrackedOrder): FoundItem[] | undefined;
	/** The most items that Fetch Test Event shows. */
	mostExamples: number;
	/** The columns of an item for Fetch Test Event; undefined for an order that is no example of the event. */
	exampleOf(
		order: WireRecord,
		settings: TriggerSettings,
	): Pick<OrderItem, 'delivered' | 'delivery'> | undefined;
}
