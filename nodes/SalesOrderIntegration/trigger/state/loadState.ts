/** Loads what n8n kept: checks it, adapts it to the settings of today, and rebuilds it where it is damaged (design 4). */
import { z } from 'zod/v4';
import { wholeSecond } from '../../dates/durations';
import type { TriggerSettings } from '../settings';
import { asJson, initialState, noAttention, readingNames, serviceStateSchema, stateSchema } from './state';
import type { AttentionState, Reading, ServiceState, TriggerState } from './state';

/** Of so many services the positions are kept; the one that was not used for longest is forgotten. */
const MAX_SERVICES = 4;

/** So many changes of the filters are kept, because orders are judged by the one that applied when they arrived. */
const MAX_FILTERS = 20;

/** When and for which service a state is loaded. */
export interface LoadContext {
	settings: TriggerSettings;
	/** Base URL. */
	service: string;
	/** By our clock, epoch milliseconds. */
	now: number;
}

/** A state that a poll can work with. */
export interface LoadedState {
	current: ServiceState;
	/** The states of other services, by base URL. */
	others: TriggerState['services'];
	attention: AttentionState;
	/** Why the trigger does not simply continue: what the user has to know. */
	began?: 'stateRebuilt' | 'otherService';
}

/** The state of the service that the credential names, from what was stored. */
export function loadState(storedData: unknown, context: LoadContext): LoadedState {
	// n8n watches static data for changes with hidden keys in every object, which a schema would not accept.
	const stored: unknown = JSON.parse(JSON.stringify(storedData));
	const result = stateSchema.safeParse(stored);
	if (!result.success) return rebuild(stored, context);
	const { service, services, attention } = result.data;
	const { [context.service]: known, ...others } = services;
	if (service === context.service && known) return { current: adapt(known, context), others, attention };
	const polledAt = Math.min(services[service]?.polledAt ?? Infinity, context.now);
	const current = known ? adapt(known, context) : startAgain(polledAt, context.settings);
	return { current, others: mostRecent(others), attention, began: 'otherService' };
}

function mostRecent(services: TriggerState['services']): TriggerState['services'] {
	const newestFirst = Object.entries(services).sort(([, a], [, b]) => b.polledAt - a.polledAt);
	return Object.fromEntries(newestFirst.slice(0, MAX_SERVICES - 1));
}

/**
 * A new state that begins where the damaged one last stood: everything that arrived before counts as delivered, so that
 * nothing is repeated by the thousand, and the trigger continues. The parts that are whole are kept.
 */
function rebuild(stored: unknown, { settings, service, now }: LoadContext): LoadedState {
	const began = z.number().max(now).catch(now);
	const reading = z.object({ lastBegan: began }).catch({ lastBegan: now });
	const positions = z
		.object({ polledAt: began, readings: z.object({ createdNear: reading, createdFar: reading }) })
		.catch({ polledAt: now, readings: { createdNear: { lastBegan: now }, createdFar: { lastBegan: now } } });
	const parts = z
		.object({ services: z.record(z.string(), z.unknown()).catch({}) })
		.catch({ services: {} })
		.parse(stored);
	const { [service]: damaged, ...rest } = parts.services;
	const whole = Object.entries(rest).map(([name, state]) => ({
		name,
		...serviceStateSchema.safeParse(state),
	}));
	const { polledAt, readings } = positions.parse(damaged);
	const from = Math.min(polledAt, readings.createdNear.lastBegan, readings.createdFar.lastBegan);
	return {
		current: startAgain(from, settings),
		others: Object.fromEntries(whole.flatMap(({ name, data }) => (data ? [[name, data]] : []))),
		attention: noAttention,
		began: 'stateRebuilt',
	};
}

/** A state that starts at an instant and has already done what Start From asks for. */
function startAgain(instant: number, { startFrom, ...settings }: TriggerSettings): ServiceState {
	return { ...initialState(settings, instant), startFrom: startFrom?.text };
}

function adapt(stored: ServiceState, { settings, now }: LoadContext): ServiceState {
	const serviceNow = now + stored.clockOffsetMs;
	const { startFrom } = settings;
	if (startFrom && startFrom.text !== stored.startFrom) return initialState(settings, serviceNow);
	const state = adaptToSettings(clampToNow(stored, serviceNow), settings, serviceNow);
	return state.windowDate === settings.windowDate ? state : switchWindowDate(state, settings.windowDate);
}

/** A clock that once was ahead must not keep the trigger from reading until its time has come. */
function clampToNow(state: ServiceState, now: number): ServiceState {
	const { readings, pending } = state;
	return {
		...state,
		polledAt: Math.min(state.polledAt, now),
		readings: eachReading(readings, (reading) => ({
			lastBegan: Math.min(reading.lastBegan, now),
			underWay: reading.underWay && { ...reading.underWay, began: Math.min(reading.underWay.began, now) },
		})),
		pending: pending.map(([id, made, arrival, deliveries, last]) => {
			return [id, made, arrival, deliveries, Math.min(last, now)];
		}),
	};
}

/** A wider window simply reads more. An added event counts from now on, and so does a changed filter. */
function adaptToSettings(state: ServiceState, settings: TriggerSettings, now: number): ServiceState {
	const { events, delivery, filters } = settings;
	const orderEvents = events.filter((event) => event !== 'attention');
	const isPending = delivery === 'untilExternalId' && events.includes('created');
	const current = JSON.stringify(asJson(filters));
	const isSameFilter = JSON.stringify(state.filters.at(-1)?.filters) === current;
	return {
		...state,
		since: Object.fromEntries(orderEvents.map((event) => [event, state.since[event] ?? wholeSecond(now)])),
		filters: isSameFilter
			? state.filters
			: [...state.filters, { since: wholeSecond(now), filters: asJson(filters) }].slice(-MAX_FILTERS),
		fingerprints: events.includes('edited') ? state.fingerprints : {},
		pending: isPending ? state.pending : [],
	};
}

/** Windows on another date begin again where the near and the far reading have both read everything. */
function switchWindowDate(state: ServiceState, windowDate: ServiceState['windowDate']): ServiceState {
	const { createdNear, createdFar } = state.readings;
	const createdBegan = Math.min(createdNear.lastBegan, createdFar.lastBegan);
	const readings = eachReading(state.readings, ({ lastBegan }) => ({
		lastBegan: Math.min(lastBegan, createdBegan),
	}));
	return { ...state, windowDate, readings };
}

function eachReading(
	readings: ServiceState['readings'],
	change: (reading: Reading) => Reading,
): ServiceState['readings'] {
	const changed = readingNames.map((name) => [name, change(readings[name])]);
	return Object.fromEntries(changed) as ServiceState['readings'];
}
