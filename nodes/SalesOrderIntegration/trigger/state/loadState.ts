/** Loads what n8n kept: checks it, adapts it to the settings of today, and rebuilds it where it is damaged (design 4). */
import { z } from 'zod/v4';
import { wholeSecond } from '../../dates/durations';
import { valueAt } from '../../lists/wire';
import type { TriggerSettings } from '../settings';
import {
	asJson,
	initialState,
	instant,
	noAttention,
	readingNames,
	serviceStateSchema,
	stateSchema,
} from './state';
import type { AttentionState, Reading, ReadingName, ServiceState, TriggerState } from './state';

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
 * nothing is repeated by the thousand, and the trigger continues. The states of other services that are whole are kept.
 */
function rebuild(stored: unknown, { settings, service, now }: LoadContext): LoadedState {
	const services = z.record(z.string(), z.unknown()).catch({}).parse(valueAt(stored, 'services'));
	const { [service]: damaged, ...rest } = services;
	const whereItStood = ['polledAt', 'readings.createdNear.lastBegan', 'readings.createdFar.lastBegan'].map(
		(path) => instant.catch(now).parse(valueAt(damaged, path)),
	);
	const others = Object.entries(rest).flatMap(([name, state]) => {
		const { data } = serviceStateSchema.safeParse(state);
		return data ? [[name, data] as const] : [];
	});
	return {
		current: startAgain(Math.min(now, ...whereItStood), settings),
		others: Object.fromEntries(others),
		attention: noAttention,
		began: 'stateRebuilt',
	};
}

/** A state that starts at an instant and has already done what Start From asks for. */
function startAgain(instant: number, { startFrom, ...settings }: TriggerSettings): ServiceState {
	return { ...initialState(settings, instant), startFrom: startFrom?.text };
}

/**
 * The stored state with the settings of today. A wider window simply reads more. An added event counts from now on, and
 * so does a changed filter.
 */
function adapt(stored: ServiceState, { settings, now }: LoadContext): ServiceState {
	const { startFrom, events, delivery, windowDate } = settings;
	const serviceNow = now + stored.clockOffsetMs;
	const fresh = initialState(settings, serviceNow);
	if (startFrom && startFrom.text !== stored.startFrom) return fresh;
	const since = wholeSecond(serviceNow);
	const filters = asJson(settings.filters);
	const isSameFilter = JSON.stringify(stored.filters.at(-1)?.filters) === JSON.stringify(filters);
	const isPending = delivery === 'untilExternalId' && events.includes('created');
	return {
		...stored,
		windowDate,
		since: Object.fromEntries(Object.keys(fresh.since).map((event) => [event, stored.since[event] ?? since])),
		filters: isSameFilter ? stored.filters : [...stored.filters, { since, filters }].slice(-MAX_FILTERS),
		fingerprints: events.includes('edited') ? stored.fingerprints : {},
		// As with the readings below: no time that is noted lies in the future.
		polledAt: Math.min(stored.polledAt, serviceNow),
		readings: adaptReadings(stored, windowDate, serviceNow),
		pending: (isPending ? stored.pending : []).map(([id, made, arrival, deliveries, last]) => {
			return [id, made, arrival, deliveries, Math.min(last, serviceNow)];
		}),
	};
}

/**
 * Where the readings continue: not in the future, so that a clock that once was ahead does not keep the trigger from
 * reading until its time has come. Windows on another date begin again where the near and the far reading have both
 * read everything.
 */
function adaptReadings(
	{ readings, ...stored }: ServiceState,
	windowDate: ServiceState['windowDate'],
	now: number,
): ServiceState['readings'] {
	const isSameDate = stored.windowDate === windowDate;
	const { createdNear, createdFar } = readings;
	const latest = isSameDate ? now : Math.min(now, createdNear.lastBegan, createdFar.lastBegan);
	const adapted = readingNames.map((name): [ReadingName, Reading] => {
		const { lastBegan, underWay } = readings[name];
		const reading = { lastBegan: Math.min(lastBegan, latest) };
		if (!underWay || !isSameDate) return [name, reading];
		return [name, { ...reading, underWay: { ...underWay, began: Math.min(underWay.began, now) } }];
	});
	return Object.fromEntries(adapted) as ServiceState['readings'];
}
