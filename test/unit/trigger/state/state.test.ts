/** The state of a trigger that starts; and that it is small: n8n keeps it in one column of the workflow row (design 4). */
import { readAtOnce } from '../../../../nodes/SalesOrderIntegration/dates/coverage';
import {
	initialState,
	newSummary,
	noAttention,
	serviceTime,
	stateSchema,
	type ServiceState,
	type TriggerState,
} from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { OrderMemory } from '../../../../nodes/SalesOrderIntegration/trigger/state/orderMemory';
import { track } from '../../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { SeededRandom } from '../../../../sandbox/seededRandom';
import { DAY, HOUR, MINUTE, NOON } from '../../../support/time';
import { defaultSettings } from '../../../support/triggerSettings';
import { activated } from '../fixture';

const settings = {
	...defaultSettings,
	events: ['created', 'attention', 'summary'],
	filters: { orderTypes: 'Wanted' },
};
const activation = { start: NOON + 999, now: NOON + HOUR, users: ['abc'] };

test.each<[string, Partial<ServiceState>, number | undefined, number]>([
	['as the responses of this poll say', { clockOffsetMs: HOUR }, 5 * MINUTE, 5 * MINUTE],
	['as the last ones said', { clockOffsetMs: 5 * MINUTE }, undefined, 5 * MINUTE],
	['so also after a pause', { clockOffsetMs: 5 * MINUTE, polledAt: NOON - 9 * DAY }, undefined, 5 * MINUTE],
	['and while our clock is wrong', { clockOffsetMs: DAY + 1, polledAt: NOON + DAY }, undefined, DAY + 1],
	['but not once that is right again', { clockOffsetMs: DAY + 1, polledAt: NOON }, undefined, 0],
	['and never before an arrival', { latestArrival: NOON + HOUR }, undefined, HOUR],
])('what time it is at the service: %s', (_, stored, offsetMs, ahead) => {
	const state = { ...initialState(settings, activation), polledAt: NOON, ...stored };
	expect(serviceTime(state, NOON, offsetMs)).toBe(NOON + ahead);
});

test('begins at the activation, in whole seconds, for the chosen events and with the filters of today', () => {
	const state = initialState(settings, activation);
	expect(state).toMatchObject({
		users: ['abc'],
		windowDate: 'mobileDateCreated',
		begun: NOON + HOUR,
		since: { created: NOON },
		filters: [{ since: 0, filters: { orderTypes: 'Wanted' } }],
		polledAt: NOON + HOUR,
		coverage: { created: readAtOnce(NOON), deleted: readAtOnce(NOON) },
	});
	expect(Object.keys(state.since)).toEqual(['created']);
	const services = { s: JSON.parse(JSON.stringify(state)) as unknown };
	const names = { version: 1, revision: 0, nodeId: 'n', nodeName: 'N', service: 's' };
	const whole = { ...names, services, attention: noAttention, summary: newSummary(NOON), hasToRead: false };
	expect(stateSchema.safeParse(whole).error).toBe(undefined);
});

test('or at Start From', () => {
	const startFrom = { at: NOON - DAY, text: 'a day ago' };
	expect(initialState({ ...settings, startFrom }, activation)).toMatchObject({
		startFrom: 'a day ago',
		since: { created: NOON - DAY },
		coverage: { created: readAtOnce(NOON - DAY) },
	});
});

/** A state that remembers so many orders of the last ten days, with gaps between their IDs as other accounts leave. */
function stateOf(orders: number): TriggerState {
	const random = new SeededRandom(1, 1);
	const initial = initialState(defaultSettings, { start: NOON - 10 * DAY, now: NOON, users: [] });
	const memory = new OrderMemory(initial.memory);
	let id = 30_000_000;
	for (let number = 0; number < orders; number++) {
		id += random.integer(1, 9);
		const dateCreated = new Date(NOON - 10 * DAY + (number * 10 * DAY) / orders).toISOString();
		memory.remember(track({ id, dateCreated, mobileDateCreated: dateCreated }, NOON), { isDelivered: true });
	}
	const coverage = { created: readAtOnce(NOON), deleted: readAtOnce(NOON) };
	const service = { ...initial, coverage, latestArrival: NOON, memory: memory.toStored() };
	const names = { version: 1 as const, revision: 1, nodeId: 'n', nodeName: 'N', service: 's' };
	return {
		...names,
		services: { s: service },
		attention: noAttention,
		summary: newSummary(NOON),
		hasToRead: false,
	};
}

it('100,000 delivered orders take at most 450 kB of JSON, with the note', () => {
	const state = stateOf(100_000);
	expect(JSON.stringify([state, state]).length).toBeLessThanOrEqual(450_000);
});

it.each([
	['Six hours of polls every minute, without far readings by the clock,', 30 * DAY, 6 * HOUR, MINUTE],
	['Twenty days of polls', HOUR, 20 * DAY, HOUR],
])('%s leave the state small', async (_, sweepMs, forMs, everyMs) => {
	const trigger = await activated({ settings: { sweepMs } });
	await trigger.during(forMs, everyMs);
	expect(JSON.stringify(trigger.nodeData.state).length).toBeLessThanOrEqual(15_000);
});
