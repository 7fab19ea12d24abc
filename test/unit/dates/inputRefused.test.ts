/** Design 3.7: each near miss of a date is refused with a word that helps whoever typed it. */
import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import type { DateInputOptions } from '../../../nodes/SalesOrderIntegration/dates';
import { DateInputError, parseDateInput } from '../../../nodes/SalesOrderIntegration/dates';
import { seed } from './seed';

const atStart: DateInputOptions = {
	field: 'Start',
	workflowZone: 'Asia/Kathmandu',
	tokenZone: 'America/Mexico_City',
	edge: 'start',
};
const atEnd: DateInputOptions = { ...atStart, field: 'End', edge: 'end' };

describe('near misses say what is wrong', () => {
	it.each([
		['a day that does not exist', '31/02/2026', 'month 02 of 2026 has 28 days'],
		['a day that does not exist, in ISO', '2026-02-30T10:00:00', 'month 02 of 2026 has 28 days'],
		['a leap day in a common year', '29/02/2100', 'month 02 of 2100 has 28 days'],
		['the 31st of a short month', '31/04/2026', 'month 04 of 2026 has 30 days'],
		['a day of 32', '32/01/2026', 'month 01 of 2026 has 31 days'],
		['a day of 00', '00/01/2026', 'there is no day 00'],
		['the month first', '12/31/2026', 'the day comes before the month: 31/12/2026'],
		['the month first, with a time', '02/28/2026 10:00:00', 'the day comes before the month: 28/02/2026'],
		['a month that does not exist', '2026-13-01', 'there is no month 13'],
		['a month of 00', '2026-00-10', 'there is no month 00'],
		['the year last, with dashes', '31-12-2026', 'in a date with dashes the year comes first'],
		['a year of two digits', '31/12/26', 'the year needs four digits'],
		['a year of two digits, in ISO', '26-12-31', 'the year needs four digits'],
		['a year of five digits', '20266-01-01', 'the year needs four digits'],
		['a year with zeros before it', '31/12/002026', 'the year needs four digits'],
		['a year long ago', '0001-01-01', 'the year must be between 1900 and 9999'],
		['one digit for day or month', '1/2/2026', 'day and month need two digits each'],
		['one digit for the month, in ISO', '2026-1-31', 'day and month need two digits each'],
		['one digit for the hour', '31/01/2026 9:00:00', 'hours, minutes and seconds need two digits each'],
		['midnight as 24:00', '31/01/2026 24:00:00', 'midnight is 00:00 of the next day'],
		['midnight as 24:00, in ISO', '2026-01-31T24:00', 'midnight is 00:00 of the next day'],
		['an hour of 25', '31/01/2026 25:61:00', 'hours go from 00 to 23'],
		['a minute of 61', '31/01/2026 10:61', 'minutes and seconds go from 00 to 59'],
		['a second of 60', '2026-01-31T23:59:60Z', 'minutes and seconds go from 00 to 59'],
		['an offset that no clock has', '2026-01-31T10:00:00+25:00', 'no clock has this offset from UTC'],
		['an offset of 99 minutes', '2026-01-31T10:00:00+05:99', 'no clock has this offset from UTC'],
		['a word', 'yesterday', 'this form of a date is not understood'],
		['a month of ISO alone', '2026-01', 'this form of a date is not understood'],
		['a time alone', '10:00:00', 'this form of a date is not understood'],
		['a week of ISO', '2026-W05-1', 'this form of a date is not understood'],
		['ISO garbage', '2026-01-31Tgarbage', 'this form of a date is not understood'],
		['an offset behind a date alone', '2026-01-31Z', 'this form of a date is not understood'],
		[
			'an offset behind the service’s own format',
			'31/01/2026 10:00:00Z',
			'this form of a date is not understood',
		],
		['a clock of twelve hours', '31/01/2026 10:00 PM', 'this form of a date is not understood'],
		['two dates', '2026-01-31 2026-02-01', 'this form of a date is not understood'],
		['an object made text', '[object Object]', 'this form of a date is not understood'],
		['an expression gone wrong', 'Invalid DateTime', 'the expression in this field gave no date'],
		['digits', '1767225600000', 'a number could be seconds or milliseconds'],
	])('%s', (_, value, reason) => {
		for (const options of [atStart, atEnd]) {
			const parse = () => parseDateInput(value, options);
			expect(parse).toThrow(DateInputError);
			expect(parse).toThrow(`${options.field} was given "${value}": ${reason}`);
			expect(parse).toThrow('Understood are 2026-01-31 or 2026-01-31T10:00:00');
		}
	});

	it.each([
		['a number', 1767225600000, 'the number 1767225600000: a number could be seconds or milliseconds'],
		['zero', 0, 'the number 0: a number'],
		['a number that is none', NaN, 'the number NaN: a number'],
		['a list', ['2026-01-31'], 'a list: it is not a date'],
		['an object', { date: '2026-01-31' }, 'a value of type object: it is not a date'],
		['true', true, 'a value of type boolean: it is not a date'],
		['a function', () => '2026-01-31', 'a value of type function: it is not a date'],
		['an invalid Date', new Date(NaN), 'an invalid date: the expression in this field gave no date'],
		[
			'an invalid DateTime',
			DateTime.fromISO('x'),
			'an invalid date: the expression in this field gave no date',
		],
		['a Date of a huge year', new Date(8.64e15), 'a date in the year 275760: the year must be between'],
		[
			'a DateTime of a year long ago',
			DateTime.fromObject({ year: 12 }),
			'a date in the year 12: the year must be',
		],
	])('%s', (_, value, message) => {
		const parse = () => parseDateInput(value, atStart);
		expect(parse).toThrow(DateInputError);
		expect(parse).toThrow(`Start was given ${message}`);
	});

	it('what was given is cut, and kept on one line', () => {
		const parse = () => parseDateInput(`not a date\n${'x'.repeat(10_000)}`, atStart);
		expect(parse).toThrow(/^Start was given "not a date\\nx{49}…": this form of a date is not understood\./);
	});

	it('an unknown zone is named with its owner, where it matters', () => {
		const zoneless = { ...atStart, workflowZone: 'Mars/Base', tokenZone: 'Moon/Base' };
		expect(() => parseDateInput('2026-01-31', zoneless)).toThrow(
			'time zone "Mars/Base" of the workflow is not known',
		);
		expect(() => parseDateInput('31/01/2026', zoneless)).toThrow(
			'time zone "Moon/Base" of the credential is not known',
		);
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
				expect(error).toBeInstanceOf(DateInputError);
				expect((error as Error).message.length).toBeLessThan(500);
			}
		});
		fc.assert(property, { seed, numRuns: 3000 });
	});
});
