/** What misleads the numbers or the clock that a trigger goes by: it may delay an order, but never lose or repeat one. */
import type { OrderRecord } from '../../../sandbox';
import {
	activated,
	DAY,
	HOUR,
	knowing,
	MINUTE,
	PAGE_SIZE,
	rewriteLists,
	told,
	TriggerFixture,
} from './fixture';

/** What comes in so many hours. */
async function comesIn(trigger: TriggerFixture, hours: number, every = HOUR): Promise<string[]> {
	const came: string[] = [];
	for (let past = 0; past < hours * HOUR; past += every) came.push(...(await trigger.pollAfter(every)));
	return came;
}

/** A known order that was made about so long ago. */
function orderOf(trigger: TriggerFixture, madeAgo: number): OrderRecord {
	const { records } = trigger.sandbox.world.index('created', 'mobileDateCreated');
	const found = records.find(
		({ mobileDateCreated }) => Math.abs(trigger.now - madeAgo - mobileDateCreated) < 20 * MINUTE,
	);
	if (!found) throw new Error('There is no such order');
	return found;
}

describe('A late order comes', () => {
	it.each<[string, (trigger: TriggerFixture) => void | Promise<void>]>([
		[
			'although one had been deleted before deletions were looked for',
			async (trigger) => {
				trigger.settings = { ...trigger.settings, events: ['created'] };
				trigger.sandbox.world.delete(orderOf(trigger, 20 * HOUR).id);
				await trigger.pollAfter(10 * MINUTE);
				trigger.settings = { ...trigger.settings, events: ['created', 'deleted'] };
			},
		],
		[
			'although the date of another was changed within what is read',
			(trigger) => {
				const { id } = orderOf(trigger, 59 * HOUR);
				trigger.sandbox.world.edit(id, { mobileDateCreated: trigger.now - 3 * HOUR });
			},
		],
		[
			'although the date of another was changed to long ago',
			(trigger) => {
				const { id } = orderOf(trigger, 30 * HOUR);
				trigger.sandbox.world.edit(id, { mobileDateCreated: trigger.now - 200 * HOUR });
			},
		],
		[
			'although another was deleted after its date had been changed',
			async (trigger) => {
				const { id } = orderOf(trigger, 40 * HOUR);
				trigger.sandbox.world.edit(id, { mobileDateCreated: trigger.now + 10 * HOUR });
				await trigger.pollAfter(HOUR);
				trigger.sandbox.world.delete(id);
			},
		],
		[
			'although the service counts no more than a page',
			(trigger) =>
				rewriteLists(trigger, ({ pagination }) => {
					pagination.totalCount = Math.min(PAGE_SIZE, Number(pagination.totalCount));
				}),
		],
	])('%s', async (_, mislead) => {
		const trigger = await knowing();
		await mislead(trigger);
		await comesIn(trigger, 2);
		const late = trigger.add({ madeAgo: 60 * HOUR });
		expect(await comesIn(trigger, 30)).toContain(`created ${late}`);
	});

	it('although the service knows nothing of the server date parameter', async () => {
		const trigger = await knowing({ settings: { windowDate: 'dateCreated' } });
		trigger.add({ madeAgo: 70 * HOUR });
		await comesIn(trigger, 10);
		const late = trigger.add({ madeAgo: 60 * HOUR });
		expect(await comesIn(trigger, 30)).toContain(`created ${late}`);
	});

	it.each([
		['the daily sweep was next', HOUR, 22],
		['polls are rarer than sweeps', 5 * HOUR, 5],
	])('although a deletion in mid-poll hid it when %s', async (_, every, hoursBefore) => {
		const trigger = await knowing();
		await comesIn(trigger, hoursBefore, every);
		const known = orderOf(trigger, 30 * HOUR);
		const late = trigger.add({ madeAgo: trigger.settings.lateSyncMs });
		// After the deleted list was read, before the orders are counted.
		trigger.sandbox.world.delete(known.id, trigger.now + every + 30);
		expect(await comesIn(trigger, 30, every)).toContain(`created ${late}`);
	});
});

describe('An order comes once', () => {
	it('although its date was changed to a later one', async () => {
		const trigger = await knowing();
		const { id } = orderOf(trigger, 60 * HOUR);
		trigger.sandbox.world.edit(id, { mobileDateCreated: trigger.now - HOUR });
		expect(await comesIn(trigger, 150, 2 * HOUR)).toEqual([]);
	});

	it('although a page lists it twice', async () => {
		const trigger = await knowing();
		const id = trigger.add({ madeAgo: 20 * MINUTE });
		rewriteLists(trigger, ({ salesOrders }) => {
			salesOrders.push(...salesOrders.filter((order) => String((order as { id: unknown }).id) === id));
		});
		expect(await comesIn(trigger, 3)).toEqual([`created ${id}`]);
	});
});

describe('A clock that is a month ahead for one poll', () => {
	it('makes no order lost or repeated, and redelivers what waits', async () => {
		const trigger = await activated({ settings: { delivery: 'untilExternalId' } });
		const first = trigger.add();
		expect(await comesIn(trigger, 0.1)).toEqual([`created ${first}`]);
		trigger.setClockAhead(30 * DAY);
		await trigger.poll();
		trigger.setClockAhead(0);
		const came: string[] = [];
		const ids: string[] = [];
		for (let orders = 0; orders < 30; orders++) {
			ids.push(trigger.add());
			came.push(...(await comesIn(trigger, 1, 20 * MINUTE)));
		}
		for (const id of [first, ...ids.slice(0, -2)]) expect(came).toContain(`created ${id}`);
	});
});

describe('Sweeps', () => {
	it('come every hour, although polls come every hour and n8n is never quite on time', async () => {
		const trigger = await activated({ start: Date.parse('2026-07-15T12:00:00.500Z') });
		const start = trigger.now;
		const began = new Set<number>();
		for (let hour = 1; hour <= 48; hour++) {
			trigger.timing.current = start + hour * HOUR + ((hour * 37) % 90);
			trigger.sandbox.switches.latency = 100 + ((hour * 113) % 900);
			await trigger.poll();
			began.add(trigger.state.lateOrders.lastBegan);
		}
		expect(began.size).toBe(48);
	});

	it('cost no more than to read everything, although orders are there from before the trigger', async () => {
		const trigger = new TriggerFixture({ sandbox: { switches: { pageSize: 10, latency: 20 } } });
		for (let number = 0; number < 24; number++)
			trigger.add({ dateCreated: trigger.now - (number + 1) * HOUR });
		await trigger.poll();
		for (let number = 1; number <= 300; number++)
			trigger.add({ dateCreated: trigger.now + (number * 40 * HOUR) / 300 });
		await comesIn(trigger, 41);
		trigger.requests();
		const pages = 33;
		for (let hour = 0; hour < 12; hour++) {
			expect(told(await trigger.poll())).toEqual([]);
			trigger.pass(HOUR);
			// The search that gives up, and the reading of everything after it.
			expect(trigger.requests().length).toBeLessThan(2 * pages + 10);
		}
	});
});
