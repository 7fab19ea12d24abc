/** One order in one epoch, and what may and must be heard of it there. */
import { countedSince, filtersAt } from './epochs';
import type { Epoch } from './epochs';
import type { Delivered } from './ledger';
import { isOfLostClock, YEAR } from './orderPlan';
import type { PlannedChange, PlannedOrder } from './orderPlan';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { matches } from './traits';
import type { Traits } from './traits';
import { HOUR } from '../support/time';

export interface Case {
	run: Run;
	service: SimulatedService;
	epoch: Epoch;
	id: string;
	order: PlannedOrder;
	/** In this epoch, in their sequence. */
	delivered: Delivered[];
}

/** The date by which windows of the created list find an order, in each period. */
function isReachable({ epoch, order, service, run }: Case, from: number): boolean {
	const end = service.endedAt + run.scenario.clockSkewMs;
	return epoch.periods.every(({ settings }) => {
		const date = order[settings.windowDate];
		return isOfLostClock(date) || (from - date <= settings.lateSyncMs && isNotAhead(date, from, end));
	});
}

/** At most a year ahead, or its time came while there were polls. */
function isNotAhead(date: number, from: number, end: number): boolean {
	return date <= Math.max(from + YEAR, end + YEAR - HOUR);
}

/** Whether an order that became visible at an instant and stays so must be delivered as created. */
export function mustBeCreated(one: Case, becameVisible: number): boolean {
	const { epoch, order } = one;
	const since = countedSince(epoch, 'created');
	if (since === undefined || order.dateCreated < since) return false;
	const wantedFrom = surelyWantedFrom(one);
	return wantedFrom !== undefined && isReachable(one, Math.max(becameVisible, wantedFrom));
}

/** Whether the deletion of an order must be delivered. */
export function mustBeDeleted(one: Case, { at }: PlannedChange): boolean {
	const { epoch, order, service, run } = one;
	const since = countedSince(epoch, 'deleted');
	if (since === undefined || at < since) return false;
	const oldest = Math.min(...epoch.periods.map(({ settings }) => settings.deletedMs));
	const end = service.endedAt + run.scenario.clockSkewMs;
	const isReached = [order.mobileDateCreated, order.dateCreated].every(
		(date) => isOfLostClock(date) || (at - date <= oldest && isNotAhead(date, at, end)),
	);
	// It is read later, and can be edited until then.
	const forms = [
		traitsAt(order, at),
		...order.changes.flatMap((later) => (later.at > at ? (later.traits ?? []) : [])),
	];
	return isReached && (forms.every((traits) => isSurelyWanted(one, traits)) || isSurelyKnown(one, at));
}

/** Whether an edit that lists show from an instant on must be delivered, for an order that was delivered. */
export function mustShowEdit(one: Case, { at }: PlannedChange, seenFrom: number): boolean {
	const since = countedSince(one.epoch, 'edited');
	return since !== undefined && at >= since && isReachable(one, seenFrom);
}

/** Whether the trigger surely remembers that it delivered an order, when it is deleted. */
function isSurelyKnown({ epoch, order, delivered }: Case, at: number): boolean {
	const last = delivered.filter((item) => item.event !== 'edited' && item.at < at).at(-1);
	const shortest = Math.min(...epoch.periods.map(({ settings }) => settings.lateSyncMs));
	const latest = Math.max(order.mobileDateCreated, order.dateCreated);
	return last?.event === 'created' && at - latest < shortest;
}

/** Whether no form that the order ever had passes a filter that may apply to it: then nothing is heard of it. */
export function isNeverWanted({ epoch, order }: Case): boolean {
	const forms = [order.traits, ...order.changes.flatMap(({ traits }) => traits ?? [])];
	const filters = filtersAt(epoch, order.dateCreated);
	return !filters.some((filter) => forms.some((traits) => matches(filter, traits)));
}

/** Since when the order has had a form that surely passes the filter; undefined if it has not in the end. */
function surelyWantedFrom(one: Case): number | undefined {
	const { order } = one;
	let from: number | undefined = isSurelyWanted(one, order.traits) ? order.visibleFrom : undefined;
	for (const { at, traits } of order.changes) {
		if (traits) from = isSurelyWanted(one, traits) ? (from ?? at) : undefined;
	}
	return from;
}

function isSurelyWanted({ epoch, order }: Case, traits: Traits): boolean {
	return filtersAt(epoch, order.dateCreated).every((filter) => matches(filter, traits));
}

function traitsAt({ traits, changes }: PlannedOrder, at: number): Traits {
	return changes.findLast((change) => change.traits !== undefined && change.at <= at)?.traits ?? traits;
}
