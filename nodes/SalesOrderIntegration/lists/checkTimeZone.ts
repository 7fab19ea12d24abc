/** Asks the service in which time zone it reads dates, with a window that would return other orders in another zone (design 3.4). */
import { DAY_MS } from '../dates/durations';
import { contradictionsOf, datesOf, mismatchIn } from '../dates';
import type { OrderDates, TimeWindow, ZoneEvidence, ZoneMismatch } from '../dates';
import { ALL_HYPOTHESES, explains, tellingWindow } from '../dates/tellingWindow';
import { serviceNow } from '../http/client';
import type { Client } from '../http/client';
import { orderWindow, readFirstPage } from './orderWindow';
import { recordId } from './wire';
import type { WireRecord } from './wire';

/**
 * Where known orders are looked for, in days from now: first where no zone can make them lie in the future. The second
 * place is for a service with few orders, or where those of the first arrived too late to tell.
 */
const PLACES = [
	{ from: -14, until: -1.2, leastOrders: 6 },
	{ from: -13.5, until: 2, leastOrders: 1 },
];

/** Orders that must contradict the zone before it is called wrong: one alone may be odd. */
const MIN_CONTRADICTIONS = 2;

interface KnownOrder extends Required<OrderDates> {
	id: string;
}

/** The orders on the first page of a window. */
interface OrderSample {
	window: TimeWindow;
	orders: KnownOrder[];
	/** Whether the window has no other orders. */
	isComplete: boolean;
	totalCount: number;
}

/**
 * Whether recent orders prove that the service reads dates in another time zone than the credential's; undefined if they
 * do not, or if there are too few to tell. Takes two requests, or four if the zone seems wrong, and one more where orders
 * are few.
 *
 * @throws ServiceFailure when a page cannot be had
 */
export async function checkTimeZone(client: Client): Promise<ZoneMismatch | undefined> {
	const now = serviceNow(client);
	for (const { from, until, leastOrders } of PLACES) {
		const place = { start: now + from * DAY_MS, end: now + until * DAY_MS };
		const known = await readSample(client, place);
		if (known.orders.length < leastOrders) continue;
		const window = tellingWindow(known.orders, ALL_HYPOTHESES, longestWindow(known));
		if (window) return await checkWith(client, window, known);
	}
	return undefined;
}

async function checkWith(
	client: Client,
	window: TimeWindow,
	known: OrderSample,
): Promise<ZoneMismatch | undefined> {
	const zone = client.connection.timezone;
	const first = await evidenceOf(client, window, known.orders);
	const against = new Set(contradictionsOf([first], zone).map(({ id }) => id));
	if (against.size === 0) return undefined;

	// Other orders confirm it, where that is needed, and tell apart the zones that are left.
	const others = known.orders.filter(({ id }) => !against.has(id));
	const isConfirmed = against.size >= MIN_CONTRADICTIONS;
	const left = ALL_HYPOTHESES.filter((hypothesis) =>
		hypothesis.shift === 0 ? !isConfirmed : explains(hypothesis, first),
	);
	const next = tellingWindow(others, left, longestWindow(known)) ?? aDayAndAHalfEarlier(window);
	const second = await evidenceOf(client, next, others);
	second.returned = second.returned.filter(({ id }) => !against.has(id));

	// An order that was deleted or edited meanwhile is not missing.
	const reread = await readSample(client, known.window);
	const still = new Map(reread.orders.map((order) => [order.id, order]));
	const evidence = [first, second].map((each) => ({
		...each,
		missing: each.missing.filter((order) => hasSameDates(order, still.get(order.id))),
	}));
	return mismatchIn(evidence, zone, MIN_CONTRADICTIONS);
}

async function readSample(client: Client, window: TimeWindow): Promise<OrderSample> {
	const page = await readFirstPage(client, orderWindow(client, 'created', window));
	const { records, isLast, totalCount = records.length } = page;
	const isComplete = isLast && totalCount <= records.length;
	return { window, orders: records.flatMap(knownOrder), isComplete, totalCount };
}

/** Nothing for an order without an ID or one of the dates. */
function knownOrder(order: WireRecord): KnownOrder[] {
	const id = recordId(order);
	const { mobileDateCreated, dateCreated } = datesOf(order);
	if (id === undefined || mobileDateCreated === undefined || dateCreated === undefined) return [];
	return [{ id, mobileDateCreated, dateCreated }];
}

async function evidenceOf(client: Client, window: TimeWindow, known: KnownOrder[]) {
	const { orders: returned, isComplete } = await readSample(client, window);
	const ids = new Set(returned.map(({ id }) => id));
	// An order that is not on the first page may be on the next.
	const missing = isComplete ? known.filter(({ id }) => !ids.has(id)) : [];
	return { window, returned, missing } satisfies ZoneEvidence<KnownOrder>;
}

/** How long a window may be so that its orders fit on a page, also where they are twice as dense as on average. */
function longestWindow({ window, orders, isComplete, totalCount }: OrderSample): number {
	if (isComplete) return Infinity;
	return ((window.end - window.start) * orders.length) / Math.max(totalCount, orders.length) / 2;
}

/** In the other half of the day: where the first window was taken for one of the night, this one is not. */
function aDayAndAHalfEarlier({ start, end }: TimeWindow): TimeWindow {
	return { start: start - 1.5 * DAY_MS, end: end - 1.5 * DAY_MS };
}

function hasSameDates(order: KnownOrder, other: KnownOrder | undefined): boolean {
	return order.mobileDateCreated === other?.mobileDateCreated && order.dateCreated === other.dateCreated;
}
