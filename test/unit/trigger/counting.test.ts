/** Sweeps that count instead of reading (design 4): what they cost, what they find, and when they do not do. */
import type { Fault, Switches } from '../../../sandbox';
import { switchChoices } from '../../../sandbox';
import { DAY, HOUR, knowing, MINUTE, ORDERS, PAGE_SIZE, rewriteLists, TriggerFixture } from './fixture';
import type { FixtureOptions } from './fixture';

const IDLE_POLL = 2;

/** Polls when a sweep is due; gives what came and the number of requests. */
async function sweep(trigger: TriggerFixture): Promise<{ ids: string[]; requests: number }> {
	trigger.pass(trigger.settings.sweepMs);
	const ids = (await trigger.poll()).map(({ id }) => id);
	return { ids, requests: trigger.requests().length };
}

/** From now on, the service counts the orders of its lists otherwise. */
function miscount(trigger: TriggerFixture, count: (totalCount: number) => number | string): void {
	rewriteLists(trigger, ({ pagination }) => {
		pagination.totalCount = count(Number(pagination.totalCount));
	});
}

describe('A sweep', () => {
	it('that finds nothing costs no more than an idle poll, however many orders it looks at', async () => {
		const trigger = await knowing();
		for (let hours = 0; hours < 10; hours++)
			expect(await sweep(trigger)).toEqual({ ids: [], requests: IDLE_POLL });
	});

	it('finds new orders along with late ones', async () => {
		const trigger = await knowing();
		trigger.pass(trigger.settings.sweepMs - MINUTE);
		const ids = [trigger.add({ madeAgo: 30 * MINUTE }), trigger.add()];
		expect(await trigger.pollAfter(MINUTE)).toEqual(ids.map((id) => `created ${id}`));
		expect(trigger.requests()).toHaveLength(IDLE_POLL);
		expect(await sweep(trigger)).toEqual({ ids: [], requests: IDLE_POLL });
	});

	const sortOrders = switchChoices.sortOrder.filter((order) => order !== 'shuffled');
	it.each(sortOrders)('finds a late order in a few calls where lists are sorted by %s', async (sortOrder) => {
		const trigger = await knowing({ sandbox: { switches: { sortOrder } as Partial<Switches> } });
		for (const hours of [0, 5, 20, 40, 60, 71]) {
			trigger.pass(10 * MINUTE);
			const id = trigger.add({ madeAgo: hours * HOUR + 50 * MINUTE });
			const { ids, requests } = await sweep(trigger);
			expect(ids).toEqual([id]);
			// Twenty pages: halving finds one of them in five.
			expect(requests).toBeLessThanOrEqual(IDLE_POLL + 6);
		}
	});

	it('finds several late orders wherever they lie', async () => {
		const trigger = await knowing();
		const ids = [3, 17, 29, 30, 66].map((hours) => trigger.add({ madeAgo: hours * HOUR }));
		const found = await sweep(trigger);
		expect(found.ids).toEqual(ids);
		expect(found.requests).toBeLessThan(ORDERS / PAGE_SIZE);
	});

	it('is not misled by orders of the full hour, which lie in both halves of a window', async () => {
		const trigger = await knowing({ settings: { maxOrdersPerRun: 1_000 } });
		const fullHour = Math.floor(trigger.now / HOUR) * HOUR;
		for (let hours = 1; hours < 70; hours++) trigger.add({ mobileDateCreated: fullHour - hours * HOUR });
		await trigger.drain(HOUR);
		for (const hours of [65, 50, 35, 20, 15, 12]) {
			const id = trigger.add({ madeAgo: hours * HOUR + 25 * MINUTE });
			expect((await sweep(trigger)).ids).toEqual([id]);
		}
	});

	it('finds a restored order, which is new to the list', async () => {
		const trigger = await knowing();
		const { world } = trigger.sandbox;
		const [first] = world.index('created', 'mobileDateCreated').records.slice(20);
		if (!first) throw new Error('There are no orders');
		world.delete(first.id);
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`deleted ${first.id}`]);
		world.restore(first.id);
		expect((await sweep(trigger)).ids).toEqual([String(first.id)]);
	});

	it('is not misled by a deletion that came along with a late order', async () => {
		const trigger = await knowing();
		const { world } = trigger.sandbox;
		for (let number = 0; number < 5; number++) {
			const [known] = world.index('created', 'mobileDateCreated').records.slice(10 + 20 * number);
			world.delete(known?.id ?? 0);
			const id = trigger.add({ madeAgo: 40 * HOUR });
			trigger.pass(trigger.settings.sweepMs);
			expect((await trigger.poll()).map((item) => `${item.event} ${item.id}`).sort()).toEqual(
				[`created ${id}`, `deleted ${known?.id}`].sort(),
			);
		}
	});

	it('that a deletion misled while the poll was reading finds the order next time, at the edge of lateSyncHours too', async () => {
		const trigger = await knowing();
		const { world } = trigger.sandbox;
		const [known] = world.index('created', 'mobileDateCreated').records.slice(100);
		const late = trigger.add({ madeAgo: trigger.settings.lateSyncMs });
		// After the deleted list was read, before the orders are counted.
		world.delete(known?.id ?? 0, trigger.now + trigger.settings.sweepMs + 30);
		expect((await sweep(trigger)).ids).toEqual([]);
		expect((await sweep(trigger)).ids.sort()).toEqual([late, String(known?.id)].sort());
	});

	it('reads everything where more is new than there are pages', async () => {
		const trigger = await knowing({ settings: { maxOrdersPerRun: 1_000 } });
		const ids = Array.from({ length: 150 }, (_, number) =>
			trigger.add({ madeAgo: (number + 1) * 20 * MINUTE }),
		);
		const found = await sweep(trigger);
		expect(found.ids.sort()).toEqual(ids.sort());
		expect(found.requests).toBeLessThan(1.5 * ((ORDERS + 150) / PAGE_SIZE));
	});

	it('reads an hour that has more orders than a page', async () => {
		const trigger = await knowing();
		const ids = Array.from({ length: 35 }, () => trigger.add({ madeAgo: 10 * HOUR + 30 * MINUTE }));
		expect((await sweep(trigger)).ids.sort()).toEqual(ids.sort());
		const late = trigger.add({ madeAgo: 11 * HOUR + 30 * MINUTE });
		expect((await sweep(trigger)).ids).toEqual([late]);
	});

	it('hands over no more than maxOrdersPerRun, the first that came, and the rest at the next polls', async () => {
		const trigger = await knowing({ settings: { maxOrdersPerRun: 4 } });
		const ids: string[] = [];
		for (let number = 0; number < 10; number++) {
			trigger.pass(MINUTE);
			ids.push(trigger.add({ madeAgo: ((number % 5) + 1) * 9 * HOUR }));
		}
		const first = await sweep(trigger);
		const others = (await trigger.drain(MINUTE)).flat().map(({ id }) => id);
		expect([first.ids.length, ...first.ids, ...others]).toEqual([4, ...ids]);
	});

	it('goes on in the next polls when its time is over', async () => {
		const trigger = await knowing();
		trigger.budgetMs = 20_000;
		trigger.sandbox.switches.latency = 3_000;
		const ids = [3, 17, 29, 66].map((hours) => trigger.add({ madeAgo: hours * HOUR }));
		trigger.pass(trigger.settings.sweepMs);
		const found: string[] = [];
		for (let polls = 0; polls < 40 && found.length < ids.length; polls++) {
			trigger.pass(MINUTE);
			found.push(...(await trigger.poll()).map(({ id }) => id));
		}
		expect(found.sort()).toEqual(ids.sort());
	});
});

describe('Counts that do not tell', () => {
	const sweepOfAll = ORDERS / PAGE_SIZE;

	it.each([
		['too low', (count: number) => Math.max(0, count - 7)],
		['no numbers', () => 'many'],
	])('because they are %s: everything is read', async (_, count) => {
		const trigger = await knowing();
		miscount(trigger, count);
		const id = trigger.add({ madeAgo: 33 * HOUR });
		expect((await trigger.drain(HOUR, 1)).flat().map((item) => item.id)).toEqual([id]);
	});

	it('because the service does not count an order that it lists: everything is read once a day', async () => {
		const trigger = await knowing();
		await sweep(trigger);
		const id = trigger.add({ madeAgo: 33 * HOUR });
		miscount(trigger, (count) => (count > ORDERS / 2 ? count - 1 : count));
		expect(await sweep(trigger)).toEqual({ ids: [], requests: IDLE_POLL });
		const came: string[] = [];
		for (let hours = 0; hours < 24; hours++) came.push(...(await sweep(trigger)).ids);
		expect(came).toEqual([id]);
	});

	it.each([
		['edits are looked for', { events: ['created', 'deleted', 'edited'] as const }],
		['deletions are not', { events: ['created'] as const }],
		['deletions are not looked for as far back', { deletedMs: 2 * DAY }],
	])('because %s: everything is read', async (_, settings) => {
		const trigger = await knowing({ settings: settings as unknown as FixtureOptions['settings'] });
		expect((await sweep(trigger)).requests).toBeGreaterThan(sweepOfAll);
	});

	it('because not all deletions could be handed over yet: everything is read, and a deletion hides no late order', async () => {
		const trigger = await knowing();
		trigger.settings.maxOrdersPerRun = 2;
		const deleted = trigger.sandbox.world.index('created', 'mobileDateCreated').records.slice(100, 102);
		for (const { id } of deleted) trigger.sandbox.world.delete(id);
		const late = trigger.add({ madeAgo: 33 * HOUR });
		expect((await sweep(trigger)).ids).toContain(late);
	});

	it('because dates cannot be read: such an order does not count, and its deletion makes nothing count any more', async () => {
		const trigger = await knowing();
		const { world, faults } = trigger.sandbox;
		const counted = () => Object.values(trigger.state.ordersByHour).reduce((sum, count) => sum + count, 0);
		const before = counted();
		const id = trigger.add();
		const noDate: Fault = { kind: 'wrongTypes', values: { mobileDateCreated: 'yesterday' } };
		faults.schedule({}, noDate, { times: Infinity });
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
		expect(counted()).toBe(before);
		world.delete(BigInt(id));
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`deleted ${id}`]);
		expect(counted()).toBe(0);
		faults.clear();
		const late = trigger.add({ madeAgo: 33 * HOUR });
		expect((await sweep(trigger)).ids).toEqual([late]);
	});

	it('because orders are there that came before the trigger: everything is read, none of them handed over', async () => {
		const trigger = new TriggerFixture({ sandbox: { switches: { pageSize: PAGE_SIZE } } });
		for (let number = 1; number <= 100; number++)
			trigger.add({ dateCreated: trigger.now - number * 20 * MINUTE });
		await trigger.poll();
		const late = trigger.add({ madeAgo: 20 * HOUR });
		for (let hours = 0; hours < 5; hours++) {
			expect((await sweep(trigger)).ids).toEqual(hours === 0 ? [late] : []);
		}
	});

	it('because windows are on another date now: everything is read until they are known by that one', async () => {
		const trigger = await knowing({
			sandbox: { switches: { serverDateParameter: { name: 'dateField', value: 'dateCreated' } } },
		});
		trigger.settings = { ...trigger.settings, windowDate: 'dateCreated' };
		expect((await sweep(trigger)).requests).toBeGreaterThan(sweepOfAll);
		const { requests } = await trigger.drain(10 * HOUR, 12).then(async () => {
			trigger.requests();
			return await sweep(trigger);
		});
		expect(requests).toBe(IDLE_POLL);
	});
});
