/** Receipts: which orders wait for their external ID, and what is done when one has it or not (design 4). */
import { hasExternalId } from '../lists/orders';
import type { DatedOrder, Finding, PollRun } from './run';
import type { Pending } from './memory/state';

/** Whether the time has come to hand the order over again. */
export function isDue({ settings, now }: PollRun, [, , , , lastDelivery]: Pending): boolean {
	return now - lastDelivery >= settings.redeliverMs;
}

/** What any list shows of an order that waits: its receipt, or that it is still without one. Saves looking for it. */
export function noteReceipt(run: PollRun, dated: DatedOrder): void {
	const entry = run.pending.get(dated.id);
	if (!entry) return;
	if (hasExternalId(dated.order)) run.pending.delete(dated.id);
	// No more than can be handed over, which bounds the memory.
	else if (isDue(run, entry) && run.metAgain.size < run.settings.maxOrdersPerRun)
		run.metAgain.set(dated.id, dated);
}

/** An order that is due, as it is now: undefined when it has its receipt, or has had all its deliveries. */
export function findUnreceipted(run: PollRun, dated: DatedOrder): Finding | undefined {
	const { id, order, arrival } = dated;
	const entry = run.pending.get(id);
	if (!entry) return undefined;
	if (hasExternalId(order)) return void run.pending.delete(id);
	const [, , , deliveries] = entry;
	if (deliveries >= run.settings.maxDeliveries) return void countDelivery(run, id);
	return {
		item: { event: 'created', order, arrival, id, delivery: deliveries + 1 },
		remember: () => {
			countDelivery(run, id);
			// It is handed over as it is now, edits included.
			run.rememberFingerprint(dated);
		},
	};
}

/** Counts one more delivery of a pending order, or gives it up when it has had all of them. */
export function countDelivery({ pending, settings, now, warn }: PollRun, id: string): void {
	const entry = pending.get(id);
	if (!entry) return;
	const [, mobileDateCreated, arrival, deliveries] = entry;
	if (deliveries < settings.maxDeliveries) {
		pending.set(id, [id, mobileDateCreated, arrival, deliveries + 1, now]);
		return;
	}
	pending.delete(id);
	warn(
		`Order ${id} has no external ID after ${deliveries} deliveries; it is parked. Find it with List Sales Orders, filter External ID: missing.`,
	);
}
