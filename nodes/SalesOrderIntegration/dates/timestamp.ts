/** Reads the timestamps of the service's answers (api-specification 2). */
import { problemWith, wallTimeOf } from './calendar';

const TIMESTAMP =
	/^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/i;

/**
 * The instant (epoch milliseconds) of a timestamp `yyyy-MM-dd'T'HH:mm:ss'Z'`; undefined for anything that is not one.
 * Fractional seconds are understood (digits beyond the millisecond are cut) and so are offsets; without one it is UTC.
 * It is called for each order of a long list, hence no date library.
 */
export function parseTimestamp(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const match = TIMESTAMP.exec(value);
	if (match === null) return undefined;
	const [, year = '', month = '', day = '', hour, minute, second, fraction] = match;
	const parts = { year, month, day, hour, minute, second, fraction };
	if (problemWith(parts) !== undefined) return undefined;
	const offset = offsetOf(match[8], match[9], match[10]);
	return offset === undefined ? undefined : wallTimeOf(parts) - offset;
}

/**
 * The offset written behind a time, in milliseconds: sign, hours, minutes; 0 if there is none or it is `Z`. Undefined for
 * more than 59 minutes.
 */
export function offsetOf(sign: string | undefined, hours = '0', minutes = '0'): number | undefined {
	const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
	if (Number(minutes) > 59) return undefined;
	return sign === '-' ? -size : size;
}
