/** Reads the state that n8n kept: checks it, fits it to the settings of today, and rebuilds a damaged one (design 4). */
import { z } from 'zod/v4';
import type { TriggerSettings } from '../settings';
import { initialState, stateSchema, wholeSecond } from './state';
import type { TriggerState } from './state';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was found in n8n's static data. */
export interface ReadState {
	state: TriggerState;
	/** Set when the stored state was damaged: what the user should know about how it was rebuilt. */
	problem?: string;
}

/**
 * Reads the stored state and fits it to the settings of today.
 *
 * @param now epoch milliseconds by our clock
 */
export function readState(storedData: unknown, settings: TriggerSettings, now: number): ReadState {
	// n8n watches its static data for changes with hidden keys in every object, which a schema would stumble over.
	const stored: unknown = JSON.parse(JSON.stringify(storedData));
	const result = stateSchema.safeParse(stored);
	if (!result.success) return rebuilt(stored, settings, now);
	const state = result.data;
	if (settings.startFrom && settings.startFrom.text !== state.startFrom) {
		return { state: initialState(settings, now + state.clockOffsetMs) };
	}
	return { state: fitted(notAhead(state, now + state.clockOffsetMs), settings, now + state.clockOffsetMs) };
}

/**
 * A new state from the watermark of a damaged one: all that arrived before it counts as handed over, so that nothing
 * is repeated by the thousand, and the trigger goes on.
 */
function rebuilt(stored: unknown, settings: TriggerSettings, now: number): ReadState {
	const { polledAt, newOrders } = z
		.object({
			polledAt: z.number().max(now).catch(now),
			newOrders: z.object({ readUntil: z.number() }).catch({ readUntil: now }),
		})
		.catch({ polledAt: now, newOrders: { readUntil: now } })
		.parse(stored);
	const watermark = Math.min(polledAt, newOrders.readUntil);
	const { startFrom, ...others } = settings;
	return {
		state: { ...initialState(others, watermark), startFrom: startFrom?.text },
		problem: `The stored state of the trigger was damaged. It goes on from where it was (${new Date(watermark).toISOString()}): some orders may be handed over again; deletions and edits from before may be missing.`,
	};
}

/** A clock that once was ahead must not keep the trigger from reading until its time has come. */
function notAhead(state: TriggerState, now: number): TriggerState {
	const { polledAt, newOrders, lateOrders, deletions } = state;
	return {
		...state,
		polledAt: Math.min(polledAt, now),
		newOrders: {
			...newOrders,
			readUntil: Math.min(newOrders.readUntil, now),
			readAt: Math.min(newOrders.readAt, now),
		},
		lateOrders: { ...lateOrders, lastBegan: Math.min(lateOrders.lastBegan, now) },
		sweptWholeAt: Math.min(state.sweptWholeAt, now),
		deletions: { ...deletions, lastBegan: Math.min(deletions.lastBegan, now) },
	};
}

/** A wider window reads more by itself; an event that was added counts from now. */
function fitted(state: TriggerState, settings: TriggerSettings, now: number): TriggerState {
	const { events, delivery, windowDate } = settings;
	const since = Object.fromEntries(events.map((event) => [event, state.since[event] ?? wholeSecond(now)]));
	const isPending = delivery === 'untilExternalId' && events.includes('created');
	const fit: TriggerState = {
		...state,
		windowDate,
		since,
		fingerprints: events.includes('edited') ? state.fingerprints : { ids: {}, texts: {} },
		pending: isPending ? state.pending : [],
	};
	return windowDate === state.windowDate ? fit : onOtherDate(fit);
}

/**
 * Windows on the other date go on from where both are known to be read: what arrived before the last whole sweep, and
 * was not made later than the watermark. A day earlier for phones that run ahead.
 */
function onOtherDate(state: TriggerState): TriggerState {
	const { newOrders, lateOrders } = state;
	return {
		...state,
		newOrders: {
			readUntil: Math.min(newOrders.readUntil, lateOrders.lastBegan) - DAY_MS,
			readAt: newOrders.readAt,
		},
		lateOrders: { lastBegan: Math.min(newOrders.readUntil, lateOrders.lastBegan) },
		// They were counted by the other date. They are not counted again, so that sweeps read everything for a while.
		ordersByHour: {},
	};
}
