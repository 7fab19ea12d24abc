/** Order Edited: the sales rep changed an order. Without an earlier fingerprint, an edit cannot be seen. */
import { flagOf } from '../../lists/orders';
import { fingerprintOf } from '../trackedOrder';
import type { OrderEvent } from './event';

export const edited: OrderEvent = {
	name: 'Order Edited',
	description: 'The sales rep changed lines, quantities, prices, customer, type, comment or delivery date',
	list: 'created',
	isChange: true,
	take(draft, tracked) {
		const { memory } = draft;
		const { id, order } = tracked;
		const before = memory.markOf('edited', id);
		const now = fingerprintOf(order);
		memory.setMark('edited', tracked, now);
		// An order that was edited before a list first showed it counts as well, unless it is delivered as created.
		const isNew = draft.isNewFor('edited', tracked);
		const isEdited = before === undefined ? isNew && flagOf(order.isEdited) === true : before !== now;
		const isWanted = memory.hasDelivered(id) || draft.passesFilter(tracked);
		// The item of an order that is delivered as created shows the edit.
		const isTold = draft.items.at(-1)?.order === order;
		return isEdited && isWanted && !isTold ? { ...tracked, event: 'edited' } : undefined;
	},
	mostExamples: 1,
	exampleOf: ({ isEdited }) => (flagOf(isEdited) === true ? {} : undefined),
};
