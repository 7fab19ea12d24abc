/** Delivery until an external ID is set (design 4, "The workflow fails after the trigger"). */
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/trigger/settings';
import type { OrderItem } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { activated, DAY, HOUR, MINUTE, rewriteLists } from './fixture';
import type { FixtureOptions, TriggerFixture } from './fixture';

async function untilExternalId(
	settings: Partial<TriggerSettings> = {},
	sandbox?: FixtureOptions['sandbox'],
): Promise<TriggerFixture> {
	return await activated({
		settings: {
			events: ['created', 'deleted', 'attention'],
			delivery: 'untilExternalId',
			checkTimeZone: false,
			...settings,
		},
		sandbox,
	});
}

function deliveries(items: OrderItem[]): string[] {
	return items.map(({ event, id, delivery }) => `${event} ${id} #${delivery}`);
}

/** The waits from one delivery to the next, and to the report, in hours: at most a quarter of an hour longer. */
async function waits(trigger: TriggerFixture, days: number): Promise<number[]> {
	const at: number[] = [];
	for (const end = trigger.now + days * DAY; trigger.now < end;) {
		const reports = trigger.reports.length;
		const items = await trigger.pollAfter(15 * MINUTE);
		if (items.length > 0 || trigger.reports.length > reports) at.push(trigger.now);
	}
	const quarters = at.map((instant, index) => Math.floor((4 * (instant - (at[index - 1] ?? 0))) / HOUR));
	return quarters.slice(1).map((wait) => wait / 4);
}

/** Orders that were made so many hours ago and have just been delivered once. */
async function waiting(trigger: TriggerFixture, hoursAgo: number[]): Promise<string[]> {
	trigger.set({ startFrom: { at: trigger.now - 39 * DAY, text: 'long ago' }, sweepMs: 1_000 * HOUR });
	const ids = hoursAgo.map((hours) => trigger.add({ dateCreated: trigger.now - hours * HOUR }));
	expect((await trigger.drain(MINUTE)).flat()).toHaveLength(ids.length);
	return ids;
}

/** The next delivery of what waits, and what it costs beyond the two calls of every poll. */
async function redelivered(trigger: TriggerFixture): Promise<{ ids: string[]; requests: number }> {
	trigger.pass(31 * MINUTE);
	trigger.requests();
	const ids = (await trigger.poll()).map(({ id }) => id);
	return { ids, requests: trigger.requests().length - 2 };
}

describe('The waits before the next delivery', () => {
	it('double from 30 minutes to 12 hours; the last ends with the report', async () => {
		const trigger = await untilExternalId();
		trigger.add();
		expect(await waits(trigger, 7)).toEqual([0.5, 1, 2, 4, 8, 12, 12, 12, 12, 12]);
		expect(trigger.reports).toHaveLength(1);
	});

	it('are never shorter than redeliverMinutes, even beyond 12 hours', async () => {
		const trigger = await untilExternalId({ redeliverMs: 13 * HOUR, maxDeliveries: 3 });
		trigger.add();
		expect(await waits(trigger, 3)).toEqual([13, 13, 13]);
	});
});

describe('After maxDeliveries', () => {
	it.each([1, 3])('an order is parked and reported once: %d', async (maxDeliveries) => {
		const trigger = await untilExternalId({ maxDeliveries });
		const id = trigger.add();
		const items = (await trigger.drain(35 * MINUTE, 200)).flat();
		expect(items.map(({ delivery }) => delivery)).toEqual([1, 2, 3].slice(0, maxDeliveries));
		expect(trigger.reports.flat()).toMatchObject([{ reason: 'notConfirmed', aboutOrderId: Number(id) }]);
	});

	it('an order that is confirmed during the last wait is not reported', async () => {
		const trigger = await untilExternalId({ maxDeliveries: 1 });
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.setExternalId(BigInt(id), 'ERP-1');
		expect(await trigger.during(2 * DAY, 10 * MINUTE)).toEqual([]);
		expect(trigger.reports).toEqual([]);
	});

	it('the report names an ID with more digits than a number holds as text', async () => {
		const trigger = await untilExternalId({ maxDeliveries: 1 });
		trigger.add({ id: 9_007_199_254_740_993n });
		await trigger.during(HOUR, 10 * MINUTE);
		expect(trigger.reports.flat()).toMatchObject([{ aboutOrderId: '9007199254740993' }]);
	});
});

describe('An order counts as confirmed', () => {
	it('by whichever reading shows its external ID, and costs no call any more', async () => {
		const trigger = await untilExternalId();
		const [near, far] = [trigger.add(), trigger.add({ madeAgo: 40 * HOUR })];
		await trigger.pollAfter(HOUR);
		for (const id of [near, far]) trigger.sandbox.world.setExternalId(BigInt(id), 'ERP-1');
		await trigger.pollAfter(HOUR);
		trigger.set({ sweepMs: 1_000 * HOUR });
		trigger.requests();
		expect(await trigger.during(3 * DAY, 2 * HOUR)).toEqual([]);
		expect(trigger.requests()).toHaveLength(36 * 2);
	});

	it('if it arrives with an external ID', async () => {
		const trigger = await untilExternalId();
		trigger.add({ externalId: 'ERP-1' });
		expect((await trigger.drain(30 * MINUTE, 6)).flat()).toEqual([]);
	});

	it.each(['null', 'empty', 'absent'] as const)(
		'but not while the external ID is %s',
		async (externalIdWhenUnset) => {
			const trigger = await untilExternalId({}, { switches: { externalIdWhenUnset } });
			const id = trigger.add();
			await trigger.pollAfter(MINUTE);
			trigger.pass(HOUR);
			expect(deliveries(await trigger.poll())).toEqual([`created ${id} #2`]);
		},
	);

	it('not by the external ID from before its deletion, when it was restored', async () => {
		const trigger = await untilExternalId();
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
});

describe('Another delivery', () => {
	it('has the order as it is now, edits included', async () => {
		const trigger = await untilExternalId();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		trigger.pass(HOUR);
		const [item] = await trigger.poll();
		expect(item).toMatchObject({ id, delivery: 2, order: { sellerComment: 'changed' } });
	});

	it('is not followed by the same edit as an edit', async () => {
		const trigger = await untilExternalId({ events: ['created', 'edited'], sweepMs: 30 * HOUR });
		const id = trigger.add({ madeAgo: 20 * HOUR });
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		trigger.set({ sweepMs: HOUR });
		expect(await trigger.pollAfter(HOUR)).toEqual([`created ${id}`]);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		trigger.pass(40 * MINUTE);
		expect(deliveries(await trigger.poll())).toEqual([`created ${id} #2`]);
		trigger.sandbox.world.setExternalId(BigInt(id), 'ERP-1');
		expect((await trigger.drain(HOUR, 5)).flat()).toEqual([]);
	});
});

describe('An order that is deleted while it waits', () => {
	it('comes as deleted, and not again', async () => {
		const trigger = await untilExternalId();
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.delete(BigInt(id));
		expect((await trigger.drain(30 * MINUTE, 100)).flat().map(({ event }) => event)).toEqual(['deleted']);
		expect(trigger.reports).toEqual([]);
	});

	it.each([
		['made just now', 0],
		['made long ago', 30 * DAY],
	])('is dropped where deletions are not chosen: %s', async (_, madeAgo) => {
		const trigger = await untilExternalId({ events: ['created', 'attention'], maxDeliveries: 2 });
		const [id] = await waiting(trigger, [madeAgo / HOUR]);
		trigger.sandbox.world.delete(BigInt(id ?? 0));
		expect(await trigger.during(2 * DAY, HOUR)).toEqual([]);
		expect(trigger.reports).toEqual([]);
	});

	const stranger = { id: 5, mobileDateCreated: '2020-01-01T00:00:00Z', dateCreated: '2020-01-01T00:00:00Z' };

	it.each<[string, (responses: number) => unknown[]]>([
		['is miscounted', () => []],
		['does not settle', (responses) => (responses % 2 === 0 ? [] : [stranger])],
	])('is not dropped because of a window that %s', async (_, salesOrders) => {
		const trigger = await untilExternalId({ events: ['created'] });
		const [id] = await waiting(trigger, [500]);
		let responses = 0;
		const misleading = (list: { pagination: Record<string, unknown>; salesOrders: unknown[] }) => {
			list.pagination.totalCount = 2;
			list.salesOrders = salesOrders(++responses);
		};
		rewriteLists(trigger, misleading, /start=24%2F06%2F2026/);
		const other = trigger.add();
		expect(await trigger.pollAfter(HOUR)).toEqual([`created ${other}`]);
		expect(responses).toBeGreaterThan(1);
		trigger.sandbox.faults.clear();
		trigger.pass(10 * MINUTE);
		expect(deliveries(await trigger.poll())).toContain(`created ${id} #2`);
	});
});

describe('Orders that no reading shows are looked for in windows around them', () => {
	it('one call for orders of the same time', async () => {
		const trigger = await untilExternalId();
		const ids = await waiting(trigger, [500.4, 500.2, 500]);
		expect(await redelivered(trigger)).toEqual({ ids, requests: 1 });
	});

	it('one for each that lies apart', async () => {
		const trigger = await untilExternalId();
		const ids = await waiting(trigger, [900, 700, 500, 300, 100]);
		expect(await redelivered(trigger)).toEqual({ ids, requests: 5 });
	});

	it('none for those that are near', async () => {
		const trigger = await untilExternalId();
		const ids = await waiting(trigger, [1, 0.5]);
		expect(await redelivered(trigger)).toEqual({ ids, requests: 0 });
	});

	it('also after a change of the date that windows go by', async () => {
		const trigger = await untilExternalId();
		const id = trigger.add({ madeAgo: 40 * HOUR });
		await trigger.pollAfter(2 * HOUR);
		trigger.sandbox.switches.serverDateParameter = { name: 'dateField', value: 'dateCreated' };
		trigger.set({ windowDate: 'dateCreated', sweepMs: 1_000 * HOUR });
		trigger.pass(5 * HOUR);
		expect(deliveries(await trigger.poll())).toEqual([`created ${id} #2`]);
	});

	it('also where the service ignores the parameter that should make it go by arrival', async () => {
		const trigger = await untilExternalId({ windowDate: 'dateCreated' });
		const id = trigger.add({ madeAgo: 40 * HOUR });
		expect(await trigger.pollAfter(2 * HOUR)).toEqual([`created ${id}`]);
		trigger.set({ sweepMs: 1_000 * HOUR });
		trigger.pass(5 * HOUR);
		expect(deliveries(await trigger.poll())).toEqual([`created ${id} #2`]);
	});

	it('over several polls where the time is short, and each order comes', async () => {
		const trigger = await untilExternalId();
		const hours = Array.from({ length: 60 }, (_, index) => 900 - 10 * index);
		const ids = await waiting(trigger, hours);
		trigger.budgetMs = 10_000;
		trigger.sandbox.switches.latency = 500;
		trigger.pass(31 * MINUTE);
		const came: string[] = [];
		for (let polls = 0; polls < 20; polls++) {
			came.push(...(await trigger.poll()).filter(({ delivery }) => delivery === 2).map(({ id }) => id));
			trigger.pass(MINUTE);
		}
		expect(came).toEqual(ids);
	});
});

it('while 5,000 orders wait, new ones are held back, and none is lost', async () => {
	const trigger = await untilExternalId(
		{ maxOrdersPerRun: 6_000, redeliverMs: 10 * HOUR },
		{ lines: { minimum: 0, maximum: 0 }, switches: { pageSize: 1_000, latency: 1 } },
	);
	const ids = Array.from({ length: 5_001 }, () => trigger.add());
	const came = (await trigger.drain(MINUTE, 3)).flat().map(({ id }) => id);
	expect(came).toEqual(ids.slice(0, 5_000));
	const deleted = ids[0] ?? '';
	trigger.sandbox.world.delete(BigInt(deleted));
	expect(await trigger.during(3 * MINUTE, MINUTE)).toEqual([`deleted ${deleted}`, `created ${ids.at(-1)}`]);
}, 60_000);
