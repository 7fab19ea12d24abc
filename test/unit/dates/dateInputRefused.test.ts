/** Design 3.7: whatever a date field cannot use is refused, with what is wrong and what to enter. */
import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import { parseDateInput } from '../../../nodes/SalesOrderIntegration/dates/dateInput';
import { InputError } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { atEnd, atStart } from './dateFields';
import { seed } from './seed';
import { inputErrorOf } from '../../support/thrownErrors';
import { repetitions } from '../../support/seeds';

describe('near misses say what is wrong', () => {
	const NONE = ['there is no such date or time', 'The date picker shows this value as empty.'] as const;
	const DAY_FIRST = ['there is no such date or time', 'The day comes before the month.'] as const;
	const FORMAT = ['this date format is not supported', 'check what it returns'] as const;
	const DIGITS = ['this date format is not supported', 'The year needs four digits'] as const;

	it.each([
		['a day that does not exist', '31/02/2026', DAY_FIRST],
		['a day that does not exist, in ISO', '2026-02-30T10:00:00', NONE],
		['a leap day in a common year', '29/02/2100', NONE],
		['the 31st of a short month', '31/04/2026', NONE],
		['a day of 32', '32/01/2026', NONE],
		['a day of 00', '00/01/2026', NONE],
		['the month first', '12/31/2026', DAY_FIRST],
		['the month first, with a time', '02/28/2026 10:00:00', DAY_FIRST],
		['a month that does not exist', '2026-13-01', NONE],
		['a month of 00', '2026-00-10', NONE],
		['the year last, with dashes', '31-12-2026', DIGITS],
		['a year at both ends', '2026-01-2026', DIGITS],
		['a year of two digits', '31/12/26', DIGITS],
		['a year of two digits, in ISO', '26-12-31', DIGITS],
		['a year of five digits', '20266-01-01', DIGITS],
		['a year with zeros before it', '31/12/002026', DIGITS],
		['a year long ago', '0001-01-01', NONE],
		['a year of the service’s format long ago', '31/12/1899', NONE],
		['one digit for day or month', '1/2/2026', DIGITS],
		['one digit for the month, in ISO', '2026-1-31', DIGITS],
		['one digit for the hour', '31/01/2026 9:00:00', DIGITS],
		['midnight as 24:00', '31/01/2026 24:00:00', NONE],
		['midnight as 24:00, in ISO', '2026-01-31T24:00', NONE],
		['an hour of 25', '31/01/2026 25:61:00', NONE],
		['a minute of 61', '31/01/2026 10:61', NONE],
		['a second of 60', '2026-01-31T23:59:60Z', NONE],
		['an offset that no clock has', '2026-01-31T10:00:00+25:00', FORMAT],
		['an offset of 99 minutes', '2026-01-31T10:00:00+05:99', FORMAT],
		['a word', 'yesterday', FORMAT],
		['a month of ISO alone', '2026-01', FORMAT],
		['a time alone', '10:00:00', FORMAT],
		['a week of ISO', '2026-W05-1', FORMAT],
		['ISO garbage', '2026-01-31Tgarbage', FORMAT],
		['an offset behind a date alone', '2026-01-31Z', FORMAT],
		['an offset behind the service’s own format', '31/01/2026 10:00:00Z', FORMAT],
		['a clock of twelve hours', '31/01/2026 10:00 PM', FORMAT],
		['two dates', '2026-01-31 2026-02-01', FORMAT],
		['a date without dashes', '20260131', DIGITS],
		['an object made text', '[object Object]', FORMAT],
		[
			'an expression gone wrong',
			'Invalid DateTime',
			['the expression returned no date', 'Check what it returns.'],
		],
		['digits', '1767225600000', ['a number could be seconds or milliseconds', 'DateTime.fromMillis()']],
	] as const)('%s', (_, value, [why, help]) => {
		for (const options of [atStart, atEnd]) {
			const { message, description } = inputErrorOf(() => parseDateInput(value, options));
			expect(message).toBe(`'${options.field}' cannot be "${value}": ${why}`);
			expect(description).toContain(help);
			expect(description).toContain('Enter 2026-01-31 or 2026-01-31T10:00:00');
		}
	});

	it.each([
		['a number', 1767225600000, 'the number 1767225600000: a number could be seconds or milliseconds'],
		['zero', 0, 'the number 0: a number'],
		['a number that is none', NaN, 'NaN: the expression returned no date'],
		['a list', ['2026-01-31'], 'a list: this is not a date'],
		['an object', { date: '2026-01-31' }, 'a value of type object: this is not a date'],
		['true', true, 'a value of type boolean: this is not a date'],
		['a function', () => '2026-01-31', 'a value of type function: this is not a date'],
		['an invalid Date', new Date(NaN), 'an invalid date: the expression returned no date'],
		['an invalid DateTime', DateTime.fromISO('x'), 'an invalid date: the expression returned no date'],
		['a Date of a huge year', new Date(8.64e15), 'a date in the year 275760: there is no such date or time'],
		[
			'a DateTime of a year long ago',
			DateTime.fromObject({ year: 12, month: 6 }),
			'a date in the year 12: there is no such date or time',
		],
	])('%s', (_, value, message) => {
		const error = inputErrorOf(() => parseDateInput(value, atStart));
		expect(error.message).toContain(`'Start' cannot be ${message}`);
		expect(error.description).toContain('Enter 2026-01-31 or 2026-01-31T10:00:00');
	});

	it('an impossible date is quoted, because the date picker shows it as empty', () => {
		const { message, description } = inputErrorOf(() => parseDateInput('31/02/2026', atStart));
		expect(message).toBe(`'Start' cannot be "31/02/2026": there is no such date or time`);
		expect(description).toMatch(
			/^The day comes before the month\. Dates can be in the years 1900 to 9999\. The date picker shows this value as empty\. Enter 2026-01-31 or /,
		);
	});

	it('a long value is cut, and kept on one line', () => {
		const parse = () => parseDateInput(`not a date\n${'x'.repeat(10_000)}`, atStart);
		expect(parse).toThrow(/^'Start' cannot be "not a date\\nx{47}…: this date format is not supported$/);
	});

	it('the owner of an unknown zone is named, where it matters', () => {
		const zoneless = { ...atStart, workflowZone: 'Mars/Base', tokenZone: 'Moon/Base' };
		expect(() => parseDateInput('2026-01-31', zoneless)).toThrow('time zone of the workflow is not known');
		expect(() => parseDateInput('31/01/2026', zoneless)).toThrow('time zone of the credential is not known');
		expect(parseDateInput('2026-01-31T10:00:00Z', zoneless)).toBe(Date.parse('2026-01-31T10:00:00Z'));
	});

	it(`whatever it is given, it answers with an instant, nothing, or an error for the user (SEED=${seed})`, () => {
		const digits = fc.stringMatching(
			/^\d{1,5}[-/]\d{1,5}[-/]\d{1,5}([T ]\d{1,3}:\d{1,3}(:\d{1,3})?(Z|[+-]\d\d:?\d\d)?)?$/,
		);
		const property = fc.property(fc.oneof(fc.anything(), fc.string(), digits), (value) => {
			try {
				const instant = parseDateInput(value, atStart);
				expect(instant === undefined || Number.isSafeInteger(instant)).toBe(true);
			} catch (error) {
				expect(error).toBeInstanceOf(InputError);
				expect((error as Error).message.length).toBeLessThan(150);
			}
		});
		fc.assert(property, { seed, numRuns: repetitions(1000) });
	});
});
