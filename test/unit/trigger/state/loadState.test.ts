/** What n8n kept is checked when it is loaded; what is damaged is rebuilt and reported (design 4). */
import { loadState } from '../../../../nodes/SalesOrderIntegration/trigger/state/loadState';
import { initialState, noAttention } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import type { TriggerState } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { NOON } from '../../../support/time';
import { defaultSettings } from '../../../support/triggerSettings';
import { activated, DAY, HOUR, MINUTE, told } from '../fixture';
import type { TriggerFixture } from '../fixture';

/** Replaces parts of what is kept for the one service that there is. */
function damage({ nodeData, baseUrl }: TriggerFixture, parts: object): void {
	const { services, ...rest } = nodeData.state as TriggerState;
	const service = { ...services[baseUrl], ...parts } as TriggerState['services'][string];
	nodeData.state = { ...rest, services: { [baseUrl]: service } };
}

describe('A damaged state is reported and rebuilt, and the trigger continues', () => {
	it.each<[string, (trigger: TriggerFixture) => unknown]>([
		['a text', ({ nodeData }) => (nodeData.state = 'rubbish' as never)],
		['null', ({ nodeData }) => (nodeData.state = null as never)],
		['of a later version', ({ nodeData }) => Object.assign(nodeData.state as object, { version: 2 })],
		['without a service', ({ nodeData }) => Object.assign(nodeData.state as object, { services: 7 })],
		['without its readings', (trigger) => damage(trigger, { readings: undefined })],
		['with a text for IDs', (trigger) => damage(trigger, { delivered: { '2026-07-15': 'rubbish' } })],
		['with a negative ID', (trigger) => damage(trigger, { delivered: { '2026-07-15': [-5] } })],
		['with a day that is none', (trigger) => damage(trigger, { delivered: { yesterday: [5] } })],
		['with a text for a time', (trigger) => damage(trigger, { polledAt: 'soon' })],
		['with a time that no date has', (trigger) => damage(trigger, { polledAt: -1e300 })],
		['with a number for its readings', (trigger) => damage(trigger, { polledAt: -1e300, readings: 7 })],
		['without filters', (trigger) => damage(trigger, { filters: [] })],
		['with fingerprints that are none', (trigger) => damage(trigger, { fingerprints: { ids: 1 } })],
		['with an order that waits for nothing', (trigger) => damage(trigger, { pending: [['1']] })],
	])('%s', async (_, harm) => {
		const trigger = await activated();
		trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.pass(10 * MINUTE);
		harm(trigger);
		await trigger.poll();
		expect(trigger.warnings).toEqual([expect.stringContaining('was damaged')]);
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
		expect(trigger.warnings).toHaveLength(1);
	});

	it('what had not been read at the time of the damage is delivered, late orders too', async () => {
		const trigger = await activated();
		await trigger.drain(30 * MINUTE, 4);
		const late = trigger.add({ madeAgo: 10 * HOUR });
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([]);
		damage(trigger, { delivered: 'damaged' });
		const id = trigger.add();
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${late}`]]);
	});

	it('what is kept of other services is whole afterwards', async () => {
		const trigger = await activated();
		trigger.add();
		await trigger.pollAfter(MINUTE);
		const unread = trigger.add({ madeAgo: 30 * HOUR });
		const home = trigger.baseUrl;
		trigger.moveTo('https://other.example');
		await trigger.pollAfter(MINUTE);
		Object.assign(trigger.nodeData.state?.services[trigger.baseUrl] ?? {}, { readings: 'damaged' });
		await trigger.pollAfter(MINUTE);
		trigger.moveTo(home);
		const id = trigger.add();
		expect((await trigger.during(3 * HOUR, HOUR)).sort()).toEqual([`created ${unread}`, `created ${id}`]);
	});
});

it('Positions in the future, from a clock that was wrong once, do not keep the trigger from reading', async () => {
	const trigger = await activated();
	const reading = { lastBegan: trigger.now + 365 * DAY };
	const readings = { deletedNear: reading, createdNear: reading, deletedFar: reading, createdFar: reading };
	damage(trigger, { polledAt: reading.lastBegan, readings });
	const id = trigger.add();
	expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	const late = trigger.add({ madeAgo: 10 * HOUR });
	expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${late}`]]);
	expect(trigger.warnings).toEqual([]);
});

describe('The readings continue', () => {
	const service = 'https://service.example';
	const underWay = { began: NOON + DAY, spans: [{ from: NOON - HOUR, to: NOON + DAY }] };
	const stood = {
		deletedNear: { lastBegan: NOON - MINUTE },
		createdNear: { lastBegan: NOON - MINUTE, underWay },
		deletedFar: { lastBegan: NOON - DAY },
		createdFar: { lastBegan: NOON - HOUR },
	};
	const readingsWith = (windowDate: 'mobileDateCreated' | 'dateCreated') => {
		const services = { [service]: { ...initialState(defaultSettings, NOON), readings: stood } };
		const stored: TriggerState = { version: 1, service, services, attention: noAttention };
		const context = { settings: { ...defaultSettings, windowDate }, service, now: NOON };
		return loadState(stored, context).current.readings;
	};

	it('where they stood, as begun by now at the latest', () => {
		const createdNear = { lastBegan: NOON - MINUTE, underWay: { ...underWay, began: NOON } };
		expect(readingsWith('mobileDateCreated')).toEqual({ ...stood, createdNear });
	});

	it('with windows on another date, where near and far have both read everything', () => {
		const both = { lastBegan: NOON - HOUR };
		expect(readingsWith('dateCreated')).toEqual({
			deletedNear: both,
			createdNear: both,
			deletedFar: { lastBegan: NOON - DAY },
			createdFar: both,
		});
	});
});
