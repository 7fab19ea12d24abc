/** When each of the four readings is due, and what it asks for (design 4, "How it reads"). */
import { begin, forgettable, isDue, isWanted } from '../../../nodes/SalesOrderIntegration/trigger/readings';
import type { TriggerEvent } from '../../../nodes/SalesOrderIntegration/trigger/settings';
import { initialState } from '../../../nodes/SalesOrderIntegration/trigger/state/state';
import type { Reading, ReadingName } from '../../../nodes/SalesOrderIntegration/trigger/state/state';
import { DAY, HOUR, MINUTE, NOON, SECOND } from '../../support/time';
import { defaultSettings } from '../../support/triggerSettings';

const ALL: ReadingName[] = ['deletedNear', 'createdNear', 'deletedFar', 'createdFar'];
const LOST_CLOCKS = { from: 0, to: Date.UTC(2002, 0, 1) };

/** A trigger that starts at noon, with these readings. */
function started(events: TriggerEvent[], readings: Partial<Record<ReadingName, Reading>> = {}) {
	const state = initialState({ ...defaultSettings, events }, NOON);
	return { ...state, readings: { ...state.readings, ...readings } };
}

describe('a reading is wanted', () => {
	test.each<[TriggerEvent[], ReadingName[]]>([
		[['created'], ['createdNear', 'createdFar']],
		[['edited'], ['createdNear', 'createdFar']],
		[
			['deleted', 'attention'],
			['deletedNear', 'deletedFar'],
		],
		[['created', 'deleted'], ALL],
	])('where its events are chosen: %j', (events, wanted) => {
		expect(ALL.filter((name) => isWanted(name, started(events)))).toEqual(wanted);
	});
});

describe('a reading is due', () => {
	const dueAt = (now: number, sweepMs = HOUR, state = started(['created', 'deleted'])) =>
		ALL.filter((name) => isDue(name, state, { ...defaultSettings, sweepMs }, now));
	const near: ReadingName[] = ['deletedNear', 'createdNear'];

	test('at every poll if it is near, and only if it is wanted', () => {
		expect(dueAt(NOON)).toEqual(near);
		expect(dueAt(NOON + DAY, HOUR, started(['created']))).toEqual(['createdNear', 'createdFar']);
	});

	test.each([
		['an hour, half a minute early', HOUR, HOUR - 30 * SECOND],
		['two minutes, a tenth of it early', 2 * MINUTE, 108 * SECOND],
	])('every %s, if it is far', (_, sweepMs, after) => {
		expect(dueAt(NOON + after - 1, sweepMs)).toEqual(near);
		expect(dueAt(NOON + after, sweepMs)).toEqual(ALL);
	});

	test('at once if it is under way', () => {
		const underWay = { began: NOON, spans: [] };
		const state = started(['created', 'deleted'], { deletedFar: { lastBegan: NOON, underWay } });
		expect(dueAt(NOON, HOUR, state)).toEqual([...near, 'deletedFar']);
	});

	test('at once if edits have nothing to be compared with, and once', () => {
		const events: TriggerEvent[] = ['created', 'deleted', 'edited'];
		expect(dueAt(NOON, HOUR, started(events))).toEqual([...near, 'createdFar']);
		const later = started(events, { createdFar: { lastBegan: NOON + 1 } });
		expect(dueAt(NOON + 1, HOUR, later)).toEqual(near);
	});
});

describe('a reading that begins', () => {
	const now = NOON + 5 * HOUR;
	const readings = Object.fromEntries(
		ALL.map((name, index): [string, Reading] => [name, { lastBegan: NOON + index * HOUR }]),
	);
	const begun = (name: ReadingName, settings = defaultSettings, changes = {}) =>
		begin(name, started(['created', 'deleted'], { ...readings, ...changes }), settings, now);

	test('near looks from before the last one to a year ahead', () => {
		const to = now + 365 * DAY;
		expect(begun('createdNear')).toEqual({ began: now, spans: [{ from: NOON + HOUR - 2 * HOUR, to }] });
		expect(begun('deletedNear')).toEqual({ began: now, spans: [{ from: NOON - 72 * HOUR, to }] });
	});

	test('far ends where the near one begins, and looks into the years of lost clocks', () => {
		expect(begun('createdFar')).toEqual({
			began: now,
			spans: [LOST_CLOCKS, { from: NOON + 3 * HOUR - 72 * HOUR, to: NOON + HOUR - 2 * HOUR }],
		});
		expect(begun('deletedFar')).toEqual({
			began: now,
			spans: [LOST_CLOCKS, { from: NOON + 2 * HOUR - 30 * DAY, to: NOON - 72 * HOUR }],
		});
	});

	test.each([HOUR, 4 * HOUR])(
		'far has nothing else to read where the near one looks as far back',
		(lateSyncMs) => {
			expect(begun('createdFar', { ...defaultSettings, lateSyncMs }).spans).toEqual([LOST_CLOCKS]);
		},
	);

	test('far counts from the beginning of the near one that is under way', () => {
		const createdNear = { lastBegan: NOON, underWay: { began: NOON + 4 * HOUR, spans: [] } };
		expect(begun('createdFar', defaultSettings, { createdNear }).began).toBe(NOON + 4 * HOUR);
		expect(begun('deletedFar', defaultSettings, { createdNear }).began).toBe(now);
	});
});

describe('what no reading shows any more is forgotten', () => {
	const forgotten = (readings = {}, lastPoll = NOON + DAY) =>
		forgettable(started(['created', 'deleted'], readings), defaultSettings, lastPoll);

	test('two days behind where the readings begin', () => {
		expect(forgotten()).toEqual({ orders: NOON - 72 * HOUR - 2 * DAY, deletions: NOON - 30 * DAY - 2 * DAY });
	});

	test('as far as the last poll came, where a clock is ahead', () => {
		expect(forgotten({}, NOON - DAY)).toEqual({
			orders: NOON - DAY - 72 * HOUR - 2 * DAY,
			deletions: NOON - DAY - 30 * DAY - 2 * DAY,
		});
	});

	test('behind what a reading that is under way has yet to read, but for the years of lost clocks', () => {
		const reading = (...spans: Array<{ from: number; to: number }>): Reading => ({
			lastBegan: NOON - DAY,
			underWay: { began: NOON, spans },
		});
		const late = { from: NOON - 90 * DAY, to: NOON };
		expect(forgotten({ createdFar: reading(LOST_CLOCKS, late) }).orders).toBe(NOON - 92 * DAY);
		expect(forgotten({ createdNear: reading(late) }).orders).toBe(NOON - 92 * DAY);
		expect(forgotten({ createdFar: reading(LOST_CLOCKS) }).orders).toBe(NOON - 72 * HOUR - 2 * DAY);
	});
});
