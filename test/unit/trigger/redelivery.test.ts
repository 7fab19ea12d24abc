/** Delivery until an external ID is set (design 4, "The workflow fails after the trigger"). */
import { SECOND } from '../../support/time';
import { refusalAhead, windowOf } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, rewriteLists, serviceState, type TriggerFixture } from './fixture';
import { itemsAfter } from './steps';
import { deliveredOnce, deliveries, untilExternalId, waiting } from './untilExternalId';

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

describe('The waits before the next delivery', () => {
	it('double from 30 minutes to 12 hours; the last ends with the report', async () => {
		const trigger = await untilExternalId({ maxDeliveries: 7 });
		trigger.add();
		expect(await waits(trigger, 2)).toEqual([0.5, 1, 2, 4, 8, 12, 12]);
		expect(trigger.reports).toHaveLength(1);
	});

	it('are never shorter than redeliverMinutes, even beyond 12 hours', async () => {
		const trigger = await untilExternalId({ redeliverMs: 13 * HOUR, maxDeliveries: 3 });
		trigger.add();
		expect(await waits(trigger, 3)).toEqual([13, 13, 13]);
	});

	it('are over for a poll that begins a moment early, and not for that of the delivery', async () => {
		const { trigger, id } = await deliveredOnce();
		expect(await trigger.pollAfter(30 * MINUTE - SECOND)).toEqual([`created ${id}`]);
		trigger.set({ redeliverMs: SECOND });
		const other = trigger.add();
		expect(await trigger.pollAfter(2 * SECOND)).toEqual([`created ${id}`, `created ${other}`]);
	});
});

describe('After maxDeliveries', () => {
	it.each(['9007199254740993', '007', '0x10', '1e3', 'NaN'])('an ID %s is reported as text', async (sent) => {
		const trigger = await untilExternalId({ maxDeliveries: 1 });
		trigger.sandbox.world.distort(BigInt(trigger.add()), { id: sent });
		await trigger.during(HOUR, 10 * MINUTE);
		expect(trigger.reports.flat().filter(({ reason }) => reason === 'notConfirmed')).toMatchObject([
			{ aboutOrderId: sent },
		]);
	});
});

it.each([null, 'yesterday'])('An order whose phone date is %p comes as often as any other', async (date) => {
	const trigger = await untilExternalId({ maxDeliveries: 3 });
	const id = trigger.add({ madeAgo: 5 * HOUR });
	const came = date === null ? [] : await trigger.during(70 * MINUTE, 10 * MINUTE);
	trigger.sandbox.world.distort(BigInt(id), { mobileDateCreated: date });
	came.push(...(await trigger.during(4 * HOUR, 10 * MINUTE)));
	expect(came).toEqual(Array.from({ length: 3 }, () => `created ${id}`));
	rewriteLists(trigger, (list) => void (list.salesOrders = []));
	await trigger.during(DAY, HOUR);
	expect(trigger.reports.flat()).toContainEqual(expect.objectContaining({ reason: 'notConfirmed' }));
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

	it('if it arrives with an external ID, which is reported; it does not come with `once` either', async () => {
		const trigger = await untilExternalId();
		const id = trigger.add({ externalId: 'ERP-1' });
		expect(await trigger.during(3 * HOUR, 30 * MINUTE)).toEqual([]);
		expect(trigger.reports).toMatchObject([[{ reason: 'confirmedElsewhere', aboutOrderId: Number(id) }]]);
		trigger.set({ delivery: 'once' });
		expect(await trigger.during(3 * HOUR, 30 * MINUTE)).toEqual([]);
	});

	it.each(['null', 'empty', 'absent'] as const)('but not while that is %s', async (externalIdWhenUnset) => {
		const { trigger, id } = await deliveredOnce({}, { switches: { externalIdWhenUnset } });
		expect(deliveries(await itemsAfter(trigger, HOUR))).toEqual([`created ${id} #2`]);
	});

	it('not by the external ID from before its deletion, when it was restored', async () => {
		const { trigger, id } = await deliveredOnce();
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
		const { trigger, id } = await deliveredOnce();
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		const [item] = await itemsAfter(trigger, HOUR);
		expect(item).toMatchObject({ id, delivery: 2, order: { sellerComment: 'changed' } });
	});

	it('is not followed by the same edit as an edit', async () => {
		const trigger = await untilExternalId({ events: ['created', 'edited'], sweepMs: 30 * HOUR });
		const id = trigger.add({ madeAgo: 20 * HOUR });
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		trigger.set({ sweepMs: HOUR });
		expect(await trigger.pollAfter(HOUR)).toEqual([`created ${id}`]);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		expect(deliveries(await itemsAfter(trigger, 40 * MINUTE))).toEqual([`created ${id} #2`]);
		trigger.sandbox.world.setExternalId(BigInt(id), 'ERP-1');
		expect((await trigger.drain(HOUR, 5)).flat()).toEqual([]);
	});

	it('does not make an edit of an earlier change when edits are chosen later', async () => {
		const { trigger, id } = await deliveredOnce();
		expect(deliveries(await itemsAfter(trigger, 40 * MINUTE))).toEqual([`created ${id} #2`]);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		trigger.set({ events: ['created', 'edited'] });
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
	});
});

describe('An order that is deleted while it waits', () => {
	it('was delivered, however long it waits', async () => {
		const trigger = await untilExternalId();
		const id = trigger.add();
		for (let day = 0; day < 7; day++) {
			await trigger.pollAfter(DAY);
			trigger.add({ externalId: 'ERP' });
		}
		// It is forgotten as others are, so that the state stays small.
		expect(Object.keys(serviceState(trigger).memory.orders)).not.toContain('2026-07-15');
		trigger.sandbox.world.delete(BigInt(id));
		expect(await itemsAfter(trigger, DAY)).toContainEqual(expect.objectContaining({ id, delivered: true }));
	});

	it('comes as deleted, and not again', async () => {
		const { trigger, id } = await deliveredOnce();
		trigger.sandbox.world.delete(BigInt(id));
		expect((await trigger.drain(30 * MINUTE, 50)).flat().map(({ event }) => event)).toEqual(['deleted']);
		expect(trigger.reports).toEqual([]);
	});

	it.each([
		['made just now', 0],
		['made long ago', 30 * DAY],
	])('is reported as no longer listed where deletions are not chosen: %s', async (_, madeAgo) => {
		const trigger = await untilExternalId({ events: ['created', 'attention'], maxDeliveries: 2 });
		const [id] = await waiting(trigger, [madeAgo / HOUR]);
		trigger.sandbox.world.delete(BigInt(id ?? 0));
		expect(await trigger.during(2 * DAY, HOUR)).toEqual([]);
		const message = expect.stringContaining('no longer listed') as unknown;
		const report = { reason: 'notConfirmed', aboutOrderId: Number(id), message };
		expect(trigger.reports).toMatchObject([[report]]);
	});
});

describe('Silence ends no waiting', () => {
	const came = async (trigger: TriggerFixture, ms: number) => {
		const items: string[] = [];
		for (const end = trigger.now + ms; trigger.now < end;) {
			items.push(...deliveries(await itemsAfter(trigger, 10 * MINUTE)));
		}
		return items;
	};

	it('deleted and restored while it waits, where deletions are not chosen: it comes again', async () => {
		const { trigger, id } = await deliveredOnce({ events: ['created', 'attention'] });
		trigger.sandbox.world.delete(BigInt(id));
		expect(await came(trigger, 2 * HOUR)).toEqual([]);
		trigger.sandbox.world.restore(BigInt(id));
		expect(await came(trigger, 10 * HOUR)).toContain(`created ${id} #4`);
	});

	it('its phone date changes: it comes again as soon as a reading shows it', async () => {
		const trigger = await untilExternalId();
		const id = trigger.add({ madeAgo: 40 * HOUR });
		expect(await trigger.pollAfter(2 * HOUR)).toEqual([`created ${id}`]);
		trigger.sandbox.world.edit(BigInt(id), { mobileDateCreated: trigger.now - 60 * HOUR });
		const items = await came(trigger, 20 * HOUR);
		expect(items.length).toBeGreaterThanOrEqual(3);
		expect(trigger.reports).toEqual([]);
	});

	it('a poll whose lists are all empty, as of a replica that lags, forgets nobody', async () => {
		const trigger = await untilExternalId();
		const ids = [trigger.add(), trigger.add({ madeAgo: HOUR })];
		await trigger.pollAfter(MINUTE);
		rewriteLists(trigger, (list) =>
			Object.assign(list, { salesOrders: [], pagination: { page: 1, totalPages: 1, totalCount: 0 } }),
		);
		await trigger.pollAfter(40 * MINUTE);
		trigger.sandbox.faults.clear();
		const items = await came(trigger, 3 * HOUR);
		expect(items).toEqual(expect.arrayContaining(ids.map((id) => `created ${id} #3`)));
	});

	it('an order without a phone date waits for as long as the latest orders cannot be read', async () => {
		const trigger = await untilExternalId({ maxDeliveries: 1 });
		const { world, faults } = trigger.sandbox;
		world.distort(BigInt(trigger.add()), { mobileDateCreated: null });
		await trigger.pollAfter(MINUTE);
		const [fault, since] = [{ kind: 'status', status: 503 } as const, trigger.now - HOUR];
		faults.decideBy(({ url }) => (windowOf(url)[1] > since ? fault : undefined));
		await trigger.despite(24, HOUR);
		expect(trigger.reports.flat()).not.toContainEqual(expect.objectContaining({ reason: 'notConfirmed' }));
	});

	it('an order without a phone date that is gone is looked for no more, also where what lies ahead is refused', async () => {
		const trigger = await untilExternalId({ maxDeliveries: 2, events: ['created', 'attention'] });
		const id = BigInt(trigger.add());
		trigger.sandbox.world.distort(id, { mobileDateCreated: null });
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.world.delete(id);
		trigger.sandbox.faults.decideBy(({ url }) => refusalAhead(url, trigger.now));
		await trigger.despite(12, HOUR);
		expect(trigger.reports.flat().at(-1)).toMatchObject({ reason: 'notConfirmed', aboutOrderId: Number(id) });
	});

	it.each([
		['early', 'America/Bogota'],
		['late', 'America/Denver'],
	])('windows an hour %s: every order comes again, is confirmed or reported', async (_, credentialZone) => {
		const delivery = { delivery: 'untilExternalId', maxDeliveries: 4 } as const;
		const trigger = await activated({
			settings: { events: ['created', 'attention'], checkTimeZone: false, ...delivery },
			credentialZone,
		});
		const confirmed = trigger.add({ madeAgo: 30 * HOUR });
		const other = trigger.add({ madeAgo: 30 * HOUR + MINUTE });
		expect(await came(trigger, HOUR)).toHaveLength(2);
		trigger.sandbox.world.setExternalId(BigInt(confirmed), 'ERP-1');
		await came(trigger, 12 * HOUR);
		expect(trigger.reports.flat()).toMatchObject([{ reason: 'notConfirmed', aboutOrderId: Number(other) }]);
	});
});

it.each<[string, Partial<TriggerFixture['settings']>]>([
	['`once`', { delivery: 'once' }],
	['deletions alone', { events: ['deleted', 'attention'] }],
])('A trigger that is switched to %s and back forgets nobody', async (_, settings) => {
	const { trigger, id } = await deliveredOnce();
	const { events } = trigger.settings;
	trigger.set(settings);
	expect(await trigger.during(3 * DAY, HOUR)).toEqual([]);
	expect(trigger.reports).toEqual([]);
	trigger.set({ events, delivery: 'untilExternalId' });
	expect(deliveries(await itemsAfter(trigger, MINUTE))).toEqual([`created ${id} #2`]);
});

it('An order that was confirmed is confirmed for good, also if its external ID is taken away', async () => {
	const { trigger, id } = await deliveredOnce();
	trigger.sandbox.world.setExternalId(BigInt(id), 'ERP-1');
	await trigger.pollAfter(10 * MINUTE);
	trigger.sandbox.world.setExternalId(BigInt(id), undefined);
	expect(await trigger.during(3 * DAY, HOUR)).toEqual([]);
	expect(trigger.reports).toEqual([]);
});
