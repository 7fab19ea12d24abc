/** Deletions, restorations and edits (design 4). */
import type { TriggerItem } from '../../../nodes/SalesOrderIntegration/trigger/run';
import { switchChoices } from '../../../sandbox';
import { activated, DAY, HOUR, MINUTE, told, TriggerFixture } from './fixture';

/** Of each item its event, id and, for deletions, whether the order had been delivered. */
function flags(items: TriggerItem[]): string[] {
	return items.map(({ event, id, delivered }) =>
		[event, id, delivered].filter((part) => part !== undefined).join(' '),
	);
}

describe('Deletions', () => {
	it.each(switchChoices.deletedListDate)(
		'the deletion of an old order is noticed, when the deleted list is filtered on %s',
		async (deletedListDate) => {
			const trigger = new TriggerFixture({ sandbox: { switches: { deletedListDate } } });
			const old = trigger.add({ dateCreated: trigger.now - 29 * DAY });
			await trigger.poll();
			trigger.pass(HOUR);
			trigger.sandbox.world.delete(BigInt(old));
			trigger.pass(MINUTE);
			expect(flags(await trigger.poll())).toEqual([`deleted ${old} false`]);
			expect((await trigger.drain(HOUR, 5)).flat()).toEqual([]);
		},
	);

	it('a deletion comes once, with delivered: true for what was handed over', async () => {
		const trigger = await activated();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.delete(BigInt(id));
		trigger.pass(10 * MINUTE);
		expect(flags(await trigger.poll())).toEqual([`deleted ${id} true`]);
		expect((await trigger.drain(6 * HOUR, 150)).flat()).toEqual([]);
	});

	it('delivered: beyond what is remembered, an order that arrived after the starting point counts as delivered', async () => {
		const trigger = await activated();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		await trigger.drain(6 * HOUR, 40);
		expect(trigger.state.forgottenBefore).toBeGreaterThan(0);
		trigger.sandbox.world.delete(BigInt(id));
		trigger.pass(MINUTE);
		expect(flags(await trigger.poll())).toEqual([`deleted ${id} true`]);
	});

	it('created and deleted between two polls: one deleted item', async () => {
		const trigger = await activated();
		const id = trigger.add();
		trigger.pass(MINUTE);
		trigger.sandbox.world.delete(BigInt(id));
		trigger.pass(MINUTE);
		expect(flags(await trigger.poll())).toEqual([`deleted ${id} false`]);
	});

	it('an order that was deleted before activation is not news', async () => {
		const trigger = new TriggerFixture();
		const id = trigger.add({ dateCreated: trigger.now - DAY });
		trigger.sandbox.world.delete(BigInt(id), trigger.now - HOUR);
		await trigger.poll();
		expect((await trigger.drain()).flat()).toEqual([]);
	});

	it('a deletion during days without n8n is noticed although the order has become older than deletedDays', async () => {
		const trigger = new TriggerFixture();
		const id = trigger.add({ dateCreated: trigger.now - 25 * DAY });
		await trigger.poll();
		trigger.pass(DAY);
		trigger.sandbox.world.delete(BigInt(id));
		trigger.pass(10 * DAY);
		expect(told(await trigger.poll())).toEqual([`deleted ${id}`]);
	});

	it('an order that was restored is new again, and so is its next deletion', async () => {
		const trigger = await activated();
		const { world } = trigger.sandbox;
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		for (let times = 0; times < 2; times++) {
			trigger.pass(HOUR);
			world.delete(BigInt(id));
			trigger.pass(MINUTE);
			expect(flags(await trigger.poll())).toEqual([`deleted ${id} true`]);
			trigger.pass(HOUR);
			world.restore(BigInt(id));
			expect((await trigger.drain()).map(told)).toEqual([[`created ${id}`]]);
		}
	});

	it('the restoration of an order from before the starting point is nothing, as its deletion was', async () => {
		const trigger = new TriggerFixture();
		const id = trigger.add({ dateCreated: trigger.now - HOUR });
		await trigger.poll();
		trigger.sandbox.world.delete(BigInt(id), trigger.now + 1_000);
		trigger.pass(10 * MINUTE);
		expect(flags(await trigger.poll())).toEqual([`deleted ${id} false`]);
		trigger.sandbox.world.restore(BigInt(id));
		expect((await trigger.drain()).flat()).toEqual([]);
	});

	it('an order that is deleted while the poll reads is not handed over after its deletion', async () => {
		const trigger = await activated();
		const id = trigger.add();
		trigger.sandbox.faults.before({ path: /deleted=false/ }, () => trigger.sandbox.world.delete(BigInt(id)));
		trigger.pass(MINUTE);
		expect(flags(await trigger.poll())).toEqual([]);
		trigger.pass(MINUTE);
		expect(flags(await trigger.poll())).toEqual([`deleted ${id} false`]);
	});

	it('a day of mass deletions does not keep new orders waiting: deletions take half of the items at most', async () => {
		const trigger = await activated({ settings: { maxOrdersPerRun: 10 } });
		const ids = Array.from({ length: 40 }, () => trigger.add());
		await trigger.drain(5 * MINUTE);
		for (const id of ids) trigger.sandbox.world.delete(BigInt(id));
		const [fresh] = [trigger.add(), trigger.add(), trigger.add()];
		trigger.pass(MINUTE);
		const items = await trigger.poll();
		expect(items.filter(({ event }) => event === 'deleted')).toHaveLength(5);
		expect(told(items)).toContain(`created ${fresh}`);
		expect((await trigger.drain(5 * MINUTE)).flat()).toHaveLength(35);
	});

	it('a deletion without a date is news when the order is known, and comes once', async () => {
		const trigger = await activated();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.delete(BigInt(id));
		trigger.sandbox.world.distort(BigInt(id), { dateDeleted: null });
		trigger.pass(MINUTE);
		expect(flags(await trigger.poll())).toEqual([`deleted ${id} true`]);
		expect((await trigger.drain(HOUR, 5)).flat()).toEqual([]);
	});
});

describe('Edits', () => {
	const withEdits = { settings: { events: ['created', 'deleted', 'edited'] as const } };
	const editing = () => activated({ settings: { events: [...withEdits.settings.events] } });

	it.each<[string, object]>([
		['comment', { sellerComment: 'changed' }],
		['delivery date', { scheduledDateForDelivery: '2030-01-01T00:00:00Z' }],
		['total', { totalSales: 1 }],
		['lines', { items: [] }],
		['customer', { customer: { id: 99, code: 'X', description: 'X', enabled: true, zone: null } }],
		['type', { type: { id: 99, description: 'X', enabled: true } }],
	])('a changed %s is an edit, seen by the next sweep, once', async (_, change) => {
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

	it('edits are seen for as long as sweeps re-read the order', async () => {
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
