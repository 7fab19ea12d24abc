/** What an order's last item should have been, by what became of the order. */
import { mustBeCreated, mustBeDeleted, mustShowEdit } from './cases';
import type { Case } from './cases';
import { versionText } from './orderPlan';
import type { PlannedChange, PlannedOrder } from './orderPlan';

/** The last thing that was heard of an order is what became of it, where the settings promise that. */
export function missing(one: Case): string[] {
	const { service, id, order, delivered, epoch } = one;
	const lost = service.ledger.lost.eventsOf(id);
	const last = delivered.filter(({ event }) => event !== 'edited').at(-1);
	const lastFate = order.changes.filter(({ kind }) => kind !== 'edit').at(-1);
	if (lastFate?.kind === 'delete') {
		const isMissing = mustBeDeleted(one, lastFate) && last?.event !== 'deleted' && !lost.includes('deleted');
		return isMissing ? ['its deletion was missed'] : [];
	}
	const hasExternalId = Boolean(service.sandbox.world.find(BigInt(id))?.externalId);
	// There is no second external ID for an order that is restored.
	const awaitsExternalId =
		!lastFate && epoch.periods.every(({ settings }) => settings.delivery === 'untilExternalId');
	const problems: string[] = [];
	const isPromised = mustBeCreated(one, lastFate?.at ?? order.visibleFrom);
	if (isPromised && (awaitsExternalId || !lost.includes('created'))) {
		// In a fresh start, an order with an external ID from before counts as delivered.
		const isDelivered = last?.event === 'created' || (!last && hasExternalId);
		if (!isDelivered) problems.push(last ? 'its restoration was missed' : 'never delivered');
		if (awaitsExternalId && !hasExternalId && !isParked(one)) problems.push('never confirmed');
	}
	if (last?.event === 'created' && !lost.includes('edited')) problems.push(...missingEdit(one));
	return problems;
}

/** Delivered as often as the settings of any time allow. */
export function isParked({ epoch, delivered }: Case): boolean {
	const most = Math.min(...epoch.periods.map(({ settings }) => settings.maxDeliveries));
	return delivered.filter(({ event }) => event === 'created').length >= most;
}

function missingEdit(one: Case): string[] {
	const { order, delivered } = one;
	const edits = order.changes.filter(({ kind }) => kind === 'edit');
	const lastEdit = edits.at(-1);
	if (!lastEdit || !mustShowEdit(one, lastEdit, seenFrom(order, lastEdit))) return [];
	return delivered.at(-1)?.version === versionText(edits.length) ? [] : ['its last edit was missed'];
}

/** Since when lists have shown a change without a break: a deletion after it may hide it before it is read. */
function seenFrom({ changes }: PlannedOrder, { at }: PlannedChange): number {
	const restored = changes.findLast(({ kind }) => kind === 'restore')?.at ?? at;
	return Math.max(at, restored);
}
