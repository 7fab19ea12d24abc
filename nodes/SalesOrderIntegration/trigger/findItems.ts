/** What is new in the orders of a window (design 4): created, edited and deleted orders that were not delivered yet. */
import { parseTimestamp } from '../dates';
import { hasExternalId } from '../lists/orders';
import { noteSeen } from './redelivery';
import { passesFilter } from './session';
import type { PollSession } from './session';
import { fingerprintOf } from './state/fingerprint';
import type { FoundItem, TrackedOrder } from './trackedOrder';

/** New and edited orders of a window of the created list. What needs no item is remembered at once. */
export function findCreated(session: PollSession, orders: TrackedOrder[]): FoundItem[] {
	return orders.flatMap((tracked) => {
		// Its dates may have moved: it is remembered for as long as windows can show the later ones.
		if (session.memory.delivered.has(tracked.id)) session.memory.remember(tracked);
		noteSeen(session, tracked);
		return isNew(session, tracked) ? takeNew(session, tracked) : takeEdit(session, tracked);
	});
}

/** New deletions of a window of the deleted list. */
export function findDeleted(session: PollSession, orders: TrackedOrder[]): FoundItem[] {
	return orders.flatMap((tracked) => takeDeletion(session, tracked));
}

/** What is new is decided by arrival against the starting point, then by ID. A restored order is new again. */
function isNew(session: PollSession, tracked: TrackedOrder): boolean {
	const { memory, state } = session;
	const { created } = state.since;
	if (created === undefined || tracked.dateCreated < created) return false;
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

function takeEdit(session: PollSession, tracked: TrackedOrder): FoundItem[] {
	const { memory, state } = session;
	if (state.since.edited === undefined) return [];
	const known = memory.fingerprintOf(tracked.id);
	if (known === fingerprintOf(tracked.order)) return [];
	const remember = () => memory.rememberFingerprint(tracked);
	const isWanted = memory.delivered.has(tracked.id) || passesFilter(session, tracked);
	if (known !== undefined && isWanted) return [{ item: { ...tracked, event: 'edited' }, remember }];
	remember();
	return [];
}

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
	const { created } = state.since;
	if (created === undefined || tracked.dateCreated < created || !memory.isForgotten(tracked)) return false;
	const applied = state.filters.findLast(({ since }) => since <= tracked.dateCreated);
	return applied && Object.keys(applied.filters).length === 0 ? true : null;
}
