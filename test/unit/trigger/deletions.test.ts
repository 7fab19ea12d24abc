/** Deletions and restorations (design 4). */
import type { OrderItem } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { switchChoices } from '../../../sandbox';
import { activated, DAY, HOUR, MINUTE, told, TriggerFixture } from './fixture';

/** Of each item its event, id and, for deletions, whether the order had been delivered. */
function flags(items: OrderItem[]): string[] {
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

	it('a deletion comes once, and says that the order was delivered', async () => {
		const trigger = await activated();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.delete(BigInt(id));
		trigger.pass(10 * MINUTE);
		expect(flags(await trigger.poll())).toEqual([`deleted ${id} true`]);
		expect((await trigger.drain(6 * HOUR, 150)).flat()).toEqual([]);
	});

	it('beyond what is remembered, an order that arrived after the starting point counts as delivered', async () => {
		const trigger = await activated();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		await trigger.drain(6 * HOUR, 40);
		trigger.sandbox.world.delete(BigInt(id));
		trigger.pass(HOUR);
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

	it('an order that was deleted before activation is not reported', async () => {
		const trigger = new TriggerFixture();
		const id = trigger.add({ dateCreated: trigger.now - DAY });
		trigger.sandbox.world.delete(BigInt(id), trigger.now - HOUR);
		await trigger.poll();
		expect((await trigger.drain()).flat()).toEqual([]);
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

	it('the restoration of an order from before the starting point is not delivered', async () => {
		const trigger = new TriggerFixture();
		const id = trigger.add({ dateCreated: trigger.now - HOUR });
		await trigger.poll();
		trigger.sandbox.world.delete(BigInt(id), trigger.now + 1_000);
		trigger.pass(10 * MINUTE);
		expect(flags(await trigger.poll())).toEqual([`deleted ${id} false`]);
		trigger.sandbox.world.restore(BigInt(id));
		expect((await trigger.drain()).flat()).toEqual([]);
	});

	it('a deletion without a date comes once if the order is known', async () => {
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
