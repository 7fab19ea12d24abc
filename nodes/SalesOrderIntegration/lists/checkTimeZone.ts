/**
 * Asks the service in which time zone it reads dates (design 3.4).
 *
 * A window from just before a known order to just after another must return both: read in another zone, it loses one.
 * Then it is sent as other zones write it, until the service returns both: that proves the zone. What each window
 * returned tells which zone to try next.
 */
import { bestGuess, contradictionsOf, FILTER_DATES, zoneAdvice, zonesAlikeIn } from '../dates/zoneCheck';
import type { FilterDate, ZoneEvidence, ZoneGuess } from '../dates/zoneCheck';
import { DAY_MS, MINUTE_MS } from '../dates/durations';
import type { Span } from '../dates/durations';
import { wallTimesToSend } from '../dates/serviceWindow';
import { parseTimestamp } from '../dates/timestamp';
import { serviceNow } from '../http/client';
import type { Client } from '../http/client';
import { orderWindow } from './orderWindow';
import { readPage } from './pages';
import { recordId } from './wire';
import type { WireRecord } from './wire';

/** The service reads dates in another zone than the credential names. */
interface ZoneMismatch {
	zoneAssumed: string;
	/** All IANA zones that fit equally well, the best known first. */
	zonesThatFit: string[];
	/** What was noticed and what to change, for the user. */
	message: string;
}

/** Where known orders are looked for, in days from now. */
const PLACE: Span = { from: -14, to: 2 };

/** One order alone may be odd. */
const LEAST_ORDERS = 2;

/** Less than any two zones differ by. */
const PUNCTUAL_MS = 10 * MINUTE_MS;

/** As many as there are zones with different clocks: short windows tell apart only two at a time. */
const MAX_ASKED = 40;

/** `key` has its ID and its dates: an order that was edited is another one here. */
type KnownOrder = Record<FilterDate, number> & { key: string };

/** The orders on the first page of a window. */
interface Sample {
	orders: KnownOrder[];
	/** Whether the window has no other orders. */
	isComplete: boolean;
	totalCount: number;
}

/** A window around known orders, and what it returned. */
interface Answer extends ZoneEvidence {
	group: KnownOrder[];
	returned: KnownOrder[];
}

/**
 * Whether recent orders prove that the service reads dates in another time zone than the credential's; undefined if they
 * do not, or if there are too few to tell. Takes two or three requests, or some more if the zone seems wrong.
 *
 * @throws ServiceFailure when a page cannot be had
 */
export async function checkTimeZone(client: Client): Promise<ZoneMismatch | undefined> {
	const zoneAssumed = client.connection.timezone;
	const now = serviceNow(client);
	const place = { from: now + PLACE.from * DAY_MS, to: now + PLACE.to * DAY_MS };
	const known = await readSample(client, zoneAssumed, place);
	const zones = zonesAlikeIn(place);
	const answers: Answer[] = [];
	while (answers.length < MAX_ASKED) {
		const [assumed, zonesAlike] = [FILTER_DATES[answers.length], [zoneAssumed]];
		const guess = assumed ? { zonesAlike, field: assumed } : bestGuess(zones, answers);
		const answer = await ask(client, known, guess);
		const isAskedAgain = answers.some(
			({ sent: { from, to } }) => from === answer?.sent.from && to === answer.sent.to,
		);
		if (!answer || (!assumed && isAskedAgain)) return undefined;
		answers.push(answer);
		if (assumed && contradictionsOf(answers, guess) === 0) return undefined;
		// Some services cut windows to whole days, or ignore an end: no zone explains what they return.
		const isExplained = FILTER_DATES.some((field) => contradictionsOf([answer], { ...guess, field }) === 0);
		// Also shows that none of them was deleted or edited meanwhile.
		const isWhole = answer.group.every((order) => isAmong(answer.returned, order));
		if (!assumed && isExplained && isWhole) {
			const message = zoneAdvice(zoneAssumed, guess.zonesAlike, answer.group[0]?.[guess.field] ?? now);
			return { zoneAssumed, zonesThatFit: guess.zonesAlike, message };
		}
	}
	return undefined;
}

/** Sends a window around known orders as a zone writes it; undefined if there are too few. */
async function ask(
	client: Client,
	known: Sample,
	{ zonesAlike: [zone = ''], field }: ZoneGuess,
): Promise<Answer | undefined> {
	const group = closeTogether(known, field);
	const dates = group.map((order) => order[field]);
	if (dates.length < LEAST_ORDERS) return undefined;
	const window = { from: Math.min(...dates) - MINUTE_MS, to: Math.max(...dates) + MINUTE_MS };
	const { orders: returned, isComplete } = await readSample(client, zone, window);
	// An order that is not on the first page may be on the next.
	const missing = isComplete ? known.orders.filter((order) => !isAmong(returned, order)) : [];
	return { sent: wallTimesToSend(window, zone), group, returned, missing };
}

/**
 * Orders so close by one of their dates that all orders between them fit on a page. Best are orders that arrived at
 * once: then a shift of the window does not look like a delay.
 */
function closeTogether({ orders, isComplete, totalCount }: Sample, field: FilterDate): KnownOrder[] {
	const punctual = orders.filter(
		({ mobileDateCreated, dateCreated }) => Math.abs(dateCreated - mobileDateCreated) < PUNCTUAL_MS,
	);
	const average = ((PLACE.to - PLACE.from) * DAY_MS) / totalCount;
	const longest = isComplete ? Infinity : (average * orders.length) / 4;
	const most = Math.max(LEAST_ORDERS, orders.length / 2);
	const chosen = punctual.length < LEAST_ORDERS ? orders : punctual;
	const sorted = [...chosen].sort((one, other) => one[field] - other[field]);
	const groups = sorted.map((first, place) =>
		sorted.slice(place, place + most).filter((order) => order[field] - first[field] <= longest),
	);
	return groups.reduce((largest, group) => (group.length > largest.length ? group : largest), []);
}

async function readSample(client: Client, timezone: string, window: Span): Promise<Sample> {
	const connection = { ...client.connection, timezone };
	const { query } = orderWindow({ ...client, connection }, 'created', window);
	const { records, isLast, totalCount = records.length } = await readPage(client, query);
	const isComplete = isLast && totalCount <= records.length;
	return { orders: records.flatMap(knownOrder), isComplete, totalCount };
}

/** Nothing for an order without an ID or one of the dates. */
function knownOrder(order: WireRecord): KnownOrder[] {
	const id = recordId(order);
	const [mobileDateCreated, dateCreated] = FILTER_DATES.map((field) => parseTimestamp(order[field]));
	if (id === undefined || mobileDateCreated === undefined || dateCreated === undefined) return [];
	return [{ key: `${id} ${mobileDateCreated} ${dateCreated}`, mobileDateCreated, dateCreated }];
}

function isAmong(orders: KnownOrder[], { key }: KnownOrder): boolean {
	return orders.some((other) => other.key === key);
}
