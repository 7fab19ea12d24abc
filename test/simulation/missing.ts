/** What an order's last item should have been, by what became of the order. */
import { countedSince } from './epochs';
import type { HandOver } from './ledger';
import { DAY, HOUR, MINUTE, versionText } from './orderPlan';
import type { PlannedChange, PlannedOrder } from './orderPlan';
import type { Case } from './verify';

/** The last thing that was heard of an order is what became of it, where the settings promise that. */
export function missing(one: Case): string[] {
	const { run, id, order, handedOver, epoch } = one;
	const lost = run.ledger.lost.eventsOf(id);
	const last = handedOver.filter(({ event }) => event !== 'edited').at(-1);
	const lastFate = order.changes.filter(({ kind }) => kind !== 'edit').at(-1);
	if (lastFate?.kind === 'delete') {
		const isMissing = mustBeDeleted(one, lastFate) && last?.event !== 'deleted' && !lost.includes('deleted');
		return isMissing ? ['its deletion was missed'] : [];
	}
	const hasReceipt = Boolean(run.sandbox.world.find(BigInt(id))?.externalId);
	// There is no second receipt for an order that comes back.
	const awaitsReceipt =
		!lastFate && epoch.periods.every(({ settings }) => settings.delivery === 'untilExternalId');
	const problems: string[] = [];
	if (mustBeCreated(one, lastFate?.at ?? order.visibleFrom) && (awaitsReceipt || !lost.includes('created'))) {
		// In a fresh start, an order with an external ID from before counts as delivered.
		const isDelivered = last?.event === 'created' || (!last && hasReceipt);
		if (!isDelivered) problems.push(last ? 'its restoration was missed' : 'never handed over');
		if (awaitsReceipt && !hasReceipt && !isParked(one)) problems.push('never receipted');
	}
	if (last?.event === 'created' && !lost.includes('edited')) problems.push(...missingEdit(one));
	return problems;
}

/**
 * The first poll that read all there was, and began after an order came or was deleted, must have found it: orders
 * that came within minutes of their making, on phones no more than a day ahead, are not left to the sweep.
 */
export function untimely(one: Case): string[] {
	const { run, order, handedOver } = one;
	const { kills, changes, absences, clockSkewMs } = run.scenario;
	// What such a poll found may not have come through a kill or a stop.
	if (kills.networkTouches > 0 || changes.length > 0 || absences.length > 0) return [];
	const fates = order.changes.filter(({ kind }) => kind !== 'edit');
	const problems: string[] = [];
	const wasHeardOf = (event: HandOver['event'], from: number, until: number) => {
		const poll = run.watch.completePolls.find(({ began }) => began + clockSkewMs > from);
		if (!poll || poll.ended + clockSkewMs >= until) return true;
		return handedOver.some((item) => item.event === event && item.at <= poll.ended + clockSkewMs + 1_000);
	};
	const { mobileDateCreated: made, visibleFrom } = order;
	const isWithinADay = made < visibleFrom + 23 * HOUR;
	const isCreated = isWithinADay && made > visibleFrom - 10 * MINUTE && mustBeCreated(one, visibleFrom);
	if (isCreated && !wasHeardOf('created', visibleFrom, fates[0]?.at ?? Infinity)) {
		problems.push('handed over late');
	}
	const [deletion, restoration] = fates;
	const isDeleted = isWithinADay && deletion !== undefined && mustBeDeleted(one, deletion);
	if (isDeleted && !wasHeardOf('deleted', deletion.at, restoration?.at ?? Infinity)) {
		problems.push('its deletion was handed over late');
	}
	return problems;
}

function mustBeCreated({ run, epoch, order }: Case, becameVisible: number): boolean {
	const since = countedSince(run, epoch, 'created');
	if (since === undefined || order.dateCreated < since) return false;
	const now = run.endedAt + run.scenario.clockSkewMs;
	return epoch.periods.every(({ settings }) => {
		const date = order[settings.windowDate];
		return becameVisible - date <= settings.lateSyncMs && date <= Math.max(becameVisible + DAY, now);
	});
}

function mustBeDeleted({ run, epoch, order }: Case, { at }: PlannedChange): boolean {
	const since = countedSince(run, epoch, 'deleted');
	if (since === undefined || at < since) return false;
	const oldest = Math.min(...epoch.periods.map(({ settings }) => settings.deletedMs));
	return [order.mobileDateCreated, order.dateCreated].every(
		(date) => at - date <= oldest && date - at <= DAY,
	);
}

/** Handed over as often as the settings of any time allow. */
function isParked({ epoch, handedOver }: Case): boolean {
	const most = Math.min(...epoch.periods.map(({ settings }) => settings.maxDeliveries));
	return handedOver.filter(({ event }) => event === 'created').length >= most;
}

function missingEdit({ run, epoch, order, handedOver }: Case): string[] {
	const since = countedSince(run, epoch, 'edited');
	const edits = order.changes.filter(({ kind }) => kind === 'edit');
	const lastEdit = edits.at(-1);
	if (since === undefined || !lastEdit || lastEdit.at < since) return [];
	const visibleFrom = seenFrom(order, lastEdit);
	const isReachable = epoch.periods.every(
		({ settings }) => visibleFrom - order[settings.windowDate] <= settings.lateSyncMs,
	);
	const isKnown = handedOver.at(-1)?.version === versionText(edits.length);
	return isReachable && !isKnown ? ['its last edit was missed'] : [];
}

/** When lists first show a change: that of a deleted order waits for its restoration. */
function seenFrom({ changes }: PlannedOrder, { at }: PlannedChange): number {
	const before = changes.filter((change) => change.kind !== 'edit' && change.at <= at).at(-1);
	if (before?.kind !== 'delete') return at;
	return changes.find((change) => change.kind === 'restore' && change.at > at)?.at ?? at;
}
