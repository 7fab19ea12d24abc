/** Reads dates and times in ISO 8601, such as the timestamps of responses (api-specification 2). */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations';

/** The years that a date may be in; any other is a mistake or a placeholder. */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 9999;

const ISO =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d([.,]\d+)?)?)(?: ?(Z|([+-])(0\d|1[0-4])(?::?([0-5]\d))?))?)?$/i;

/** The ISO 8601 date, with or without a time of day, in a text; undefined if there is none. Durations in milliseconds. */
export function readIsoDate(text: string) {
	const match = ISO.exec(text);
	if (!match) return undefined;
	const [, date = '', time, fraction, zone, sign, hours = '0', minutes = '0'] = match;
	const wallTime = Date.parse(`${date}T${time?.replace(',', '.') ?? '00:00'}Z`);
	const read = new Date(wallTime);
	// Date.parse takes 31 February for a day of March, and 24:00 for the next day.
	const exists = read.getUTCDate() === Number(date.slice(8)) && read.getUTCFullYear() >= FIRST_YEAR;
	const ahead = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
	return {
		/** Its beginning as a wall time (see wallTime.ts); NaN if there is no such date or time in the years 1900 to 9999. */
		wallTime: exists ? wallTime : NaN,
		/** How long it lasts: a date a day, a time a second, a time with fractions a millisecond. */
		duration: time === undefined ? DAY_MS : fraction === undefined ? SECOND_MS : 1,
		/** How far it is ahead of UTC; undefined if no offset is written. */
		offset: zone === undefined ? undefined : sign === '-' ? -ahead : ahead,
	};
}

/**
 * The instant (epoch milliseconds) of a timestamp `yyyy-MM-dd'T'HH:mm:ss'Z'`; undefined for anything else. It may have
 * fractions of a second, cut to the millisecond, and an offset instead of the Z, or none.
 */
export function parseTimestamp(value: unknown): number | undefined {
	const read = typeof value === 'string' ? readIsoDate(value) : undefined;
	if (!read || Number.isNaN(read.wallTime) || read.duration === DAY_MS) return undefined;
	return read.wallTime - (read.offset ?? 0);
}
