/** Delivery until an external ID is set: what becomes of an order that waits for one (design 4). */
import { HOUR_MS, joined, outside, secondOf, startingAt, type Span } from '../dates/durations';
import { givenUpOrder, reportTexts } from '../errors/reportTexts';
import { hasExternalId } from '../lists/orders';
import { AHEAD_SINCE_MS } from '../lists/windowLength';
import { POLL_TOLERANCE_MS } from './budget';
import type { Draft } from './draft';
import { lastRead, readingsOf } from './readings';
import type { WaitingOrder } from './state/orderMemory';
import type { OrderItem, TrackedOrder } from './trackedOrder';

/** If this many wait, new orders are held back: the state stays small. */
export const MOST_WAITING = 5_000;
/** With fewer, that has ended: if it begins again, it is reported again. */
const ENOUGH_ROOM = 4_500;

const LONGEST_WAIT_MS = 12 * HOUR_MS;

/** Due orders within this time of each other are looked for in one window. */
const SAME_WINDOW_MS = HOUR_MS;

/** A list shows an order that waits: it has its external ID, or is delivered again if it is due. */
export function takeWaiting(draft: Draft, tracked: TrackedOrder): OrderItem | undefined {
	const { memory } = draft;
	const waiting = memory.waiting.get(tracked.id);
	if (!waiting) return undefined;
	if (hasExternalId(tracked.order)) memory.waiting.delete(tracked.id);
	else if (isDue(draft, waiting) && useAttempt(draft, waiting, true))
		return { ...tracked, event: 'created', delivery: waiting.deliveries + 1 };
	return undefined;
}

function isDue(draft: Draft, waiting: WaitingOrder): boolean {
	// Nothing is looked for while the event is not chosen.
	if (draft.settings.delivery !== 'untilExternalId' || draft.since('created') === Infinity) return false;
	// A clock may have been ahead when it was delivered.
	return Math.abs(draft.began - waiting.last) >= waitOf(draft, waiting);
}

/** Each wait is twice as long as the one before, so that ten deliveries outlast a weekend. */
function waitOf({ settings: { redeliverMs } }: Draft, { deliveries }: WaitingOrder): number {
	const waitMs = Math.max(redeliverMs, Math.min(redeliverMs * 2 ** (deliveries - 1), LONGEST_WAIT_MS));
	// However short it is, it is not over in the round that delivers the order.
	return waitMs - Math.min(POLL_TOLERANCE_MS, waitMs / 2);
}

/** Uses up an attempt to deliver, or reports that there is none left: then the order waits no longer. */
function useAttempt(draft: Draft, waiting: WaitingOrder, isListed: boolean): boolean {
	const { memory, settings, attention, began } = draft;
	const { id, deliveries } = waiting;
	if (deliveries >= settings.maxDeliveries) {
		memory.waiting.delete(id);
		attention.report('notConfirmed', id, reportTexts.notConfirmed(id, deliveries, isListed), id);
		return false;
	}
	memory.waiting.set(id, { ...waiting, deliveries: deliveries + 1, last: began, left: undefined });
	return true;
}

/**
 * Windows around the orders that are still due, because this round has not shown them, wherever the readings stand and
 * outside of what cannot be read. The order that was tried longest ago comes first, so that each comes to its end even if a
 * round has time for few windows.
 */
export function leftOfWaiting(draft: Draft, unreadable: Span[] = []): Span[] {
	const orders = due(draft).sort((one, other) => one.last - other.last);
	const dates = orders.flatMap((order) => datesOf(draft, order));
	const [first = 0] = dates;
	const windows = dates.sort((one, other) => one - other).map(secondOf);
	// Behind what cannot be read, the next date lies further on, or there is none.
	const spans = outside(joined(windows, SAME_WINDOW_MS), unreadable).flatMap((span) => {
		const next = windows.find(({ from }) => span.from <= from && from < span.to);
		return next ? [{ from: next.from, to: span.to }] : [];
	});
	return startingAt(spans, spans.find(({ to }) => first < to)?.from ?? first);
}

/** A complete window did not show these due orders: this attempt need not look there again. */
export function noteRead(draft: Draft, { from, to }: Span): void {
	for (const waiting of due(draft)) {
		const left = datesOf(draft, waiting).filter((date) => date < from || date >= to);
		draft.memory.waiting.set(waiting.id, { ...waiting, left });
	}
}

/**
 * An attempt that has looked at both dates of an order, in one round or in several, and did not find it is used up. One for
 * an order that may be anywhere is, when the whole list was read since it was due.
 */
export function useAttemptsOfUnseen(draft: Draft): void {
	// A service may refuse what lies ahead.
	const until = draft.began - AHEAD_SINCE_MS;
	const readAt = lastRead(draft, readingsOf('created'), until);
	for (const waiting of due(draft)) {
		const isUnseen = waiting.isUndated
			? readAt > waiting.last + waitOf(draft, waiting)
			: waiting.left?.length === 0;
		if (isUnseen) useAttempt(draft, waiting, false);
	}
	if (draft.memory.waiting.size < ENOUGH_ROOM) draft.attention.ended('tooManyWaiting', '');
}

/** The orders of which nothing but a window that is given up is left to look at wait no longer. */
export function giveUpWaiting(draft: Draft, { from, to }: Span): void {
	for (const waiting of draft.memory.waiting.values()) {
		const dates = datesOf(draft, waiting);
		// If both dates were looked at, only this attempt is used up.
		if (dates.length === 0 || dates.some((date) => date < from || date >= to)) continue;
		draft.memory.waiting.delete(waiting.id);
		draft.attention.report('notConfirmed', waiting.id, givenUpOrder(waiting.id), waiting.id);
	}
}

/** An order that this round has seen is due no more. */
function due(draft: Draft): WaitingOrder[] {
	return [...draft.memory.waiting.values()].filter((waiting) => isDue(draft, waiting));
}

/** Where this attempt still has to look. Only the credential can say for certain by which date the service filters. */
function datesOf({ settings }: Draft, waiting: WaitingOrder): number[] {
	return waiting.left ?? [...new Set([waiting[settings.windowDate], waiting.dateCreated])];
}
