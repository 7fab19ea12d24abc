/** Delivery until an external ID is set: orders without one are delivered again, ever later, then parked (design 4). */
import { HOUR_MS } from '../dates/durations';
import { hasExternalId } from '../lists/orders';
import { readWindows } from './readWindows';
import type { PollSession } from './session';
import type { PendingOrder, Span } from './state/state';
import type { FoundItem, TrackedOrder } from './trackedOrder';

/** Orders that wait for their external ID beyond this hold new ones back: the state stays small. */
export const MAX_PENDING = 5_000;

const LONGEST_WAIT_MS = 12 * HOUR_MS;

/** Orders within this time of each other are looked for in one window. */
const SAME_WINDOW_MS = HOUR_MS;

/** What any reading shows of an order that waits: it has its external ID, or is due to be delivered again. */
export function noteSeen(session: PollSession, tracked: TrackedOrder): void {
	const { memory, dueSeen, settings } = session;
	const pending = memory.pending.get(tracked.id);
	if (!pending) return;
	if (hasExternalId(tracked.order)) memory.pending.delete(tracked.id);
	// No more than can be delivered, which bounds the memory.
	else if (isDue(session, pending) && dueSeen.size < settings.maxOrdersPerRun)
		dueSeen.set(tracked.id, tracked);
}

/** Whether any order is due. */
export function hasDue(session: PollSession): boolean {
	return [...session.memory.pending.values()].some((pending) => isDue(session, pending));
}

/**
 * Delivers what is due: the orders that this poll has seen, then the others, in windows around them. What these do not
 * show is looked for around its other date, because a service may go by either. What is in neither was deleted and is
 * dropped.
 *
 * @param until epoch milliseconds
 * @returns whether this poll has done all that it can
 * @throws as {@link readWindows}
 */
export async function redeliver(session: PollSession, until: number): Promise<boolean> {
	const { memory, outbox, dueSeen, began } = session;
	const seen = [...dueSeen.values()].flatMap((tracked) => takeDue(session, tracked));
	dueSeen.clear();
	if (seen.length > 0) outbox.add('redelivery', { items: seen, isComplete: true });
	let missing = [...memory.pending.values()].filter(
		(pending) => isDue(session, pending) && !outbox.hasFound('created', pending[0]),
	);
	for (const dateOf of datesOf(session)) {
		const found = new Set<string>();
		const unsettled: Span[] = [];
		const take = (orders: TrackedOrder[], window: Span, isSettled: boolean) => {
			if (!isSettled) unsettled.push(window);
			for (const order of orders) {
				found.add(order.id);
				noteSeen(session, order);
			}
			return orders.flatMap((tracked) => takeDue(session, tracked));
		};
		const position = { began, spans: spansAround(missing.map(dateOf)) };
		await readWindows(session, { task: 'redelivery', list: 'created', position, take }, until);
		if (position.spans.length > 0) return outbox.isFull('redelivery');
		missing = missing.filter((pending) => {
			const date = dateOf(pending);
			return !found.has(pending[0]) && !unsettled.some(({ from, to }) => from <= date && date < to);
		});
	}
	for (const [id] of missing) memory.pending.delete(id);
	return true;
}

/** An order that is due, as it is now, or nothing if it has its external ID or had its last delivery. */
function takeDue(session: PollSession, tracked: TrackedOrder): FoundItem[] {
	const { memory, settings, state, attention, began } = session;
	const pending = memory.pending.get(tracked.id);
	if (!pending || !isDue(session, pending)) return [];
	const [id, mobileDateCreated, dateCreated, deliveries] = pending;
	if (deliveries >= settings.maxDeliveries) {
		memory.pending.delete(id);
		attention.notConfirmed(id, deliveries);
		return [];
	}
	const delivery = deliveries + 1;
	return [
		{
			item: { ...tracked, event: 'created', delivery },
			remember: () => {
				memory.pending.set(id, [id, mobileDateCreated, dateCreated, delivery, began]);
				// It is delivered as it is now, edits included.
				if (state.since.edited !== undefined) memory.rememberFingerprint(tracked);
			},
		},
	];
}

/** Each wait is twice as long as the one before, so that ten deliveries outlast a weekend. */
function isDue({ settings, began }: PollSession, [, , , deliveries, last]: PendingOrder): boolean {
	const { redeliverMs } = settings;
	const wait = Math.min(redeliverMs * 2 ** (deliveries - 1), LONGEST_WAIT_MS);
	return began - last >= Math.max(redeliverMs, wait);
}

/** The date that windows go by, as far as is known, and the other one. */
function datesOf({ settings }: PollSession): Array<(pending: PendingOrder) => number> {
	const created = ([, mobileDateCreated]: PendingOrder) => mobileDateCreated;
	const arrived = ([, , dateCreated]: PendingOrder) => dateCreated;
	return settings.windowDate === 'mobileDateCreated' ? [created, arrived] : [arrived, created];
}

/** Spans that hold all dates (epoch milliseconds), oldest first. */
function spansAround(dates: number[]): Span[] {
	const spans: Span[] = [];
	for (const date of [...dates].sort((a, b) => a - b)) {
		const last = spans.at(-1);
		if (last && date - last.to < SAME_WINDOW_MS) last.to = date + 1;
		else spans.push({ from: date, to: date + 1 });
	}
	return spans;
}
