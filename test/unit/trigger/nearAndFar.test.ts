/** How the trigger reads: which orders the near part finds at every poll, and which the far part (design 4, table). */
import { NEAR } from '../../support/time';
import { activated, allRead, DAY, HOUR, MINUTE, told, TriggerFixture } from './fixture';

/** When an item came: with the next poll, with the next far reading, or never. */
async function cameWith(trigger: TriggerFixture, item: string): Promise<string> {
	if ((await trigger.pollAfter(10 * MINUTE)).includes(item)) return 'near';
	return (await trigger.during(2 * HOUR, HOUR)).includes(item) ? 'far' : 'never';
}

describe('An order that arrives now', () => {
	it.each<[string, string, (began: number) => number]>([
		['as far back as the last reading looks', 'near', (began) => began - NEAR],
		['a minute earlier', 'far', (began) => began - NEAR - MINUTE],
		['lateSyncHours before the last reading began', 'far', (began) => began - 72 * HOUR],
		['a minute before that', 'never', (began) => began - 72 * HOUR - MINUTE],
		['one day ahead', 'near', (began) => began + DAY],
		['almost one leap year ahead', 'near', (began) => began + 366 * DAY],
		['more than one year ahead', 'never', (began) => began + 367 * DAY],
		['in 1970, at midnight in Auckland', 'far', () => Date.UTC(1969, 11, 31, 12)],
		['in 2000', 'far', () => Date.UTC(2000, 0, 1)],
		['at the end of 2001', 'far', () => Date.UTC(2001, 11, 31, 23, 59)],
		['in 2005', 'never', () => Date.UTC(2005, 0, 1)],
	])('and was made %s comes with: %s', async (_, expected, madeAt) => {
		const { trigger, began } = await allRead();
		trigger.pass(5 * MINUTE);
		const id = trigger.add({ mobileDateCreated: madeAt(began) });
		expect(await cameWith(trigger, `created ${id}`)).toBe(expected);
	});

	it('from a phone that is more than a year ahead comes when its time has come', async () => {
		const trigger = await activated();
		const id = trigger.add({ madeAgo: -370 * DAY });
		expect(await trigger.pollAfter(HOUR)).toEqual([]);
		expect(await trigger.during(8 * DAY, DAY)).toEqual([`created ${id}`]);
	});
});

it.each<[string, string, (began: number) => number]>([
	['lateSyncHours before the last reading began', 'near', (began) => began - 72 * HOUR],
	['a minute before that', 'far', (began) => began - 72 * HOUR - MINUTE],
	['deletedDays before the last reading began', 'far', (began) => began - 30 * DAY],
	['a minute before that', 'never', (began) => began - 30 * DAY - MINUTE],
	['almost one year ahead', 'near', (began) => began + 365 * DAY],
	['in 1970', 'far', () => Date.UTC(1970, 0, 1)],
])('A deletion that happens now, of an order made %s, comes with: %s', async (_, expected, madeAt) => {
	const { trigger, began } = await allRead();
	const id = trigger.add({ dateCreated: began - 31 * DAY, mobileDateCreated: madeAt(began) });
	trigger.pass(5 * MINUTE);
	trigger.sandbox.world.delete(BigInt(id));
	expect(await cameWith(trigger, `deleted ${id}`)).toBe(expected);
});

describe('Readings look back from when the last complete one began', () => {
	it.each<[string, (trigger: TriggerFixture) => Promise<unknown>]>([
		['n8n was off', async (trigger) => await Promise.resolve(trigger.pass(2 * DAY))],
		[
			'all calls failed',
			async (trigger) => {
				trigger.sandbox.faults.decideBy(() => ({ kind: 'status', status: 403 }));
				expect((await trigger.despite(48, HOUR)).failures).toHaveLength(48);
				trigger.sandbox.faults.clear();
			},
		],
	])('when %s for two days, the oldest late order and deletion come', async (_, outage) => {
		const { trigger, began } = await allRead();
		const madeLate = trigger.add({ dateCreated: began + DAY, mobileDateCreated: began - 72 * HOUR });
		const deleted = trigger.add({ dateCreated: began - 30 * DAY });
		trigger.sandbox.world.delete(BigInt(deleted), began + DAY);
		await outage(trigger);
		expect(told(await trigger.poll()).sort()).toEqual([`created ${madeLate}`, `deleted ${deleted}`]);
	});

	it('the first time, they look back from the starting point', async () => {
		const trigger = new TriggerFixture();
		const activatedAt = trigger.now;
		trigger.sandbox.faults.decideBy(() => ({ kind: 'status', status: 403 }));
		await expect(trigger.poll()).rejects.toThrow();
		trigger.sandbox.faults.clear();
		const arrival = { dateCreated: activatedAt + MINUTE };
		const near = trigger.add({ ...arrival, mobileDateCreated: activatedAt - NEAR });
		const far = trigger.add({ ...arrival, mobileDateCreated: activatedAt - 72 * HOUR });
		trigger.add({ ...arrival, mobileDateCreated: activatedAt - 72 * HOUR - MINUTE });
		expect(await trigger.pollAfter(50 * MINUTE)).toEqual([`created ${near}`]);
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([`created ${far}`]);
	});

	it('the far part comes every hour, although polls come every hour and n8n is never quite on time', async () => {
		const start = Date.parse('2026-07-15T12:00:00.500Z');
		const trigger = await activated({ start, settings: { checkTimeZone: false } });
		const { now } = trigger;
		for (let hour = 1; hour <= 48; hour++) {
			trigger.timing.current = now + hour * HOUR + ((hour * 37) % 90);
			trigger.sandbox.switches.latency = 100 + ((hour * 113) % 900);
			trigger.requests();
			await trigger.poll();
			expect(trigger.requests()).toHaveLength(6);
		}
	});
});

it.each([0, 2, 5])('A late order of a backlog comes although n8n is then off for %i days', async (days) => {
	const trigger = await activated({
		settings: { lateSyncMs: DAY, maxOrdersPerRun: 4 },
		sandbox: { switches: { pageSize: 2, latency: 300 } },
	});
	trigger.budgetMs = 10_000;
	trigger.pass(2 * HOUR);
	for (let number = 0; number < 40; number++) trigger.add({ madeAgo: (100 - 2 * number) * MINUTE });
	expect(await trigger.poll()).toHaveLength(4);
	// Made before what this near reading still has to read, and before where the next one begins.
	trigger.pass(HOUR);
	const late = trigger.add({ madeAgo: 4.5 * HOUR });
	trigger.pass(days * DAY);
	expect(told((await trigger.drain(20 * MINUTE, 8)).flat())).toContain(`created ${late}`);
});
