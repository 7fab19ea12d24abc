/** What n8n kept is checked when it is loaded; what is damaged is rebuilt and reported (design 4). */
import { readAtOnce } from '../../../../nodes/SalesOrderIntegration/dates/coverage';
import { checkStored } from '../../../../nodes/SalesOrderIntegration/trigger/state/loadState';
import type { ServiceState, TriggerState } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { NOON } from '../../../support/time';
import { activated, DAY, HOUR, MINUTE, told, type TriggerFixture } from '../fixture';
import { activatedWithOrder, deliverOne } from '../steps';

/** Replaces parts of what is kept for the service of the last poll, or of what it remembers. */
function damage({ nodeData }: TriggerFixture, parts: object, memory: object = {}): void {
	const state = nodeData.state as TriggerState;
	const service = state.services[state.service] as ServiceState;
	Object.assign(service, parts);
	Object.assign(service.memory, memory);
}

const UNREADABLE = { since: 0, filters: { customerCodes: { a: 1 } } };

describe('A damaged state is reported and rebuilt, and the trigger continues', () => {
	it.each<[string, (trigger: TriggerFixture) => unknown]>([
		['a text', ({ nodeData }) => (nodeData.state = 'rubbish' as never)],
		['null', ({ nodeData }) => (nodeData.state = null as never)],
		['of a later version', ({ nodeData }) => Object.assign(nodeData.state as object, { version: 2 })],
		['without a service', ({ nodeData }) => Object.assign(nodeData.state as object, { services: 7 })],
		['without its service', ({ nodeData }) => Object.assign(nodeData.state as object, { services: {} })],
		['without its coverage', (trigger) => damage(trigger, { coverage: undefined })],
		['with a text for IDs', (trigger) => damage(trigger, {}, { orders: { '2026-07-15': 'rubbish' } })],
		['with a negative ID', (trigger) => damage(trigger, {}, { orders: { '2026-07-15': ['-5'] } })],
		['with a day that is none', (trigger) => damage(trigger, {}, { orders: { yesterday: ['5'] } })],
		['with a text for a time', (trigger) => damage(trigger, { polledAt: 'soon' })],
		['with a time that no date has', (trigger) => damage(trigger, { polledAt: -1e300 })],
		['with a number for its coverage', (trigger) => damage(trigger, { polledAt: -1e300, coverage: 7 })],
		['with filters that none can read', (trigger) => damage(trigger, { filters: [UNREADABLE] })],
		['without filters', (trigger) => damage(trigger, { filters: [] })],
		['with marks that are none', (trigger) => damage(trigger, {}, { marks: { edited: 1 } })],
		['with an order that waits for nothing', (trigger) => damage(trigger, {}, { waiting: [['1']] })],
	])('%s', async (_, harm) => {
		const { trigger } = await activatedWithOrder();
		trigger.pass(10 * MINUTE);
		trigger.restart();
		harm(trigger);
		await trigger.poll();
		expect(trigger.warnings).toEqual([expect.stringContaining('was damaged')]);
		await deliverOne(trigger);
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
		expect(trigger.warnings).toHaveLength(1);
	});

	it('what had not been read at the time of the damage is delivered, late orders too, and what came while it was off', async () => {
		const trigger = await activated();
		await trigger.drain(30 * MINUTE, 4);
		const late = trigger.add({ madeAgo: 10 * HOUR });
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([]);
		damage(trigger, { memory: 'damaged' });
		const id = trigger.add();
		trigger.pass(10 * MINUTE);
		expect(told(await trigger.switchOn())).toEqual([`created ${id}`]);
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${late}`]]);
	});

	it.each([
		['whole', {}],
		['damaged too', { state: 'rubbish' }],
	])('what came since the last poll comes, and nothing again, where the note is %s', async (_, note) => {
		const trigger = await activated();
		trigger.add();
		await trigger.drain(30 * MINUTE, 4);
		const id = trigger.add();
		trigger.pass(HOUR);
		trigger.restart();
		damage(trigger, { memory: 'damaged' });
		for (const noted of Object.values(trigger.workflowData)) Object.assign(noted as object, note);
		expect((await trigger.drain()).map(told)).toEqual([[`created ${id}`]]);
		expect(trigger.warnings).toEqual([expect.stringContaining('was damaged')]);
	});

	it('what is kept of other services is whole afterwards', async () => {
		const { trigger } = await activatedWithOrder();
		const unread = trigger.add({ madeAgo: 30 * HOUR });
		const home = trigger.baseUrl;
		trigger.moveTo('https://other.example');
		await trigger.pollAfter(MINUTE);
		damage(trigger, { coverage: 'damaged' });
		await trigger.pollAfter(MINUTE);
		trigger.moveTo(home);
		const id = trigger.add();
		expect((await trigger.during(3 * HOUR, HOUR)).sort()).toEqual([`created ${unread}`, `created ${id}`]);
	});
});

it('Positions of a clock that was ahead once, or years behind, do not keep the trigger from reading', async () => {
	const trigger = await activated();
	const polledAt = trigger.now + 365 * DAY;
	const coverage = { created: readAtOnce(polledAt), deleted: readAtOnce(polledAt) };
	trigger.restart();
	damage(trigger, { polledAt, coverage });
	await deliverOne(trigger);
	const late = trigger.add({ madeAgo: 10 * HOUR });
	damage(trigger, { polledAt: trigger.now - 900 * DAY });
	expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${late}`]]);
	expect(trigger.warnings).toEqual([]);
});

it('The keys that n8n hides in objects to see their changes are no damage', async () => {
	const trigger = await activated();
	const state = trigger.nodeData.state as TriggerState;
	Object.defineProperty(state.services, '__dataChanged', { value: false, enumerable: false });
	expect(checkStored(state, NOON).damagedSince).toBeUndefined();
});
