/** Which time zone explains what a service returned for windows that were sent in another one (design 3.4). */
import { DAY_MS, type Span } from './durations';
import { isWithin, spansOf } from './serviceWindow';
import { isValidZone, offsetTextAt } from './wallTime';

/** The service filters orders by one of these dates (api-specification 4.1); which one is not known. */
export const FILTER_DATES = ['mobileDateCreated', 'dateCreated'] as const;
export type FilterDate = (typeof FILTER_DATES)[number];

/** Epoch milliseconds; undefined for a date that is missing or odd. */
export type OrderDates = Record<FilterDate, number | undefined>;

/** What a window returned. */
export interface ZoneEvidence {
	/** The wall times that were sent, see wallTime.ts. */
	sent: Span;
	returned: OrderDates[];
	/** Known orders that it did not return. */
	missing: OrderDates[];
}

/** How a service may read a window: in which IANA zone, and by which date of the orders. */
type ZoneGuess = ReturnType<typeof zoneGuesses>[number];

/** Zones that many people live in, at least one for each usual offset. They are tried and named before all others. */
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

/** Every guess: first those with the zone that is assumed, then the best known zones. */
export function zoneGuesses(assumed: string) {
	const known = [...WELL_KNOWN.filter(isValidZone), ...Intl.supportedValuesOf('timeZone')];
	return [...new Set([assumed, ...known])].flatMap((zone) => FILTER_DATES.map((field) => ({ zone, field })));
}

/** Whether a service that reads windows in this way may have returned just this. */
export function explains({ zone, field }: ZoneGuess, { sent, returned, missing }: ZoneEvidence): boolean {
	const { widest, narrowest } = spansOf(sent, zone);
	return (
		returned.every(({ [field]: date }) => date === undefined || isWithin(date, widest)) &&
		!missing.some(({ [field]: date }) => date !== undefined && isWithin(date, narrowest))
	);
}

/** Whether a service in a zone that compares days alone, without the one of the end, may have returned all this. */
export function explainsByDays(zone: string, seen: ZoneEvidence[]): boolean {
	const dayOf = (wallTime: number) => Math.floor(wallTime / DAY_MS) * DAY_MS;
	const byDays = seen.map(({ sent, ...evidence }) => {
		return { ...evidence, sent: { from: dayOf(sent.from), to: dayOf(sent.to) } };
	});
	return FILTER_DATES.some((field) => byDays.every((evidence) => explains({ zone, field }, evidence)));
}

/** How many zones a message names at most: a longer list helps nobody. */
const MAX_NAMED = 3;

/** What was noticed and what to change, for the user; offsets are those at an instant (epoch milliseconds). */
export function zoneAdvice(assumed: string, zonesThatFit: string[], at: number): string {
	const named = zonesThatFit.slice(0, MAX_NAMED).join(', ');
	const found = `${named.replace(/, ([^,]+)$/, ' or $1')} (${offsetTextAt(at, zonesThatFit[0] ?? assumed)})`;
	return `The service reads dates as if it were in ${found}, but the credential says ${assumed} (${offsetTextAt(at, assumed)}). Set 'Time Zone' in the credential to the zone of the user who created the API token.`;
}
