/** Fetch Test Event (design 4). */
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { checkTimeZone } from '../../../nodes/SalesOrderIntegration/lists/checkTimeZone';
import { fetchTestItems } from '../../../nodes/SalesOrderIntegration/trigger/testEvent';
import type { OrderItem } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { refusalAhead, windowOf } from '../../support/windowOf';
import { DAY, HOUR, MINUTE, NOON, told, TriggerFixture } from './fixture';

jest.mock('../../../nodes/SalesOrderIntegration/lists/checkTimeZone', () => ({ checkTimeZone: jest.fn() }));
const zoneCheck = jest.mocked(checkTimeZone);

beforeEach(() => {
	zoneCheck.mockReset().mockResolvedValue(undefined);
});

const service = (settings: Partial<TriggerSettings> = {}) => new TriggerFixture({ settings });

async function fetchTest(trigger: TriggerFixture): Promise<OrderItem[]> {
	return await fetchTestItems(trigger.client(), trigger.settings);
}

describe('Fetch Test Event', () => {
	it('gives the newest few orders, the newest last, and touches no state', async () => {
		const trigger = service();
		const ids = [50, 40, 30, 20, 10, 5, 1].map((minutes) =>
			trigger.add({ dateCreated: NOON - minutes * MINUTE }),
		);
		expect(told(await fetchTest(trigger))).toEqual(ids.slice(-3).map((id) => `created ${id}`));
		expect([trigger.nodeData, trigger.workflowData]).toEqual([{}, {}]);
	});

	it('looks back until it has a few, and keeps those it has where a longer time cannot be read', async () => {
		const trigger = service();
		const ids = [100, 30, 0.2].map((hours) => trigger.add({ dateCreated: NOON - hours * HOUR }));
		expect(told(await fetchTest(trigger))).toEqual(ids.map((id) => `created ${id}`));
		trigger.sandbox.faults.decideBy(({ url }) =>
			windowOf(url)[0] < NOON - 2 * HOUR ? { kind: 'status', status: 403 } : undefined,
		);
		expect(told(await fetchTest(trigger))).toEqual([`created ${ids[2]}`]);
	});

	it('gives no order with an external ID where the trigger would not deliver it', async () => {
		const trigger = service({ delivery: 'untilExternalId' });
		const linked = trigger.add({ dateCreated: NOON - MINUTE });
		trigger.sandbox.world.setExternalId(BigInt(linked), 'A');
		await expect(fetchTest(trigger)).rejects.toThrow('No order of the last seven days fits');
		const id = trigger.add({ dateCreated: NOON - 2 * HOUR });
		expect(told(await fetchTest(trigger))).toEqual([`created ${id}`]);
	});

	it('gives some of each chosen event, however old within seven days', async () => {
		const trigger = service({ events: ['created', 'deleted', 'edited', 'attention'] });
		const deleted = trigger.add({ dateCreated: NOON - 6 * DAY });
		trigger.sandbox.world.delete(BigInt(deleted));
		const edited = trigger.add({ dateCreated: NOON - 5 * DAY });
		trigger.sandbox.world.edit(BigInt(edited), { sellerComment: 'changed' });
		const created = trigger.add({ dateCreated: NOON - MINUTE });
		const items = await fetchTest(trigger);
		const expected = [`deleted ${deleted}`, `created ${edited}`, `edited ${edited}`, `created ${created}`];
		expect(told(items)).toEqual(expected);
		expect(items[0]?.delivered).toBeNull();
	});

	it.each(['created', 'deleted', 'edited'] as const)('gives no other if only %s is chosen', async (event) => {
		const trigger = service({ events: [event] });
		const [first, second] = [
			trigger.add({ dateCreated: NOON - DAY }),
			trigger.add({ dateCreated: NOON - HOUR }),
		];
		trigger.sandbox.world.delete(BigInt(first));
		trigger.sandbox.world.edit(BigInt(second), { sellerComment: 'changed' });
		expect((await fetchTest(trigger)).map((item) => item.event)).toEqual([event]);
	});

	it('gives no order as deleted that the deleted list shows and is not', async () => {
		const trigger = new TriggerFixture({ sandbox: { switches: { ignoresDeleted: true } } });
		const id = trigger.add({ dateCreated: NOON - HOUR });
		expect(told(await fetchTest(trigger))).toEqual([`created ${id}`]);
	});

	it('gives orders that pass the filters', async () => {
		const trigger = service({ filters: { orderTypes: 'Wanted' } });
		const type = { id: 99, description: 'Wanted', enabled: true };
		const id = trigger.add({ dateCreated: NOON - 3 * DAY, type });
		trigger.add({ dateCreated: NOON - MINUTE });
		expect(told(await fetchTest(trigger))).toEqual([`created ${id}`]);
	});

	it('counts the delivery where orders come until they have an external ID', async () => {
		const trigger = service({ events: ['created'], delivery: 'untilExternalId' });
		trigger.add({ dateCreated: NOON - HOUR });
		expect(await fetchTest(trigger)).toMatchObject([{ delivery: 1 }]);
	});

	it('shows the orders of one list where the other cannot be read, and else why it cannot', async () => {
		const trigger = service();
		trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 403 }, { times: Infinity });
		await expect(fetchTest(trigger)).rejects.toMatchObject({ kind: 'forbidden' });
		const id = trigger.add({ dateCreated: NOON - MINUTE });
		expect(told(await fetchTest(trigger))).toEqual([`created ${id}`]);
	});

	it('fails if the token is rejected after the first list', async () => {
		const trigger = service();
		trigger.add({ dateCreated: NOON - MINUTE });
		trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 401 }, { times: Infinity });
		await expect(fetchTest(trigger)).rejects.toMatchObject({ kind: 'unauthorized' });
	});

	it('shows orders of a service that refuses what lies ahead, or more than a day', async () => {
		const trigger = new TriggerFixture({ sandbox: { switches: { longestWindowDays: 1 } } });
		const id = trigger.add({ dateCreated: NOON - 5 * DAY });
		expect(told(await fetchTest(trigger))).toEqual([`created ${id}`]);
		trigger.sandbox.faults.decideBy(({ url }) => refusalAhead(url, trigger.now));
		expect(told(await fetchTest(trigger))).toEqual([`created ${id}`]);
	});

	it('says so if there are none', async () => {
		const trigger = service();
		trigger.add({ dateCreated: NOON - 8 * DAY });
		await expect(fetchTest(trigger)).rejects.toMatchObject({
			message: 'No order of the last seven days fits this trigger',
			description: expect.stringContaining('Time Zone') as unknown,
		});
	});

	it('fails with what to change if the time zone is wrong, unless checkTimeZone is off', async () => {
		const trigger = service();
		trigger.add({ dateCreated: NOON - HOUR });
		zoneCheck.mockResolvedValue('The time zone is wrong.');
		await expect(fetchTest(trigger)).rejects.toMatchObject({
			message: 'The time zone is wrong.',
			description: expect.stringContaining("switch off 'Check Time Zone'") as unknown,
		});
		trigger.set({ checkTimeZone: false });
		expect(await fetchTest(trigger)).toHaveLength(1);
	});

	it('shows orders where those to check the time zone with cannot be read', async () => {
		const trigger = service();
		const id = trigger.add({ dateCreated: NOON - MINUTE });
		zoneCheck.mockRejectedValue(new ServiceFailure('timeout'));
		expect(told(await fetchTest(trigger))).toEqual([`created ${id}`]);
	});

	it('finds an order of four hours ago in a day that is too long to be read', async () => {
		const trigger = new TriggerFixture({
			settings: { filters: { orderTypes: 'Wanted' } },
			sandbox: { switches: { pageSize: 10 } },
		});
		for (let number = 0; number < 600; number++) trigger.add({ dateCreated: NOON - number * 2 * MINUTE });
		const type = { id: 99, description: 'Wanted', enabled: true };
		const id = trigger.add({ dateCreated: NOON - 4 * HOUR + MINUTE, type });
		expect(told(await fetchTest(trigger))).toEqual([`created ${id}`]);
	});

	it.each([
		[999, 'reads a list of less than a thousand orders to its end, wherever the newest are', -1, 10 + 2],
		[1_500, 'reads no more of a longer one', 999, 10],
	])('with %i orders %s', async (count, _, newest, requests) => {
		const sandbox = { switches: { pageSize: 100, sortOrder: 'id asc' } } as const;
		const trigger = new TriggerFixture({ settings: { events: ['created'] }, sandbox });
		const ids = Array.from({ length: count }, (__, index) =>
			trigger.add({ dateCreated: NOON - 50 * MINUTE + index * 1_000 }),
		);
		expect((await fetchTest(trigger)).at(-1)?.id).toBe(ids.at(newest));
		expect(trigger.requests()).toHaveLength(requests);
	});
});
