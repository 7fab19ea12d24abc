/** Changed settings: a wider window reads more, an added event counts from now (design 4, "State moves only at the end"). */
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { activated, DAY, HOUR, MINUTE, rewriteLists, told, TriggerFixture } from './fixture';
import { deliverOne } from './steps';

describe('Changed parameters', () => {
	it('a wider window reads more, and repeats nothing', async () => {
		const trigger = await activated({ settings: { lateSyncMs: 2 * HOUR } });
		for (let days = 0; days < 10; days++) {
			trigger.add();
			await trigger.during(DAY, 8 * HOUR);
		}
		const late = trigger.add({ madeAgo: 5 * DAY });
		expect((await trigger.drain(HOUR, 4)).flat()).toEqual([]);
		trigger.set({ lateSyncMs: 240 * HOUR });
		expect((await trigger.drain(HOUR, 4)).map(told)).toEqual([[`created ${late}`]]);
	});

	it('a smaller lateSyncHours counts at once, also for what has arrived and was not read yet', async () => {
		const trigger = await activated({ settings: { events: ['created'] } });
		await trigger.pollAfter(HOUR);
		const ids = [20, 60].map((hours) =>
			trigger.add({ madeAgo: hours * HOUR, dateCreated: trigger.now + MINUTE }),
		);
		trigger.pass(5 * MINUTE);
		trigger.set({ lateSyncMs: DAY });
		expect(await trigger.during(3 * HOUR, 10 * MINUTE)).toEqual([`created ${ids[0]}`]);
	});

	it('more deletedDays read more, and repeat nothing', async () => {
		const trigger = new TriggerFixture({ settings: { deletedMs: 2 * DAY } });
		const [old, recent] = [8, 1].map((days) => trigger.add({ dateCreated: trigger.now - days * DAY }));
		await trigger.poll();
		trigger.pass(HOUR);
		for (const id of [old, recent]) trigger.sandbox.world.delete(BigInt(id ?? 0));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${recent}`]);
		trigger.set({ deletedMs: 20 * DAY });
		expect(await trigger.pollAfter(HOUR)).toEqual([`deleted ${old}`]);
		expect(await trigger.during(25 * DAY, DAY)).toEqual([]);
	});

	it('more deletedDays repeat no deletion without a date that was forgotten', async () => {
		const trigger = await activated({ settings: { deletedMs: 3 * DAY } });
		rewriteLists(
			trigger,
			({ salesOrders }) => {
				for (const order of salesOrders as Array<Record<string, unknown>>) order.dateDeleted = null;
			},
			{ deleted: true },
		);
		const id = await deliverOne(trigger);
		trigger.sandbox.world.delete(BigInt(id));
		const items: string[] = [];
		for (let day = 0; day < 14; day++) {
			if (day === 11) trigger.set({ deletedMs: 30 * DAY });
			trigger.add();
			items.push(...(await trigger.during(DAY, 6 * HOUR)));
		}
		expect(items.filter((item) => item.startsWith('deleted'))).toEqual([`deleted ${id}`]);
	});

	describe.each(['fail', 'pause'])('count from when they are chosen, although polls %s then:', (how) => {
		const none = { filters: { customerCodes: 'none' } };
		const added = (event: string) => ({ events: ['created', event] });
		it.each<[string, Partial<TriggerSettings>, Array<Partial<TriggerSettings>>, string[]]>([
			['an event', {}, [added('deleted'), none], ['created 1002', 'deleted 1001']],
			['a filter, before an event', {}, [none, added('attention')], []],
			[
				'no filter any more, before an event',
				none,
				[{ filters: {} }, added('summary')],
				['created 1002', 'created 1003'],
			],
			['no filter for a while', none, [{ filters: {} }, none], ['created 1002']],
		])('%s', async (_, settings, changes, expected) => {
			const start = Date.parse('2026-07-19T03:50:00Z');
			const trigger = await activated({ start, settings: { events: ['created'], ...settings } });
			trigger.add();
			await trigger.pollAfter(MINUTE);
			if (how === 'pause') trigger.pass(30 * MINUTE);
			else trigger.sandbox.faults.schedule({}, { kind: 'status', status: 503 }, { times: Infinity });
			for (const change of changes) {
				trigger.set(change);
				await trigger.despite(1, MINUTE);
				trigger.pass(MINUTE);
				trigger.add();
			}
			trigger.sandbox.world.delete(1001);
			trigger.sandbox.faults.clear();
			expect((await trigger.during(5 * HOUR, 10 * MINUTE)).sort()).toEqual(expected);
		});
	});

	it('a filter that another process has seen counts until this one sees its former filter again', async () => {
		const trigger = await activated({ settings: { filters: { customerCodes: 'none' } } });
		trigger.restart();
		trigger.set({ filters: {} });
		await trigger.pollAfter(MINUTE);
		trigger.life--;
		const early = trigger.add();
		trigger.set({ filters: { customerCodes: 'none' } });
		expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([`created ${early}`]);
	});

	it('an event that is chosen while our clock is ahead misses nothing of the second in which that ends', async () => {
		const trigger = await activated({ settings: { events: ['deleted'] } });
		trigger.setClockAhead(2 * DAY);
		trigger.sandbox.faults.schedule({}, { kind: 'status', status: 503 }, { times: 20 });
		trigger.set({ events: ['created', 'deleted'] });
		await trigger.despite(1, MINUTE);
		trigger.sandbox.faults.clear();
		trigger.setClockAhead(0);
		// The poll begins and ends in the same second.
		expect(await trigger.pollAfter(MINUTE + 100 - (trigger.now % 1_000))).toEqual([]);
		await deliverOne(trigger);
	});

	it.each([
		['', 0],
		[', also if our clock jumps at the same time', 2 * DAY],
	])('an event that is added counts from now%s', async (_, aheadMs) => {
		const trigger = await activated({ settings: { events: ['deleted'] } });
		trigger.add();
		const gone = trigger.add();
		await trigger.pollAfter(HOUR);
		trigger.setClockAhead(aheadMs);
		trigger.set({ events: ['created', 'deleted', 'edited'] });
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		trigger.pass(MINUTE);
		const id = trigger.add({ dateCreated: trigger.now - aheadMs });
		trigger.sandbox.world.delete(BigInt(gone));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${gone}`, `created ${id}`]);
	});

	it('without the event deleted, a created list that lags brings no order again', async () => {
		const trigger = await activated();
		const { world, faults } = trigger.sandbox;
		const id = await deliverOne(trigger);
		const stale = structuredClone(world.find(BigInt(id)));
		world.delete(BigInt(id));
		rewriteLists(trigger, ({ salesOrders }) => salesOrders.push(stale));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
		trigger.set({ events: ['created'] });
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		faults.clear();
		expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([]);
	});

	it('an event that comes back after a month counts from now, without a backlog', async () => {
		const trigger = await activated({ settings: { events: ['created', 'deleted'] } });
		trigger.set({ events: ['deleted'] });
		for (let days = 0; days < 30; days++) {
			trigger.add();
			await trigger.pollAfter(DAY);
		}
		trigger.set({ events: ['created', 'deleted'] });
		trigger.requests();
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		expect(trigger.requests().length).toBeLessThanOrEqual(3);
		await deliverOne(trigger);
	});

	it('startFrom delivers all that arrived since then, once; changing it starts afresh', async () => {
		const trigger = new TriggerFixture();
		const ids = [9, 8, 7, 2, 1].map((days) => trigger.add({ dateCreated: trigger.now - days * DAY }));
		const created = ids.map((id) => `created ${id}`);
		trigger.settings.startFrom = { at: trigger.now - 7 * DAY - HOUR, text: 'a' };
		expect(told(await trigger.poll())).toEqual(created.slice(2));
		expect((await trigger.drain(HOUR, 4)).flat()).toEqual([]);
		trigger.set({ startFrom: { at: daysAgo(trigger, 9), text: 'b' } });
		expect((await trigger.drain(HOUR, 4)).map(told)).toEqual([created]);
		trigger.set({ startFrom: undefined });
		expect((await trigger.drain(HOUR, 4)).flat()).toEqual([]);
	});

	const windowDates: Array<[TriggerSettings['windowDate'], TriggerSettings['windowDate']]> = [
		['mobileDateCreated', 'dateCreated'],
		['dateCreated', 'mobileDateCreated'],
	];
	const sandbox = { switches: { serverDateParameter: { name: 'dateField', value: 'dateCreated' } } };

	it('a changed startFrom delivers again what arrived since, and forgets none that waits from before', async () => {
		const trigger = await activated({ settings: { delivery: 'untilExternalId' } });
		const before = trigger.add();
		trigger.pass(MINUTE);
		const at = trigger.now;
		const since = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${before}`, `created ${since}`]);
		trigger.set({ startFrom: { at, text: 'changed' } });
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${since}`]);
		expect(await trigger.pollAfter(30 * MINUTE)).toContain(`created ${before}`);
	});

	it.each(windowDates)('windows by %s and then by %s lose and repeat nothing', async (before, after) => {
		const trigger = await activated({ settings: { windowDate: before }, sandbox });
		const expected: string[] = [];
		const arrive = () => {
			for (const madeAgo of [0, 3 * HOUR, 60 * HOUR, -20 * HOUR])
				expected.push(`created ${trigger.add({ madeAgo })}`);
		};
		arrive();
		const came = await trigger.during(5 * HOUR, 30 * MINUTE);
		arrive();
		trigger.set({ windowDate: after });
		came.push(...(await trigger.pollAfter(30 * MINUTE)));
		arrive();
		came.push(...(await trigger.during(80 * HOUR, 2 * HOUR)));
		expect(came.sort()).toEqual(expected.sort());
	});

	it.each(windowDates)('nor do they in the middle of a backlog: %s, %s', async (before, after) => {
		const trigger = await activated({
			settings: { windowDate: before, maxOrdersPerRun: 30, checkTimeZone: false },
			sandbox: { switches: { ...sandbox.switches, pageSize: 10, latency: 1_000 } },
		});
		trigger.budgetMs = 12_000;
		const start = trigger.now;
		const expected = Array.from({ length: 120 }, (_, number) => {
			const madeAgo = [0, -3 * DAY, 2 * DAY][number % 3];
			return `created ${trigger.add({ dateCreated: start + number * 2 * HOUR, madeAgo })}`;
		});
		trigger.pass(10 * DAY);
		const came = await trigger.during(3 * MINUTE, MINUTE);
		trigger.set({ windowDate: after });
		came.push(...(await trigger.during(10 * HOUR, 10 * MINUTE)));
		expect(came.sort()).toEqual(expected.sort());
	});
});

function daysAgo(trigger: TriggerFixture, days: number): number {
	return trigger.now - days * DAY - 10 * HOUR;
}
