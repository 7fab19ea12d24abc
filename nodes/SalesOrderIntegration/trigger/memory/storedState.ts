/** Reads the state that n8n kept: checks it, fits it to the settings of today, and rebuilds a damaged one (design 4). */
import { DAY_MS, wholeSecond } from '../../dates/durations';
import { z } from 'zod/v4';
import type { TriggerSettings } from '../settings';
import { initialState, stateSchema } from './state';
import type { Round, TriggerState } from './state';

/** What was found in n8n's static data. */
export interface ReadState {
	state: TriggerState;
	/** Set when the stored state could not be used as it is: what the user should know about how the trigger goes on. */
	problem?: string;
}

/** Where and when a state is read. */
export interface Today {
	/** Epoch milliseconds by our clock. */
	now: number;
	/** Base URL of the service. */
	service: string;
}

/** Reads the stored state and fits it to the settings of today. */
export function readState(
	storedData: unknown,
	settings: TriggerSettings,
	{ now, service }: Today,
): ReadState {
	// n8n watches its static data for changes with hidden keys in every object, which a schema would stumble over.
	const stored: unknown = JSON.parse(JSON.stringify(storedData));
	const result = stateSchema.safeParse(stored);
	if (!result.success) return rebuilt(stored, settings, now);
	const serviceNow = now + result.data.clockOffsetMs;
	const state = notAhead(result.data, serviceNow);
	if (settings.startFrom && settings.startFrom.text !== state.startFrom) {
		return { state: initialState(settings, serviceNow) };
	}
	if (state.service !== undefined && state.service !== service) return elsewhere(state, settings, service);
	return { state: fitted(state, settings, serviceNow) };
}

/**
 * A new state from the watermark of a damaged one: all that arrived before it counts as handed over, so that nothing
 * is repeated by the thousand, and the trigger goes on. Late orders are known to have been found up to the last sweep.
 */
function rebuilt(stored: unknown, settings: TriggerSettings, now: number): ReadState {
	const { polledAt, newOrders, lateOrders } = z
		.object({
			polledAt: z.number().max(now).catch(now),
			newOrders: z.object({ readUntil: z.number() }).catch({ readUntil: now }),
			lateOrders: z.object({ lastBegan: z.number() }).catch({ lastBegan: now }),
		})
		.catch({ polledAt: now, newOrders: { readUntil: now }, lateOrders: { lastBegan: now } })
		.parse(stored);
	const watermark = Math.min(polledAt, newOrders.readUntil, lateOrders.lastBegan);
	return {
		state: stateSince(watermark, settings),
		problem: `The stored state of the trigger was damaged. It goes on from where it was (${new Date(watermark).toISOString()}): some orders may be handed over again; deletions and edits from before may be missing.`,
	};
}

/** A new state for another service, whose orders may well have the same ids: they count from the last poll on. */
function elsewhere({ polledAt }: TriggerState, settings: TriggerSettings, service: string): ReadState {
	return {
		state: stateSince(polledAt, settings),
		problem: `The credential leads to another service than before (${service}). Handed over is what arrives there after ${new Date(polledAt).toISOString()}, the time of the last poll.`,
	};
}

/** The state of a trigger that starts at `watermark`, and has done what `startFrom` asks for. */
function stateSince(watermark: number, { startFrom, ...settings }: TriggerSettings): TriggerState {
	return { ...initialState(settings, watermark), startFrom: startFrom?.text };
}

/** A clock that once was ahead must not keep the trigger from reading until its time has come. */
function notAhead(state: TriggerState, now: number): TriggerState {
	const { polledAt, newOrders, lateOrders, deletions, pending } = state;
	const beforeNow = ({ lastBegan, current }: Round): Round => ({
		lastBegan: Math.min(lastBegan, now),
		current: current && {
			...current,
			began: Math.min(current.began, now),
			readUntil: Math.min(current.readUntil, now),
		},
	});
	return {
		...state,
		polledAt: Math.min(polledAt, now),
		newOrders: {
			...newOrders,
			readUntil: Math.min(newOrders.readUntil, now),
			readAt: Math.min(newOrders.readAt, now),
		},
		lateOrders: beforeNow(lateOrders),
		sweptWholeAt: Math.min(state.sweptWholeAt, now),
		deletions: beforeNow(deletions),
		pending: pending.map(([id, made, arrival, deliveries, lastDelivery]) => {
			return [id, made, arrival, deliveries, Math.min(lastDelivery, now)];
		}),
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
		// Orders that were deleted while nobody looked for deletions are still among them.
		ordersByHour: state.since.deleted === undefined ? {} : state.ordersByHour,
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
