/** Which orders are news (design 4): pure decisions over what a poll has read and what it remembers. */
import { hasExternalId } from '../api/orders';
import { parseTimestamp } from '../api/dates';
import type { WireRecord } from '../api/wire';
import { fingerprintOf } from './fingerprint';
import type { DatedOrder, PollRun, TriggerItem } from './run';

/** An item with what is to be remembered once it is handed over. */
export interface Finding {
	item: TriggerItem;
	remember(): void;
}

/** New and edited orders among those of a window, by arrival, then id. What needs no item is remembered at once. */
export function findNews(run: PollRun, orders: WireRecord[]): Finding[] {
	const found = orders
		.map((order) => findNewsOf(run, run.dated(order)))
		.filter((finding) => finding !== undefined);
	return found.sort((one, other) => byArrival(one.item, other.item));
}

/** Deletions that are new, by arrival of the order, then id. */
export function findDeletions(run: PollRun, orders: WireRecord[]): Finding[] {
	const found = orders
		.map((order) => findDeletionOf(run, run.dated(order)))
		.filter((finding) => finding !== undefined);
	return found.sort((one, other) => byArrival(one.item, other.item));
}

/** The sequence of the items of one poll: arrival, then id. */
export function byArrival(one: TriggerItem, other: TriggerItem): number {
	return one.arrival - other.arrival || one.id.length - other.id.length || (one.id < other.id ? -1 : 1);
}

function findNewsOf(run: PollRun, dated: DatedOrder): Finding | undefined {
	if (run.deletedNow.has(dated.id)) return undefined;
	if (!isNew(run, dated)) return findEdit(run, dated);
	const { id, date, order, arrival } = dated;
	const isReceipted = run.settings.delivery === 'untilExternalId' && hasExternalId(order);
	const remember = () => {
		run.seenDeleted.remove(id);
		run.seen.add(id, date);
		rememberFingerprint(run, dated);
		if (run.settings.delivery === 'untilExternalId' && !isReceipted)
			run.pending.set(id, [id, date, 1, run.now]);
	};
	if (isReceipted) return void remember();
	const delivery = run.settings.delivery === 'untilExternalId' ? 1 : undefined;
	return { item: { event: 'created', order, arrival, id, delivery }, remember };
}

/** What is new is decided by arrival against the starting point, then by id; an order that was restored is new again. */
function isNew({ state, seen, seenDeleted }: PollRun, { id, arrival, date }: DatedOrder): boolean {
	const { created } = state.since;
	if (created === undefined || arrival < created) return false;
	if (seenDeleted.has(id)) return true;
	return !seen.has(id) && !isForgotten(state.forgotten, { arrival, date });
}

/** Beyond what is remembered by id, all that had arrived when it was forgotten had been handed over. */
function isForgotten(
	{ madeBefore, arrivedUntil }: PollRun['state']['forgotten'],
	{ arrival, date }: Pick<DatedOrder, 'arrival' | 'date'>,
): boolean {
	return date < madeBefore && arrival <= arrivedUntil;
}

function findEdit(run: PollRun, dated: DatedOrder): Finding | undefined {
	if (run.state.since.edited === undefined) return undefined;
	const known = run.state.fingerprints[dated.id]?.[1];
	const remember = () => rememberFingerprint(run, dated);
	if (known === undefined) return void remember();
	if (known === fingerprintOf(dated.order)) return undefined;
	const { order, arrival, id } = dated;
	return { item: { event: 'edited', order, arrival, id }, remember };
}

function rememberFingerprint(run: PollRun, { id, date, order }: DatedOrder): void {
	if (run.state.since.edited !== undefined) run.state.fingerprints[id] = [date, fingerprintOf(order)];
}

function findDeletionOf(run: PollRun, dated: DatedOrder): Finding | undefined {
	const { order, id, arrival, date } = dated;
	const { since, forgotten, deletionsForgottenBefore } = run.state;
	if (since.deleted === undefined || run.seenDeleted.has(id)) return undefined;
	const wasHandedOver =
		since.created !== undefined &&
		(run.seen.has(id) || (arrival >= since.created && isForgotten(forgotten, dated)));
	const dateDeleted = parseTimestamp(order.dateDeleted);
	// Without a date, only the deletion of an order that this trigger knows, or that came since, is news.
	const isNews =
		dateDeleted === undefined
			? wasHandedOver || arrival >= since.deleted
			: dateDeleted >= since.deleted && dateDeleted >= deletionsForgottenBefore;
	if (!isNews) return undefined;
	return {
		item: { event: 'deleted', order, arrival, id, delivered: wasHandedOver },
		remember: () => {
			run.seenDeleted.add(id, dateDeleted ?? Math.max(date, run.now));
			run.seen.remove(id);
			run.pending.delete(id);
			run.deletedNow.add(id);
		},
	};
}
