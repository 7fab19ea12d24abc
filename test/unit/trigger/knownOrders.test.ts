/** What is known although it is no longer remembered: the horizon (design 4, "What is new"). */
import { windowOf } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, serviceState } from './fixture';
import { activatedWithOrder, itemsAfter } from './steps';

/** A busy trigger of so many days. Gives its orders, the oldest first, and the horizons that it had. */
async function busy(days: number, madeAgo = 0) {
	const trigger = await activated({ settings: { checkTimeZone: false } });
	const ids: string[] = [];
	const horizons: number[] = [];
	for (let half = 0; half < 2 * days; half++) {
		ids.push(trigger.add({ madeAgo }));
		await trigger.during(12 * HOUR, 3 * HOUR);
		horizons.push(serviceState(trigger).horizon);
	}
	return { trigger, ids, horizons };
}

it('The horizon follows a day behind the late part, never moves back, and stays a day behind the latest arrival', async () => {
	const { trigger, horizons } = await busy(8);
	expect(horizons).toEqual([...horizons].sort((one, other) => one - other));
	expect(trigger.now - (horizons.at(-1) ?? 0)).toBeLessThanOrEqual(4 * DAY + 4 * HOUR);
	const { latestArrival } = serviceState(trigger);
	await trigger.during(20 * DAY, 6 * HOUR);
	expect(serviceState(trigger).horizon).toBe(latestArrival - DAY);
	trigger.set({ lateSyncMs: 20 * DAY });
	await trigger.during(DAY, 6 * HOUR);
	expect(serviceState(trigger).horizon).toBe(latestArrival - DAY);
});

it('What is remembered does not grow from week to week', async () => {
	const { trigger } = await busy(8);
	const size = () => Object.values(serviceState(trigger).memory.orders).flat().join().length;
	const before = size();
	for (let half = 0; half < 14; half++) {
		trigger.add();
		await trigger.during(12 * HOUR, 3 * HOUR);
	}
	expect(size()).toBeLessThanOrEqual(1.2 * before);
});

it.each([10, 40])('It does not stay ahead where both clocks were, by %d days: orders come', async (days) => {
	const { trigger } = await busy(1);
	const setBothAhead = (ms: number) => {
		trigger.setClockAhead(ms);
		trigger.clockSkewMs = ms;
	};
	setBothAhead(days * DAY);
	trigger.add();
	await trigger.during(3 * HOUR, HOUR);
	setBothAhead(0);
	const expected = [trigger.add()];
	const came = await trigger.during(2 * HOUR, HOUR);
	expected.push(trigger.add());
	came.push(...(await trigger.during(2 * HOUR, HOUR)));
	expect(came).toEqual(expect.arrayContaining(expected.map((id) => `created ${id}`)));
});

it('It stays where one clock is ten days behind: nothing old comes', async () => {
	const { trigger } = await busy(15);
	trigger.clockSkewMs = -10 * DAY;
	expect(await trigger.during(2 * HOUR, HOUR)).toEqual([]);
	trigger.clockSkewMs = 0;
	expect(await trigger.during(2 * HOUR, HOUR)).toEqual([]);
	trigger.setClockAhead(-10 * DAY);
	expect(await trigger.during(2 * HOUR, HOUR)).toEqual([]);
});

it.each([
	['a week ahead', 7 * DAY],
	['to now', 0],
	['an hour back', -HOUR],
	['a day back', -DAY],
])(
	'An old order whose phone date moves %s comes no more; its deletion says not false',
	async (_, aheadMs) => {
		const { trigger, ids } = await busy(9);
		const [id = ''] = ids;
		trigger.sandbox.world.edit(BigInt(id), { mobileDateCreated: trigger.now + aheadMs });
		expect(await trigger.during(10 * DAY, 3 * HOUR)).toEqual([]);
		trigger.sandbox.world.delete(BigInt(id));
		const items = [];
		for (let polls = 0; polls < 3; polls++) items.push(...(await itemsAfter(trigger, HOUR)));
		expect(items).toMatchObject([{ event: 'deleted', id }]);
		expect(items[0]?.delivered).not.toBe(false);
	},
);

it('An order of last week whose phone date moves does not come again after our clock was ahead for a poll', async () => {
	const { trigger, ids } = await busy(9);
	const [id = ''] = ids;
	trigger.setClockAhead(10 * DAY);
	await trigger.poll();
	trigger.setClockAhead(0);
	trigger.sandbox.world.edit(BigInt(id), { mobileDateCreated: trigger.now });
	expect(await trigger.during(DAY, HOUR)).toEqual([]);
});

it('A wider window after weeks shows only what is known', async () => {
	const { trigger } = await busy(10, 30 * HOUR);
	trigger.set({ lateSyncMs: 30 * DAY });
	expect(await trigger.during(2 * DAY, 3 * HOUR)).toEqual([]);
});

it.each([1970, 2000])(
	'An order of a phone that lost its clock (%d) is known and forgotten a day after, and does not come again',
	async (year) => {
		const trigger = await activated({ settings: { checkTimeZone: false } });
		const id = trigger.add({ mobileDateCreated: Date.UTC(year, 0, 1) });
		expect(await trigger.during(2 * HOUR, 30 * MINUTE)).toEqual([`created ${id}`]);
		for (let days = 0; days < 12; days++) {
			const other = trigger.add();
			expect(await trigger.during(DAY, 6 * HOUR)).toEqual([`created ${other}`]);
		}
		expect(JSON.stringify(serviceState(trigger).memory.orders)).not.toContain(`"${id}`);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		expect(await trigger.during(2 * DAY, 6 * HOUR)).toEqual([]);
	},
);

it('A service that answers no window of the lost clocks keeps no other order waiting', async () => {
	const trigger = await activated();
	trigger.sandbox.faults.schedule({ path: /1969/ }, { kind: 'status', status: 504 }, { times: Infinity });
	const expected = [trigger.add(), trigger.add({ madeAgo: 5 * HOUR }), trigger.add({ madeAgo: 70 * HOUR })];
	expect((await trigger.during(50 * MINUTE, 10 * MINUTE)).length).toBeGreaterThan(0);
	const { items } = await trigger.despite(12, 10 * MINUTE);
	expect(items.sort()).toEqual(expected.slice(1).map((id) => `created ${id}`));
});

it('An order of a lost clock comes, although such orders cannot be read for ten days', async () => {
	const trigger = await activated();
	const isLost = (url: string) => windowOf(url)[0] < Date.UTC(2002, 0, 1);
	trigger.sandbox.faults.decideBy(({ url }) => (isLost(url) ? { kind: 'status', status: 503 } : undefined));
	const id = trigger.add({ mobileDateCreated: Date.UTC(2000, 0, 1) });
	const { items } = await trigger.despite(10 * 8, 3 * HOUR, () => trigger.add());
	expect(items).not.toContain(`created ${id}`);
	trigger.sandbox.faults.decideBy(() => undefined);
	expect((await trigger.despite(8, 3 * HOUR)).items).toContain(`created ${id}`);
});

it('An order that a phone sends again with a new arrival is not said to be undelivered when it is deleted', async () => {
	const { trigger, id } = await activatedWithOrder();
	await trigger.despite(7 * 4, 6 * HOUR, () => trigger.add());
	trigger.sandbox.world.distort(BigInt(id), { dateCreated: new Date(trigger.now).toISOString() });
	trigger.sandbox.world.delete(BigInt(id));
	const items = (await trigger.drain(30 * MINUTE, 4)).flat();
	expect(items).toMatchObject([{ event: 'deleted', id, delivered: null }]);
});
