/**
 * Where the trigger looks: two lists, each in three readings (design 4). A stretch of time is read again for as long as
 * orders may still arrive in it.
 */
import { DAY_MS, HOUR_MS, joined, LOST_CLOCKS, type Span } from '../dates/durations';
import type { OrderListName } from '../lists/orderWindow';
import type { TriggerSettings } from '../parameters/triggerSettings';
import {
	notAfter,
	simplified,
	stretchesOf,
	withWindow,
	type Coverage,
	type Stretch,
} from '../dates/coverage';

/** How far back each poll reads the created list: the far reading finds what phones send later. */
export const NEAR_MS = 2 * HOUR_MS;

/** Phones can be ahead by up to a year. Reading ahead costs nothing: no other orders lie there. */
export const AHEAD_MS = 366 * DAY_MS;

export type ReadingName = `${OrderListName}${'Near' | 'Far' | 'Lost'}`;

export interface Reading {
	list: OrderListName;
	/** As a report names it. */
	what: string;
	/** Whether it comes with each poll, and not every `sweepMinutes`: it reads what is new, and on to a year ahead. */
	isNear?: boolean;
	/** Where it reads again what was last read at `readAt`. */
	reach(readAt: number, settings: TriggerSettings): Span;
}

/** In the sequence in which a round takes them: near before far, deleted before created. */
export const readings: Record<ReadingName, Reading> = {
	deletedNear: {
		list: 'deleted',
		what: 'Deleted orders',
		isNear: true,
		reach: (readAt, { lateSyncMs }) => ({ from: readAt - lateSyncMs, to: Infinity }),
	},
	createdNear: {
		list: 'created',
		what: 'Sales orders',
		isNear: true,
		reach: (readAt) => ({ from: readAt - NEAR_MS, to: Infinity }),
	},
	deletedFar: {
		list: 'deleted',
		what: 'Older deleted orders',
		reach: (readAt, { lateSyncMs, deletedMs }) => ({ from: readAt - deletedMs, to: readAt - lateSyncMs }),
	},
	createdFar: {
		list: 'created',
		what: 'Late orders',
		reach: (readAt, { lateSyncMs }) => ({ from: readAt - lateSyncMs, to: readAt - NEAR_MS }),
	},
	deletedLost: {
		list: 'deleted',
		what: 'Deleted orders of phones without a clock',
		reach: () => LOST_CLOCKS,
	},
	createdLost: { list: 'created', what: 'Orders of phones without a clock', reach: () => LOST_CLOCKS },
};
export const readingNames = Object.keys(readings) as ReadingName[];

export function readingsOf(list: OrderListName): ReadingName[] {
	return readingNames.filter((name) => readings[name].list === list);
}

/** What was read of each list. */
export type Coverages = Record<OrderListName, Coverage>;

/** What was read, and the settings that say for how long orders may still arrive. */
interface Read {
	coverage: Coverages;
	settings: TriggerSettings;
}

/** What a reading reads again of a stretch, if anything. */
function portionOf({ from, to, readAt }: Stretch, name: ReadingName, settings: TriggerSettings): Stretch[] {
	const reach = readings[name].reach(readAt, settings);
	const portion = { from: Math.max(from, reach.from), to: Math.min(to, reach.to), readAt };
	return portion.from < portion.to ? [portion] : [];
}

/** What a reading reads again of all that was last read before `before`, oldest first. */
export function portionsOf({ coverage, settings }: Read, name: ReadingName, before = Infinity): Stretch[] {
	return stretchesOf(coverage[readings[name].list])
		.filter(({ readAt }) => readAt < before)
		.flatMap((stretch) => portionOf(stretch, name, settings));
}

/** Since when readings are complete before `until`: the earliest `readAt` of what they read again; Infinity if that is none. */
export function lastRead(read: Read, names: ReadingName[], until = Infinity): number {
	const portions = names.flatMap((name) => portionsOf(read, name)).filter(({ from }) => from < until);
	return Math.min(...portions.map(({ readAt }) => readAt));
}

/** What a round that began at `began` still has to read of these portions: oldest first. */
export function leftOf(portions: Stretch[], began: number): Span[] {
	return joined(portions).map(({ from, to }) => ({ from, to: Math.min(to, began + AHEAD_MS) }));
}

/** After a round that began at `began` has read a window. What lies further ahead counts as read too: its time will come. */
export function withPassed(coverage: Coverage, { from, to }: Span, began: number): Coverage {
	return withWindow(coverage, { from, to: to < began + AHEAD_MS ? to : Infinity }, began);
}

/** What was read, as it is stored at `now`: without what no reading reads again. */
export function toStored({ coverage, settings }: Read, now: number): Coverages {
	const stored = (list: OrderListName) => {
		const isOver = (stretch: Stretch) =>
			readingsOf(list).every((name) => portionOf(stretch, name, settings).length === 0);
		return simplified(notAfter(coverage[list], now), isOver);
	};
	return { created: stored('created'), deleted: stored('deleted') };
}
