/** Order Edited: the seller changed an order (design 4). Without a fingerprint of before, nothing can be told. */
import { passesFilter } from '../session';
import type { PollSession } from '../session';
import { fingerprintOf } from '../state/fingerprint';
import type { FoundItem, TrackedOrder } from '../trackedOrder';
import type { OrderEvent } from './event';

export const edited: OrderEvent = {
	name: 'Order Edited',
	description: 'The seller changed lines, quantities, prices, customer, type, comment or delivery date',
	list: 'created',
	take: takeEdit,
	mostExamples: 1,
	exampleOf: ({ isEdited }) => (isEdited === true ? {} : undefined),
};

function takeEdit(session: PollSession, tracked: TrackedOrder): FoundItem[] | undefined {
	const { memory, state } = session;
	if (state.since.edited === undefined) return undefined;
	const known = memory.fingerprintOf(tracked.id);
	if (known === fingerprintOf(tracked.order)) return undefined;
	const remember = () => memory.rememberFingerprint(tracked);
	const isWanted = memory.delivered.has(tracked.id) || passesFilter(session, tracked);
	if (known !== undefined && isWanted) return [{ item: { ...tracked, event: 'edited' }, remember }];
	remember();
	return undefined;
}
