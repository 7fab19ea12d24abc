/** What is new, and when it is found (design 4). */
import { activated, DAY, HOUR, MINUTE, told, TriggerFixture } from './fixture';

describe('What is new', () => {
	it('activation alone emits nothing old', async () => {
		const trigger = new TriggerFixture();
		trigger.add({ dateCreated: trigger.now - 2_000 });
		trigger.add({ dateCreated: trigger.now - DAY });
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.pollAfter(HOUR)).toEqual([]);
		expect(await trigger.pollAfter(HOUR)).toEqual([]);
	});

	it('an order that arrives in the second of activation is not passed over', async () => {
		const trigger = new TriggerFixture();
		trigger.pass(700);
		const id = trigger.add({ dateCreated: trigger.now + 100 });
		const atActivation = told(await trigger.poll());
		expect([...atActivation, ...(await trigger.pollAfter(MINUTE))]).toEqual([`created ${id}`]);
	});

	it('each order comes once, however often the same windows are read', async () => {
		const trigger = await activated();
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		for (let polls = 0; polls < 30; polls++) expect(await trigger.pollAfter(10 * MINUTE)).toEqual([]);
	});

	it('items of one poll are ordered by arrival, then id', async () => {
		const trigger = await activated();
		const { now } = trigger;
		trigger.add({ id: 20, dateCreated: now + 2_000, madeAgo: HOUR });
		trigger.add({ id: 100, dateCreated: now + 1_000 });
		trigger.add({ id: 9, dateCreated: now + 2_000 });
		trigger.add({ id: 3, dateCreated: now + 3_000, madeAgo: 10 * MINUTE });
		expect(await trigger.pollAfter(2 * HOUR)).toEqual([
			'created 100',
			'created 9',
			'created 20',
			'created 3',
		]);
	});

	it('an order made offline and synced hours later is found by the next sweep', async () => {
		const trigger = await activated();
		await trigger.pollAfter(5 * HOUR);
		await trigger.pollAfter(10 * MINUTE);
		const id = trigger.add({ madeAgo: 5 * HOUR });
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([]);
		expect(await trigger.pollAfter(HOUR)).toEqual([`created ${id}`]);
	});

	it('an order that arrives as late as lateSyncHours allow is found; the sweep reaches back from the one before', async () => {
		const trigger = await activated();
		await trigger.drain(30 * MINUTE, 10);
		const id = trigger.add({ madeAgo: 72 * HOUR });
		// No sweep for two days: n8n was off.
		expect(await trigger.pollAfter(2 * DAY)).toEqual([`created ${id}`]);
	});

	it('a short delay needs no sweep: each poll re-reads a short overlap', async () => {
		const trigger = await activated({ settings: { sweepMs: 100 * HOUR } });
		await trigger.pollAfter(10 * MINUTE);
		const id = trigger.add({ madeAgo: 14 * MINUTE });
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('phones run ahead: windows end a day in the future, and the order comes once', async () => {
		const trigger = await activated();
		const id = trigger.add({ madeAgo: -23 * HOUR });
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		for (let polls = 0; polls < 60; polls++) expect(await trigger.pollAfter(HOUR)).toEqual([]);
	});

	it('a phone that is days ahead delivers when its time has come', async () => {
		const trigger = await activated();
		const id = trigger.add({ madeAgo: -9 * DAY });
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		expect((await trigger.drain(6 * HOUR, 40)).map(told)).toEqual([[`created ${id}`]]);
	});

	it('an idle poll costs two requests, also when a sweep is due', async () => {
		const trigger = await activated();
		await trigger.pollAfter(HOUR);
		trigger.requests();
		for (let polls = 0; polls < 12; polls++) await trigger.pollAfter(10 * MINUTE);
		expect(trigger.requests()).toHaveLength(12 * 2);
	});

	it('with a server date parameter windows are on arrival: a late order is found at once', async () => {
		const trigger = await activated({
			settings: { windowDate: 'dateCreated', sweepMs: 1000 * HOUR },
			sandbox: { switches: { serverDateParameter: { name: 'dateField', value: 'dateCreated' } } },
		});
		await trigger.pollAfter(HOUR);
		const id = trigger.add({ madeAgo: 20 * DAY });
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('only the chosen events are handed over', async () => {
		const trigger = await activated({ settings: { events: ['deleted'] } });
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		trigger.sandbox.world.delete(BigInt(id));
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`deleted ${id}`]);
	});

	it('ids beyond 2^53 are told apart', async () => {
		const trigger = await activated();
		const first = trigger.add({ id: 9_007_199_254_740_993n });
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${first}`]);
		const second = trigger.add({ id: 9_007_199_254_740_992n });
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${second}`]);
		expect(await trigger.pollAfter(2 * HOUR)).toEqual([]);
	});

	it.each([-40, 40])('a service whose clock is %d minutes ahead loses nothing', async (minutes) => {
		const clockSkewMs = minutes * MINUTE;
		const trigger = await activated({
			clockSkewMs,
			settings: { windowDate: 'dateCreated', sweepMs: 1000 * HOUR },
			sandbox: { switches: { serverDateParameter: { name: 'dateField', value: 'dateCreated' } } },
		});
		for (let polls = 0; polls < 10; polls++) {
			const id = trigger.add({ dateCreated: trigger.now + clockSkewMs });
			expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
		}
	});
});
