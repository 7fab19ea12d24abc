/** Design 2, 3.3: every form that a date field accepts, and the instant that it stands for. */
import * as fc from 'fast-check';
import { DateTime, Settings } from 'luxon';
import { runInNewContext } from 'node:vm';
import { parseDateInput, parseWindow } from '../../../nodes/SalesOrderIntegration/dates/dateInput';
import { InputError } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { atEnd, atStart } from './dateFields';
import { clockText } from './oracle';
import { seed } from './seed';
import { inputErrorOf } from '../../support/thrownErrors';
import { repetitions } from '../../support/seeds';
import { DAY } from '../../support/time';

const at = (text: string) => Date.parse(text);
const iso = (instant: number | undefined) =>
	instant === undefined ? undefined : new Date(instant).toISOString();

it.each([[undefined], [null], [''], ['   '], ['\n']])('empty is open: %j', (value) => {
	expect(parseDateInput(value, atStart)).toBeUndefined();
	expect(parseDateInput(value, atEnd)).toBeUndefined();
});

describe('accepted forms', () => {
	const inMadrid = DateTime.fromISO('2026-01-31T10:00:00.123', { zone: 'Europe/Madrid' });
	it.each([
		['ISO with Z', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
		['ISO with an offset', '2026-01-31T10:00:00-06:00', '2026-01-31T16:00:00.000Z'],
		['ISO with an offset of a half hour', '2026-01-31T10:00:00+05:30', '2026-01-31T04:30:00.000Z'],
		['ISO with an offset without a colon', '2026-01-31T10:00:00+0530', '2026-01-31T04:30:00.000Z'],
		['ISO with an offset of hours alone', '2026-01-31T10:00:00-06', '2026-01-31T16:00:00.000Z'],
		['ISO with all of it, as $now gives', '2026-01-31T10:00:00.123-06:00', '2026-01-31T16:00:00.123Z'],
		['ISO with microseconds', '2026-01-31T10:00:00.123456Z', '2026-01-31T10:00:00.123Z'],
		['ISO with tenths after a comma', '2026-01-31T10:00:00,5Z', '2026-01-31T10:00:00.500Z'],
		['ISO without seconds', '2026-01-31T10:00Z', '2026-01-31T10:00:00.000Z'],
		['ISO of the date picker, in the workflow’s zone', '2026-01-31T10:00:00', '2026-01-31T04:15:00.000Z'],
		['ISO with a space, as databases give', '2026-01-31 10:00:00', '2026-01-31T04:15:00.000Z'],
		['ISO with spaces and an offset', '2026-01-31 10:00:00 -06:00', '2026-01-31T16:00:00.000Z'],
		['ISO in small letters', '2026-01-31t10:00:00z', '2026-01-31T10:00:00.000Z'],
		['blanks around it', '  2026-01-31T10:00:00Z\n', '2026-01-31T10:00:00.000Z'],
		['an ISO date alone, in the workflow’s zone', '2026-01-31', '2026-01-30T18:15:00.000Z'],
		['the service’s own format, in the token’s zone', '31/01/2026 10:00:00', '2026-01-31T16:00:00.000Z'],
		['the service’s own format without seconds', '31/01/2026 10:00', '2026-01-31T16:00:00.000Z'],
		['the service’s own format, the date alone', '31/01/2026', '2026-01-31T06:00:00.000Z'],
		['the first year', '1900-06-01T00:00:00Z', '1900-06-01T00:00:00.000Z'],
		['the last year', '9999-06-01T00:00:00Z', '9999-06-01T00:00:00.000Z'],
		['a leap day', '29/02/2028', '2028-02-29T06:00:00.000Z'],
		['the last second of a year', '31/12/2026 23:59:59', '2027-01-01T05:59:59.000Z'],
		['a Luxon DateTime in any zone', inMadrid, '2026-01-31T09:00:00.123Z'],
		['a JavaScript Date', new Date('2026-01-31T10:00:00.123Z'), '2026-01-31T10:00:00.123Z'],
		['a Date from an expression', runInNewContext('new Date(0)'), '1970-01-01T00:00:00.000Z'],
	])('%s', (_, value, expected) => {
		expect(iso(parseDateInput(value, atStart))).toBe(expected);
	});

	it.each([
		['seconds', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00.999Z'],
		['minutes', '2026-01-31T10:00Z', '2026-01-31T10:00:00.999Z'],
		['seconds in the workflow’s zone', '2026-01-31T10:00:00', '2026-01-31T04:15:00.999Z'],
		['seconds in the service’s own format', '31/01/2026 10:00:00', '2026-01-31T16:00:00.999Z'],
		['a day in the workflow’s zone', '2026-01-31', '2026-01-31T18:14:59.999Z'],
		['a day in the token’s zone', '31/01/2026', '2026-02-01T05:59:59.999Z'],
	])('an end in %s includes all of it', (_, value, expected) => {
		expect(iso(parseDateInput(value, atEnd))).toBe(expected);
	});

	it.each([
		['fractions', '2026-01-31T10:00:00.5Z', '2026-01-31T10:00:00.500Z'],
		['milliseconds of zero', '2026-01-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
		['a DateTime', DateTime.fromISO('2026-01-31T10:00:00Z'), '2026-01-31T10:00:00.000Z'],
		['a Date', new Date('2026-01-31T10:00:00Z'), '2026-01-31T10:00:00.000Z'],
	])('an end with %s is exactly that', (_, value, expected) => {
		expect(iso(parseDateInput(value, atEnd))).toBe(expected);
	});

	it('the zones that an instance sets for Luxon, or its strictness, change nothing', () => {
		const { defaultZone, throwOnInvalid } = Settings;
		Settings.defaultZone = 'Asia/Tokyo';
		Settings.throwOnInvalid = true;
		try {
			expect(iso(parseDateInput('2026-01-31T10:00:00', atStart))).toBe('2026-01-31T04:15:00.000Z');
			expect(() => parseDateInput('2026-02-31', atStart)).toThrow(InputError);
		} finally {
			Settings.defaultZone = defaultZone;
			Settings.throwOnInvalid = throwOnInvalid;
		}
	});
});

describe('local times around a clock change', () => {
	const read = (value: string, zone: string) =>
		[atStart, atEnd].map((options) => iso(parseDateInput(value, { ...options, workflowZone: zone })));

	it.each([
		['comes twice', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30Z', '2026-11-01T06:30:01Z'],
		['comes twice', '2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45Z', '2026-04-04T15:15:01Z'],
		['never comes', '2026-03-08T02:30', 'America/New_York', '2026-03-08T07:00Z', '2026-03-08T07:00Z'],
		['never comes', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:30Z', '2026-10-03T15:30Z'],
		['never comes', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00Z', '2011-12-30T10:00Z'],
		['begins at 01:00', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
		['ends at 23:00', '2026-03-28', 'America/Nuuk', '2026-03-28T02:00Z', '2026-03-29T01:00Z'],
		['begins with an hour twice', '2026-11-01', 'America/Havana', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
		['has 25 hours', '2026-10-25', 'Europe/Madrid', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
		['is before a skipped one', '2011-12-29', 'Pacific/Apia', '2011-12-29T10:00Z', '2011-12-30T10:00Z'],
	])('a time or day that %s is that, no more and no less: %s in %s', (_, value, zone, start, next) => {
		expect(read(value, zone)).toEqual([iso(at(start)), iso(at(next) - 1)]);
	});

	it(`both ends of any day, read in any zone, show that day, the instants beside them another (SEED=${seed})`, () => {
		const days = fc.integer({ min: Date.UTC(2015, 0, 1) / DAY, max: Date.UTC(2035, 11, 31) / DAY });
		const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
		const property = fc.property(days, zones, (day, workflowZone) => {
			const date = new Date(day * DAY).toISOString().slice(0, 10);
			const shown = date.split('-').reverse().join('/');
			const start = parseDateInput(date, { ...atStart, workflowZone }) ?? NaN;
			const end = parseDateInput(date, { ...atEnd, workflowZone }) ?? NaN;
			const dayAt = (instant: number) => clockText(instant, workflowZone).slice(0, 10);
			expect([dayAt(start), dayAt(end)]).toEqual([shown, shown]);
			expect([dayAt(start - 1) === shown, dayAt(end + 1) === shown]).toEqual([false, false]);
		});
		fc.assert(property, { seed, numRuns: repetitions(500) });
	});
});

describe('a window', () => {
	const zones = { workflowZone: 'UTC', tokenZone: 'UTC' };
	const names: [string, string] = ['Start', 'End'];
	const parse = (...dates: [unknown, unknown]) => parseWindow(dates, names, zones);

	it('may be an instant, or open', () => {
		const instant = at('2026-01-31T10:00:00Z');
		expect(parse('', undefined)).toEqual({ from: -Infinity, to: Infinity });
		expect(parse(new Date(instant), null)).toEqual({ from: instant, to: Infinity });
		expect(parse('', new Date(instant))).toEqual({ from: -Infinity, to: instant });
		expect(parse(new Date(instant), new Date(instant))).toEqual({ from: instant, to: instant });
	});

	it('begins at a whole second', () => {
		const instant = at('2026-01-31T10:00:00Z');
		expect(parse(new Date(instant + 999), new Date(instant + 999))).toEqual({
			from: instant,
			to: instant + 999,
		});
	});

	it('may not end before it starts', () => {
		const dates: [unknown, unknown] = ['2026-01-31T10:00:00Z', '2026-01-31T09:59:59.999Z'];
		const { message, description } = inputErrorOf(() => parse(...dates));
		expect(message).toBe(
			"'End' (31/01/2026 09:59:59) is before 'Start' (31/01/2026 10:00:00), as dd/MM/yyyy in the time zone UTC",
		);
		expect(description).toBe('Swap them, or leave one of them empty.');
		const inMexico = { ...zones, workflowZone: 'America/Mexico_City' };
		expect(() => parseWindow(dates, names, inMexico)).toThrow("'Start' (31/01/2026 04:00:00)");
	});
});
