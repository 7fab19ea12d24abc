/** Edits (design 4): a fingerprint of what the seller can change. */
import { activated, DAY, HOUR, MINUTE, told, TriggerFixture } from './fixture';

describe('Edits', () => {
	const editing = () => activated({ settings: { events: ['created', 'deleted', 'edited'] } });

	it.each<[string, object]>([
		['comment', { sellerComment: 'changed' }],
		['delivery date', { scheduledDateForDelivery: '2030-01-01T00:00:00Z' }],
		['total', { totalSales: 1 }],
		['lines', { items: [] }],
		['customer', { customer: { id: 99, code: 'X', description: 'X', enabled: true, zone: null } }],
		['type', { type: { id: 99, description: 'X', enabled: true } }],
	])('a changed %s is an edit, and comes once', async (_, change) => {
		const trigger = await editing();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.pass(10 * MINUTE);
		trigger.sandbox.world.edit(BigInt(id), change);
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`edited ${id}`]]);
	});

	it.each<[string, object]>([
		['exported', { exported: true }],
		['billed', { billed: true }],
		['billable', { billable: false }],
		['isEdited', {}],
	])('the flag %s is no edit', async (_, change) => {
		const trigger = await editing();
		const id = trigger.add({ exported: false, billed: false, billable: true });
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.edit(BigInt(id), change);
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
	});

	it('an external ID is no edit', async () => {
		const trigger = await editing();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.setExternalId(BigInt(id), 'ERP-1');
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
	});

	it('an order from before activation that is edited after it is an edit', async () => {
		const trigger = new TriggerFixture({ settings: { events: ['edited'] } });
		const id = trigger.add({ dateCreated: trigger.now - DAY });
		await trigger.poll();
		trigger.pass(MINUTE);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`edited ${id}`]]);
	});

	it('created and edited between two polls: one created item, as it is now', async () => {
		const trigger = await editing();
		const id = trigger.add();
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		trigger.pass(MINUTE);
		const items = await trigger.poll();
		expect(told(items)).toEqual([`created ${id}`]);
		expect(items[0]?.order.sellerComment).toBe('changed');
		expect((await trigger.drain()).flat()).toEqual([]);
	});

	it('edits are seen for as long as the far part shows the order', async () => {
		const trigger = await editing();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		await trigger.drain(HOUR, 70);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'at the last moment' });
		expect((await trigger.drain(HOUR, 3)).map(told)).toEqual([[`edited ${id}`]]);
		await trigger.drain(HOUR, 10);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'too late' });
		expect((await trigger.drain(HOUR, 10)).flat()).toEqual([]);
	});
});
