/**
 * Asks the service in which time zone it reads dates (design 3.4).
 *
 * A window from just before a known order to just after another must return both: read in another zone, it loses one.
 * Then it is sent as other zones write it, until the service returns both: that proves the zone. A zone that what was
 * returned so far contradicts is not tried.
 */
import { isRefusal, unless } from '../errors/failures';
import {
	explains,
	explainsByDays,
	FILTER_DATES,
	zoneAdvice,
	zoneGuesses,
	type FilterDate,
	type ZoneEvidence,
} from '../dates/zoneCheck';
import { DAY_MS, MINUTE_MS, type Span } from '../dates/durations';
import { isWithin, toServiceWindow, wallTimesToSend } from '../dates/serviceWindow';
import { parseTimestamp } from '../dates/timestamp';
import { offsetAt } from '../dates/wallTime';
import { serviceNow, type Client } from '../http/client';
import { orderQuery } from './orderWindow';
import { readPage } from './pages';
import { recordId, type WireRecord } from './wire';

/** Where known orders are looked for, from the time around which to look. */
const PLACE: Span = { from: -14 * DAY_MS, to: 2 * DAY_MS };
/** In no time zone does it lie ahead, which a service may refuse. */
const PAST: Span = { from: PLACE.from, to: -2 * DAY_MS };

/** One order alone may be odd. */
const LEAST_ORDERS = 2;

/** Less than any two zones differ by. */
const PUNCTUAL_MS = 10 * MINUTE_MS;

/** `key` has its ID and its dates: an order that was edited is another one here. */
type KnownOrder = Record<FilterDate, number> & { key: string };

/**
 * What was noticed and what to change, for the user, if orders prove that the service reads dates in another time zone
 * than the credential's; undefined if they do not, or if there are too few to tell. Takes two or three requests, or some
 * more if the zone seems wrong.
 *
 * @param around when the orders are from, epoch milliseconds: by default now
 * @throws ServiceFailure when a page cannot be had
 */
export async function checkTimeZone(
	client: Client,
	around = serviceNow(client),
): Promise<string | undefined> {
	const zoneAssumed = client.connection.timezone;
	const sampleOf = async ({ from, to }: Span) =>
		await readSample(client, zoneAssumed, { from: around + from, to: around + to });
	const known = (await unless(isRefusal, sampleOf(PLACE))) ?? (await sampleOf(PAST));
	const groups = new Map(FILTER_DATES.map((field) => [field, closeTogether(known, field)]));
	const asked = new Set<string>();
	const seen: ZoneEvidence[] = [];
	let possible = zoneGuesses(zoneAssumed);
	for (const guess of possible) {
		const group = groups.get(guess.field);
		if (!group || !possible.includes(guess)) continue;
		const window = windowAround(group, guess.field);
		const sent = wallTimesToSend(window, guess.zone);
		const isAssumed = guess.zone === zoneAssumed;
		// Many zones write it alike.
		if (asked.has(JSON.stringify(sent)) && !isAssumed) continue;
		asked.add(JSON.stringify(sent));
		const { orders: returned, isComplete } = await readSample(client, guess.zone, window);
		const lost = known.orders.filter(({ key }) => !returned.some((order) => order.key === key));
		// An order that is not on the first page may be on the next.
		const evidence = { sent, returned, missing: isComplete ? lost : [] };
		seen.push(evidence);
		// Also shows that none of the orders was deleted or edited meanwhile.
		const isWhole = !group.some((order) => lost.includes(order));
		// Some services cut windows to whole days, or ignore an end: whole, but no zone explains what they return.
		if (isAssumed && (isWhole || explains(guess, evidence))) return undefined;
		// A window of whole days returns what lies beyond it: in the assumed zone, only what is missing counts.
		const missingOnly = { ...evidence, returned: [] };
		possible = possible.filter((other) =>
			explains(other, other.zone === zoneAssumed ? missingOnly : evidence),
		);
		const proven = isWhole && possible.find(({ zone }) => zone === guess.zone);
		if (!proven) continue;
		// A late order may fit another zone by its arrival.
		const offsets = new Set(possible.map(({ zone }) => offsetAt(window.from, zone)));
		if (offsets.size > 1) continue;
		// Where days alone count, a window that crosses midnight as this zone writes it returns more, whichever is right.
		if (explainsByDays(zoneAssumed, seen)) return undefined;
		const zonesThatFit = possible.filter(({ field }) => field === proven.field).map(({ zone }) => zone);
		return zoneAdvice(zoneAssumed, zonesThatFit, window.from);
	}
	return undefined;
}

/**
 * The most orders so close by one of their dates that all orders between them fit on a page; undefined if there are too
 * few. Best are orders that arrived at once: then a shift of the window does not look like a delay.
 */
function closeTogether(
	{ orders, isComplete, totalCount }: Sample,
	field: FilterDate,
): KnownOrder[] | undefined {
	const average = (PLACE.to - PLACE.from) / totalCount;
	const longest = isComplete ? Infinity : (average * orders.length) / 6;
	const largestOf = (chosen: KnownOrder[]) => {
		const after = (from: number) =>
			chosen.filter((order) => isWithin(order[field], { from, to: from + longest }));
		const groups = chosen.map((first) => after(first[field]));
		return groups.sort((one, other) => other.length - one.length)[0] ?? [];
	};
	const found = [orders.filter(isPunctual), orders].map(largestOf);
	return found.find(({ length }) => length >= LEAST_ORDERS);
}

/** Has both dates of punctual orders: then it loses one in any other zone, whichever date the service filters by. */
function windowAround(group: KnownOrder[], field: FilterDate): Span {
	const dates = group.flatMap((order) =>
		(isPunctual(order) ? FILTER_DATES : [field]).map((name) => order[name]),
	);
	return { from: Math.min(...dates) - MINUTE_MS, to: Math.max(...dates) + MINUTE_MS };
}

function isPunctual({ mobileDateCreated, dateCreated }: KnownOrder): boolean {
	return Math.abs(dateCreated - mobileDateCreated) < PUNCTUAL_MS;
}

/** Each is compared with each: a page of thousands must not hold n8n up. */
const MOST_COMPARED = 500;

type Sample = Awaited<ReturnType<typeof readSample>>;

/** The orders on the first page of a window, and whether it has no others. */
async function readSample(client: Client, timezone: string, window: Span) {
	const query = orderQuery(client, 'created', toServiceWindow(window, timezone));
	const { records, isLast, totalCount = records.length } = await readPage(client, query);
	const compared = records.slice(0, MOST_COMPARED);
	const isComplete = isLast && totalCount <= compared.length;
	return { orders: compared.flatMap(knownOrder), isComplete, totalCount };
}

/** Nothing for an order without an ID or one of the dates. */
function knownOrder(order: WireRecord): KnownOrder[] {
	const id = recordId(order);
	const [mobileDateCreated, dateCreated] = FILTER_DATES.map((field) => parseTimestamp(order[field]));
	if (id === undefined || mobileDateCreated === undefined || dateCreated === undefined) return [];
	return [{ key: `${id} ${mobileDateCreated} ${dateCreated}`, mobileDateCreated, dateCreated }];
}
