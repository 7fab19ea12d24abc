/** Design 3.4: a wrong time zone is noticed where the dates show it, and nothing else is taken for one. */
import {
	findZoneMismatch,
	isAskedFor,
	toServiceWindow,
	zoneWitness,
} from '../../../nodes/SalesOrderIntegration/dates';
import type { InstantWindow } from '../../../nodes/SalesOrderIntegration/dates';
import { DAY, HOUR, MINUTE, SECOND, serviceReadings } from './oracle';

const at = (text: string) => Date.parse(text);
const closed = (start: string, length: number) => ({ start: at(start), end: at(start) + length });

/** Orders made at a steady pace. */
function steadyOrders(from: number, until: number, every: number): number[] {
	return Array.from(
		{ length: Math.ceil((until - from) / every) },
		(_, index) => from + index * every + 7 * SECOND,
	);
}

/** The dates that a service returns which reads the window in another zone than the one that was assumed. */
function returned(window: InstantWindow, assumed: string, actual: string, orders: number[]): number[] {
	const [reading] = serviceReadings(toServiceWindow(window, assumed), actual);
	return orders.filter((order) => reading?.returns(order));
}

function around({ start = 0, end = 0 }: InstantWindow, every: number): number[] {
	return steadyOrders(start - 30 * HOUR, end + 30 * HOUR, every);
}

describe('a wrong zone shows', () => {
	it.each([
		['an hour', 'America/Mexico_City', 'America/Hermosillo', '2026-01-15T18:00:00Z', 4 * HOUR, -420],
		['two hours', 'America/Mexico_City', 'America/New_York', '2026-07-15T18:00:00Z', 4 * HOUR, -240],
		['half an hour', 'Australia/Brisbane', 'Australia/Darwin', '2026-07-15T00:00:00Z', 4 * HOUR, 570],
		['a quarter of an hour', 'Asia/Kolkata', 'Asia/Kathmandu', '2026-07-15T00:00:00Z', 4 * HOUR, 345],
		['three quarters', 'Australia/Perth', 'Australia/Eucla', '2026-07-15T00:00:00Z', 4 * HOUR, 525],
		['half the world', 'America/Mexico_City', 'Asia/Tokyo', '2026-07-15T00:00:00Z', 4 * HOUR, 540],
		['the whole of it', 'Pacific/Niue', 'Pacific/Kiritimati', '2026-07-15T00:00:00Z', 4 * HOUR, 840],
		['UTC left as it was', 'UTC', 'America/Mexico_City', '2026-07-15T00:00:00Z', 4 * HOUR, -360],
	])('by %s', (_, assumed, actual, start, length, shown) => {
		const window = closed(start, length);
		const dates = returned(window, assumed, actual, around(window, MINUTE));
		expect(findZoneMismatch(dates, window, assumed)).toMatchObject({
			zoneAssumed: assumed,
			offsetMinutesShown: shown,
			offsetMinutesAtMost: shown,
		});
	});

	it.each([
		['ten minutes', 10 * MINUTE, 2 * MINUTE],
		['half an hour', 30 * MINUTE, 5 * MINUTE],
		['an hour', HOUR, 5 * MINUTE],
		['a day', DAY, 7 * MINUTE],
	])('in a window of %s', (_, length, every) => {
		for (const [actual, shown] of [
			['America/Tijuana', -480],
			['America/New_York', -300],
		] as const) {
			const window = closed('2026-01-15T18:00:00Z', length);
			const dates = returned(window, 'America/Mexico_City', actual, around(window, every));
			const mismatch = findZoneMismatch(dates, window, 'America/Mexico_City');
			expect(mismatch).toMatchObject({ offsetMinutesAssumed: -360, offsetMinutesShown: shown });
			expect(mismatch?.ordersSeen).toBe(dates.length);
		}
	});

	it('in a window of a month among ten thousand orders, though few are outside', () => {
		const window = closed('2026-01-15T18:00:00Z', 30 * DAY);
		const dates = returned(window, 'America/Mexico_City', 'America/Tijuana', around(window, 4 * MINUTE));
		expect(dates.length).toBeGreaterThan(10_000);
		const mismatch = findZoneMismatch(dates, window, 'America/Mexico_City');
		expect(mismatch).toMatchObject({ offsetMinutesShown: -480, offsetMinutesAtMost: -540 });
		expect(mismatch?.ordersOutside).toBeLessThan(30);
	});

	it('in half a year over which only the actual zone changes its clocks', () => {
		const window = { start: at('2026-07-01T18:00:00Z'), end: at('2026-12-31T18:00:00Z') };
		const dates = returned(window, 'America/Mexico_City', 'America/Tijuana', around(window, 5 * MINUTE));
		const mismatch = findZoneMismatch(dates, window, 'America/Mexico_City');
		expect(mismatch).toMatchObject({ offsetMinutesShown: -480 });
	});

	it('in a window that ends in the future, if it is read as earlier', () => {
		const now = at('2026-01-15T18:00:00Z');
		const window = { start: now - 20 * MINUTE, end: now + DAY };
		const orders = steadyOrders(now - 10 * DAY, now, 3 * MINUTE);
		const dates = returned(window, 'America/Mexico_City', 'America/New_York', orders);
		expect(findZoneMismatch(dates, window, 'America/Mexico_City')).toMatchObject({
			offsetMinutesShown: -300,
		});
	});

	it('in a window that has one end only', () => {
		const orders = steadyOrders(at('2026-01-10T00:00:00Z'), at('2026-01-20T00:00:00Z'), 3 * MINUTE);
		const since = { start: at('2026-01-15T18:00:00Z') };
		const east = returned(since, 'America/Mexico_City', 'America/New_York', orders);
		expect(findZoneMismatch(east, since, 'America/Mexico_City')).toMatchObject({ offsetMinutesShown: -300 });
		const until = { end: at('2026-01-15T18:00:00Z') };
		const west = returned(until, 'America/Mexico_City', 'America/Tijuana', orders);
		expect(findZoneMismatch(west, until, 'America/Mexico_City')).toMatchObject({ offsetMinutesShown: -480 });
	});

	it('although one order in between has a date of its own', () => {
		const window = closed('2026-01-15T18:00:00Z', 4 * HOUR);
		const dates = returned(window, 'America/Mexico_City', 'America/Tijuana', around(window, 2 * MINUTE));
		const stray = [at('2001-01-01T00:00:00Z')];
		expect(findZoneMismatch([...dates, ...stray], window, 'America/Mexico_City')).toMatchObject({
			offsetMinutesShown: -480,
		});
	});

	it('from as few as three orders, none of them where it was asked for', () => {
		const window = closed('2026-01-15T18:00:00Z', 20 * MINUTE);
		const dates = [3, 9, 16].map((minute) => window.start + HOUR + minute * MINUTE);
		expect(findZoneMismatch(dates, window, 'America/Mexico_City')).toMatchObject({
			offsetMinutesShown: -420,
		});
	});

	it('as a range, where the orders leave the offset open: first the next one of whole hours', () => {
		const window = closed('2026-01-15T06:00:00Z', DAY);
		// Nothing after 18:00 on the clocks of the assumed zone, so that the far end says little.
		const dates = steadyOrders(window.start - 3 * HOUR + 40 * MINUTE, window.start + 18 * HOUR, 10 * MINUTE);
		const mismatch = findZoneMismatch(dates, window, 'America/Mexico_City');
		expect(mismatch).toMatchObject({ offsetMinutesShown: -180, offsetMinutesAtMost: 0 });
		expect(mismatch?.message).toContain('in UTC-03:00, or in another offset up to UTC+00:00.');
	});

	it('and the user is told which zone was assumed, what the data shows, and what to change', () => {
		const window = closed('2026-01-15T18:00:00Z', 20 * MINUTE);
		const later = returned(window, 'America/Mexico_City', 'America/Tijuana', around(window, 2 * MINUTE));
		expect(findZoneMismatch(later, window, 'America/Mexico_City')?.message).toBe(
			'The time zone in the credential looks wrong: 10 of 10 orders lie after the end of the window that was ' +
				'asked for, as they would if the service read its dates in UTC-08:00. The credential says ' +
				'America/Mexico_City, which is UTC-06:00 at that time. Set Time Zone in the credential to the zone of the ' +
				'user who created the API token; until then, orders at the start of each window are missed.',
		);
		const earlier = returned(window, 'Asia/Kolkata', 'Asia/Tokyo', around(window, 2 * MINUTE));
		expect(findZoneMismatch(earlier, window, 'Asia/Kolkata')?.message).toMatch(
			/before the start .* in UTC\+09:00\. The credential says Asia\/Kolkata, which is UTC\+05:30 .* at the end of each/,
		);
	});

	it('while the orders themselves are kept: nothing is dropped because of it', () => {
		const window = closed('2026-01-15T18:00:00Z', 20 * MINUTE);
		const sent = toServiceWindow(window, 'America/Mexico_City');
		const dates = returned(window, 'America/Mexico_City', 'America/Tijuana', around(window, 2 * MINUTE));
		expect(dates.filter((date) => isAskedFor([date], window, sent))).toEqual(dates);
	});
});

describe('no false alarm', () => {
	const window = closed('2026-01-15T18:00:00Z', HOUR);
	const zone = 'America/Mexico_City';
	const inside = steadyOrders(window.start, window.end, 2 * MINUTE);
	const check = (dates: Array<number | undefined>) => findZoneMismatch(dates, window, zone);

	it('without orders, without dates, without a window', () => {
		expect(check([])).toBeUndefined();
		expect(check([undefined, NaN, undefined])).toBeUndefined();
		expect(findZoneMismatch(around(window, HOUR), {}, zone)).toBeUndefined();
	});

	it('when all is well', () => {
		expect(check(inside)).toBeUndefined();
	});

	it('when both ends of what was sent belong to the window', () => {
		const edges = [window.start - 1 * SECOND, window.end + 1 * SECOND, window.end + 1999];
		expect(check([...inside, ...edges, ...edges, ...edges])).toBeUndefined();
	});

	it('around a clock change, for the hour that the window was widened by', () => {
		const change = at('2026-11-01T06:00:00Z');
		const narrow = { start: change - 10 * MINUTE, end: change + 10 * MINUTE };
		for (const reading of serviceReadings(toServiceWindow(narrow, 'America/New_York'), 'America/New_York')) {
			const dates = around(narrow, MINUTE).filter((date) => reading.returns(date));
			expect(dates.length).toBeGreaterThanOrEqual(20);
			expect(findZoneMismatch(dates, narrow, 'America/New_York')).toBeUndefined();
		}
	});

	it('after a clock change, for the hour before it, in a window that ends in the future', () => {
		const change = at('2026-11-01T06:00:00Z');
		const future = { start: change + 10 * MINUTE, end: change + DAY };
		const orders = steadyOrders(change - 3 * HOUR, change + 30 * MINUTE, 2 * MINUTE);
		for (const reading of serviceReadings(toServiceWindow(future, 'America/New_York'), 'America/New_York')) {
			const dates = orders.filter((date) => reading.returns(date));
			expect(findZoneMismatch(dates, future, 'America/New_York')).toBeUndefined();
		}
	});

	it('for phones whose clocks are off by minutes, on a service that goes by arrival', () => {
		const off = [1, 3, 5, 7, 9].map((minutes) => minutes * MINUTE);
		expect(check([...inside, ...off.map((ms) => window.start - ms)])).toBeUndefined();
		expect(check([...inside, ...off.map((ms) => window.end + ms)])).toBeUndefined();
		expect(check(off.map((ms) => window.start - ms))).toBeUndefined();
	});

	it('for late syncs, on a service that goes by arrival', () => {
		const late = [0.3, 0.7, 1.1, 2.6, 4.2, 5, 9.5, 23, 30, 55].map((hours) => window.start - hours * HOUR);
		expect(check([...inside, ...late])).toBeUndefined();
		expect(check(late)).toBeUndefined();
		expect(check([...inside, ...late.slice(0, 7)])).toBeUndefined();
	});

	it('for late syncs of one morning that a poll with its end in the future finds', () => {
		const future = { start: window.start, end: window.start + DAY };
		const fresh = steadyOrders(window.start, window.start + 20 * MINUTE, 2 * MINUTE);
		const late = steadyOrders(window.start - 6 * HOUR, window.start - 2 * HOUR, 24 * MINUTE);
		expect(late.length).toBeGreaterThanOrEqual(8);
		expect(findZoneMismatch([...fresh, ...late], future, zone)).toBeUndefined();
	});

	it('for one odd phone among few orders', () => {
		const [first = 0, second = 0] = inside;
		expect(check([first, second, window.start - HOUR])).toBeUndefined();
		expect(check([window.end + HOUR])).toBeUndefined();
		expect(check([window.end + HOUR, window.end + 65 * MINUTE])).toBeUndefined();
		expect(check([...inside, ...inside.slice(0, 8).map((date) => date + HOUR)])).toBeUndefined();
	});

	it('for a list that goes by another date altogether', () => {
		const weeks = steadyOrders(window.start - 30 * DAY, window.start, 5 * HOUR);
		expect(check(weeks)).toBeUndefined();
	});

	it('for dates that no zone on earth explains', () => {
		expect(check(inside.map((date) => date - 27 * HOUR))).toBeUndefined();
		expect(check(inside.map((date) => date + 7 * HOUR))).toBeUndefined();
		expect(check(inside.map((date) => date + 6 * HOUR))).toMatchObject({ offsetMinutesShown: -720 });
	});
});

describe('who can testify', () => {
	const window = closed('2026-01-15T18:00:00Z', HOUR);
	const sent = toServiceWindow(window, 'UTC');
	const inside = window.start + MINUTE;
	const outside = window.start - HOUR;

	it('an order inside by the date that the service filters on', () => {
		expect(zoneWitness(inside, [outside], sent)).toBe(inside);
		expect(zoneWitness(window.end + SECOND, [], sent)).toBe(window.end + SECOND);
	});

	it('an order outside by all its dates', () => {
		expect(zoneWitness(outside, [outside + MINUTE, undefined], sent)).toBe(outside);
	});

	it('not one that may have been listed for another date: a late sync, or a deletion', () => {
		expect(zoneWitness(outside, [inside], sent)).toBeUndefined();
		expect(zoneWitness(outside, [undefined, inside], sent)).toBeUndefined();
	});

	it('not one without a date', () => {
		expect(zoneWitness(undefined, [inside, outside], sent)).toBeUndefined();
	});
});

it('an unknown zone is refused', () => {
	expect(() => findZoneMismatch([], { start: 0 }, 'Mars/Base')).toThrow(
		'"Mars/Base" of the credential is not known',
	);
});

it('dates are read once, in one pass', () => {
	const window = closed('2026-01-15T18:00:00Z', 20 * MINUTE);
	const dates = returned(window, 'America/Mexico_City', 'America/Tijuana', around(window, 2 * MINUTE));
	function* oneByOne(): Generator<number> {
		yield* dates;
	}
	expect(findZoneMismatch(oneByOne(), window, 'America/Mexico_City')).toMatchObject({
		offsetMinutesShown: -480,
	});
});
