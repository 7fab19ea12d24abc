/** The events of the trigger, and what the workflow receives of an order that a list shows (design 2 and 4). */
import type { OrderListName } from '../../lists/orderWindow';
import type { Draft } from '../draft';
import type { TrackedOrder } from '../trackedOrder';
import { created } from './created';
import { deleted } from './deleted';
import { edited } from './edited';
import type { OrderEvent } from './event';

/**
 * To add an event, write its file and name it here: the editor, the settings, the state and the test event follow
 * (CONTRIBUTING.md). An order is offered to the events of its list in this sequence.
 */
export const orderEvents: Readonly<Record<string, OrderEvent>> = { created, deleted, edited };
export const orderEventNames = Object.keys(orderEvents);

/** The chosen events that a list shows, with their names. */
export function eventsOf(draft: Draft, list: OrderListName): Array<[string, OrderEvent]> {
	return Object.entries(orderEvents).filter(
		([name, event]) => event.list === list && draft.since(name) < Infinity,
	);
}

/**
 * Takes an order: from here on it counts as delivered and remembered. The draft has the items of its events.
 *
 * @returns false if the order must wait for a later poll
 */
export function takeOrder(draft: Draft, list: OrderListName, tracked: TrackedOrder): boolean {
	if (list === 'created' && !draft.noteShown(tracked)) return true;
	for (const [, event] of eventsOf(draft, list)) {
		const taken = event.take(draft, tracked);
		if (taken === 'mustWait') return false;
		if (taken) draft.items.push(taken);
	}
	return true;
}
