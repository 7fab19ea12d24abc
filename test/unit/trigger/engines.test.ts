/** Activation on both kinds of n8n, overlapping polls, maintenance, and the test event (design 4). */
import { fetchTestItems } from '../../../nodes/SalesOrderIntegration/trigger/testEvent';
import { activated, DAY, HOUR, MINUTE, NOON, told, TriggerFixture } from './fixture';

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
		trigger.workflowData = JSON.parse(JSON.stringify(trigger.workflowData)) as Record<string, unknown>;
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

	it('the service is asked once at activation, so that a credential that does not work is refused', async () => {
		const trigger = new TriggerFixture();
		trigger.sandbox.faults.schedule({}, { kind: 'status', status: 401 });
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'unauthorized' });
		expect(trigger.nodeData).toEqual({});
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
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('is polled when the user wants it', async () => {
		const trigger = await activated({ start: MAINTENANCE, settings: { pauseDuringMaintenance: false } });
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	});
});

describe('Test event', () => {
	it('gives the newest few orders, the newest last, and touches no state', async () => {
		const trigger = new TriggerFixture();
		const ids = [50, 40, 30, 20, 10, 5, 1].map((minutes) =>
			trigger.add({ dateCreated: NOON - minutes * MINUTE }),
		);
		const items = await fetchTestItems(trigger.client(), trigger.settings);
		expect(told(items)).toEqual(ids.slice(-5).map((id) => `created ${id}`));
		expect([trigger.nodeData, trigger.workflowData]).toEqual([{}, {}]);
	});

	it('reaches back up to seven days', async () => {
		const trigger = new TriggerFixture();
		const id = trigger.add({ dateCreated: NOON - 6 * DAY });
		expect(told(await fetchTestItems(trigger.client(), trigger.settings))).toEqual([`created ${id}`]);
	});

	it('shows deleted orders where only those are wanted', async () => {
		const trigger = new TriggerFixture({ settings: { events: ['deleted'] } });
		const id = trigger.add({ dateCreated: NOON - DAY });
		trigger.sandbox.world.delete(BigInt(id));
		const items = await fetchTestItems(trigger.client(), trigger.settings);
		expect(items).toMatchObject([{ event: 'deleted', id, delivered: false }]);
	});

	it('says so where there are none', async () => {
		const trigger = new TriggerFixture();
		trigger.add({ dateCreated: NOON - 8 * DAY });
		await expect(fetchTestItems(trigger.client(), trigger.settings)).rejects.toMatchObject({
			message: 'There are no orders of the last seven days to test with',
			description: expect.stringContaining('Time Zone') as unknown,
		});
	});
});
