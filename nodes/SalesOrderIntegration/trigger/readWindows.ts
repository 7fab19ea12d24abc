/** Reads spans of a list in windows that fit into a poll: complete ones, oldest first (design 4, backlog and budget). */
import { DAY_MS, SECOND_MS } from '../dates/durations';
import { ServiceFailure, unlessRefused } from '../errors/failures';
import { orderWindow, readOrders } from '../lists/orderWindow';
import type { OrderListName, OrdersOfWindow } from '../lists/orderWindow';
import { readPage } from '../lists/pages';
import type { Page } from '../lists/pages';
import type { PollSession } from './session';
import type { Span, TaskName, UnderWay } from './state/state';
import { track } from './trackedOrder';
import type { FoundItem, TrackedOrder } from './trackedOrder';

/** What is read, and what is looked for in it. */
export interface WindowReading {
	task: TaskName;
	list: OrderListName;
	/** Changed as windows are read: what is left, and how long windows may be. */
	position: UnderWay;
	/** What a window holds for the workflow; `isSettled`: it certainly shows every order. */
	take(orders: TrackedOrder[], window: Span, isSettled: boolean): FoundItem[];
}

/** The service filters by the second: a shorter window holds no fewer orders. */
const SHORTEST_MS = SECOND_MS;
/** Windows of more orders are parted, so that memory stays bounded: some ten megabytes. */
const MOST_ORDERS = 2_000;
/** Windows grow at most by this factor from one to the next. */
const GROWTH = 4;

/**
 * Reads on until the end, until `until` (epoch milliseconds), or until as much was found as a poll may deliver.
 * Complete windows go to the outbox. A window that is too long for the time left is parted after its first page, or left
 * to the next turn if it fits into one. One that the service refuses is parted down to a day.
 *
 * @throws ServiceFailure if the service fails, `unsettled` if a list does not settle, `tooManyAtOnce` if one second
 *   holds more orders than a poll can read
 */
export async function readWindows(
	session: PollSession,
	{ task, list, position, take }: WindowReading,
	until: number,
): Promise<void> {
	const { client, budget, outbox, began } = session;
	// The service may limit the length of a window (api-specification 8: not shown).
	let longestMs = Infinity;
	while (position.spans.length > 0 && !outbox.isFull(task) && budget.hasTime && budget.isBefore(until)) {
		const window = nextWindow(position, longestMs);
		const request = orderWindow(client, list, { start: window.from, end: window.to });
		const length = window.to - window.from;
		const reading = readPage(client, request.query);
		const firstPage = await (length > DAY_MS ? unlessRefused(reading) : reading);
		if (!firstPage) {
			position.windowMs = longestMs = length / 2;
			continue;
		}
		const isShortest = length <= SHORTEST_MS;
		const ratio = excessOf(session, firstPage, isShortest ? budget.deadline : until);
		if (ratio > 1 && !isShortest) {
			// The end of a turn, when little time is left, must not make windows short for the next one.
			const mayEnd = outbox.hasRead(task) ? Math.max(until, budget.endOfUsualShare) : until;
			const excess = excessOf(session, firstPage, mayEnd);
			position.windowMs = excess > 1 ? shorter(window, excess, began) : length;
			if (excess <= 1) return;
			continue;
		}
		const orders = await readOrders(client, request, { firstPage }).catch((error: unknown) => {
			if (!isOutOfRoom(error)) throw error;
			position.windowMs = Math.max(SHORTEST_MS, length / 2);
			throw isShortest && budget.isTooLongForAPoll(firstPage) ? new ServiceFailure('tooManyAtOnce') : error;
		});
		noteTrouble(session, list, orders);
		const isComplete = orders.isSettled || orders.isMiscounted;
		const tracked = orders.orders.map((order) => track(order, began));
		const items = take(tracked, window, orders.isSettled);
		advance(position, window, ratio);
		const next = position.spans.length > 0 ? structuredClone(position) : undefined;
		outbox.add(task, { items, next, isComplete });
		if (!isComplete) throw new ServiceFailure('unsettled');
	}
}

function nextWindow(
	{ spans: [span = { from: 0, to: 0 }], windowMs = Infinity }: UnderWay,
	longestMs: number,
): Span {
	return { from: span.from, to: Math.min(span.to, span.from + windowMs, span.from + longestMs) };
}

/** How many times longer a list is than what may be read at once; at most 1 if it fits. */
function excessOf({ budget, settings }: PollSession, page: Page, until: number): number {
	const mostOrders = Math.max(MOST_ORDERS, settings.maxOrdersPerRun);
	return Math.max(budget.ratioOf(page, until), (page.totalCount ?? 0) / mostOrders);
}

/** The part of a window after now holds hardly an order, so it is cut off first. In whole seconds. */
function shorter({ from, to }: Span, ratio: number, now: number): number {
	const busy = (from < now ? Math.min(to, now) : to) - from;
	const part = busy < to - from ? busy : busy / Math.max(2, ratio);
	return Math.max(SHORTEST_MS, Math.floor(part / SECOND_MS) * SECOND_MS);
}

/** Moves the position behind a window that was read, and lets the next one grow if there was room. */
function advance(position: UnderWay, window: Span, ratio: number): void {
	const [span, ...rest] = position.spans;
	const isAtEnd = span === undefined || window.to >= span.to;
	position.spans = isAtEnd ? rest : [{ from: window.to, to: span.to }, ...rest];
	const growth = Math.min(GROWTH, 1 / Math.max(ratio, 1 / GROWTH));
	if (isAtEnd) delete position.windowMs;
	else position.windowMs = Math.max(SHORTEST_MS, window.to - window.from) * Math.max(1, growth);
}

/** Whether a failure only means that there was more to read than the time or the rate limit allows. */
function isOutOfRoom(error: unknown): boolean {
	return error instanceof ServiceFailure && (error.kind === 'outOfTime' || error.kind === 'rateLimited');
}

function noteTrouble(
	{ attention, settings }: PollSession,
	list: OrderListName,
	orders: OrdersOfWindow,
): void {
	if (orders.isMiscounted) attention.miscounted(list);
	if (orders.zoneMismatch && settings.checkTimeZone) attention.timeZone(orders.zoneMismatch);
}
