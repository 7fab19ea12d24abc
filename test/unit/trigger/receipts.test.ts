/** Delivery until external ID (design 4: the workflow after us fails). */
import type { TriggerItem } from '../../../nodes/SalesOrderIntegration/trigger/run';
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/trigger/settings';
import { activated, DAY, HOUR, MINUTE } from './fixture';
import type { TriggerFixture } from './fixture';

async function receipting(settings: Partial<TriggerSettings> = {}): Promise<TriggerFixture> {
	return await activated({ settings: { delivery: 'untilExternalId', ...settings } });
}

function deliveries(items: TriggerItem[]): string[] {
	return items.map(({ event, id, delivery }) => `${event} ${id} #${delivery}`);
}

describe('Delivery until external ID', () => {
	it('an order comes again every redeliverMinutes, with a growing delivery number, until its external ID is set', async () => {
		const trigger = await receipting();
		const id = trigger.add();
		trigger.pass(MINUTE);
		expect(deliveries(await trigger.poll())).toEqual([`created ${id} #1`]);
		trigger.pass(29 * MINUTE);
		expect(await trigger.poll()).toEqual([]);
		trigger.pass(MINUTE);
		expect(deliveries(await trigger.poll())).toEqual([`created ${id} #2`]);
		trigger.pass(30 * MINUTE);
		expect(deliveries(await trigger.poll())).toEqual([`created ${id} #3`]);
		trigger.sandbox.world.setExternalId(BigInt(id), 'ERP-1');
		expect((await trigger.drain(30 * MINUTE, 8)).flat()).toEqual([]);
		expect(trigger.state.pending).toEqual([]);
	});

	it('after maxDeliveries it is parked, and logged', async () => {
		const trigger = await receipting({ maxDeliveries: 3 });
		const id = trigger.add();
		const batches = await trigger.drain(35 * MINUTE, 5);
		expect(batches.map(deliveries)).toEqual([1, 2, 3].map((number) => [`created ${id} #${number}`]));
		expect(trigger.state.pending).toEqual([]);
		expect(trigger.warnings.join()).toContain(
			`Order ${id} has no external ID after 3 deliveries; it is parked`,
		);
	});

	it('the order comes as it is at the time, edits included', async () => {
		const trigger = await receipting();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		trigger.pass(HOUR);
		const [item] = await trigger.poll();
		expect(item).toMatchObject({ id, delivery: 2, order: { sellerComment: 'changed' } });
	});

	it('an edit that came with another delivery does not come again as an edit', async () => {
		const trigger = await receipting({ events: ['created', 'edited'], sweepMs: 3 * HOUR });
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		await trigger.pollAfter(20 * MINUTE);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		trigger.pass(10 * MINUTE);
		expect(deliveries(await trigger.poll())).toEqual([`created ${id} #2`]);
		trigger.sandbox.world.setExternalId(BigInt(id), 'ERP-1');
		expect((await trigger.drain(HOUR, 5)).flat()).toEqual([]);
	});

	it('an order that arrives with an external ID counts as delivered', async () => {
		const trigger = await receipting();
		trigger.add({ externalId: 'ERP-1' });
		expect((await trigger.drain(30 * MINUTE, 6)).flat()).toEqual([]);
	});

	it.each(['null', 'empty', 'absent'] as const)(
		'an external ID that is %s is not set',
		async (externalIdWhenUnset) => {
			const trigger = await receipting();
			trigger.sandbox.switches.externalIdWhenUnset = externalIdWhenUnset;
			const id = trigger.add();
			await trigger.pollAfter(MINUTE);
			trigger.pass(HOUR);
			expect(deliveries(await trigger.poll())).toEqual([`created ${id} #2`]);
		},
	);

	it('an order that is deleted before its receipt is handed over as deleted, and not again', async () => {
		const trigger = await receipting();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.delete(BigInt(id));
		const items = (await trigger.drain(30 * MINUTE, 6)).flat();
		expect(items.map(({ event }) => event)).toEqual(['deleted']);
		expect(trigger.state.pending).toEqual([]);
	});

	it('an order that vanishes without a deletion is given up after maxDeliveries', async () => {
		const trigger = await receipting({ events: ['created'], maxDeliveries: 3 });
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.delete(BigInt(id));
		expect((await trigger.drain(30 * MINUTE, 6)).flat()).toEqual([]);
		expect(trigger.state.pending).toEqual([]);
	});

	it('a restored order is handed over although it carries the external ID of its first life', async () => {
		const trigger = await receipting();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.setExternalId(BigInt(id), 'ERP-1');
		await trigger.pollAfter(HOUR);
		trigger.sandbox.world.delete(BigInt(id));
		await trigger.pollAfter(HOUR);
		trigger.sandbox.world.restore(BigInt(id));
		const items = (await trigger.drain(30 * MINUTE, 6)).flat();
		expect(deliveries(items)).toEqual([`created ${id} #1`]);
	});

	it('late orders are found again wherever they lie', async () => {
		const trigger = await receipting();
		const ids = [0, 5 * HOUR, 70 * HOUR, 30 * HOUR].map((madeAgo) => trigger.add({ madeAgo }));
		await trigger.pollAfter(2 * HOUR);
		expect((await trigger.pollAfter(HOUR)).sort()).toEqual(ids.map((id) => `created ${id}`));
	});

	it('orders far apart in time cost a bounded number of requests', async () => {
		const trigger = await receipting({ sweepMs: 1000 * HOUR, maxOrdersPerRun: 100 });
		trigger.settings.startFrom = { at: trigger.now - 20 * DAY, text: 'twenty days ago' };
		for (let hours = 1; hours < 90; hours++) trigger.add({ dateCreated: trigger.now - 5 * hours * HOUR });
		await trigger.pollAfter(MINUTE);
		expect(trigger.state.pending).toHaveLength(89);
		trigger.pass(31 * MINUTE);
		trigger.requests();
		expect(await trigger.poll()).toHaveLength(89);
		expect(trigger.requests().length).toBeLessThan(20);
	});

	it('with the date of arrival as window date, or after a change to it, orders are found again', async () => {
		const trigger = await receipting();
		const id = trigger.add({ madeAgo: 40 * HOUR });
		await trigger.pollAfter(2 * HOUR);
		trigger.sandbox.switches.serverDateParameter = { name: 'dateField', value: 'dateCreated' };
		trigger.settings.windowDate = 'dateCreated';
		trigger.pass(HOUR);
		expect(deliveries(await trigger.poll())).toEqual([`created ${id} #2`]);
	});

	it('so many wait for their external ID that new ones are held back, and none is lost', async () => {
		const trigger = await receipting({ maxOrdersPerRun: 2_000, redeliverMs: 10 * HOUR });
		Object.assign(trigger.sandbox.switches, { pageSize: 500, latency: 1 });
		const { state } = trigger;
		const waiting = Array.from({ length: 4_999 }, (_, number): [string, number, number, number, number] => {
			return [String(1e6 + number), trigger.now, trigger.now, 1, trigger.now];
		});
		trigger.nodeData.state = { ...state, pending: waiting };
		const ids = [trigger.add(), trigger.add()];
		trigger.pass(MINUTE);
		expect(deliveries(await trigger.poll())).toEqual([`created ${ids[0]} #1`]);
		trigger.nodeData.state = { ...trigger.state, pending: [] };
		trigger.pass(MINUTE);
		expect(deliveries(await trigger.poll())).toEqual([`created ${ids[1]} #1`]);
	});
});
