/** Design 3.4 over random zones, windows and orders: no false alarm ever, and the right offset where it shows. */
import * as fc from 'fast-check';
import { findZoneMismatch, toServiceWindow, zoneWitness } from '../../../nodes/SalesOrderIntegration/dates';
import type { InstantWindow, TimeWindow } from '../../../nodes/SalesOrderIntegration/dates';
import { clockDigits, DAY, HOUR, MINUTE, occurrences, SECOND, serviceReadings } from './oracle';
import { randomFrom, seed } from './seed';

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
	fc.integer({ min: 2 * HOUR, max: 3 * DAY - MINUTE }),
	fc.integer({ min: 3 * DAY, max: 40 * DAY }),
);
const windows: fc.Arbitrary<TimeWindow> = fc
	.tuple(starts, lengths)
	.map(([second, length]) => ({ start: second * SECOND, end: second * SECOND + length }));
const randoms = fc.integer().map((start) => randomFrom(start));

interface Order {
	mobileDateCreated: number;
	dateCreated: number;
}

/** Orders from phones whose clocks are off, arriving after minutes, or, one in three, after up to three days. */
function ordersBetween(from: number, until: number, count: number, random: () => number): Order[] {
	const phones = Array.from({ length: 1 + Math.floor(random() * 8) }, () =>
		random() < 0.2 ? Math.round(random() * 4 - 2) * HOUR : (random() - 0.5) * 20 * MINUTE,
	);
	return Array.from({ length: count }, () => {
		const made = from + random() * (until - from);
		const isLate = random() < 1 / 3;
		const delay = isLate ? 10 * MINUTE * (3 * 24 * 6) ** random() : 5 * MINUTE * random();
		const clock = phones[Math.floor(random() * phones.length)] ?? 0;
		return { mobileDateCreated: Math.round(made + clock), dateCreated: Math.round(made + delay) };
	});
}

/** Dates up to 40 seconds apart near both ends of a stretch, and sparse in between. */
function denseDates(from: number, until: number, random: () => number): number[] {
	const dates: number[] = [];
	const edge = 30 * HOUR;
	for (let date = from + random() * 40 * SECOND; date <= until;) {
		dates.push(Math.floor(date));
		const isNearAnEnd = date < from + edge || date > until - edge - HOUR;
		date += random() * (isNearAnEnd ? 40 * SECOND : HOUR);
	}
	return dates;
}

describe(`zone check (SEED=${seed})`, () => {
	it('the right zone raises no alarm, whichever way the service reads the window', () => {
		const property = fc.property(zones, windows, randoms, (zone, window, random) => {
			const orders = ordersBetween(window.start - DAY, window.end + DAY, 100, random);
			for (const reading of serviceReadings(toServiceWindow(window, zone), zone)) {
				const dates = orders.map((order) => order.mobileDateCreated).filter((date) => reading.returns(date));
				expect(findZoneMismatch(dates, window, zone)).toBeUndefined();
			}
		});
		fc.assert(property, { seed, numRuns: 100 });
	});

	it('nor does it on a service that goes by arrival, with late syncs and phones off by hours', () => {
		let outside = 0;
		const property = fc.property(zones, windows, randoms, (zone, window, random) => {
			const sent = toServiceWindow(window, zone);
			const orders = ordersBetween(window.start - 4 * DAY, window.end, 600, random);
			const dates = orders
				.filter(({ dateCreated }) => isWithin(dateCreated, sent.widest))
				.map((order) => {
					if (order.mobileDateCreated < window.start - MINUTE) outside++;
					return zoneWitness(order.mobileDateCreated, [order.dateCreated], sent);
				});
			expect(findZoneMismatch(dates, window, zone)).toBeUndefined();
		});
		fc.assert(property, { seed, numRuns: 1000 });
		expect(outside).toBeGreaterThan(1000);
	});

	it('even where arrival is not known, such a service hardly ever raises one', () => {
		let alarms = 0;
		const runs = 1000;
		const property = fc.property(windows, randoms, (window, random) => {
			const orders = ordersBetween(window.start - 4 * DAY, window.end, 600, random);
			const zone = 'America/Mexico_City';
			const { widest } = toServiceWindow(window, zone);
			const listed = orders.filter(({ dateCreated }) => isWithin(dateCreated, widest));
			const dates = listed.map((order) => order.mobileDateCreated);
			if (findZoneMismatch(dates, window, zone) !== undefined) alarms++;
		});
		fc.assert(property, { seed: 20260115, numRuns: runs });
		expect(alarms / runs).toBeLessThan(0.005);
	});

	it('a wrong zone is noticed with its exact offset, where orders are dense at both ends', () => {
		let noticed = 0;
		const property = fc.property(zones, zones, windows, randoms, (assumed, actual, window, random) => {
			const { start, end, shift } = readElsewhere(window, assumed, actual);
			fc.pre(shift !== 0 && Number.isFinite(shift));
			const mismatch = findZoneMismatch(denseDates(start, end, random), window, assumed);
			const truth = (clockDigits(start, actual) - start) / MINUTE;
			expect(mismatch).toBeDefined();
			if (mismatch === undefined) return;
			noticed++;
			if (window.end - window.start < 3 * DAY - MINUTE) {
				expect([mismatch.offsetMinutesShown, mismatch.offsetMinutesAtMost]).toEqual([truth, truth]);
			} else {
				expect(isBetween(truth, mismatch.offsetMinutesAssumed, mismatch.offsetMinutesAtMost)).toBe(true);
				expect(Math.abs(mismatch.offsetMinutesShown - truth)).toBeLessThanOrEqual(60);
			}
		});
		fc.assert(property, { seed, numRuns: 200 });
		expect(noticed).toBe(200);
	});

	it('where orders are few, what is shown never excludes the truth', () => {
		let noticed = 0;
		const property = fc.property(zones, zones, windows, randoms, (assumed, actual, window, random) => {
			const { start, end, shift } = readElsewhere(window, assumed, actual);
			fc.pre(shift !== 0 && Number.isFinite(shift));
			const count = Math.floor(3 * 100 ** random());
			const dates = Array.from({ length: count }, () => Math.floor(start + random() * (end - start)));
			const mismatch = findZoneMismatch(dates, window, assumed);
			if (mismatch === undefined) return;
			noticed++;
			const truth = (clockDigits(start, actual) - start) / MINUTE;
			expect(isBetween(truth, mismatch.offsetMinutesAssumed, mismatch.offsetMinutesAtMost)).toBe(true);
		});
		fc.assert(property, { seed, numRuns: 1000 });
		expect(noticed).toBeGreaterThan(100);
	});
});

/**
 * From when to when a service returns orders that reads the window in `actual`, and by how much that is moved against
 * the zone `assumed`; NaN where clock changes make that unclear or different for the two ends.
 */
function readElsewhere(window: InstantWindow, assumed: string, actual: string) {
	const { start = '', end = '' } = toServiceWindow(window, assumed);
	const meant = [start, end].map((text) => occurrences(text, assumed));
	const read = [start, end].map((text) => occurrences(text, actual));
	const isClear = [...meant, ...read].every((instants) => instants.length === 1);
	const [from = NaN, until = NaN] = read.map(([instant = NaN]) => instant);
	const shifts = [from - (meant[0]?.[0] ?? NaN), until - (meant[1]?.[0] ?? NaN)];
	return { start: from, end: until, shift: isClear && shifts[0] === shifts[1] ? (shifts[0] ?? NaN) : NaN };
}

function isWithin(instant: number, { start = -Infinity, end = Infinity }: InstantWindow): boolean {
	return start <= instant && instant <= end;
}

function isBetween(value: number, one: number, other: number): boolean {
	return Math.min(one, other) <= value && value <= Math.max(one, other);
}
