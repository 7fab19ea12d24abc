/** Deletions and restorations (design 4). */
import type { OrderItem } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { switchChoices } from '../../../sandbox';
import { refusalAhead } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, rewriteLists, told, TriggerFixture } from './fixture';
import { activatedWithOrder, deliverOne, itemsAfter } from './steps';

/** Of each item its event, id and, for deletions, whether the order had been delivered. */
function flags(items: OrderItem[]): string[] {
	return items.map(({ event, id, delivered }) =>
		[event, id, ...(delivered === undefined ? [] : [delivered])].map(String).join(' '),
	);
}

const sandbox = { switches: { serverDateParameter: { name: 'dateField', value: 'dateCreated' } } };

describe('Deletions', () => {
	it.each(switchChoices.deletedListDate)(
		'the deletion of an order from before activation is noticed, when the deleted list is filtered on %s',
		async (deletedListDate) => {
			const trigger = new TriggerFixture({ sandbox: { switches: { deletedListDate } } });
			const old = trigger.add({ dateCreated: trigger.now - 29 * DAY });
			await trigger.poll();
			trigger.pass(HOUR);
			trigger.sandbox.world.delete(BigInt(old));
			expect(flags(await itemsAfter(trigger, MINUTE))).toEqual([`deleted ${old} null`]);
			expect((await trigger.drain(HOUR, 5)).flat()).toEqual([]);
		},
	);

	it.each([
		['at once', 0],
		['two days late', 2 * DAY],
	])('a deletion that shows %s comes once, and says that the order was delivered', async (_, lateMs) => {
		const trigger = await activated();
		const id = trigger.add();
		await trigger.during(lateMs, HOUR);
		// Nothing after the latest arrival is known.
		trigger.add();
		await trigger.during(2 * HOUR, HOUR);
		trigger.sandbox.world.delete(BigInt(id), trigger.now - lateMs);
		expect(flags(await itemsAfter(trigger, 10 * MINUTE))).toEqual([`deleted ${id} true`]);
		expect(await trigger.during(40 * DAY, DAY)).toEqual([]);
	});

	it('an order that was deleted before activation is not reported', async () => {
		const trigger = new TriggerFixture();
		const id = trigger.add({ dateCreated: trigger.now - DAY });
		trigger.sandbox.world.delete(BigInt(id), trigger.now - HOUR);
		await trigger.poll();
		expect((await trigger.drain()).flat()).toEqual([]);
	});

	it('an order that a lagging list still shows is neither restored nor edited, although the deleted list cannot be read', async () => {
		const trigger = await activated({ settings: { events: ['created', 'deleted', 'edited'] } });
		const id = trigger.add();
		const stale = { ...(await trigger.drain()).flat()[0]?.order, sellerComment: 'changed' };
		trigger.sandbox.world.delete(BigInt(id));
		rewriteLists(trigger, ({ salesOrders }) => void salesOrders.splice(0, 1, stale));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
		trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 403 }, { times: 40 });
		expect(await trigger.during(10 * MINUTE, MINUTE)).toEqual([]);
	});

	it.each([undefined, null, 1, 'true'])('an entry that says deleted: %p and no date is one', async (flag) => {
		const trigger = await activated();
		const id = trigger.add();
		await trigger.drain();
		trigger.sandbox.world.delete(BigInt(id));
		const rewrite = (order: unknown) => ({ ...(order as object), deleted: flag, dateDeleted: null });
		rewriteLists(trigger, (list) => (list.salesOrders = list.salesOrders.map(rewrite)), { deleted: true });
		expect(await trigger.during(10 * MINUTE, MINUTE)).toEqual([`deleted ${id}`]);
	});

	it.each([0, 10 * MINUTE])('a later date counts if the order was restored (%d ms)', async (restoredMs) => {
		const trigger = await activated({ settings: { events: ['deleted'] } });
		const { world } = trigger.sandbox;
		const id = trigger.add();
		const came: string[] = [];
		for (let writes = 0; writes < 3; writes++) {
			world.restore(BigInt(id));
			came.push(...(await trigger.during(restoredMs, 5 * MINUTE)));
			world.delete(BigInt(id));
			came.push(...(await trigger.during(2 * HOUR, 30 * MINUTE)));
		}
		expect(came).toEqual(Array.from({ length: restoredMs > 0 ? 3 : 1 }, () => `deleted ${id}`));
	});

	it('an order that is restored and deleted again within a poll brings no second deletion', async () => {
		const trigger = await activated({ settings: { maxOrdersPerRun: 2 } });
		const { world, faults } = trigger.sandbox;
		const [id, other] = [trigger.add(), trigger.add()];
		for (const each of [id, other]) world.delete(BigInt(each));
		// They take up the round, so that the other list comes first in the next one.
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`, `deleted ${other}`]);
		world.restore(BigInt(id));
		faults.before({ deleted: true }, () => world.delete(BigInt(id)));
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
	});

	it('an order that was restored is new again, and so is its next deletion', async () => {
		const trigger = await activated();
		const { world } = trigger.sandbox;
		const id = await deliverOne(trigger);
		for (let times = 0; times < 2; times++) {
			trigger.pass(HOUR);
			world.delete(BigInt(id));
			expect(flags(await itemsAfter(trigger, MINUTE))).toEqual([`deleted ${id} true`]);
			trigger.pass(HOUR);
			world.restore(BigInt(id));
			expect((await trigger.drain()).map(told)).toEqual([[`created ${id}`]]);
		}
	});

	it.each([
		['', {}],
		[', and the clock of the service was ahead', { clockSkewMs: 2 * DAY }],
		[', and the service filters by arrival', { filtersBy: 'dateCreated' }],
	])('a restoration comes although the deleted list cannot be read for hours%s', async (_, changes) => {
		const trigger = await activated({ settings: { lateSyncMs: 3 * HOUR }, sandbox });
		const { world, faults } = trigger.sandbox;
		const id = trigger.add({ madeAgo: MINUTE });
		Object.assign(trigger, changes);
		await trigger.pollAfter(MINUTE);
		world.delete(BigInt(id));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
		trigger.clockSkewMs = 0;
		world.restore(BigInt(id));
		faults.schedule({ deleted: true }, { kind: 'status', status: 403 }, { times: Infinity });
		trigger.requests();
		expect((await trigger.despite(48, 10 * MINUTE)).items).toEqual([]);
		expect(trigger.requests().filter(({ status }) => status === 200).length).toBeLessThan(48 * 3);
		faults.clear();
		expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('nor is one missed where the created list cannot be read for days', async () => {
		const trigger = new TriggerFixture();
		const { world, faults } = trigger.sandbox;
		// From before activation: only its deletion is remembered.
		const id = trigger.add({ dateCreated: trigger.now - HOUR, mobileDateCreated: trigger.now + 70 * DAY });
		await trigger.poll();
		world.delete(BigInt(id), trigger.now + 1_000);
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
		world.restore(BigInt(id));
		faults.decideBy(({ url }) => (url.includes('deleted=true') ? undefined : refusalAhead(url, trigger.now)));
		const { items } = await trigger.despite(24, 6 * HOUR, () => trigger.add());
		expect(items).not.toContain(`created ${id}`);
		faults.decideBy(() => undefined);
		expect(await trigger.during(DAY, HOUR)).toContain(`created ${id}`);
	});

	it('an order from before activation that was deleted and restored since comes, and so does its next deletion', async () => {
		const trigger = new TriggerFixture();
		const id = trigger.add({ dateCreated: trigger.now - HOUR });
		await trigger.poll();
		trigger.sandbox.world.delete(BigInt(id), trigger.now + 1_000);
		expect(flags(await itemsAfter(trigger, 10 * MINUTE))).toEqual([`deleted ${id} null`]);
		trigger.sandbox.world.restore(BigInt(id));
		expect((await trigger.drain()).map(told)).toEqual([[`created ${id}`]]);
		trigger.sandbox.world.delete(BigInt(id));
		expect((await trigger.drain()).flatMap(flags)).toEqual([`deleted ${id} true`]);
	});

	it('a deleted list that lags behind a restoration ends no wait, and brings no deletion again', async () => {
		const trigger = await activated({ settings: { delivery: 'untilExternalId' } });
		const { world } = trigger.sandbox;
		const id = await deliverOne(trigger);
		world.delete(BigInt(id));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
		const stale = world.find(BigInt(id));
		world.restore(BigInt(id));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		rewriteLists(trigger, ({ salesOrders }) => salesOrders.unshift(stale), { deleted: true });
		expect(await trigger.pollAfter(30 * MINUTE)).toEqual([`created ${id}`]);
		world.delete(BigInt(id));
		expect(await trigger.during(2 * HOUR, 10 * MINUTE)).toEqual([`deleted ${id}`]);
	});

	it.each([
		['a restoration', 1],
		['an edit of an order that no list had shown before', 0],
	])('%s is not believed while the deleted list still shows the order', async (_, polls) => {
		const trigger = await activated({ settings: { events: ['created', 'deleted', 'edited'] } });
		const id = trigger.add();
		await trigger.during(polls * MINUTE, MINUTE);
		trigger.sandbox.world.delete(BigInt(id));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
		// Some services list deleted orders among the others.
		rewriteLists(trigger, ({ salesOrders, pagination }) => {
			const order = trigger.sandbox.world.find(BigInt(id));
			salesOrders.push({ ...order, deleted: undefined, dateDeleted: null, isEdited: true });
			pagination.totalCount = salesOrders.length;
		});
		trigger.requests();
		expect(await trigger.during(6 * HOUR, 10 * MINUTE)).toEqual([]);
		expect(trigger.requests().length).toBeLessThan(6 * 18);
	});
});

describe('`delivered` is', () => {
	const deletedNow = async (trigger: TriggerFixture, id: string): Promise<string[]> => {
		trigger.sandbox.world.delete(BigInt(id));
		return (await trigger.drain(30 * MINUTE, 4)).flatMap(flags);
	};

	it('false for an order that was created and deleted between two polls, while another one waits', async () => {
		const { trigger } = await activatedWithOrder({
			settings: { delivery: 'untilExternalId', maxDeliveries: 1 },
		});
		const id = trigger.add();
		trigger.pass(MINUTE);
		expect(await deletedNow(trigger, id)).toEqual([`deleted ${id} false`]);
	});

	it('false for an order that the same poll has found before, which delivers no more than the deletion', async () => {
		// The near part of the created list and the far part of the deleted one both show it.
		const trigger = await activated({ settings: { lateSyncMs: HOUR } });
		await trigger.pollAfter(10 * MINUTE);
		trigger.pass(HOUR);
		const id = trigger.add({ madeAgo: 2.5 * HOUR });
		const remove = () => trigger.sandbox.world.delete(BigInt(id));
		trigger.sandbox.faults.before({ deleted: true }, remove, { after: 1 });
		expect(flags(await trigger.poll())).toEqual([`deleted ${id} false`]);
		expect(await trigger.during(2 * HOUR, 10 * MINUTE)).toEqual([]);
	});

	it('null for an order that another name of the service delivered, and that has had an external ID since', async () => {
		const trigger = await activated({ settings: { delivery: 'untilExternalId' } });
		const { sandbox, baseUrl } = trigger;
		await trigger.pollAfter(5 * MINUTE);
		trigger.moveTo('https://other.example');
		trigger.sandbox = sandbox;
		const id = trigger.add();
		expect(await trigger.pollAfter(5 * MINUTE)).toEqual([`created ${id}`]);
		sandbox.world.setExternalId(BigInt(id), 'ERP-1');
		trigger.moveTo(baseUrl);
		expect(await trigger.pollAfter(5 * MINUTE)).toEqual([]);
		expect(await deletedNow(trigger, id)).toEqual([`deleted ${id} null`]);
	});

	const changes: Record<string, (trigger: TriggerFixture) => Promise<unknown>> = {
		'when it is older than what is remembered': async (trigger) => await trigger.during(12 * DAY, 6 * HOUR),
		'when none of its dates can be read': async (trigger) => {
			const [record] = trigger.sandbox.world.all();
			trigger.sandbox.world.distort(record?.id ?? 0, { dateCreated: null, mobileDateCreated: null });
			for (let polls = 0; polls < 36; polls++) {
				trigger.add();
				await trigger.pollAfter(6 * HOUR);
			}
		},
		'when Start From was changed': async (trigger) => {
			trigger.set({ startFrom: { at: trigger.now + MINUTE, text: 'later' } });
			await trigger.pollAfter(5 * MINUTE);
		},
		'when the service got another name': async (trigger) => {
			const { sandbox } = trigger;
			trigger.moveTo('https://other.example');
			trigger.sandbox = sandbox;
			await trigger.pollAfter(5 * MINUTE);
		},
		'when Order Created was not chosen for a while': async (trigger) => {
			trigger.set({ events: ['deleted'] });
			await trigger.during(5 * DAY, 6 * HOUR);
			trigger.set({ events: ['created', 'deleted'] });
			await trigger.pollAfter(5 * MINUTE);
		},
		'when its phone date moved to another day': async (trigger) => {
			const [record] = trigger.sandbox.world.all();
			trigger.sandbox.world.edit(record?.id ?? 0, { mobileDateCreated: trigger.now + 3 * DAY });
			await trigger.during(9 * DAY, 6 * HOUR);
		},
	};

	it.each(Object.entries(changes))('never false for a delivered order, %s', async (_, change) => {
		const { trigger, id } = await activatedWithOrder();
		await change(trigger);
		expect([[`deleted ${id} true`], [`deleted ${id} null`]]).toContainEqual(await deletedNow(trigger, id));
	});
});
