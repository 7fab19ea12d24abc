/** Order Created: an order that was not delivered yet (design 4). */
import { hasExternalId } from '../../lists/orders';
import { passesFilter } from '../session';
import type { PollSession } from '../session';
import type { FoundItem, TrackedOrder } from '../trackedOrder';
import type { OrderEvent } from './event';

export const created: OrderEvent = {
	name: 'Order Created',
	description: 'An order has reached the service, also one that a phone sent late',
	list: 'created',
	take: (session, tracked) => (isNew(session, tracked) ? takeNew(session, tracked) : undefined),
	mostExamples: 3,
	exampleOf: (_, { delivery }) => (delivery === 'untilExternalId' ? { delivery: 1 } : {}),
};

/** What is new is decided by arrival against the starting point, then by ID. A restored order is new again. */
function isNew(session: PollSession, tracked: TrackedOrder): boolean {
	const { memory, state } = session;
	const since = state.since.created ?? Infinity;
	if (tracked.dateCreated < since) return false;
	if (memory.deletions.has(tracked.id)) return true;
	if (memory.delivered.has(tracked.id) || memory.isForgotten(tracked)) return false;
	return passesFilter(session, tracked);
}

function takeNew(session: PollSession, tracked: TrackedOrder): FoundItem[] {
	const { memory, settings, state, began } = session;
	const { id, mobileDateCreated, dateCreated } = tracked;
	const awaitsExternalId = settings.delivery === 'untilExternalId';
	const isConfirmed = awaitsExternalId && hasExternalId(tracked.order);
	// The external ID of a restored order is from before its deletion: the workflow must hear of the order again.
	const isRestored = memory.deletions.has(id);
	const remember = () => {
		memory.deletions.delete(id);
		memory.remember(tracked);
		if (state.since.edited !== undefined) memory.rememberFingerprint(tracked);
		if (awaitsExternalId && !isConfirmed) {
			memory.pending.set(id, [id, mobileDateCreated, dateCreated, 1, began]);
		}
	};
	if (isConfirmed && !isRestored) {
		remember();
		return [];
	}
	const delivery = awaitsExternalId ? 1 : undefined;
	return [{ item: { ...tracked, event: 'created', delivery }, remember }];
}
