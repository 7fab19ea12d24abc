/** Design 3.3, on days that an integrator may look up: what is sent for a window, and what is kept of the answer. */
import { Settings } from 'luxon';
import {
	isAskedFor,
	outsideRepeatedHour,
	spansOf,
	toServiceWindow,
} from '../../../nodes/SalesOrderIntegration/dates/serviceWindow';
import { isValidZone } from '../../../nodes/SalesOrderIntegration/dates/wallTime';
import { HOUR, MINUTE, SECOND } from '../../support/time';

const at = (text: string) => Date.parse(text);
const only = (instant: number) => ({ from: instant, to: instant });
const since = (from: number) => ({ from, to: Infinity });
const until = (to: number) => ({ from: -Infinity, to });

it('A service may take the ends of a window to be in it or not, with or without the rest of their second', () => {
	const sent = { from: at('2026-07-01T10:00:00Z'), to: at('2026-07-01T11:00:00Z') };
	expect(spansOf(sent, 'UTC')).toEqual({
		widest: { from: sent.from, to: sent.to + SECOND - 1 },
		narrowest: { from: sent.from + SECOND, to: sent.to - SECOND },
	});
});

describe('an instant becomes the wall time of the token’s zone', () => {
	it.each([
		['America/Mexico_City', '2026-01-15T16:00:00Z', '15/01/2026 09:59:59', '15/01/2026 10:00:01'],
		['Asia/Kolkata', '2026-01-15T04:30:00Z', '15/01/2026 09:59:59', '15/01/2026 10:00:01'],
		['UTC', '2026-02-01T00:00:00Z', '31/01/2026 23:59:59', '01/02/2026 00:00:01'],
	])('in %s, a second further out at both ends', (zone, instant, start, end) => {
		expect(toServiceWindow(only(at(instant)), zone)).toEqual({
			start,
			end,
			widest: { from: at(instant) - SECOND, to: at(instant) + SECOND + 999 },
		});
	});

	it('fractions of a second are moved outwards, never inwards', () => {
		expect(toServiceWindow(only(at('2026-01-15T10:00:00.001Z')), 'UTC')).toMatchObject({
			start: '15/01/2026 09:59:59',
			end: '15/01/2026 10:00:02',
		});
		expect(toServiceWindow(since(at('1969-12-31T23:59:59.500Z')), 'UTC').start).toBe('31/12/1969 23:59:58');
	});

	it('an open side is not sent', () => {
		const instant = at('2026-01-15T10:00:00Z');
		const always = { from: -Infinity, to: Infinity };
		expect(toServiceWindow(always, 'UTC')).toEqual({ widest: always });
		expect(toServiceWindow(since(instant), 'UTC')).toEqual({
			start: '15/01/2026 09:59:59',
			widest: since(instant - SECOND),
		});
		expect(toServiceWindow(until(instant), 'UTC')).toEqual({
			end: '15/01/2026 10:00:01',
			widest: until(instant + SECOND + 999),
		});
	});

	it('an end that means "for ever" stays within four digits', () => {
		expect(toServiceWindow(until(at('9999-12-31T23:59:59.999Z')), 'Asia/Tokyo').end).toBe(
			'31/12/9999 23:59:59',
		);
	});

	it('the locale that an instance sets for Luxon does not change the digits', () => {
		const { defaultLocale } = Settings;
		Settings.defaultLocale = 'ar-EG';
		try {
			const window = since(at('2026-01-15T10:00:00Z'));
			expect(toServiceWindow(window, 'Africa/Cairo').start).toBe('15/01/2026 11:59:59');
		} finally {
			Settings.defaultLocale = defaultLocale;
		}
	});

	it.each(['', 'Mexico', 'America/Nowhere', '+05:00', 'local'])('the zone "%s" is not known', (zone) => {
		expect(isValidZone(zone)).toBe(false);
	});

	it.each(['America/Mexico_City', 'UTC', 'Etc/GMT+6', 'Asia/Kathmandu'])('the zone "%s" is known', (zone) => {
		expect(isValidZone(zone)).toBe(true);
	});
});

it.each([
	// zone, first instant after the change, set back by, the window on the clock
	['America/Mexico_City', '2022-10-30T07:00:00Z', HOUR, '30/10/2022 00:59:58', '30/10/2022 02:00:00'],
	['Europe/Madrid', '2026-10-25T01:00:00Z', HOUR, '25/10/2026 01:59:58', '25/10/2026 03:00:00'],
	['Australia/Lord_Howe', '2026-04-04T15:00:00Z', HOUR / 2, '05/04/2026 01:29:58', '05/04/2026 02:00:00'],
	['Antarctica/Troll', '2026-10-25T01:00:00Z', 2 * HOUR, '25/10/2026 00:59:58', '25/10/2026 03:00:00'],
])(
	'where the clock is put back, the window steps out over the repeated hour: in %s',
	(zone, change, setBack, before, after) => {
		const changed = at(change);
		const justBefore = changed - SECOND;

		// Before the change the start could be taken for the second occurrence, after it the end for the first.
		expect(toServiceWindow(only(justBefore), zone)).toEqual({
			start: before,
			end: after,
			widest: { from: changed - setBack - 2 * SECOND, to: changed + setBack + 999 },
		});
		const inSecondPass = changed + 10 * MINUTE;
		const window = only(inSecondPass);
		const sent = toServiceWindow(window, zone);
		expect(sent.widest).toEqual({
			from: inSecondPass - SECOND - setBack,
			to: inSecondPass + SECOND + setBack + 999,
		});

		// What only the widening added is filtered out again; what was asked for stays.
		expect(isAskedFor([inSecondPass], window, sent)).toBe(true);
		expect(isAskedFor([inSecondPass - setBack], window, sent)).toBe(false);
		expect(isAskedFor([inSecondPass + MINUTE], window, sent)).toBe(false);

		// Beyond the repeated stretch there is nothing to step over.
		const clear = toServiceWindow(
			{ from: changed + setBack + SECOND, to: changed - setBack - 2 * SECOND },
			zone,
		);
		expect(clear.widest).toEqual({ from: changed + setBack, to: changed - setBack - SECOND + 999 });
	},
);

it.each([
	['America/Mexico_City', '2022-04-03T08:00:00Z', '03/04/2022 01:59:59', '03/04/2022 03:00:01'],
	['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '04/10/2026 01:59:59', '04/10/2026 02:30:01'],
	['Africa/Cairo', '2026-04-23T22:00:00Z', '23/04/2026 23:59:59', '24/04/2026 01:00:01'],
	['Pacific/Apia', '2011-12-30T10:00:00Z', '29/12/2011 23:59:59', '31/12/2011 00:00:01'],
])('where a clock is put forward, no time is sent that does not occur: in %s', (zone, change, start, end) => {
	const changed = at(change);
	expect(toServiceWindow(only(changed), zone)).toEqual({
		start,
		end,
		widest: { from: changed - SECOND, to: changed + SECOND + 999 },
	});
	expect(toServiceWindow(until(changed - 2 * SECOND), zone).end).toBe(start);
});

describe('a window that is divided does not end within an hour that clocks repeat', () => {
	// The clocks of Santiago show 23:00 at 02:00 UTC, and again at 03:00 UTC.
	const day = at('2026-04-05T00:00:00Z');
	it.each([
		['begins before it: it ends before it', 0, 2.4, 2],
		['begins before it and would end when the hour is repeated: it ends before it', 0, 3.4, 2],
		['begins with it: it ends after it', 2, 2.4, 4],
		['begins when the hour is repeated: it ends after it', 3.2, 3.4, 4],
		['ends after it: it stays', 2.2, 4, 4],
	])('%s', (_, from, to, end) => {
		const window = { from: day + from * HOUR, to: day + to * HOUR };
		const expected = { ...window, to: day + end * HOUR };
		expect(outsideRepeatedHour(window, 'America/Santiago')).toEqual(expected);
	});
});

it('America/Mexico_City changes its clocks no more: nothing is widened on the old dates', () => {
	for (const date of ['2023-04-02T08:00:00Z', '2026-10-25T07:00:00Z', '2035-04-01T08:00:00Z']) {
		const instant = at(date);
		const sent = toServiceWindow(only(instant), 'America/Mexico_City');
		expect(sent.widest).toEqual({ from: instant - SECOND, to: instant + SECOND + 999 });
		expect(sent.start).toMatch(/ 0[01]:59:59$/);
	}
});

describe('what belongs to the window that was asked for', () => {
	const window = { from: at('2026-01-15T10:00:00Z'), to: at('2026-01-15T11:00:00Z') };
	const sent = toServiceWindow(window, 'UTC');

	it('both ends and all between', () => {
		for (const instant of [window.from, window.from + 1, window.to - 1, window.to]) {
			expect(isAskedFor([instant], window, sent)).toBe(true);
		}
	});

	it('not what only the widening let in', () => {
		for (const instant of [window.from - 1, window.from - SECOND, window.to + 1, window.to + SECOND + 999]) {
			expect(isAskedFor([instant], window, sent)).toBe(false);
		}
	});

	it('a date that is missing or unreadable is never a reason to drop an order', () => {
		expect(isAskedFor([undefined], window, sent)).toBe(true);
		expect(isAskedFor([NaN], window, sent)).toBe(true);
	});

	it('nor is one that no reading of the window explains: that is for the user to hear of', () => {
		expect(isAskedFor([window.from - SECOND - 1], window, sent)).toBe(true);
		expect(isAskedFor([window.to + 2 * SECOND], window, sent)).toBe(true);
	});

	it('all on an open side', () => {
		const open = since(window.from);
		expect(isAskedFor([at('2040-01-01T00:00:00Z')], open, toServiceWindow(open, 'UTC'))).toBe(true);
		expect(isAskedFor([window.from - 1], open, toServiceWindow(open, 'UTC'))).toBe(false);
	});
});
