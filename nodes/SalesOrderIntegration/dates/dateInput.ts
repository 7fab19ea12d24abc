/** Reads what people and expressions enter in a date field, or says why it is not a date (design 2, 3.3). */
import { DateTime } from 'luxon';
import { InputError } from '../errors/failures';
import type { DateParts } from './calendar';
import { problemWith, problemWithYear, wallTimeOf } from './calendar';
import { DAY_MS, HOUR_MS } from './durations';
import type { InstantWindow } from './serviceWindow';
import { offsetOf } from './timestamp';
import { firstInstantShowing, formatWallTime, lastInstantShowing, wallTimeAt } from './wallTime';
import { quoted, requireZone } from './zone';

/** How to read a date field. */
export interface DateInputOptions {
	/** The field's name as the user sees it, for messages. */
	field: string;
	/** IANA zone that holds for a date without an offset. */
	workflowZone: string;
	/** IANA zone that holds for a date in the service's own format (api-specification 4.1). */
	tokenZone: string;
	/** Whether the date begins or ends a window. */
	edge: 'start' | 'end';
}

const ADVICE =
	'Enter 2026-01-31 or 2026-01-31T10:00:00 (time zone of the workflow), 2026-01-31T10:00:00-06:00, ' +
	'an expression such as {{ $now.minus({ days: 1 }) }}, or, day first, 31/01/2026 or 31/01/2026 10:00:00 ' +
	'(time zone of the API token).';

const ISO =
	/^(\d+)-(\d+)-(\d+)(?:[T ](\d+):(\d+)(?::(\d+)(?:[.,](\d+))?)?(?: ?(Z|([+-])(\d\d)(?::?(\d\d))?))?)?$/i;
const SERVICE_FORMAT = /^(\d+)\/(\d+)\/(\d+)(?: (\d+):(\d+)(?::(\d+))?)?$/;

const NUMBER_REASON =
	'a number could be seconds or milliseconds, so convert it with DateTime.fromSeconds() or DateTime.fromMillis()';
const NO_DATE_REASON = 'the expression in this field returned no date';

/** The furthest that any zone's clocks are from UTC (Pacific/Kiritimati). */
const MAX_OFFSET_MS = 14 * HOUR_MS;

/**
 * The instant (epoch milliseconds) that a date field means; undefined if it is empty (undefined, null or blank).
 *
 * Understood are ISO dates with or without an offset, Luxon DateTimes, JavaScript Dates, and the service's own
 * `dd/MM/yyyy HH:mm:ss`. Without an offset the workflow's zone holds, except for the service's own format, which is
 * in the token's zone.
 *
 * - A date alone means the whole day: as `start` its first instant (00:00:00, or the first that the clock shows on
 *   that day), as `end` its last (23:59:59.999).
 * - An `end` without fractions of a second includes that whole second.
 * - A local time that occurs twice means the first as `start` and the second as `end`. One that the clock jumps over
 *   means the instant of the jump: everything that any clock in that zone shows as later (or earlier) is included.
 *
 * @throws InputError, with a message that names the field and its value, for anything else
 */
export function parseDateInput(value: unknown, options: DateInputOptions): number | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string') return value.trim() === '' ? undefined : parseText(value.trim(), options);
	if (DateTime.isDateTime(value)) return checkedInstant(value.toMillis(), options);
	if (isDate(value)) return checkedInstant(value.getTime(), options);
	if (typeof value === 'number') throw refusal(options, `the number ${value}`, NUMBER_REASON);
	throw refusal(
		options,
		Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`,
		'this is not a date',
	);
}

/** Throws InputError for a window that ends before it starts; the message shows times in the IANA zone `zone`. */
export function checkWindow({ start, end }: InstantWindow, zone = 'UTC'): void {
	if (start === undefined || end === undefined || start <= end) return;
	const shown = (instant: number) => formatWallTime(wallTimeAt(instant, zone));
	throw new InputError(
		`The end, ${shown(end)}, is before the start, ${shown(start)} (dd/MM/yyyy, time zone ${zone}). ` +
			'Exchange them, or leave one of them empty.',
	);
}

function parseText(text: string, options: DateInputOptions): number {
	const iso = ISO.exec(text);
	if (iso !== null) return parseIso(iso, text, options);
	const own = SERVICE_FORMAT.exec(text);
	if (own !== null) return parseServiceFormat(own, text, options);
	if (/^\d+$/.test(text)) throw refusal(options, quoted(text), NUMBER_REASON);
	if (/^invalid date/i.test(text)) {
		throw refusal(options, quoted(text), NO_DATE_REASON);
	}
	throw refusal(options, quoted(text), 'this date format is not supported');
}

function parseIso(match: RegExpExecArray, text: string, options: DateInputOptions): number {
	const [, year = '', month = '', day = '', hour, minute, second, fraction, offset, sign, hours, minutes] =
		match;
	const parts = { year, month, day, hour, minute, second, fraction };
	if (year.length < 4 && day.length === 4) {
		throw refusal(options, quoted(text), 'in a date with dashes the year comes first, then the month');
	}
	refuseImpossible(parts, text, options);
	if (offset === undefined) {
		requireZone(options.workflowZone, 'workflow');
		return localInstant(parts, options.workflowZone, text, options);
	}
	const offsetMs = offsetOf(sign, hours, minutes);
	if (offsetMs === undefined || Math.abs(offsetMs) > MAX_OFFSET_MS) {
		throw refusal(options, quoted(text), 'no clock has this offset from UTC');
	}
	return edgeOfSecond(parts, options) - offsetMs;
}

function parseServiceFormat(match: RegExpExecArray, text: string, options: DateInputOptions): number {
	const [, day = '', month = '', year = '', hour, minute, second] = match;
	const parts = { year, month, day, hour, minute, second };
	if (+month > 12 && +day <= 12) {
		throw refusal(options, quoted(text), `the day comes before the month: ${month}/${day}/${year}`);
	}
	refuseImpossible(parts, text, options);
	requireZone(options.tokenZone, 'credential');
	return localInstant(parts, options.tokenZone, text, options);
}

/** The instant that a date without an offset means in a zone, as the start or the end of a window. */
function localInstant(parts: DateParts, zone: string, text: string, options: DateInputOptions): number {
	const wallTime = edgeOfSecond(parts, options);
	if (parts.hour !== undefined) {
		return options.edge === 'start'
			? firstInstantShowing(wallTime, zone)
			: lastInstantShowing(wallTime, zone);
	}
	const first = firstInstantShowing(wallTime, zone);
	const last = lastInstantShowing(wallTime + DAY_MS - 1, zone);
	if (first > last) throw refusal(options, quoted(text), `the calendar of ${zone} skipped this day`);
	return options.edge === 'start' ? first : last;
}

/** The wall time of the parts; as an `end`, the last millisecond of the second that they name. */
function edgeOfSecond(parts: DateParts, { edge }: DateInputOptions): number {
	const wholeSecond = parts.hour !== undefined && parts.fraction === undefined;
	return wallTimeOf(parts) + (edge === 'end' && wholeSecond ? 999 : 0);
}

function refuseImpossible(parts: DateParts, text: string, options: DateInputOptions): void {
	const problem = problemWith(parts);
	if (problem === undefined) return;
	throw refusal(options, quoted(text), `${problem}. The date picker shows this value as empty`);
}

function checkedInstant(instant: number, options: DateInputOptions): number {
	if (Number.isNaN(instant)) {
		throw refusal(options, 'an invalid date', NO_DATE_REASON);
	}
	const year = new Date(instant).getUTCFullYear();
	const problem = problemWithYear(year);
	if (problem !== undefined) throw refusal(options, `a date in the year ${year}`, problem);
	return instant;
}

/** Also true for a Date that was made elsewhere, as those of expressions are, for which `instanceof` is false. */
function isDate(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

function refusal({ field }: DateInputOptions, given: string, reason: string): InputError {
	return new InputError(`${field} cannot be ${given}: ${reason}. ${ADVICE}`);
}
