/** Reads what people and expressions enter in a date field, or says why it is not a date (design 2, 3.3). */
import { DateTime } from 'luxon';
import { InputError, shown } from '../errors/failures';
import { wholeSecond, type Span } from './durations';
import { FIRST_YEAR, LAST_YEAR, readIsoDate } from './timestamp';
import { formatWallTime, instantsAround, requireZone, wallTimeAt } from './wallTime';

export interface DateInputOptions {
	/** The field's name as the user sees it, for messages. */
	field: string;
	/** IANA zone of a date without an offset. */
	workflowZone: string;
	/** IANA zone of a date in the service's own format (api-specification 4.1). */
	tokenZone: string;
	/** Whether the date begins or ends a window. */
	edge: 'start' | 'end';
}

/** The zones of the dates that are entered without an offset. */
export type TimeZones = Pick<DateInputOptions, 'workflowZone' | 'tokenZone'>;

/** What every date field accepts. */
const ADVICE =
	'Enter 2026-01-31 or 2026-01-31T10:00:00 (time zone of the workflow), 2026-01-31T10:00:00-06:00, ' +
	'an expression such as {{ $now.minus({ days: 1 }) }}, or, day first, 31/01/2026 or 31/01/2026 10:00:00 ' +
	'(time zone of the API token).';

/** In ISO 8601, the same date and time is `$3-$2-$1$4`. */
const SERVICE_FORMAT = /^(\d\d)\/(\d\d)\/(\d{4})( \d\d:\d\d(?::\d\d)?)?$/;

/** Why a value is not a date, and help that comes before the advice. */
type Reason = readonly [why: string, help: string];

const A_NUMBER: Reason = [
	'a number could be seconds or milliseconds',
	'Convert it with DateTime.fromSeconds() or DateTime.fromMillis(). The day number of a spreadsheet is neither: let the spreadsheet write the date as text.',
];
const NO_DATE: Reason = ['the expression returned no date', 'Check what it returns.'];
const NO_SUCH_DATE = 'there is no such date or time';
const YEARS = `Dates can be in the years ${FIRST_YEAR} to ${LAST_YEAR}.`;

/**
 * The instant (epoch milliseconds) that a date field means; undefined if it is empty (undefined, null or blank).
 *
 * Reads ISO dates with or without an offset, Luxon DateTimes, JavaScript Dates, and the service's own format
 * (`dd/MM/yyyy HH:mm:ss`), which is in the token's zone.
 *
 * - A date alone is the whole day: as `start` the first instant that the clock shows on that day, as `end` the last.
 * - An `end` without fractions of a second includes that whole second.
 * - A local time that occurs twice is the first as `start` and the second as `end`. One that the clock skips is the
 *   instant of the jump.
 *
 * @throws InputError, with a message that names the field and its value, for anything else
 */
export function parseDateInput(value: unknown, options: DateInputOptions): number | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string') return value.trim() === '' ? undefined : parseText(value.trim(), options);
	if (DateTime.isDateTime(value) || isDate(value)) return checkedInstant(value.valueOf(), options);
	if (Number.isNaN(value)) throw refusal(options, 'NaN', NO_DATE);
	if (typeof value === 'number') throw refusal(options, `the number ${value}`, A_NUMBER);
	const given = Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
	throw refusal(options, given, ['this is not a date', 'Check what the expression returns.']);
}

/**
 * The window between the dates of two fields, `names`; an empty one leaves its side open. It begins at a whole second: the
 * service shows no fractions, so what lies in its first second may belong to it. Throws InputError as above, and if it ends
 * before it starts.
 */
export function parseWindow(dates: [unknown, unknown], names: [string, string], zones: TimeZones): Span {
	const from = parseDateInput(dates[0], { field: names[0], edge: 'start', ...zones }) ?? -Infinity;
	const to = parseDateInput(dates[1], { field: names[1], edge: 'end', ...zones }) ?? Infinity;
	if (from <= to) return { from: wholeSecond(from), to };
	const timeOf = (instant: number) => formatWallTime(wallTimeAt(instant, zones.workflowZone));
	throw new InputError(
		`'${names[1]}' (${timeOf(to)}) is before '${names[0]}' (${timeOf(from)}), as dd/MM/yyyy in the time zone ${zones.workflowZone}`,
		'Swap them, or leave one of them empty.',
	);
}

function parseText(text: string, options: DateInputOptions): number {
	const iso = text.replace(SERVICE_FORMAT, '$3-$2-$1$4');
	const written = readIsoDate(iso);
	if (!written) throw refusal(options, shown(text), reasonAgainst(text));
	if (Number.isNaN(written.wallTime)) {
		const order = iso === text ? '' : 'The day comes before the month. ';
		const help = `${order}${YEARS} The date picker shows this value as empty.`;
		throw refusal(options, shown(text), [NO_SUCH_DATE, help]);
	}
	const { wallTime: begins, duration, offset } = written;
	const ends = begins + duration - 1;
	if (offset !== undefined) return (options.edge === 'start' ? begins : ends) - offset;
	const zone = iso === text ? options.workflowZone : options.tokenZone;
	requireZone(zone, iso === text ? 'workflow' : 'credential');
	return options.edge === 'start' ? instantsAround(begins, zone).first : instantsAround(ends, zone).last;
}

/** Why a text in no supported format is not a date. */
function reasonAgainst(text: string): Reason {
	const isCompact = /^\d{8}$/.test(text);
	if (/^\d+$/.test(text) && !isCompact) return A_NUMBER;
	if (/^invalid date/i.test(text)) return NO_DATE;
	const hasThreeParts = isCompact || /^\d+[-/]\d+[-/]\d+([T ][\d:]+)?$/i.test(text);
	const help = hasThreeParts
		? 'The year needs four digits, everything else two. With dashes, the year comes first.'
		: 'With an expression, check what it returns.';
	return ['this date format is not supported', help];
}

function checkedInstant(instant: number, options: DateInputOptions): number {
	if (Number.isNaN(instant)) throw refusal(options, 'an invalid date', NO_DATE);
	const year = new Date(instant).getUTCFullYear();
	if (year >= FIRST_YEAR && year <= LAST_YEAR) return instant;
	throw refusal(options, `a date in the year ${year}`, [NO_SUCH_DATE, YEARS]);
}

/** True for the Date of an expression too, for which `instanceof` is false. */
function isDate(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

function refusal({ field }: DateInputOptions, given: string, [why, help]: Reason): InputError {
	return new InputError(`'${field}' cannot be ${given}: ${why}`, `${help} ${ADVICE}`);
}
