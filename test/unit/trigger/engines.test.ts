/** Both kinds of n8n, overlapping polls, and maintenance (design 4). */
import { activated, HOUR, MINUTE, told, TriggerFixture } from './fixture';

/** Saturday 22:30 in Mexico City. */
const MAINTENANCE = Date.parse('2026-07-19T04:30:00Z');

describe('Between activation and the first saved state nothing is missed', () => {
	it('on a plain engine, which keeps the state of the node', async () => {
		const trigger = new TriggerFixture();
		await trigger.poll();
		const id = trigger.add({ madeAgo: HOUR });
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${id}`]]);
	});

	it('with durable cursors, which drop it but keep the static data of the workflow', async () => {
		const trigger = new TriggerFixture();
		const before = trigger.add({ dateCreated: trigger.now - 5_000 });
		expect(await trigger.poll()).toEqual([]);
		trigger.nodeData = {};
		trigger.restart();
		trigger.pass(5 * MINUTE);
		const id = trigger.add({ madeAgo: 2 * HOUR });
		const items = (await trigger.drain(5 * MINUTE, 15)).flat();
		expect(told(items)).toEqual([`created ${id}`]);
		expect(before).not.toBe(id);
	});

	it('also when it was activated during maintenance', async () => {
		const trigger = new TriggerFixture({ start: MAINTENANCE, clockSkewMs: -HOUR });
		trigger.pass(MINUTE);
		trigger.add({ dateCreated: trigger.now - HOUR - 2 * MINUTE });
		expect(await trigger.poll()).toEqual([]);
		trigger.nodeData = {};
		trigger.pass(MINUTE);
		const id = trigger.add({ dateCreated: trigger.now - HOUR });
		expect(told((await trigger.drain(30 * MINUTE, 6)).flat())).toEqual([`created ${id}`]);
	});
});

describe('Two polls at once', () => {
	it('the second one does nothing', async () => {
		const trigger = await activated();
		const id = trigger.add();
		trigger.pass(MINUTE);
		const [first, second] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(told(first)).toEqual([`created ${id}`]);
		expect(second).toEqual([]);
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
	});

	it('after one that failed the next one works', async () => {
		const trigger = await activated();
		trigger.sandbox.faults.schedule({}, { kind: 'status', status: 403 });
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'forbidden' });
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	});
});

describe('Maintenance', () => {
	it('is not polled, and caught up after it', async () => {
		const trigger = await activated({ start: MAINTENANCE - 40 * MINUTE });
		const id = trigger.add({ dateCreated: MAINTENANCE });
		trigger.pass(20 * MINUTE);
		for (let polls = 0; polls < 16; polls++) expect(await trigger.pollAfter(10 * MINUTE)).toEqual([]);
		expect(trigger.requests()).toEqual([]);
		expect(new Set(trigger.warnings)).toEqual(new Set([expect.stringContaining('maintenance window')]));
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('is polled when the user wants it', async () => {
		const trigger = await activated({ start: MAINTENANCE, settings: { pauseDuringMaintenance: false } });
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	});
});
