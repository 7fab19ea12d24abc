/** What an order's last item should have been, by what became of the order. */
import { isAlwaysListed, mustBeCreated, mustBeDeleted, mustShowEdit, type Case } from './cases';
import { DAY, HOUR } from '../support/time';
import { isFate, versionText, type PlannedChange, type PlannedOrder } from './orderPlan';

/** The last thing that was heard of an order is what became of it, where the settings promise that. */
export function missing(one: Case): string[] {
	const { service, id, order, delivered, epoch } = one;
	const lost = service.ledger.lost.eventsOf(id);
	const repeated = service.ledger.repeated.eventsOf(id);
	const last = delivered.filter(({ event }) => event !== 'edited').at(-1);
	const lastFate = order.changes.filter(isFate).at(-1);
	if (lastFate?.kind === 'delete') {
		// A list that lags may seem to restore an order whose deletion was delivered.
		const mayLag = one.run.scenario.excuses.has('restorations');
		const isTold =
			last?.event === 'deleted' || (mayLag && delivered.some(({ event }) => event === 'deleted'));
		// Where a kill took a restoration from the state, the next deletion looks like the one before it.
		const wasRestored = order.changes.some(({ kind }) => kind === 'restore');
		const isHidden = lost.includes('deleted') || (wasRestored && repeated.includes('created'));
		const isMissing = mustBeDeleted(one, lastFate) && !isTold && !isHidden;
		return isMissing ? ['its deletion was missed'] : [];
	}
	const hasExternalId = Boolean(service.sandbox.world.find(BigInt(id))?.externalId);
	const isAlwaysUntil = epoch.periods.every(({ settings }) => settings.delivery === 'untilExternalId');
	const problems: string[] = [];
	// A deletion is forgotten after a day, and an order that was never delivered is then known.
	const wasCreated = delivered.some(({ event }) => event === 'created');
	const shortest = Math.min(...epoch.periods.map(({ settings }) => settings.lateSyncMs));
	const isOld = lastFate && !wasCreated && lastFate.at - order.dateCreated > shortest;
	// So is one that was restored a day after its deletion, while the trigger is hours behind.
	const deletedAt = order.changes.findLast(({ kind }) => kind === 'delete')?.at ?? Infinity;
	const isBehind = (last?.at ?? 0) > deletedAt + HOUR && (lastFate?.at ?? 0) > deletedAt + DAY;
	// So is one that a kill took from the state, after the workflow had received it.
	const isForgotten = isOld || (isBehind && !wasCreated) || repeated.includes('deleted');
	const isPromised = !isForgotten && mustBeCreated(one, lastFate?.at ?? order.visibleFrom);
	if (isPromised && ((isAlwaysUntil && !lastFate) || !lost.includes('created'))) {
		// In a fresh start, an order with an external ID from before counts as delivered.
		// So does a restored one that had its ID from elsewhere, such as another name, once its deletion is forgotten.
		const isForeign = hasExternalId && (order.confirmedAt !== undefined || last?.delivered === null);
		const isDelivered = last?.event === 'created' || (hasExternalId && (!last || isForeign));
		if (!isDelivered) problems.push(last ? 'its restoration was missed' : 'never delivered');
		if (isAlwaysUntil && !lastFate && !hasExternalId && !isParked(one)) problems.push('never confirmed');
	}
	if (isForgottenWhileWaiting(one, hasExternalId))
		problems.push('no longer waits, although nothing shows why');
	if (last?.event === 'created' && !lost.includes('edited')) problems.push(...missingEdit(one));
	return problems;
}

/** Whether an order that was delivered until it is confirmed is neither confirmed nor delivered as often as it may be. */
function isForgottenWhileWaiting(one: Case, hasExternalId: boolean): boolean {
	const { run, service, id, order, delivered, epoch } = one;
	const last = delivered.filter(({ event }) => event !== 'edited').at(-1);
	const isUntilNow = epoch.periods.at(-1)?.settings.delivery === 'untilExternalId';
	const isWatched = epoch.periods.every(({ settings }) => settings.events.includes('created'));
	const { repeated, lost } = service.ledger;
	const isTorn = repeated.eventsOf(id).length + lost.eventsOf(id).length > 0;
	// What no reading can show any more is reported after its last attempt.
	const isSeen = mustBeCreated(one, order.visibleFrom) && !run.scenario.excuses.has('completeness');
	const isWaiting = last?.event === 'created' && last.delivery !== undefined && isUntilNow && isWatched;
	const isReported = service.ledger.reports.some(({ aboutOrderId }) => String(aboutOrderId) === id);
	// What a list does not show uses up attempts.
	return (
		isWaiting && isSeen && isAlwaysListed(order) && !isTorn && !hasExternalId && !isParked(one) && !isReported
	);
}

/**
 * Delivered as often as the settings of any time allow, also by batches that a kill lost. Attempts are also used up by
 * lists that do not show the order: then the log says when they are.
 */
export function isParked({ run, epoch, delivered, service, id, order }: Case): boolean {
	const { replicas, excuses } = run.scenario;
	const mayBeHidden = replicas.length > 0 || excuses.has('completeness') || !isAlwaysListed(order);
	if (mayBeHidden && service.watch.givenUp.has(id)) return true;
	const most = Math.min(...epoch.periods.map(({ settings }) => settings.maxDeliveries));
	const lost = service.ledger.lost.eventsOf(id).filter((event) => event === 'created').length;
	return delivered.filter(({ event }) => event === 'created').length + lost >= most;
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
