/**
 * Asks the service in which time zone it reads dates (design 3.4).
 *
 * A window between known orders must return them: in another zone, it loses some. A second window loses other orders
 * too, or tells apart the zones that explain the first. Then each real zone is judged by what both returned.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../dates/durations';
import { contradictionsOf, datesOf, isWithin, mismatchIn, zonesThatFit } from '../dates';
import type { OrderDates, TimeWindow, ZoneEvidence, ZoneMismatch } from '../dates';
import { offsetAt } from '../dates/wallTime';
import { serviceNow } from '../http/client';
import type { Client } from '../http/client';
import { orderWindow } from './orderWindow';
import { readPage } from './pages';
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

/** About as long as a window is at best: in most zones, one of its ends then lies at a time of day that has orders. */
const BEST_LENGTH_MS = 6 * HOUR_MS;

/** An hour between the two dates of an order makes its window as bad as if it were so many hours too long. */
const COST_OF_DELAY = 20;

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
		const window = windowBetween(known.orders, longestWindow(known));
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
	const against = idsOf(contradictionsOf([first], zone));
	if (against.size === 0) return undefined;

	// Other orders confirm it. Where that is not needed, the zones that are left are told apart.
	const longest = longestWindow(known);
	const others = known.orders.filter(({ id }) => !against.has(id));
	const next =
		against.size < MIN_CONTRADICTIONS
			? windowBetween(others, longest)
			: windowThatTells(zonesThatFit([first], zone), zone, known.orders, longest);
	const second = await evidenceOf(client, next ?? aDayAndAHalfEarlier(window), known.orders);

	// An order that was deleted or edited meanwhile is not missing.
	const reread = await readSample(client, known.window);
	const still = new Map(reread.orders.map((order) => [order.id, order]));
	const evidence = [first, second].map((each) => ({
		...each,
		missing: each.missing.filter((order) => hasSameDates(order, still.get(order.id))),
	}));
	if (idsOf(contradictionsOf(evidence, zone)).size < MIN_CONTRADICTIONS) return undefined;
	return mismatchIn(evidence, zone);
}

/**
 * From just before an order to just after another one, or itself: shifted to another zone, the window loses one of them.
 * Best are orders whose two dates lie close together, because the service may filter on either.
 */
function windowBetween(orders: KnownOrder[], longest: number): TimeWindow | undefined {
	const spans = orders.map(({ mobileDateCreated, dateCreated }) => ({
		start: Math.min(mobileDateCreated, dateCreated) - MINUTE_MS,
		end: Math.max(mobileDateCreated, dateCreated) + MINUTE_MS,
		delay: Math.abs(dateCreated - mobileDateCreated),
	}));
	let best: TimeWindow | undefined;
	let leastCost = Infinity;
	for (const { start, delay } of spans) {
		for (const last of spans) {
			const length = last.end - start;
			const cost = Math.abs(length - BEST_LENGTH_MS) + COST_OF_DELAY * (delay + last.delay);
			if (length <= 0 || length > longest || cost >= leastCost) continue;
			[best, leastCost] = [{ start, end: last.end }, cost];
		}
	}
	return best;
}

/** The window that returns other orders in as many of these zones as possible, somewhere within two days. */
function windowThatTells(
	zones: string[],
	assumed: string,
	orders: KnownOrder[],
	longest: number,
): TimeWindow | undefined {
	const dates = orders.map(({ dateCreated }) => dateCreated);
	const middle = dates[Math.floor(dates.length / 2)] ?? 0;
	const length = Math.min(BEST_LENGTH_MS, longest);
	const shifts = new Set(zones.map((zone) => offsetAt(middle, zone) - offsetAt(middle, assumed)));
	let best: TimeWindow | undefined;
	let most = 0;
	for (let start = middle - DAY_MS; start < middle + DAY_MS; start += 15 * MINUTE_MS) {
		const window = { start, end: start + length };
		const responses = [...shifts].map((shift) =>
			dates.filter((date) => isWithin(date + shift, window)).join(),
		);
		const different = new Set(responses).size;
		if (different > most) [best, most] = [window, different];
	}
	return best;
}

async function readSample(client: Client, window: TimeWindow): Promise<OrderSample> {
	const { query } = orderWindow(client, 'created', window);
	const { records, isLast, totalCount = records.length } = await readPage(client, query);
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
	const ids = idsOf(returned);
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

function idsOf(orders: KnownOrder[]): Set<string> {
	return new Set(orders.map(({ id }) => id));
}

function hasSameDates(order: KnownOrder, other: KnownOrder | undefined): boolean {
	return order.mobileDateCreated === other?.mobileDateCreated && order.dateCreated === other.dateCreated;
}
