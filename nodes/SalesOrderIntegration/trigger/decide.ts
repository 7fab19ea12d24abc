/** Which orders are news (design 4): pure decisions over what a poll has read and what it remembers. */
import { hasExternalId } from '../lists/orders';
import { parseTimestamp } from '../dates';
import type { WireRecord } from '../lists/wire';
import { fingerprintOf } from './memory/fingerprint';
import { noteReceipt } from './receipts';
import type { DatedOrder, Finding, PollRun, TriggerItem } from './run';

/** New and edited orders among those of a window, by arrival, then id. What needs no item is remembered at once. */
export function findNews(run: PollRun, orders: WireRecord[]): Finding[] {
	const all = orders.map((order) => run.dated(order));
	for (const dated of all) noteReceipt(run, dated);
	return inSequence(all.map((dated) => findNewsOf(run, dated)));
}

/** Deletions that are new, by arrival of the order, then id. */
export function findDeletions(run: PollRun, orders: WireRecord[]): Finding[] {
	return inSequence(orders.map((order) => findDeletionOf(run, run.dated(order))));
}

/** The sequence of the items of one poll: arrival, then id; those of one order as they were found. */
export function byArrival(one: TriggerItem, other: TriggerItem): number {
	if (one.arrival !== other.arrival) return one.arrival - other.arrival;
	if (one.id === other.id) return 0;
	return one.id.length - other.id.length || (one.id < other.id ? -1 : 1);
}

function inSequence(findings: Array<Finding | undefined>): Finding[] {
	return findings
		.filter((finding) => finding !== undefined)
		.sort((one, other) => byArrival(one.item, other.item));
}

function findNewsOf(run: PollRun, dated: DatedOrder): Finding | undefined {
	if (run.deletedNow.has(dated.id)) return undefined;
	if (!isNew(run, dated)) {
		run.keep(dated);
		return findEdit(run, dated);
	}
	const { id, order, arrival, mobileDateCreated } = dated;
	const awaitsReceipt = run.settings.delivery === 'untilExternalId';
	const isReceipted = awaitsReceipt && hasExternalId(order);
	// The external ID of a restored order is from before its deletion, which was handed over: the workflow must hear of it.
	const isRestored = run.seenDeleted.has(id);
	const remember = () => {
		run.seenDeleted.remove(id);
		run.remember(dated);
		run.rememberFingerprint(dated);
		if (awaitsReceipt && !isReceipted) run.pending.set(id, [id, mobileDateCreated, arrival, 1, run.now]);
	};
	if (isReceipted && !isRestored) return void remember();
	return {
		item: { event: 'created', order, arrival, id, delivery: awaitsReceipt ? 1 : undefined },
		remember,
	};
}

/** What is new is decided by arrival against the starting point, then by id; an order that was restored is new again. */
function isNew({ state, seen, seenDeleted }: PollRun, { id, arrival, latest }: DatedOrder): boolean {
	const { created } = state.since;
	if (created === undefined || arrival < created) return false;
	// Beyond what is remembered by id, all that a window ever showed was handed over.
	return seenDeleted.has(id) || (!seen.has(id) && latest >= state.forgottenBefore);
}

function findEdit(run: PollRun, dated: DatedOrder): Finding | undefined {
	if (run.state.since.edited === undefined) return undefined;
	const known = run.fingerprints.get(dated.id);
	const remember = () => run.rememberFingerprint(dated);
	if (known === undefined) return void remember();
	if (known === fingerprintOf(dated.order)) return undefined;
	const { order, arrival, id } = dated;
	return { item: { event: 'edited', order, arrival, id }, remember };
}

function findDeletionOf(run: PollRun, dated: DatedOrder): Finding | undefined {
	const { order, id, arrival, latest } = dated;
	const { since, deletionsForgottenBefore } = run.state;
	if (since.deleted === undefined || run.seenDeleted.has(id)) return undefined;
	const delivered = wasHandedOver(run, dated);
	const dateDeleted = parseTimestamp(order.dateDeleted);
	const isNews =
		dateDeleted === undefined
			? // Without a date, only the deletion of an order that this trigger knows, or that came since, is news.
				(delivered || arrival >= since.deleted) && latest >= deletionsForgottenBefore
			: dateDeleted >= since.deleted && dateDeleted >= deletionsForgottenBefore;
	if (!isNews) return undefined;
	return {
		item: { event: 'deleted', order, arrival, id, delivered },
		remember: () => {
			run.seenDeleted.add(id, dateDeleted ?? Math.max(latest, run.now));
			run.forget(dated);
			run.pending.delete(id);
			run.deletedNow.add(id);
		},
	};
}

/** Remembered, or, beyond what is remembered, arrived after the starting point. */
function wasHandedOver({ state, seen }: PollRun, { id, arrival, latest }: DatedOrder): boolean {
	const { created } = state.since;
	return seen.has(id) || (created !== undefined && arrival >= created && latest < state.forgottenBefore);
}
