/** Calendar dates and times of day, put together from their digits and checked. */

/** The digits of a date, as they were written. A date without a time of day has no hour. */
export interface DateParts {
	year: string;
	month: string;
	day: string;
	hour?: string;
	minute?: string;
	second?: string;
	/** Digits after the decimal point of the second. */
	fraction?: string;
}

/** First and last year that a date may lie in; anything else is a mistake or a placeholder. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 9999;

/** The epoch milliseconds at which a clock in UTC shows these parts; only for parts that `problemWith` has no problem with. */
export function wallTimeOf(parts: DateParts): number {
	const { year, month, day, hour = '0', minute = '0', second = '0', fraction = '' } = parts;
	const milliseconds = fraction === '' ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
	return Date.UTC(+year, +month - 1, +day, +hour, +minute, +second, milliseconds);
}

/** What keeps these parts from being a date, as the end of a sentence; undefined if they are one. */
export function problemWith(parts: DateParts): string | undefined {
	return problemWithDate(parts) ?? problemWithTime(parts);
}

/** What is wrong with a year, as the end of a sentence; undefined if nothing is. */
export function problemWithYear(year: number): string | undefined {
	if (year >= FIRST_YEAR && year <= LAST_YEAR) return undefined;
	return `the year must be between ${FIRST_YEAR} and ${LAST_YEAR}`;
}

function problemWithDate({ year, month, day }: DateParts): string | undefined {
	if (year.length !== 4) return 'the year needs four digits';
	const problem = problemWithYear(+year);
	if (problem !== undefined) return problem;
	if (month.length !== 2 || day.length !== 2) return 'day and month need two digits each';
	if (+month < 1 || +month > 12) return `there is no month ${month}`;
	const days = daysIn(+year, +month);
	if (+day < 1) return 'there is no day 00';
	if (+day > days) return `month ${month} of ${year} has ${days} days`;
	return undefined;
}

function problemWithTime({ hour, minute, second = '00' }: DateParts): string | undefined {
	if (hour === undefined || minute === undefined) return undefined;
	if (hour.length !== 2 || minute.length !== 2 || second.length !== 2) {
		return 'hours, minutes and seconds need two digits each';
	}
	if (hour === '24') return 'midnight is 00:00 of the next day';
	if (+hour > 23) return 'hours go from 00 to 23';
	if (+minute > 59 || +second > 59) return 'minutes and seconds go from 00 to 59';
	return undefined;
}

function daysIn(year: number, month: number): number {
	if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
	return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
