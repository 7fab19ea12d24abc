/** Order Created: an order that was not delivered yet, or that waits for its external ID and is due again. */
import { reportTexts } from '../../errors/reportTexts';
import { hasExternalId } from '../../lists/orders';
import type { Draft } from '../draft';
import type { OrderItem, TrackedOrder } from '../trackedOrder';
import { MOST_WAITING, takeWaiting } from '../waiting';
import type { OrderEvent } from './event';

export const created: OrderEvent = {
	name: 'Order Created',
	description: 'An order has reached the service, also one that a phone sent late',
	list: 'created',
	take(draft, tracked) {
		if (draft.memory.waiting.has(tracked.id)) return takeWaiting(draft, tracked);
		// One that was restored is news whatever the filters say: the workflow must hear that its deletion no longer counts.
		if (!draft.memory.isDeleted(tracked.id)) {
			if (!draft.isNewFor('created', tracked)) return undefined;
			if (!draft.passesFilter(tracked)) {
				draft.noteHeldBack(tracked);
				return undefined;
			}
		}
		const willWait = draft.settings.delivery === 'untilExternalId' && !hasExternalId(tracked.order);
		if (!willWait || draft.memory.waiting.size < MOST_WAITING) return takeNew(draft, tracked);
		draft.attention.report('tooManyWaiting', '', reportTexts.tooManyWaiting(MOST_WAITING));
		return 'mustWait';
	},
	mostExamples: 3,
	exampleOf(order, { delivery }) {
		if (delivery === 'once') return {};
		return hasExternalId(order) ? undefined : { delivery: 1 };
	},
};

function takeNew(draft: Draft, tracked: TrackedOrder): OrderItem | undefined {
	const { memory, settings, attention, began } = draft;
	const { id, order, mobileDateCreated, isUndated, dateCreated } = tracked;
	const deletion = memory.deletions.get(id);
	if (deletion) memory.deletions.set(id, { ...deletion, isRestored: true });
	const isUntilExternalId = settings.delivery === 'untilExternalId';
	// The external ID of a restored order is from before its deletion: the workflow must hear of the order again.
	if (isUntilExternalId && hasExternalId(order) && !deletion) {
		memory.remember(tracked, { isDelivered: false });
		// An order from before this state began may have its external ID from this workflow.
		if (dateCreated >= draft.before.begun)
			attention.report('confirmedElsewhere', '', reportTexts.confirmedElsewhere(id), id);
		return undefined;
	}
	memory.remember(tracked, { isDelivered: true });
	if (!isUntilExternalId) return { ...tracked, event: 'created' };
	if (!hasExternalId(order))
		memory.waiting.set(id, { id, mobileDateCreated, isUndated, dateCreated, deliveries: 1, last: began });
	return { ...tracked, event: 'created', delivery: 1 };
}
