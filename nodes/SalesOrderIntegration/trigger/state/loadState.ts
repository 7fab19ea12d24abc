/** Checks the stored state, and adapts it to the present settings (design 4). */
import { readAtOnce } from '../../dates/coverage';
import { wholeSecond } from '../../dates/durations';
import type { OrderListName } from '../../lists/orderWindow';
import { AHEAD_SINCE_MS } from '../../lists/windowLength';
import { orderEventsOf, type TriggerSettings } from '../../parameters/triggerSettings';
import { lastRead, readingsOf } from '../readings';
import { instant } from './orderMemory';
import { polledAtOf } from './note';
import { asJson, initialState, newSummary, noAttention, stateSchema } from './state';
import type { ServiceState, TriggerState } from './state';

/** How many changes of the filters are kept: an order is judged by those that applied when it arrived. */
const MOST_FILTERS = 20;

/** What was stored, as far as it is intact. */
export interface StoredState extends Omit<TriggerState, 'version' | 'revision' | 'nodeId' | 'nodeName'> {
	/** Where the last damaged state stood, epoch milliseconds. */
	damagedSince?: number;
}

/**
 * What was stored, checked. In place of a damaged state, the note; if that is damaged too, only where the state stood.
 *
 * @param now epoch milliseconds; where a damaged state stood, if it does not say
 */
export function checkStored(stored: unknown, now: number, noted?: unknown): StoredState {
	const whole = wholeOf(stored);
	if (whole) return whole;
	const copy = wholeOf(noted);
	if (copy) return { ...copy, damagedSince: polledAtOf(copy) };
	return {
		services: {},
		service: '',
		attention: noAttention,
		summary: newSummary(now),
		hasToRead: false,
		damagedSince: Math.min(now, instant.catch(now).parse(polledAtOf(stored))),
	};
}

/** A state, unless it is damaged. */
function wholeOf(stored: unknown): TriggerState | undefined {
	// n8n watches static data for changes with hidden keys in every object, which a schema would not accept.
	const { data } = stateSchema.safeParse(JSON.parse(JSON.stringify(stored ?? null)));
	return data && Object.hasOwn(data.services, data.service) ? data : undefined;
}

/**
 * The stored state with the present settings. A wider window simply reads more. An added event counts from now on, and
 * so does a changed filter. A changed Start From begins a new state.
 *
 * @param serviceNow by the clock of the service, epoch milliseconds
 */
export function adapt(stored: ServiceState, settings: TriggerSettings, serviceNow: number): ServiceState {
	const { startFrom, windowDate } = settings;
	const { users, clockOffsetMs } = stored;
	if (startFrom && startFrom.text !== stored.startFrom) {
		const fresh = initialState(settings, { start: serviceNow, now: serviceNow, users });
		// What arrived since then comes again.
		const at = wholeSecond(startFrom.at);
		const waiting = stored.memory.waiting.filter(({ dateCreated }) => dateCreated < at);
		return { ...fresh, clockOffsetMs, memory: { ...fresh.memory, waiting } };
	}
	const since = wholeSecond(serviceNow);
	const filters = asJson(settings.filters);
	const isSameFilter = JSON.stringify(stored.filters.at(-1)?.filters) === JSON.stringify(filters);
	const events = orderEventsOf(settings);
	const marks = Object.entries(stored.memory.marks).filter(([event]) => events.includes(event));
	return {
		...stored,
		windowDate,
		since: Object.fromEntries(events.map((event) => [event, stored.since[event] ?? since])),
		filters: isSameFilter
			? stored.filters
			: [...stored.filters, { since, filters }].toSpliced(1, stored.filters.length - MOST_FILTERS + 1),
		coverage: windowDate === stored.windowDate ? stored.coverage : begunAgain(stored, settings),
		memory: { ...stored.memory, marks: Object.fromEntries(marks) },
	};
}

/** Whether a setting has changed that counts from now on. */
export function isChanged(stored: ServiceState, settings: TriggerSettings): boolean {
	const { since, filters } = adapt(stored, settings, 0);
	// As long as nothing is added to the filters, they are the same list.
	return filters !== stored.filters || Object.keys(since).some((event) => stored.since[event] === undefined);
}

/**
 * The service now filters by another date: what the reading that is furthest behind has not read may belong to any other
 * one.
 */
function begunAgain({ coverage, polledAt }: ServiceState, settings: TriggerSettings) {
	const now = polledAt - AHEAD_SINCE_MS;
	const begun = (list: OrderListName) => readAtOnce(lastRead({ coverage, settings }, readingsOf(list), now));
	return { created: begun('created'), deleted: begun('deleted') };
}
