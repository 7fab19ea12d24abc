/**
 * Time zones, and the wall times that their clocks show.
 * A wall time is a number here, the epoch milliseconds at which a clock in UTC would show the same.
 */
import { IANAZone } from 'luxon';
import { InputError, shown } from '../errors/failures';
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
	throw new InputError(
		`The time zone ${shown(zone)} of the ${owner} is not known`,
		'Choose an IANA name such as America/Mexico_City; in the credential, that of the user who created the API token.',
	);
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds (negative in the west). */
export function offsetAt(instant: number, zone: string): number {
	return Math.round(IANAZone.create(zone).offset(instant) * MINUTE_MS);
}

/** The offset as people write it: `UTC-06:00`. */
export function offsetTextAt(instant: number, zone: string): string {
	return `UTC${IANAZone.create(zone).formatOffset(instant, 'short')}`;
}

/** The instants (epoch milliseconds) that a wall time can mean. They differ around a clock change. */
interface WallTimeInstants {
	earliest: number;
	latest: number;
	/** False if the clock skips this wall time: the two are then those by the offsets after and before. */
	exists: boolean;
}

/** The wall time that the zone's clocks show at an instant. */
export function wallTimeAt(instant: number, zone: string): number {
	return instant + offsetAt(instant, zone);
}

/** Every instant at which the zone's clocks show this wall time, as the first and the last of them; an infinite one is its own. */
export function instantsOf(wallTime: number, zone: string): WallTimeInstants {
	if (!Number.isFinite(wallTime)) return { earliest: wallTime, latest: wallTime, exists: true };
	const before = offsetAt(wallTime - BEYOND_ANY_OFFSET_MS, zone);
	const after = offsetAt(wallTime + BEYOND_ANY_OFFSET_MS, zone);
	if (before === after) return { earliest: wallTime - before, latest: wallTime - before, exists: true };
	const possible = [wallTime - before, wallTime - after];
	const shown = possible.filter((instant) => wallTimeAt(instant, zone) === wallTime);
	const instants = shown.length > 0 ? shown : possible;
	return { earliest: Math.min(...instants), latest: Math.max(...instants), exists: shown.length > 0 };
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

/** The first instant at which the zone's clocks show this wall time, or a later one if they jump over it. */
export function firstInstantShowing(wallTime: number, zone: string): number {
	const { earliest, latest, exists } = instantsOf(wallTime, zone);
	return exists ? earliest : clockChangeBetween(earliest, latest, zone);
}

/** The last instant at which the zone's clocks show this wall time, or an earlier one if they jump over it. */
export function lastInstantShowing(wallTime: number, zone: string): number {
	const { earliest, latest, exists } = instantsOf(wallTime, zone);
	return exists ? latest : clockChangeBetween(earliest, latest, zone) - 1;
}

/** A wall time as the service writes it, `dd/MM/yyyy HH:mm:ss` (api-specification 4.1), kept within the year 9999. */
export function formatWallTime(wallTime: number): string {
	const [date = '', time = ''] = new Date(Math.min(wallTime, LAST_WALL_TIME)).toISOString().split('T');
	return `${date.split('-').reverse().join('/')} ${time.slice(0, 8)}`;
}
