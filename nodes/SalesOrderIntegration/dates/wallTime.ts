/**
 * Time zones, and the wall times that their clocks show.
 * A wall time is a number here, the epoch milliseconds at which a clock in UTC would show the same.
 */
import { IANAZone } from 'luxon';
import { InputError } from '../errors/failures';
import { MINUTE_MS } from './durations';

/** Further than any zone is from UTC: a wall time can only have the offsets that hold this long before and after it. */
const BEYOND_ANY_OFFSET_MS = 16 * 60 * MINUTE_MS;

const LAST_WALL_TIME = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Whether `zone` is an IANA time zone name that this host knows; fixed offsets such as `+05:00` are not. */
export function isValidZone(zone: string): boolean {
	return /^[a-z]/i.test(zone) && IANAZone.create(zone).isValid;
}

/** Throws InputError if the zone of the credential or the workflow is not an IANA time zone that this host knows. */
export function requireZone(zone: string, owner: 'credential' | 'workflow'): void {
	if (isValidZone(zone)) return;
	// It is not quoted: it may be a token in the wrong field.
	throw new InputError(
		`The time zone of the ${owner} is not known`,
		'Choose an IANA name such as America/Mexico_City; in the credential, that of the user who created the API token.',
	);
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds (negative in the west); 0 at an infinite one. */
export function offsetAt(instant: number, zone: string): number {
	if (!Number.isFinite(instant)) return 0;
	return Math.round(IANAZone.create(zone).offset(instant) * MINUTE_MS);
}

/** The offset as people write it: `UTC-06:00`. */
export function offsetTextAt(instant: number, zone: string): string {
	return `UTC${IANAZone.create(zone).formatOffset(instant, 'short')}`;
}

/** The wall time that the zone's clocks show at an instant. */
export function wallTimeAt(instant: number, zone: string): number {
	return instant + offsetAt(instant, zone);
}

/**
 * The first and the last instant at which the zone's clocks show this wall time. If they skip it, those by the offsets
 * after and before the jump.
 */
export function instantsOf(wallTime: number, zone: string): { earliest: number; latest: number } {
	const before = wallTime - offsetAt(wallTime - BEYOND_ANY_OFFSET_MS, zone);
	const after = wallTime - offsetAt(wallTime + BEYOND_ANY_OFFSET_MS, zone);
	const shown = [before, after].filter((instant) => wallTimeAt(instant, zone) === wallTime);
	const instants = shown.length > 0 ? shown : [before, after];
	return { earliest: Math.min(...instants), latest: Math.max(...instants) };
}

/** When the zone changes its offset, if it does so once between the two instants. */
export function clockChangeBetween(from: number, until: number, zone: string): number {
	const offsetAfter = offsetAt(until, zone);
	let before = from;
	let after = until;
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (offsetAt(middle, zone) === offsetAfter) after = middle;
		else before = middle;
	}
	return after;
}

/** As {@link instantsOf}; for a wall time that the clocks skip, the first instant after the jump and the last before it. */
export function instantsAround(wallTime: number, zone: string): { first: number; last: number } {
	const { earliest, latest } = instantsOf(wallTime, zone);
	if (wallTimeAt(earliest, zone) === wallTime) return { first: earliest, last: latest };
	const jump = clockChangeBetween(earliest, latest, zone);
	return { first: jump, last: jump - 1 };
}

/** A wall time as the service writes it, `dd/MM/yyyy HH:mm:ss` (api-specification 4.1), kept within the year 9999. */
export function formatWallTime(wallTime: number): string {
	const [date = '', time = ''] = new Date(Math.min(wallTime, LAST_WALL_TIME)).toISOString().split('T');
	return `${date.split('-').reverse().join('/')} ${time.slice(0, 8)}`;
}
