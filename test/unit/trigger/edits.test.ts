/** Edits (design 4): a fingerprint of what the seller can change. */
import { edited } from '../../../nodes/SalesOrderIntegration/trigger/events/edited';
import type { Sandbox } from '../../../sandbox';
import { activated, DAY, HOUR, MINUTE, told, TriggerFixture } from './fixture';
import { deliverOne, itemsAfter } from './steps';

describe('Edits', () => {
	const editing = () => activated({ settings: { events: ['created', 'deleted', 'edited'] } });

	// fingerprint.test.ts shows every field that counts, and those that do not.
	it.each<[string, number, (world: Sandbox['world'], id: bigint) => void]>([
		['a comment', 1, (world, id) => world.edit(id, { sellerComment: 'changed' })],
		['a flag of the service', 0, (world, id) => world.edit(id, { exported: true })],
		['an external ID', 0, (world, id) => world.setExternalId(id, 'ERP-1')],
	])('of %s, %d edits are delivered', async (_, edits, change) => {
		const trigger = await editing();
		const id = await deliverOne(trigger, { exported: false });
		trigger.pass(10 * MINUTE);
		change(trigger.sandbox.world, BigInt(id));
		expect(await trigger.during(3 * HOUR, 30 * MINUTE)).toEqual(edits === 0 ? [] : [`edited ${id}`]);
	});

	it('an order from before activation that is edited after it is an edit', async () => {
		const trigger = new TriggerFixture({ settings: { events: ['edited'] } });
		const id = trigger.add({ dateCreated: trigger.now - DAY });
		await trigger.poll();
		trigger.pass(MINUTE);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`edited ${id}`]]);
	});

	it('while the event is not chosen is never delivered', async () => {
		const trigger = await editing();
		const id = await deliverOne(trigger);
		const { events } = trigger.settings;
		trigger.set({ events: ['created'] });
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		trigger.set({ events });
		expect(await trigger.during(3 * HOUR, 30 * MINUTE)).toEqual([]);
	});

	it('created and edited between two polls: one created item, as it is now', async () => {
		const trigger = await editing();
		const id = trigger.add();
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		const items = await itemsAfter(trigger, MINUTE);
		expect(told(items)).toEqual([`created ${id}`]);
		expect(items[0]?.order.sellerComment).toBe('changed');
		expect((await trigger.drain()).flat()).toEqual([]);
	});

	it('an item that another event returns for the same order comes as well', async () => {
		const take = jest.spyOn(edited, 'take').mockImplementation((_, order) => ({ ...order, event: 'billed' }));
		const trigger = await editing();
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`, `billed ${id}`]);
		take.mockRestore();
	});

	it('edits are seen for as long as the far part shows the order', async () => {
		const trigger = await editing();
		const id = await deliverOne(trigger);
		await trigger.drain(HOUR, 70);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'at the last moment' });
		expect((await trigger.drain(HOUR, 3)).map(told)).toEqual([[`edited ${id}`]]);
		await trigger.drain(HOUR, 10);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'too late' });
		expect((await trigger.drain(HOUR, 10)).flat()).toEqual([]);
	});

	// Known under its old date, it is forgotten at midnight.
	it.each([107, 108, 109])('an edit after %d hours of an order whose phone date has moved', async (hours) => {
		const trigger = await editing();
		const id = await deliverOne(trigger, { scheduledDateForDelivery: '2026-08-01T00:00:00Z' });
		trigger.sandbox.world.edit(BigInt(id), { mobileDateCreated: trigger.now + 3 * DAY });
		// The latest arrival says how late it is.
		for (let passed = 0; passed < hours; trigger.add()) {
			const wait = passed < 100 ? 4 : 1;
			await trigger.pollAfter(wait * HOUR);
			passed += wait;
		}
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		expect(await trigger.pollAfter(HOUR)).toContain(`edited ${id}`);
		trigger.sandbox.world.delete(BigInt(id));
		expect(await itemsAfter(trigger, HOUR)).toContainEqual(expect.objectContaining({ id, delivered: true }));
	});
});
