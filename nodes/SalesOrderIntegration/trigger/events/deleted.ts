/** Order Deleted: a deletion that was not delivered yet, of whatever order (design 4). */
import { parseTimestamp } from '../../dates';
import { passesFilter } from '../session';
import type { PollSession } from '../session';
import type { FoundItem, TrackedOrder } from '../trackedOrder';
import type { OrderEvent } from './event';

export const deleted: OrderEvent = {
	name: 'Order Deleted',
	description:
		"An order was deleted, also an old one. The column 'delivered' says whether this trigger delivered it before.",
	list: 'deleted',
	take: takeDeletion,
	mostExamples: 1,
	exampleOf: () => ({ delivered: false }),
};

/** A deletion is new if it happened after the starting point or the order was delivered; then by ID and `dateDeleted`. */
function takeDeletion(session: PollSession, tracked: TrackedOrder): FoundItem[] {
	const { memory, state, began } = session;
	const { id, order, latestDate } = tracked;
	const since = state.since.deleted ?? Infinity;
	const dateDeleted = parseTimestamp(order.dateDeleted);
	const delivered = wasDelivered(session, tracked);
	const known = memory.deletions.get(id);
	if (known !== undefined && (dateDeleted ?? 0) <= known) return [];
	// Without a date, only the deletion of an order that is known, or arrived after the starting point, is new.
	const happened = dateDeleted ?? (tracked.dateCreated >= since ? latestDate : 0);
	const isNews = happened >= since && !memory.isDeletionForgotten(happened);
	if (!isNews && !memory.delivered.has(id)) return [];
	if (delivered !== true && !passesFilter(session, tracked)) return [];
	const remember = () => {
		memory.deletions.set(id, dateDeleted ?? Math.max(latestDate, began));
		memory.delivered.remove(id);
		memory.pending.delete(id);
	};
	return [{ item: { ...tracked, event: 'deleted', delivered }, remember }];
}

/** Whether this trigger delivered the order; null beyond what is remembered, if a filter may have kept it back. */
function wasDelivered({ memory, state }: PollSession, tracked: TrackedOrder): boolean | null {
	if (memory.delivered.has(tracked.id)) return true;
	const createdSince = state.since.created ?? Infinity;
	if (tracked.dateCreated < createdSince || !memory.isForgotten(tracked)) return false;
	const applied = state.filters.findLast(({ since }) => since <= tracked.dateCreated);
	return applied && Object.keys(applied.filters).length === 0 ? true : null;
}
