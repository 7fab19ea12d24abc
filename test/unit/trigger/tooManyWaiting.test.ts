/** At most 5,000 orders wait for their external ID; then new ones are held back (design 4, "Delivered until confirmed"). */
import { activated, DAY, HOUR, MINUTE, serviceState, type TriggerFixture } from './fixture';

/** A trigger with 5,000 orders that wait, and are not due for an hour. */
async function full(events: string[]): Promise<TriggerFixture> {
	const trigger = await activated({ settings: { delivery: 'untilExternalId', events, redeliverMs: HOUR } });
	fill(trigger);
	return trigger;
}

function fill(trigger: TriggerFixture): void {
	const { now } = trigger;
	const order = { mobileDateCreated: now, dateCreated: now, deliveries: 1, last: now };
	const waiting = Array.from({ length: 5_000 }, (_, place) => ({ ...order, id: `waiting ${place}` }));
	serviceState(trigger).memory.waiting = waiting;
	trigger.restart();
}

it('While 5,000 orders wait, new ones are held back, which is reported once; they come when there is room, and none is lost', async () => {
	const trigger = await full(['created', 'deleted', 'attention']);
	const ids = [trigger.add(), trigger.add({ madeAgo: 5 * HOUR })];
	expect(await trigger.during(30 * MINUTE, 5 * MINUTE)).toEqual([]);
	expect(trigger.reports).toMatchObject([[{ reason: 'tooManyWaiting' }]]);
	serviceState(trigger).memory.waiting.splice(2);
	trigger.restart();
	expect((await trigger.during(2 * HOUR, 10 * MINUTE)).sort()).toEqual(
		expect.arrayContaining(ids.map((id) => `created ${id}`)),
	);
	fill(trigger);
	trigger.add();
	await trigger.pollAfter(5 * MINUTE);
	expect(trigger.reports).toHaveLength(2);
});

it('An order that waits is confirmed nonetheless, also one in another window, which makes room', async () => {
	const trigger = await full(['created']);
	serviceState(trigger).memory.waiting.splice(0, 8);
	trigger.restart();
	trigger.set({ redeliverMs: DAY });
	trigger.sandbox.switches.pageSize = 1;
	trigger.sandbox.switches.latency = 2_000;
	trigger.budgetMs = 36_000;
	const delivered = Array.from({ length: 8 }, (_, place) => trigger.add({ madeAgo: (20 - place) * MINUTE }));
	expect(await trigger.during(10 * MINUTE, MINUTE)).toHaveLength(8);
	const held = trigger.add();
	expect(await trigger.during(8 * MINUTE, MINUTE)).toEqual([]);
	trigger.sandbox.world.setExternalId(BigInt(delivered[0] ?? ''), 'ERP-1');
	expect(await trigger.during(8 * MINUTE, MINUTE)).toEqual([`created ${held}`]);
});

it('Neither a deletion is held back, nor an order that has its external ID', async () => {
	const trigger = await full(['created', 'deleted']);
	trigger.add({ externalId: 'ERP-1' });
	trigger.add();
	const gone = trigger.add();
	trigger.sandbox.world.delete(BigInt(gone));
	expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${gone}`]);
	expect(trigger.warnings.join()).toMatch(/had an external ID before.*5000 orders wait/);
});
