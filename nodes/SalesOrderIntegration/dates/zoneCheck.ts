/**
 * Shows from orders that the service reads dates in another time zone than the credential names (design 3.4).
 *
 * A service in another zone takes both ends of a window for other instants. So each real zone says which orders a
 * window returns, and an order that was returned, or is missing, against that contradicts the zone. Where the
 * credential's zone is contradicted and another one is not, the credential is wrong.
 */
import type { InstantWindow, ReadSpans } from './serviceWindow';
import { spansOf, wallTimesToSend } from './serviceWindow';
import { parseTimestamp } from './timestamp';
import { isValidZone, offsetAt, offsetTextAt } from './wallTime';

/**
 * The two dates of an order, epoch milliseconds. The service filters all orders on one of them (api-specification 4.1);
 * on which, need not be known, so an order outside the window by one date alone proves nothing. An order without one of
 * them contradicts no zone.
 */
export interface OrderDates {
	mobileDateCreated?: number;
	dateCreated?: number;
}

/** The dates of an order as the service sent it. */
export function datesOf(order: Record<string, unknown>): OrderDates {
	return {
		mobileDateCreated: parseTimestamp(order.mobileDateCreated),
		dateCreated: parseTimestamp(order.dateCreated),
	};
}

/** What a window returned. */
export interface ZoneEvidence<Order extends OrderDates = OrderDates> {
	window: InstantWindow;
	returned: Order[];
	/** Orders of the service that the window did not return. */
	missing: Order[];
}

/** The service reads dates in another zone than the credential names. */
export interface ZoneMismatch {
	zoneAssumed: string;
	/** All IANA zones that fit equally well, the best known first. */
	zonesThatFit: string[];
	/** What was noticed and what to change, for the user. */
	message: string;
}

/** Contradictions that another zone must resolve for each one that it leaves. */
const RESOLVED_PER_LEFT = 10;

/** Offsets and zones that a message names at most: a longer list helps nobody. */
const MAX_NAMED = 3;

/** Zones that many people live in, at least one for each usual offset. They are named before all others. */
const WELL_KNOWN = [
	'America/Mexico_City America/Bogota America/New_York America/Los_Angeles America/Sao_Paulo America/Chicago',
	'America/Lima America/Caracas America/Santiago America/Argentina/Buenos_Aires America/Guatemala America/Denver',
	'America/Tijuana America/Hermosillo America/La_Paz America/Halifax America/St_Johns America/Anchorage Pacific/Honolulu',
	'UTC Europe/London Europe/Madrid Europe/Berlin Europe/Paris Europe/Athens Europe/Istanbul Europe/Moscow',
	'Africa/Lagos Africa/Cairo Africa/Johannesburg Africa/Nairobi Africa/Casablanca',
	'Asia/Dubai Asia/Tehran Asia/Karachi Asia/Kabul Asia/Kolkata Asia/Kathmandu Asia/Dhaka Asia/Yangon Asia/Jakarta',
	'Asia/Bangkok Asia/Shanghai Asia/Manila Asia/Tokyo Asia/Seoul Australia/Darwin Australia/Adelaide',
	'Australia/Brisbane Australia/Sydney Pacific/Auckland',
].flatMap((line) => line.split(' '));

/** What to say where enough orders contradict `zone` (IANA); undefined if no other zone explains them clearly. */
export function mismatchIn(evidence: ZoneEvidence[], zone: string): ZoneMismatch | undefined {
	const contradictions = contradictionsOf(evidence, zone).length;
	const { zones, left } = bestFit(evidence, zone);
	if (left * RESOLVED_PER_LEFT > contradictions - left) return undefined;
	return describe(zones, zone, evidence[0]?.window ?? {});
}

/** All IANA zones that explain best what the windows returned and did not return, the best known first. */
export function zonesThatFit(evidence: ZoneEvidence[], zone: string): string[] {
	return bestFit(evidence, zone).zones;
}

/** The orders that contradict that the service is in the zone that the windows were sent in. */
export function contradictionsOf<Order extends OrderDates>(
	evidence: Array<ZoneEvidence<Order>>,
	zone: string,
): Order[] {
	return contradictionsIn(evidence, readingsIn(zone, wallTimesOf(evidence, zone)));
}

/** The zones that leave the fewest contradictions. Zones that read the windows alike are compared once. */
function bestFit(evidence: ZoneEvidence[], assumed: string): { zones: string[]; left: number } {
	const wallTimes = wallTimesOf(evidence, assumed);
	const leftBy = new Map<string, number>();
	let best: { zones: string[]; left: number } = { zones: [], left: Infinity };
	for (const zone of new Set([...WELL_KNOWN.filter(isValidZone), ...Intl.supportedValuesOf('timeZone')])) {
		const readings = readingsIn(zone, wallTimes);
		const key = JSON.stringify(readings);
		const left = leftBy.get(key) ?? contradictionsIn(evidence, readings).length;
		leftBy.set(key, left);
		if (left < best.left) best = { zones: [zone], left };
		else if (left === best.left) best.zones.push(zone);
	}
	return best;
}

function wallTimesOf(evidence: ZoneEvidence[], assumed: string): InstantWindow[] {
	return evidence.map(({ window }) => wallTimesToSend(window, assumed));
}

/** What a service in a zone takes the wall times of each window for. */
function readingsIn(zone: string, wallTimes: InstantWindow[]): ReadSpans[] {
	return wallTimes.map((sent) => spansOf(sent, zone));
}

/** By the date that leaves fewer contradictions, because the service may filter on either. */
function contradictionsIn<Order extends OrderDates>(
	evidence: Array<ZoneEvidence<Order>>,
	readings: ReadSpans[],
): Order[] {
	const contradictionsBy = (field: keyof OrderDates) =>
		evidence.flatMap(({ returned, missing }, index) => {
			const { widest = {}, narrowest = {} } = readings[index] ?? {};
			return [
				...returned.filter((order) => isOutside(order[field], widest)),
				...missing.filter((order) => isInside(order[field], narrowest)),
			];
		});
	const byCreation = contradictionsBy('mobileDateCreated');
	const byArrival = contradictionsBy('dateCreated');
	return byArrival.length < byCreation.length ? byArrival : byCreation;
}

function describe(zonesThatFit: string[], zoneAssumed: string, { start, end }: InstantWindow): ZoneMismatch {
	const [first = zoneAssumed] = zonesThatFit;
	const ends = [start, end].filter((instant) => instant !== undefined);
	// Clock changes can make two zones differ at one end of the window alone.
	const at = ends.find((instant) => offsetAt(instant, first) !== offsetAt(instant, zoneAssumed)) ?? 0;
	const offsets = [...new Set(zonesThatFit.map((zone) => offsetTextAt(at, zone)))];
	const isNameable = offsets.length <= MAX_NAMED;
	const shown = offsets.map((offset) => {
		const zones = zonesThatFit.filter((zone) => offsetTextAt(at, zone) === offset);
		return `${namesOf(zones, offsets.length === 1 ? MAX_NAMED : 1)} (${offset})`;
	});
	const assumed = `${zoneAssumed} (${offsetTextAt(at, zoneAssumed)})`;
	const found = isNameable
		? `The service reads dates as if it were in ${shown.join(' or ')}, but the credential says ${assumed}.`
		: `The credential says ${assumed}, but the service reads dates in another time zone.`;
	return {
		zoneAssumed,
		zonesThatFit,
		message: `${found} Set Time Zone in the credential to the zone of the user who created the API token.`,
	};
}

/** Well-known zones alone, if there are any among these. */
function namesOf(zones: string[], most: number): string {
	const wellKnown = zones.filter((zone) => WELL_KNOWN.includes(zone));
	const named = (wellKnown.length > 0 ? wellKnown : zones).slice(0, most);
	return named.join(', ').replace(/, ([^,]+)$/, ' or $1');
}

function isOutside(date: number | undefined, { start = -Infinity, end = Infinity }: InstantWindow): boolean {
	return date !== undefined && (date < start || date > end);
}

function isInside(date: number | undefined, { start = -Infinity, end = Infinity }: InstantWindow): boolean {
	return date !== undefined && date >= start && date <= end;
}
