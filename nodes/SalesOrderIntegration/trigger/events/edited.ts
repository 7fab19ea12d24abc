/** Order Edited: the seller changed an order. Without a fingerprint of before, nothing can be told. */
import { fingerprintOf } from '../trackedOrder';
import type { OrderEvent } from './event';

export const edited: OrderEvent = {
	name: 'Order Edited',
	description: 'The seller changed lines, quantities, prices, customer, type, comment or delivery date',
	list: 'created',
	mark: fingerprintOf,
	take(draft, tracked, { before, now }) {
		const { memory, isFirstPoll } = draft;
		if (before === now) return undefined;
		// An order that is not known may have arrived and changed while n8n was off.
		const mayHaveChanged =
			isFirstPoll && tracked.dateCreated >= draft.since('edited') && !draft.isKnown(tracked);
		const isEdited = before !== undefined || (mayHaveChanged && tracked.order.isEdited === true);
		const isWanted = memory.hasDelivered(tracked.id) || draft.passesFilter(tracked);
		return isEdited && isWanted ? { ...tracked, event: 'edited' } : undefined;
	},
	mostExamples: 1,
	exampleOf: ({ isEdited }) => (isEdited === true ? {} : undefined),
};
