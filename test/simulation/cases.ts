/** One order in one epoch, and what may and must be heard of it there. */
import { countedSince, filtersAt, type Epoch } from './epochs';
import type { Delivered } from './ledger';
import { isFate, isOfLostClock, isUndated, YEAR, type PlannedChange, type PlannedOrder } from './orderPlan';
import { isInterrupted, isTimeless, type Scenario } from './scenario';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { matches, type Traits } from './traits';
import { DAY, HOUR } from '../support/time';

export interface Case {
	run: Run;
	service: SimulatedService;
	epoch: Epoch;
	id: string;
	order: PlannedOrder;
	/** In this epoch, in their sequence. */
	delivered: Delivered[];
}

/** Whether the created list has shown an order with the same dates since it became visible. */
export function isAlwaysListed({ changes }: PlannedOrder): boolean {
	return changes.every(({ kind, mobileDateCreated }) => kind === 'edit' && mobileDateCreated === undefined);
}

/** Whether the trigger has told that lists may lack an order: two readings without an order may lack the same by chance. */
function mayLack({ services, scenario }: Run): boolean {
	const told = services.flatMap(({ ledger }) => ledger.reports).some(({ reason }) => reason === 'miscounted');
	return told && scenario.switches.sortOrder === 'shuffled';
}

/** Whether windows of the created list find an order from an instant on, by the date of each period. */
function isReachable({ epoch, order, run, delivered }: Case, visibleFrom: number): boolean {
	const { clockSkewMs, excuses, replicas } = run.scenario;
	// What an empty replica hid is as late as if it had arrived then.
	const from = Math.max(visibleFrom, ...replicas.map(({ until }) => until + clockSkewMs));
	if (excuses.has('completeness') || mayLack(run)) return false;
	const readableMs = readableFor(run.scenario);
	return epoch.periods.every(({ settings }) => {
		// An order whose phone date has moved, or that no list showed until then, is known if it arrived long ago.
		const hasMoved = order.changes.some(({ mobileDateCreated }) => mobileDateCreated !== undefined);
		const isFollowed = delivered.length > 0 && order.changes.some(isFate);
		const isLater = from > order.visibleFrom && !isFollowed;
		const isByArrival = settings.windowDate === 'dateCreated';
		const dates = isByArrival || hasMoved || isLater ? [order.dateCreated] : [];
		if (!isByArrival) dates.push(...phoneDatesFrom(order, from));
		return dates.every((date) => {
			// They are forgotten a day after they arrived.
			if (isOfLostClock(date)) return !excuses.has('lostClocks') && from - order.dateCreated <= 12 * HOUR;
			return from - date <= Math.min(settings.lateSyncMs, readableMs) && isNotAhead(date, from);
		});
	});
}

/** How old an order may be when lists first show it; the trigger needs a few polls to find out what it can read. */
function readableFor(scenario: Scenario): number {
	const { weather, outages, replicas, sweepMs } = { ...scenario, ...scenario.settings };
	const readableMs = Math.min(...weather.map(({ readableMs = Infinity }) => readableMs));
	const isDelayed = outages.length + replicas.length > 0 || weather.length > 1 || isInterrupted(scenario);
	return readableMs < Infinity && isDelayed ? 0 : readableMs - sweepMs - 6 * HOUR;
}

/** The later of its dates at all times, whatever the phone's becomes: until then it is surely remembered. */
export function surelyLatest(order: PlannedOrder): number {
	const earliest = Math.min(...phoneDatesFrom(order, order.visibleFrom), order.mobileDateCreated);
	return Math.max(earliest, order.dateCreated);
}

/** The dates that an order has by the phone at an instant and later. */
function phoneDatesFrom({ mobileDateCreated, changes }: PlannedOrder, from: number): number[] {
	let dates = [mobileDateCreated];
	for (const { at, mobileDateCreated: moved } of changes) {
		if (moved !== undefined) dates = at <= from ? [moved] : [...dates, moved];
	}
	return dates;
}

/** At most a year ahead. */
function isNotAhead(date: number, from: number): boolean {
	return date <= from + YEAR - HOUR;
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
	const { epoch, order, service, id, run } = one;
	const { excuses, undatedDeletions, replicas } = run.scenario;
	const since = countedSince(epoch, 'deleted');
	if (since === undefined || at < since) return false;
	if (excuses.has('deletions') || excuses.has('completeness') || mayLack(run)) return false;
	// A day later, an empty list says that an order of a backlog needs nothing.
	const isHidden = ({ until, lagMs }: (typeof replicas)[number]) =>
		lagMs === Infinity && until > at + 20 * HOUR && !isSurelyKnown(one, until);
	if (replicas.some(isHidden)) return false;
	const hasNoDate = isUndated(service.ids.indexOf(id), undatedDeletions);
	if (hasNoDate && order.dateCreated < since && !isSurelyKnown(one, at)) return false;
	// A reading that began in the future began when that is noticed: a few polls later.
	const unnoticedMs = isTimeless(run.scenario) ? 6 * run.scenario.pollMs : 0;
	const watched = epoch.periods.map(({ settings }) => settings.deletedMs - unnoticedMs);
	const oldest = Math.min(...watched, readableFor(run.scenario));
	// A list that lags shows it later.
	const shownAt = Math.max(at, ...replicas.flatMap(({ from, until }) => (from < at + DAY ? until : [])));
	const isReached = [...phoneDatesFrom(order, at), order.dateCreated].every((date) =>
		isOfLostClock(date) ? !excuses.has('lostClocks') : shownAt - date <= oldest && isNotAhead(date, at),
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
	// A clock that was days ahead made the trigger forget the order.
	if (isTimeless(one.run.scenario) || since === undefined || at < since) return false;
	// What was there before can only be seen once the created list can be read with this event.
	const isHidden = one.run.scenario.weather.some(
		({ span, stops }) => stops === 'created' && (!span || (span.from <= since && at <= span.until + HOUR)),
	);
	return !isHidden && isReachable(one, seenFrom);
}

/** Whether the trigger surely remembers that it delivered an order, when it is deleted. */
function isSurelyKnown({ epoch, order, delivered }: Case, at: number): boolean {
	const last = delivered.filter((item) => item.event !== 'edited' && item.at < at).at(-1);
	const shortest = Math.min(...epoch.periods.map(({ settings }) => settings.lateSyncMs));
	return last?.event === 'created' && at - surelyLatest(order) < shortest;
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
