/** Design 3.4: the orders of a window show a wrong time zone where they prove one, and nothing else is taken for one. */
import * as fc from 'fast-check';
import { contradictionsOf, mismatchIn, toServiceWindow } from '../../../nodes/SalesOrderIntegration/dates';
import type {
	InstantWindow,
	OrderDates,
	TimeWindow,
	ZoneMismatch,
} from '../../../nodes/SalesOrderIntegration/dates';
import { clockDigits, serviceReadings } from './oracle';
import { randomFrom, seed } from './seed';
import { repetitions } from '../../support/seeds';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';

/** What a window says that returned these orders, where three of them contradict the zone. */
function findZoneMismatch(
	returned: OrderDates[],
	window: InstantWindow,
	zone: string,
): ZoneMismatch | undefined {
	const evidence = [{ window, returned, missing: [] }];
	return contradictionsOf(evidence, zone).length < 3 ? undefined : mismatchIn(evidence, zone);
}

const at = (text: string) => Date.parse(text);
const closed = (start: string, length: number) => ({ start: at(start), end: at(start) + length });

/** Orders that arrive soon after they were created, or after `delay`. */
function order(mobileDateCreated: number, delay = 20 * SECOND): OrderDates {
	return { mobileDateCreated, dateCreated: mobileDateCreated + delay };
}

/** Orders at a steady pace. */
function steadyOrders(from: number, until: number, every: number): OrderDates[] {
	const count = Math.ceil((until - from) / every);
	return Array.from({ length: count }, (_, index) => order(from + index * every + 7 * SECOND));
}

function around({ start = 0, end = 0 }: InstantWindow, every: number): OrderDates[] {
	return steadyOrders(start - 30 * HOUR, end + 30 * HOUR, every);
}

/** The orders that a service returns that reads the window in the zone `actual`. */
function returned(
	window: InstantWindow,
	assumed: string,
	actual: string,
	orders: OrderDates[],
	field: keyof OrderDates = 'mobileDateCreated',
): OrderDates[] {
	const [reading] = serviceReadings(toServiceWindow(window, assumed), actual);
	return orders.filter((each) => reading?.returns(each[field] ?? NaN));
}

const noon = '2026-01-15T18:00:00Z';

/** A message that names this offset as the only one in which the service can read dates. */
const naming = (offset: string) =>
	expect.stringMatching(new RegExp(`if it were in [^(]*\\(${offset.replace('+', '\\+')}\\), but`)) as unknown;

describe('a wrong zone shows', () => {
	it.each([
		['an hour', 'America/Mexico_City', 'America/Hermosillo', noon, 'UTC-07:00'],
		['two hours', 'America/Mexico_City', 'America/New_York', '2026-07-15T18:00:00Z', 'UTC-04:00'],
		['half an hour', 'Australia/Brisbane', 'Australia/Darwin', noon, 'UTC+09:30'],
		['a quarter of an hour', 'Asia/Kolkata', 'Asia/Kathmandu', noon, 'UTC+05:45'],
		['three quarters', 'Australia/Perth', 'Australia/Eucla', noon, 'UTC+08:45'],
		['half the world', 'America/Mexico_City', 'Asia/Tokyo', noon, 'UTC+09:00'],
		['the whole of it', 'Pacific/Niue', 'Pacific/Kiritimati', noon, 'UTC+14:00'],
		['UTC left as it was', 'UTC', 'America/Mexico_City', noon, 'UTC-06:00'],
	])('by %s, with the exact offset', (_, assumed, actual, start, shown) => {
		for (const length of [20 * MINUTE, 4 * HOUR, DAY, 30 * DAY]) {
			for (const field of ['mobileDateCreated', 'dateCreated'] as const) {
				const window = closed(start, length);
				const orders = returned(window, assumed, actual, around(window, 3 * MINUTE), field);
				const mismatch = findZoneMismatch(orders, window, assumed);
				expect(mismatch).toMatchObject({ zoneAssumed: assumed, message: naming(shown) });
				expect(mismatch?.zonesThatFit.map((zone) => clockDigits(window.start, zone))).toContain(
					clockDigits(window.start, actual),
				);
			}
		}
	});

	it('with its name, and what to change', () => {
		const window = closed(noon, 4 * HOUR);
		const orders = returned(window, 'Asia/Tokyo', 'America/Mexico_City', around(window, 5 * MINUTE));
		expect(findZoneMismatch(orders, window, 'Asia/Tokyo')).toMatchObject({
			message:
				'The service reads dates as if it were in America/Mexico_City, America/Chicago or America/Guatemala (UTC-06:00), ' +
				'but the credential says Asia/Tokyo (UTC+09:00). Set Time Zone in the credential to the zone of the user ' +
				'who created the API token.',
		});
	});

	it('with any zone there is, where no well-known one fits', () => {
		const window = closed(noon, 4 * HOUR);
		const orders = returned(window, 'UTC', 'Australia/Eucla', around(window, 5 * MINUTE));
		expect(findZoneMismatch(orders, window, 'UTC')?.message).toContain('in Australia/Eucla (UTC+08:45), but');
	});

	it('without a name, where the orders leave many zones open', () => {
		const window = { start: at(noon), end: at(noon) + DAY };
		const orders = returned(
			window,
			'America/Mexico_City',
			'America/New_York',
			steadyOrders(at(noon) - 10 * DAY, at(noon), 3 * MINUTE),
		);
		const mismatch = findZoneMismatch(orders, window, 'America/Mexico_City');
		expect(mismatch?.zonesThatFit).toContain('America/New_York');
		expect(mismatch?.message).toBe(
			'The credential says America/Mexico_City (UTC-06:00), but the service reads dates in another time zone. ' +
				'Set Time Zone in the credential to the zone of the user who created the API token.',
		);
	});

	it('in half a year over which only one of the two zones changes its clocks', () => {
		const window = { start: at('2026-07-01T18:00:00Z'), end: at('2026-12-31T18:00:00Z') };
		const orders = returned(window, 'America/Mexico_City', 'America/Tijuana', around(window, 5 * MINUTE));
		expect(findZoneMismatch(orders, window, 'America/Mexico_City')?.message).toContain(
			'in America/Los_Angeles or America/Tijuana',
		);
	});

	it('in a window that has one end only', () => {
		const orders = steadyOrders(at('2026-01-10T00:00:00Z'), at('2026-01-20T00:00:00Z'), 3 * MINUTE);
		const mexico = 'America/Mexico_City';
		for (const [window, actual] of [
			[{ start: at(noon) }, 'America/New_York'],
			[{ end: at(noon) }, 'America/Tijuana'],
		] as const) {
			const mismatch = findZoneMismatch(returned(window, mexico, actual, orders), window, mexico);
			expect(mismatch?.zonesThatFit).toContain(actual);
		}
	});

	it('although one order in between has odd dates', () => {
		const window = closed(noon, 4 * HOUR);
		const orders = returned(window, 'America/Mexico_City', 'America/Tijuana', around(window, 2 * MINUTE));
		const odd = order(at('2001-01-01T00:00:00Z'));
		expect(findZoneMismatch([...orders, odd], window, 'America/Mexico_City')).toMatchObject({
			message: naming('UTC-08:00'),
		});
	});

	it('from as few as three orders', () => {
		const window = closed(noon, 20 * MINUTE);
		const orders = [3, 9, 16].map((minute) => order(window.start + HOUR + minute * MINUTE));
		expect(findZoneMismatch(orders, window, 'America/Mexico_City')).toMatchObject({
			message: naming('UTC-07:00'),
		});
		expect(findZoneMismatch(orders.slice(1), window, 'America/Mexico_City')).toBeUndefined();
	});
});

describe('no false alarm', () => {
	const window = closed(noon, HOUR);
	const zone = 'America/Mexico_City';
	const inside = steadyOrders(window.start, window.end, 2 * MINUTE);
	const check = (orders: OrderDates[]) => findZoneMismatch(orders, window, zone);

	it('without orders, without dates, without a window', () => {
		expect(check([])).toBeUndefined();
		expect(check([{}, {}, {}, {}])).toBeUndefined();
		expect(findZoneMismatch(around(window, HOUR), {}, zone)).toBeUndefined();
	});

	it('for orders outside by one date and inside by the other, as a batch that was synced late', () => {
		const late = Array.from({ length: 40 }, (_, index) => ({
			mobileDateCreated: window.start - 7 * HOUR + index * MINUTE,
			dateCreated: window.start + index * MINUTE,
		}));
		expect(check(late)).toBeUndefined();
		const early = late.map((each) => ({
			mobileDateCreated: each.dateCreated,
			dateCreated: each.mobileDateCreated,
		}));
		expect(check(early)).toBeUndefined();
	});

	it('for orders outside by one date whose other date is unknown', () => {
		expect(
			check(inside.map((each) => ({ mobileDateCreated: (each.mobileDateCreated ?? 0) + HOUR }))),
		).toBeUndefined();
	});

	it('for dates that no zone on earth explains', () => {
		const moved = (ms: number) => inside.map((each) => order((each.mobileDateCreated ?? 0) + ms));
		expect(check(moved(-27 * HOUR))).toBeUndefined();
		expect(check(moved(7 * HOUR))).toBeUndefined();
		expect(check(moved(5 * HOUR))).toMatchObject({ message: naming('UTC-11:00') });
	});

	it('for a service that goes by another date, or by none', () => {
		expect(check(steadyOrders(window.start - 30 * DAY, window.start, 5 * HOUR))).toBeUndefined();
	});
});

it('an unknown zone is refused', () => {
	expect(() => findZoneMismatch([], { start: 0 }, 'Mars/Base')).toThrow(
		'"Mars/Base" of the credential is not known',
	);
});

/** Every seventh zone, other ones with another seed: to make the formats of all of them takes longer than the test. */
const zones = fc.constantFrom(
	...Intl.supportedValuesOf('timeZone').filter((_, index) => index % 7 === Math.abs(seed) % 7),
	'America/Mexico_City',
	'America/Tijuana',
	'Asia/Kathmandu',
	'Australia/Eucla',
	'Australia/Lord_Howe',
);
const starts = fc.integer({ min: Date.UTC(2015, 0, 1) / SECOND, max: Date.UTC(2035, 0, 1) / SECOND });
const lengths = fc.oneof(
	fc.integer({ min: 15 * MINUTE, max: 2 * HOUR }),
	fc.integer({ min: 2 * HOUR, max: 3 * DAY }),
	fc.integer({ min: 3 * DAY, max: 40 * DAY }),
);
const windows: fc.Arbitrary<TimeWindow> = fc
	.tuple(starts, lengths)
	.map(([second, length]) => ({ start: second * SECOND, end: second * SECOND + length }));
const randoms = fc.integer().map((start) => randomFrom(start));

/** Orders from phones whose clocks may be hours, months or decades off, arriving after minutes or up to three days. */
function ordersBetween(from: number, until: number, count: number, random: () => number): OrderDates[] {
	const clocks = [0, 0, 0, 5 * MINUTE, -9 * MINUTE, 2 * HOUR, -HOUR, DAY, 90 * DAY, -9000 * DAY];
	return Array.from({ length: count }, () => {
		const created = from + random() * (until - from);
		const delay = random() < 1 / 3 ? 10 * MINUTE * (3 * 24 * 6) ** random() : 5 * MINUTE * random();
		const clock = clocks[Math.floor(random() * clocks.length)] ?? 0;
		return { mobileDateCreated: Math.round(created + clock), dateCreated: Math.round(created + delay) };
	});
}

describe(`over random zones, windows and orders (SEED=${seed})`, () => {
	it('the right zone raises no alarm, on whichever date the service filters and however it reads the window', () => {
		const property = fc.property(zones, windows, randoms, (zone, window, random) => {
			const orders = ordersBetween(window.start - 4 * DAY, window.end + DAY, 200, random);
			for (const reading of serviceReadings(toServiceWindow(window, zone), zone)) {
				for (const field of ['mobileDateCreated', 'dateCreated'] as const) {
					const list = orders.filter((each) => reading.returns(each[field] ?? NaN));
					expect(findZoneMismatch(list, window, zone)).toBeUndefined();
				}
			}
		});
		fc.assert(property, { seed, numRuns: repetitions(30) });
	});

	it('a wrong zone that is noticed is among the zones that fit, and is noticed where orders are dense', () => {
		const property = fc.property(zones, zones, windows, randoms, (assumed, actual, window, random) => {
			const { start, end } = window;
			fc.pre(Math.abs(clockDigits(start, actual) - clockDigits(start, assumed)) > 0);
			fc.pre(Math.abs(clockDigits(end, actual) - clockDigits(end, assumed)) > 0);
			for (const count of [3, 30, 20_000]) {
				const orders = ordersBetween(start - 30 * HOUR, end + 30 * HOUR, count, random);
				const list = returned(window, assumed, actual, orders);
				const mismatch = findZoneMismatch(list, window, assumed);
				if (count === 20_000 && end - start < 20 * DAY) expect(mismatch).toBeDefined();
				if (mismatch) expect(mismatch.zonesThatFit).toContain(actual);
			}
		});
		fc.assert(property, { seed, numRuns: repetitions(10) });
	});
});
