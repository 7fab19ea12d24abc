/** The events of the trigger, and how a reading finds them (design 2 and 4). */
import type { OrderListName } from '../../lists/orderWindow';
import { noteSeen } from '../redelivery';
import type { PollSession } from '../session';
import type { FoundItem, TrackedOrder } from '../trackedOrder';
import { created } from './created';
import { deleted } from './deleted';
import { edited } from './edited';
import type { OrderEvent } from './event';

/**
 * To add an event, write its file and name it here: the editor, the settings, the state and the test event follow
 * (CONTRIBUTING.md). An order is offered to the events of its list in this sequence.
 */
export const orderEvents = { created, deleted, edited } satisfies Record<string, OrderEvent>;
export type OrderEventName = keyof typeof orderEvents;
export const orderEventNames = Object.keys(orderEvents) as OrderEventName[];

/** What the orders of a window hold for the workflow. What needs no item is remembered at once. */
export function takeItems(session: PollSession, list: OrderListName, orders: TrackedOrder[]): FoundItem[] {
	const events = Object.values<OrderEvent>(orderEvents).filter((event) => event.list === list);
	return orders.flatMap((tracked) => {
		if (list === 'created') noteListed(session, tracked);
		for (const event of events) {
			const taken = event.take(session, tracked);
			if (taken) return taken;
		}
		return [];
	});
}

function noteListed(session: PollSession, tracked: TrackedOrder): void {
	const { delivered } = session.memory;
	// Its dates may have moved: it is remembered for as long as windows can show the later ones.
	if (delivered.has(tracked.id)) session.memory.remember(tracked);
	noteSeen(session, tracked);
}
