/** Delivery until an external ID is set: orders that no reading shows any more (design 4). */
import type { Draft } from '../../../nodes/SalesOrderIntegration/trigger/draft';
import { leftOfWaiting } from '../../../nodes/SalesOrderIntegration/trigger/waiting';
import { NOON, SECOND } from '../../support/time';
import { refusalAhead } from '../../support/windowOf';
import { DAY, HOUR, MINUTE, rewriteLists } from './fixture';
import { deliverOne, itemsAfter } from './steps';
import { deliveries, redelivered, untilExternalId, waiting } from './untilExternalId';

describe('Orders that no reading shows are looked for in windows around them', () => {
	it.each(['mobileDateCreated', 'dateCreated'] as const)(
		'one call where the service goes by %s, in whatever sequence they were made and arrived',
		async (windowDate) => {
			const serverDateParameter =
				windowDate === 'dateCreated' ? { name: 'dateField', value: windowDate } : null;
			const trigger = await untilExternalId({ windowDate }, { switches: { serverDateParameter } });
			const ids = await waiting(trigger, [500.4, 500.2, 500], (index) => (5 + 0.4 * index) * HOUR);
			expect(await redelivered(trigger)).toEqual({ ids, requests: 1 });
		},
	);

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

	it('from the next date on where the one before it cannot be read', () => {
		const dates = [NOON, NOON + HOUR / 2];
		const waits = dates.map((at) => [String(at), { left: [at], deliveries: 1, last: 0 }] as const);
		const settings = { delivery: 'untilExternalId', redeliverMs: MINUTE };
		const draft = { began: NOON + DAY, settings, since: () => 0, memory: { waiting: new Map(waits) } };
		const left = leftOfWaiting(draft as unknown as Draft, [{ from: NOON, to: NOON + 5 * SECOND }]);
		expect(left).toEqual([{ from: NOON + HOUR / 2, to: NOON + HOUR / 2 + SECOND }]);
	});

	it('also behind the date of a phone that is ahead, where the service refuses what lies ahead', async () => {
		const trigger = await untilExternalId({ redeliverMs: 4 * HOUR, maxDeliveries: 3, lateSyncMs: 3 * HOUR });
		trigger.add({ madeAgo: -40 * DAY });
		const other = trigger.add({ madeAgo: 2 * HOUR });
		await trigger.pollAfter(MINUTE);
		trigger.sandbox.faults.decideBy(({ url }) => refusalAhead(url, trigger.now));
		await trigger.despite(48, HOUR);
		const reported = trigger.reports.flat().map(({ reason, aboutOrderId }) => `${reason} ${aboutOrderId}`);
		expect(reported).toContain(`notConfirmed ${other}`);
	});

	it('also after a change of the date that windows go by', async () => {
		const trigger = await untilExternalId();
		const id = trigger.add({ madeAgo: 40 * HOUR });
		await trigger.pollAfter(2 * HOUR);
		trigger.sandbox.switches.serverDateParameter = { name: 'dateField', value: 'dateCreated' };
		trigger.set({ windowDate: 'dateCreated', sweepMs: 1_000 * HOUR });
		expect(deliveries(await itemsAfter(trigger, 5 * HOUR))).toEqual([`created ${id} #2`]);
	});

	it('also where the service goes by arrival without being asked to', async () => {
		// Its own parameter is one that is always sent.
		const serverDateParameter = { name: 'deleted', value: 'false' };
		const trigger = await untilExternalId({ maxDeliveries: 3 }, { switches: { serverDateParameter } });
		const [id] = await waiting(trigger, [500], () => 5 * HOUR);
		for (const delivery of [2, 3]) {
			expect(deliveries(await itemsAfter(trigger, 13 * HOUR))).toEqual([`created ${id} #${delivery}`]);
		}
	});

	it('also more than a year ahead, where no reading looks', async () => {
		const serverDateParameter = { name: 'dateField', value: 'dateCreated' } as const;
		const trigger = await untilExternalId(
			{ windowDate: 'dateCreated' },
			{ switches: { serverDateParameter } },
		);
		const id = await deliverOne(trigger, { madeAgo: -400 * DAY });
		trigger.sandbox.switches.serverDateParameter = null;
		trigger.set({ windowDate: 'mobileDateCreated' });
		expect(deliveries(await itemsAfter(trigger, 31 * MINUTE))).toEqual([`created ${id} #2`]);
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
		expect(came.sort()).toEqual([...ids].sort());
	});

	it('and nothing is read again and again between two that cannot be read', async () => {
		const switches = { sortOrder: 'shuffled', pageSize: 10 } as const;
		const trigger = await untilExternalId({ sweepMs: 1_000 * HOUR }, { switches });
		for (const madeAgo of [40 * MINUTE, 20 * MINUTE])
			for (let orders = 0; orders < 12; orders++) trigger.add({ madeAgo });
		await trigger.despite(40, MINUTE);
		trigger.requests();
		await trigger.despite(1, 3 * HOUR);
		expect(trigger.requests().length).toBeLessThan(200);
	});

	it('and one that cannot be read keeps none of the others waiting', async () => {
		const trigger = await untilExternalId();
		const ids = await waiting(trigger, [900, 700, 500, 300, 100]);
		// Around the first of them.
		const path = /start=07%2F06%2F2026/;
		trigger.sandbox.faults.schedule({ path }, { kind: 'status', status: 500 }, { times: Infinity });
		trigger.pass(31 * MINUTE);
		const came = (await trigger.drain(MINUTE, 10)).flat().filter(({ delivery }) => delivery === 2);
		expect(came.map(({ id }) => id).sort()).toEqual(ids.slice(1).sort());
	});
});

describe('An order that a window around it does not show', () => {
	const stranger = { id: 5, mobileDateCreated: '2020-01-01T00:00:00Z', dateCreated: '2020-01-01T00:00:00Z' };
	const empty = (list: { pagination: Record<string, unknown>; salesOrders: unknown[] }) => {
		list.pagination.totalCount = 0;
		list.salesOrders = [];
	};

	it('has used up an attempt, and comes with the next', async () => {
		const trigger = await untilExternalId({ events: ['created'] });
		const [id] = await waiting(trigger, [500]);
		rewriteLists(trigger, empty, { deleted: false, path: /start=24%2F06%2F2026/ });
		expect(await trigger.pollAfter(HOUR)).toEqual([]);
		trigger.sandbox.faults.clear();
		expect(await trigger.pollAfter(30 * MINUTE)).toEqual([]);
		expect(deliveries(await itemsAfter(trigger, HOUR))).toEqual([`created ${id} #3`]);
	});

	it('has used up none where the window does not settle', async () => {
		const trigger = await untilExternalId({ events: ['created'] });
		const [id] = await waiting(trigger, [500]);
		let responses = 0;
		const misleading = (list: { pagination: Record<string, unknown>; salesOrders: unknown[] }) => {
			list.pagination.totalCount = 2;
			list.salesOrders = ++responses % 2 === 0 ? [] : [stranger];
		};
		rewriteLists(trigger, misleading, { deleted: false, path: /start=24%2F06%2F2026/ });
		const other = trigger.add();
		expect(await trigger.pollAfter(HOUR)).toEqual([`created ${other}`]);
		// A limited number of times, and not for as long as there is time.
		expect(responses).toBeLessThan(10);
		trigger.sandbox.faults.clear();
		expect(deliveries(await itemsAfter(trigger, 10 * MINUTE))).toContain(`created ${id} #2`);
	});

	it.each([
		[2, 7_000],
		[1, 9_000],
	])('comes to its end where a round can read %i windows, and each takes two', async (_, latency) => {
		const trigger = await untilExternalId({ events: ['created', 'attention'], maxDeliveries: 1 });
		const hours = Array.from({ length: 6 }, (_, index) => 400 - 10 * index);
		const ids = await waiting(trigger, hours, () => 300 * HOUR);
		rewriteLists(trigger, empty);
		trigger.budgetMs = 36_000;
		trigger.sandbox.switches.latency = latency;
		const { items } = await trigger.despite(16, 13 * HOUR);
		expect(items).toEqual([]);
		const reported = trigger.reports.flat().map(({ aboutOrderId }) => String(aboutOrderId));
		expect(reported.sort()).toEqual(ids.sort());
	});
});
