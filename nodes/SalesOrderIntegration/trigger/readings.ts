/** The four readings of a poll: which list, from when to when, and how often (design 4, "How it reads"). */
import { DAY_MS, HOUR_MS } from '../dates/durations';
import type { OrderListName } from '../lists/orderWindow';
import { orderEventNames, orderEvents } from './events';
import type { TriggerSettings } from './settings';
import type { ReadingName, ServiceState, Span, UnderWay } from './state/state';

/** Most phones send an order within this time, so that the next poll finds it. */
const NEAR_MS = 2 * HOUR_MS;

/** Phones can be ahead by up to a year. Beyond now lie no orders that are not wanted. */
const AHEAD_MS = 365 * DAY_MS;

/** A phone that lost its clock starts again in 1970 or 2000, and puts its orders there. */
const LOST_CLOCKS: Span = { from: Date.UTC(1970, 0, 1), to: Date.UTC(2002, 0, 1) };

/** A reading that is due at this poll does not wait for the next one because the last one began a moment late. */
const TOLERANCE_MS = 30_000;

/** The list that each reading is about. */
export const listOf: Record<ReadingName, OrderListName> = {
	deletedNear: 'deleted',
	deletedFar: 'deleted',
	createdNear: 'created',
	createdFar: 'created',
};

/** How far a reading looks back from when the last complete one began, milliseconds. */
function lookback(name: ReadingName, { lateSyncMs, deletedMs }: TriggerSettings): number {
	if (name === 'createdNear') return NEAR_MS;
	return name === 'deletedFar' ? deletedMs : lateSyncMs;
}

/** Where the next reading begins, epoch milliseconds. */
function startOf(name: ReadingName, { readings }: ServiceState, settings: TriggerSettings): number {
	return readings[name].lastBegan - lookback(name, settings);
}

/** Whether an event is chosen that this reading finds. */
export function isWanted(name: ReadingName, { since }: ServiceState): boolean {
	return orderEventNames.some(
		(event) => since[event] !== undefined && orderEvents[event].list === listOf[name],
	);
}

/** Whether it is time for a reading, or one is under way (an instant by the clock of the service). */
export function isDue(
	name: ReadingName,
	state: ServiceState,
	{ sweepMs }: TriggerSettings,
	now: number,
): boolean {
	if (!isWanted(name, state)) return false;
	const { readings, since } = state;
	if (name === 'deletedNear' || name === 'createdNear') return true;
	const { lastBegan, underWay } = readings[name];
	// Edits only show against what was there before, so that a first reading must not wait.
	const lacksBaseline = name === 'createdFar' && since.edited !== undefined && lastBegan <= since.edited;
	const isTime = now - lastBegan >= sweepMs - Math.min(sweepMs / 10, TOLERANCE_MS);
	return underWay !== undefined || lacksBaseline || isTime;
}

/**
 * A new reading. The near part ends a year ahead. The far part ends where the next near part begins, and includes the
 * years to which phones without a clock are reset.
 *
 * @param began by the clock of the service, epoch milliseconds
 */
export function begin(
	name: ReadingName,
	state: ServiceState,
	settings: TriggerSettings,
	began: number,
): UnderWay {
	const from = startOf(name, state, settings);
	if (name === 'deletedNear' || name === 'createdNear')
		return { began, spans: [{ from, to: began + AHEAD_MS }] };
	const near = name === 'deletedFar' ? 'deletedNear' : 'createdNear';
	const late = { from, to: startOf(near, state, settings) };
	// A near reading that is under way misses what arrives behind its position. The next far one looks back to there.
	const countsFrom = state.readings[near].underWay?.began ?? began;
	return { began: countsFrom, spans: late.from < late.to ? [LOST_CLOCKS, late] : [LOST_CLOCKS] };
}

/**
 * The instants before which no reading shows an order by one of its dates, or a deletion, any more (epoch milliseconds).
 * Orders of phones without a clock are remembered by their arrival, so that their readings do not count.
 */
export function forgettable(
	state: ServiceState,
	settings: TriggerSettings,
	lastPoll: number,
): { orders: number; deletions: number } {
	const oldest = (near: ReadingName, far: ReadingName) => {
		const starts = [near, far].flatMap((name) => {
			const { lastBegan, underWay } = state.readings[name];
			const current = (underWay?.spans ?? [])
				.map(({ from }) => from)
				.filter((from) => from >= LOST_CLOCKS.to);
			// Not after the last poll: a clock that is ahead for once must not make anything forgotten.
			return [Math.min(underWay?.began ?? lastBegan, lastPoll) - lookback(name, settings), ...current];
		});
		// Windows are widened around clock changes, and clocks differ.
		return Math.min(...starts) - 2 * DAY_MS;
	};
	return { orders: oldest('createdNear', 'createdFar'), deletions: oldest('deletedNear', 'deletedFar') };
}
