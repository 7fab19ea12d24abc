/** Order Deleted: a deletion of any order that was not delivered yet. */
import { parseTimestamp } from '../../dates/timestamp';
import { hasExternalId, isDeletion } from '../../lists/orders';
import type { Draft } from '../draft';
import { dateOfService, type TrackedOrder } from '../trackedOrder';
import type { OrderEvent } from './event';

export const deleted: OrderEvent = {
	name: 'Order Deleted',
	description:
		"An order was deleted, also an old one. The column 'delivered' says whether this trigger delivered it before.",
	list: 'deleted',
	take(draft, tracked) {
		const { memory, began } = draft;
		const { id, order, latestDate } = tracked;
		const dateDeleted = dateOfService(order.dateDeleted);
		// An earlier round has found that the order was restored after this deletion.
		const before = draft.before.memory.deletions[id];
		if (before?.isRestored && (dateDeleted ?? Infinity) <= before.at) return undefined;
		const known = memory.deletions.get(id);
		const isLater = known !== undefined && (dateDeleted ?? 0) > known.at;
		// Some services move the date with each write. If the workflow has heard of the deletion, a later date is another one
		// only if the list was read without the order since.
		const isAnother = isLater && (known.isUntold === true || draft.hasLeftDeleted(tracked));
		draft.noteShownAsDeleted(tracked, dateDeleted);
		const isNews = isNew(draft, tracked, isAnother, dateDeleted);
		const delivered = wasDelivered(draft, tracked);
		// An old deletion is remembered too, because the order may be restored.
		if (delivered !== true && !(isNews && draft.passesFilter(tracked))) return undefined;
		if (isNews || isLater || !memory.isDeleted(id))
			memory.deletions.set(id, {
				...(dateDeleted === undefined ? { at: began, latestDate } : { at: dateDeleted }),
				shownAt: began,
				isUntold: (!isNews && (!known || known.isUntold)) || undefined,
			});
		return isNews ? { ...tracked, event: 'deleted', delivered } : undefined;
	},
	mostExamples: 1,
	exampleOf: (order) => (isDeletion(order) ? { delivered: null } : undefined),
};

function isNew(
	draft: Draft,
	{ id, dateCreated }: TrackedOrder,
	isAnother: boolean,
	dateDeleted?: number,
): boolean {
	const { memory } = draft;
	if (memory.isDeleted(id) && !isAnother) return false;
	const since = draft.since('deleted');
	// As long as an order is remembered, so is its deletion.
	const isRemembered = memory.has(id);
	if (dateDeleted === undefined)
		return isRemembered || dateCreated >= Math.max(since, draft.before.undatedHorizon);
	return dateDeleted >= since && (isRemembered || dateDeleted >= draft.before.deletionHorizon);
}

/**
 * Whether this trigger delivered the order; null where that is not certain: one with an external ID may have been
 * delivered before n8n was restored from a backup.
 */
function wasDelivered(draft: Draft, tracked: TrackedOrder): boolean | null {
	if (draft.memory.hasDelivered(tracked.id)) return true;
	// One that waits may no longer be remembered otherwise.
	if (draft.before.memory.waiting.some(({ id }) => id === tracked.id)) return true;
	const { order, mobileDateCreated, dateCreated } = tracked;
	// It may have been delivered, forgotten, and sent again.
	if (mobileDateCreated < draft.before.horizon) return null;
	const arrived = dateOfService(order.dateCreated) ?? parseTimestamp(order.mobileDateCreated);
	const since = Math.max(draft.since('created'), draft.before.begun);
	const isRecorded = arrived !== undefined && dateCreated >= since;
	return isRecorded && !draft.isKnown(tracked) && !hasExternalId(order) ? false : null;
}
