/** Delivery until external ID: hands over again what the workflow has not receipted, and parks what it never did. */
import { hasExternalId } from '../api/orders';
import type { Finding } from './decide';
import { createdOrdersOf } from './reading';
import { readOn } from './readOn';
import type { DatedOrder, PollRun } from './run';
import type { FinishedWindow } from './windows';

const HOUR_MS = 60 * 60_000;
/** Each costs a call at least. */
const MAX_SPANS = 10;

/** The orders whose time has come, wherever they lie by the date that windows are on. */
export async function redeliver(run: PollRun): Promise<void> {
	const { settings, state, now } = run;
	const position = settings.windowDate === 'mobileDateCreated' ? 1 : 2;
	const due = [...run.pending.values()].filter(([, , , , last]) => now - last >= settings.redeliverMs);
	if (due.length === 0) return;
	const dateOfId = new Map(due.map((entry) => [entry[0], entry[position]]));
	for (const { start, end } of spansOf([...dateOfId.values()])) {
		if (run.quota === 0 || !run.hasTime) return;
		const cursor = { readUntil: start, span: state.redeliverySpan };
		try {
			await readOn(run, cursor, end, {
				read: createdOrdersOf(run),
				find: (_, orders) => findUnreceipted(run, orders, dateOfId),
				quota: () => run.quota,
				passed: (readUntil) => countMissing(run, dateOfId, readUntil),
			});
		} finally {
			state.redeliverySpan = cursor.span;
		}
	}
}

/** Those that are not in the list were probably deleted: that counts as a delivery, so that they end some day. */
function countMissing(run: PollRun, dateOfId: Map<string, number>, readUntil: number): void {
	for (const [id, date] of dateOfId) {
		if (date < readUntil && dateOfId.delete(id)) countDelivery(run, id);
	}
}

/** Orders that are due and have no external ID. Those that are found are taken out of `due`. */
function findUnreceipted(
	run: PollRun,
	orders: FinishedWindow['records'],
	due: Map<string, number>,
): Finding[] {
	return orders
		.map((order) => run.dated(order))
		.filter(({ id }) => due.delete(id))
		.map((dated) => findUnreceiptedOf(run, dated))
		.filter((finding) => finding !== undefined);
}

function findUnreceiptedOf(run: PollRun, { id, order, arrival }: DatedOrder): Finding | undefined {
	const entry = run.pending.get(id);
	if (!entry) return undefined;
	if (hasExternalId(order)) return void run.pending.delete(id);
	const [, , , deliveries] = entry;
	if (deliveries >= run.settings.maxDeliveries) return void countDelivery(run, id);
	return {
		item: { event: 'created', order, arrival, id, delivery: deliveries + 1 },
		remember: () => countDelivery(run, id),
	};
}

/** Counts one more delivery of a pending order, or gives it up when it has had all of them. */
function countDelivery({ pending, settings, now, warn }: PollRun, id: string): void {
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

/**
 * Spans that hold all dates, oldest first: as few as calls are worth, parted where the gaps between them are widest.
 */
function spansOf(dates: number[]): Array<{ start: number; end: number }> {
	const hours = [...new Set(dates.map((date) => Math.floor(date / HOUR_MS)))].sort((a, b) => a - b);
	const gaps = hours
		.slice(1)
		.map((hour, position) => ({ position: position + 1, length: hour - (hours[position] ?? hour) }));
	const ends = gaps
		.filter(({ length }) => length > 1)
		.sort((one, other) => other.length - one.length)
		.slice(0, MAX_SPANS - 1)
		.map(({ position }) => position)
		.sort((a, b) => a - b);
	return [...ends, hours.length].map((end, index) => {
		const first = hours[ends[index - 1] ?? 0] ?? 0;
		return { start: first * HOUR_MS, end: ((hours[end - 1] ?? 0) + 1) * HOUR_MS };
	});
}
