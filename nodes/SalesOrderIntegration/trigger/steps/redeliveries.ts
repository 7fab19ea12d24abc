/** Delivery until external ID: looks for the orders that are due again, with as few calls as that takes (design 4). */
import { HOUR_MS } from '../../dates/durations';
import { createdOrdersAtAGlance } from '../reading';
import { handOver, readOn } from '../readOn';
import type { Search } from '../readOn';
import { countDelivery, findUnreceipted, isDue } from '../receipts';
import type { DatedOrder, Finding, PollRun } from '../run';

/** Each costs a call at least. */
const MAX_SPANS = 10;
/** From so many spans on, a call that tells whether one list of the whole is cheaper pays for itself. */
const MANY_SPANS = 3;

interface Span {
	/** Epoch milliseconds. */
	start: number;
	end: number;
}

/** The orders whose time has come: first those that this poll met anyway, then the others, wherever they lie. */
export async function redeliver(run: PollRun): Promise<void> {
	const { settings, state } = run;
	const position = settings.windowDate === 'mobileDateCreated' ? 1 : 2;
	const due = [...run.pending.values()].filter((entry) => isDue(run, entry));
	const dateOfId = new Map(due.map((entry) => [entry[0], entry[position]]));
	handOver(run, takeUnreceipted(run, [...run.metAgain.values()], dateOfId), run.quota);
	if (dateOfId.size === 0 || run.quota === 0 || !run.hasTime) return;

	const search: Search = {
		// What a skip hides comes with the next delivery.
		read: createdOrdersAtAGlance(run),
		find: (_, orders) =>
			takeUnreceipted(
				run,
				orders.map((order) => run.dated(order)),
				dateOfId,
			),
		quota: () => run.quota,
		mostOrders: settings.maxOrdersPerRun,
		passed: (readUntil) => countMissing(run, dateOfId, readUntil),
	};
	for (const { start, end } of await cheapestSpans(spansOf([...dateOfId.values()]), search)) {
		if (run.quota === 0 || !run.hasTime) return;
		const cursor = { readUntil: start, span: state.redeliverySpan };
		try {
			await readOn(run, cursor, end, search);
		} finally {
			state.redeliverySpan = cursor.span;
		}
	}
}

/** Those of the orders that are due and have no external ID. All that are found are taken out of `due`. */
function takeUnreceipted(run: PollRun, orders: DatedOrder[], due: Map<string, number>): Finding[] {
	return orders
		.filter(({ id }) => due.delete(id))
		.map((dated) => findUnreceipted(run, dated))
		.filter((finding) => finding !== undefined);
}

/** Those that are not in the list were probably deleted: that counts as a delivery, so that they end some day. */
function countMissing(run: PollRun, dateOfId: Map<string, number>, readUntil: number): void {
	for (const [id, date] of dateOfId) {
		if (date < readUntil && dateOfId.delete(id)) countDelivery(run, id);
	}
}

/** The spans, or one over all of them where that has no more pages than there are spans. */
async function cheapestSpans(spans: Span[], { read }: Search): Promise<Span[]> {
	const [first] = spans;
	const last = spans.at(-1);
	if (!first || !last || spans.length < MANY_SPANS) return spans;
	const whole = { start: first.start, end: last.end };
	let pages = Infinity;
	await read(whole, ({ totalPages = Infinity }) => {
		pages = totalPages;
		return false;
	});
	return pages <= spans.length ? [whole] : spans;
}

/** Spans that hold all dates, oldest first: few, and parted where the gaps between the dates are widest. */
function spansOf(dates: number[]): Span[] {
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
