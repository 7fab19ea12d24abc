/** What a service may show in its deleted list (design 4: entries that say `deleted: false` are none). */
import { activated, DAY, HOUR, MINUTE, rewriteLists, TriggerFixture } from './fixture';
import { activatedWithOrder, deliverOne, itemsAfter } from './steps';

describe('A service that shows in its deleted list', () => {
	it.each([false, 'FALSE', 0, 'no', 'maybe'])('live orders (%p) has no deletions', async (deleted) => {
		const trigger = await activated({ sandbox: { switches: { ignoresDeleted: true } } });
		const id = trigger.add();
		const dateDeleted = deleted === 'maybe' ? null : new Date(trigger.now).toISOString();
		trigger.sandbox.world.distort(BigInt(id), { deleted, dateDeleted });
		expect(await trigger.during(DAY, HOUR)).toEqual([`created ${id}`]);
	});

	it('deleted orders in both lists has none restored by a flag of another type', async () => {
		const switches = { ignoresDeleted: true, listWithoutDeleted: 'all' } as const;
		const { trigger, id } = await activatedWithOrder({ sandbox: { switches } });
		trigger.sandbox.world.delete(BigInt(id));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
		trigger.sandbox.world.distort(BigInt(id), { deleted: 'maybe' });
		rewriteLists(trigger, (list) => void (list.salesOrders = []), { deleted: true });
		expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([]);
	});

	it.each<[string, Record<string, unknown>]>([
		['a deletion without a date', { dateDeleted: null }],
		['one with a date that is none', { dateDeleted: 'yesterday' }],
	])('%s has it delivered once, of a delivered order and one that arrived since', async (_, distortion) => {
		const trigger = new TriggerFixture();
		const { world } = trigger.sandbox;
		const old = trigger.add({ dateCreated: trigger.now - DAY });
		await trigger.poll();
		trigger.pass(MINUTE);
		const [known, gone] = [trigger.add(), trigger.add()];
		for (const id of [old, known, gone]) world.distort(BigInt(id), distortion);
		world.delete(BigInt(gone));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${known}`, `deleted ${gone}`].sort());
		for (const id of [old, known]) world.delete(BigInt(id));
		expect(await itemsAfter(trigger, MINUTE)).toMatchObject([
			{ event: 'deleted', id: known, delivered: true },
		]);
		expect(await trigger.during(40 * DAY, DAY)).toEqual([]);
	});

	it('a deletion in which no date can be read, in each window, has it delivered once', async () => {
		const { trigger, id } = await activatedWithOrder();
		trigger.sandbox.world.delete(BigInt(id));
		const dates = { dateCreated: null, mobileDateCreated: null, dateDeleted: null };
		const undated = { ...trigger.sandbox.world.find(BigInt(id)), ...dates };
		rewriteLists(trigger, (list) => void (list.salesOrders = [undated]), { deleted: true });
		const { items } = await trigger.despite(80, DAY, () => trigger.add());
		expect(items.filter((item) => item.startsWith('deleted'))).toEqual([`deleted ${id}`]);
	});
});

it('A deletion in 1970 of an order that came is one without a date', async () => {
	const trigger = await activated();
	const id = trigger.add();
	trigger.sandbox.world.distort(BigInt(id), { dateDeleted: '1970-01-01T00:00:00Z' });
	await trigger.pollAfter(MINUTE);
	trigger.sandbox.world.delete(BigInt(id));
	expect(await trigger.during(3 * HOUR, 10 * MINUTE)).toEqual([`deleted ${id}`]);
});

it('A deletion from before the event was chosen does not hide a later one', async () => {
	const trigger = await activated({ settings: { events: ['created'] } });
	const { world } = trigger.sandbox;
	const id = await deliverOne(trigger);
	world.delete(BigInt(id));
	trigger.pass(MINUTE);
	trigger.set({ events: ['created', 'deleted'] });
	expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([]);
	world.restore(BigInt(id));
	trigger.pass(MINUTE);
	world.delete(BigInt(id));
	expect(await trigger.during(2 * HOUR, 10 * MINUTE)).toEqual([`deleted ${id}`]);
});
