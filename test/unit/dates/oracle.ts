/**
 * What clocks show and how a service may read a window, worked out by brute force with Intl and with nothing of the
 * code under test: the judge of the tests of dates.
 */
import type { Span } from '../../../nodes/SalesOrderIntegration/dates/durations';
import type { ServiceWindow } from '../../../nodes/SalesOrderIntegration/dates/serviceWindow';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
	let format = formats.get(zone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat('en-GB', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
		});
		formats.set(zone, format);
	}
	return format;
}

/** `dd/MM/yyyy HH:mm:ss` on the zone's clocks at an instant, from Intl alone. */
export function clockText(instant: number, zone: string): string {
	return formatOf(zone).format(instant).replace(', ', ' ');
}

/** The digits of a text `dd/MM/yyyy HH:mm:ss` as if they were UTC. */
export function digitsAsUtc(text: string): number {
	const match = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d):(\d\d)$/.exec(text);
	if (match === null) throw new Error(`not the service's format: ${text}`);
	const [, day, month, year, hour, minute, second] = match.map(Number) as [number, ...number[]];
	return Date.UTC(year ?? NaN, (month ?? NaN) - 1, day, hour, minute, second);
}

/** What the zone's clocks show, to the millisecond, as if it were UTC. */
export function clockDigits(instant: number, zone: string): number {
	return digitsAsUtc(clockText(instant, zone)) + (((instant % SECOND) + SECOND) % SECOND);
}

/** Every instant at which the zone's clocks show the text: by the offsets before and after it, a day apart as changes never are. */
export function occurrences(text: string, zone: string): number[] {
	const digits = digitsAsUtc(text);
	const offsets = [digits - 14 * HOUR, digits + 12 * HOUR].map((at) => clockDigits(at, zone) - at);
	const instants = [...new Set(offsets)].map((offset) => digits - offset);
	return instants.filter((at) => clockText(at, zone) === text).sort((one, other) => one - other);
}

export interface ClockChange {
	/** First instant of the new offset. */
	at: number;
	/** How far the clock was put forward, in milliseconds; negative if it was put back. */
	by: number;
}

/** Every clock change of a zone between two instants, provided that they are 20 days apart from one another. */
export function clockChanges(zone: string, from: number, until: number): ClockChange[] {
	const offsetAt = (instant: number) => clockDigits(instant, zone) - instant;
	const changes: ClockChange[] = [];
	let known = offsetAt(from);
	for (let instant = from; instant < until; instant += 20 * DAY) {
		const offset = offsetAt(instant);
		if (offset === known) continue;
		let before = instant - 20 * DAY;
		let at = instant;
		while (at - before > SECOND) {
			const middle = before + Math.floor((at - before) / 2 / SECOND) * SECOND;
			if (offsetAt(middle) === known) before = middle;
			else at = middle;
		}
		changes.push({ at, by: offset - known });
		known = offset;
	}
	return changes;
}

/** One way in which the service may understand a window: whether it returns an order of this instant. */
export interface ServiceReading {
	name: string;
	returns(instant: number): boolean;
}

const sides = {
	'start belongs to it': (value: number, start: number) => value >= start,
	'start does not': (value: number, start: number) => value > start,
};
const ends = {
	'end belongs to it': (value: number, end: number) => value <= end,
	'end does not': (value: number, end: number) => value < end,
	'the whole second of the end belongs to it': (value: number, end: number) => value < end + SECOND,
};

/**
 * Every way in which the service may understand the texts it was sent in the token's zone: by either occurrence of a
 * repeated local time, by a shift forwards or back of one that never occurs, or by comparing what the clocks showed;
 * each with either end in or out.
 */
export function serviceReadings(sent: ServiceWindow, zone: string): ServiceReading[] {
	const starts = sent.start === undefined ? [-Infinity] : instantsMeant(sent.start, zone);
	const ending = sent.end === undefined ? [Infinity] : instantsMeant(sent.end, zone);
	const firstDigits = sent.start === undefined ? -Infinity : digitsAsUtc(sent.start);
	const lastDigits = sent.end === undefined ? Infinity : digitsAsUtc(sent.end);
	const shown = new Map<number, number>();
	const digitsAt = (instant: number) => {
		const digits = shown.get(instant) ?? clockDigits(instant, zone);
		shown.set(instant, digits);
		return digits;
	};
	const readings: ServiceReading[] = [];
	for (const [startName, isAfter] of Object.entries(sides)) {
		for (const [endName, isBefore] of Object.entries(ends)) {
			const rule = `${startName}, ${endName}`;
			for (const start of starts) {
				for (const end of ending) {
					const name = `${rule}, read as ${start} to ${end}`;
					readings.push({ name, returns: (instant) => isAfter(instant, start) && isBefore(instant, end) });
				}
			}
			const byClock = (digits: number) => isAfter(digits, firstDigits) && isBefore(digits, lastDigits);
			const name = `${rule}, by what the clock showed`;
			readings.push({ name, returns: (instant) => byClock(digitsAt(instant)) });
		}
	}
	return readings;
}

function instantsMeant(text: string, zone: string): number[] {
	const found = occurrences(text, zone);
	if (found.length > 0) return found;
	const digits = digitsAsUtc(text);
	const offsets = [digits - DAY, digits + DAY].map((instant) => clockDigits(instant, zone) - instant);
	return offsets.map((offset) => digits - offset);
}

/** Instants at which an error would show: around both ends, around the clock changes, and in between. */
export function tellingInstants({ from, to }: Span, changes: ClockChange[]): number[] {
	const marks = [from, to].filter(Number.isFinite);
	const steps = [0, 1, 999, SECOND, SECOND + 1, 2 * SECOND, 3 * SECOND, 10 * MINUTE, 30 * MINUTE, HOUR];
	for (const { at, by } of changes) {
		if (!marks.some((mark) => Math.abs(mark - at) < DAY)) continue;
		marks.push(at, at + Math.abs(by), at - Math.abs(by));
	}
	const telling = marks.flatMap((mark) => steps.flatMap((step) => [mark - step, mark + step]));
	if (marks.includes(from) && marks.includes(to)) {
		for (const part of [0.01, 0.5, 0.99]) telling.push(Math.round(from + (to - from) * part));
	}
	return [...new Set(telling)];
}
