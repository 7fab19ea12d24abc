/** When each stretch of time was last read (design 4): a model that asks for each hour alone knows the same. */
import fc from 'fast-check';
import type { Span } from '../../../nodes/SalesOrderIntegration/dates/durations';
import {
	lastRead,
	leftOf,
	portionsOf,
	readingNames,
	readings,
	toStored,
	withPassed,
} from '../../../nodes/SalesOrderIntegration/trigger/readings';
import {
	readAtOf,
	readAtOnce,
	simplified,
	stretchesOf,
	withWindow,
} from '../../../nodes/SalesOrderIntegration/dates/coverage';
import type { Coverage } from '../../../nodes/SalesOrderIntegration/dates/coverage';
import { DAY, HOUR, MINUTE, NEAR, NOON } from '../../support/time';
import { defaultSettings as settings } from '../../support/triggerSettings';

const HOURS = 40;
const windowOf = fc
	.tuple(fc.integer({ min: 0, max: HOURS - 1 }), fc.integer({ min: 1, max: 12 }))
	.map(([from, length]): Span => ({ from: NOON + from * HOUR, to: NOON + (from + length) * HOUR }));

const readAt = (coverage: Coverage) =>
	Array.from({ length: HOURS }, (_, hour) => readAtOf(coverage, NOON + hour * HOUR));

test('Windows that were read in whatever sequence are told apart by the hour', () => {
	fc.assert(
		fc.property(fc.array(windowOf, { maxLength: 12 }), (windows) => {
			let coverage = readAtOnce(0);
			const model = Array<number>(HOURS).fill(0);
			windows.forEach((window, index) => {
				coverage = withWindow(coverage, window, index + 1);
				model.forEach((_, hour) => {
					const at = NOON + hour * HOUR;
					if (window.from <= at && at < window.to) model[hour] = index + 1;
				});
			});
			expect(readAt(coverage)).toEqual(model);
			expect(readAt(simplified(coverage, () => false))).toEqual(model);
			const stretches = stretchesOf(coverage);
			expect(stretches.every(({ to }, index) => to === (stretches[index + 1]?.from ?? Infinity))).toBe(true);
		}),
	);
});

test('What is stored leaves each reading exactly what it had to read', () => {
	const minutes = fc.constantFrom(1, 60, 5_000);
	const pieces = fc.constantFrom(0, 0, 0, 1);
	const round = fc.record({
		minutes,
		taken: fc.array(fc.tuple(fc.constantFrom(...readingNames), pieces)),
	});
	fc.assert(
		fc.property(fc.array(round, { maxLength: 10 }), fc.constantFrom(1, 72), (rounds, lateSyncHours) => {
			const own = { ...settings, lateSyncMs: lateSyncHours * HOUR };
			let now = NOON;
			let coverage = { created: readAtOnce(now), deleted: readAtOnce(now) };
			for (const { minutes: passed, taken } of rounds) {
				now += passed * MINUTE;
				for (const [name, days] of taken) {
					const [window] = leftOf(portionsOf({ settings: own, coverage }, name, now), now);
					if (!window) continue;
					// The whole, or only its beginning.
					const to = days === 0 ? window.to : Math.min(window.to, window.from + days * DAY);
					const { list } = readings[name];
					coverage = { ...coverage, [list]: withPassed(coverage[list], { from: window.from, to }, now) };
				}
				const stored = toStored({ settings: own, coverage }, now);
				for (const name of readingNames) {
					const left = (of: typeof coverage) =>
						leftOf(portionsOf({ settings: own, coverage: of }, name, now + 1), now);
					expect(left(stored)).toEqual(left(coverage));
				}
				coverage = stored;
			}
		}),
		{ numRuns: 150 },
	);
});

test('A stretch is read near, then far, then no more', () => {
	const coverage = { created: readAtOnce(NOON), deleted: readAtOnce(NOON) };
	const read = { settings, coverage };
	const hours = (name: Parameters<typeof portionsOf>[1]) =>
		portionsOf(read, name).map(({ from, to }) => [(from - NOON) / HOUR, (to - NOON) / HOUR]);
	expect(hours('createdNear')).toEqual([[-NEAR / HOUR, Infinity]]);
	expect(hours('createdFar')).toEqual([[-72, -NEAR / HOUR]]);
	expect(hours('deletedNear')).toEqual([[-72, Infinity]]);
	expect(hours('deletedFar')).toEqual([[-720, -72]]);
	expect(lastRead(read, ['createdNear'])).toBe(NOON);
	const ofNear = { created: [{ from: NOON - NEAR, readAt: NOON }], deleted: [] };
	expect(portionsOf({ settings, coverage: ofNear }, 'createdFar')).toEqual([]);
});

test('A window to the furthest that is looked ahead leaves nothing behind it', () => {
	const read = { settings, coverage: { created: readAtOnce(NOON), deleted: [] } };
	const [near] = leftOf(portionsOf(read, 'createdNear', NOON + 1), NOON + 1);
	const coverage = withPassed(readAtOnce(NOON), near as Span, NOON + 1);
	expect(coverage.map(({ readAt }) => readAt)).toEqual([NOON, NOON + 1]);
});

test('Years of lost clocks are not taken for read with what follows them', () => {
	const [start] = readAtOnce(NOON);
	const created = [
		...(start ? [start] : []),
		{ from: Date.UTC(2002, 0), readAt: NOON },
		{ from: NOON, readAt: NOON + 1 },
	];
	const read = { settings: { ...settings, lateSyncMs: HOUR }, coverage: { created, deleted: created } };
	expect(readAtOf(toStored(read, NOON + 1).created, Date.UTC(1980, 0))).toBe(NOON);
});
