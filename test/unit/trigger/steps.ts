/** Steps that many tests of the trigger take. */
import type { OrderItem } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { activated, MINUTE, type FixtureOptions, type TriggerFixture } from './fixture';

/** An order that arrives, and comes with the next poll, a minute later, and nothing else with it. Gives its ID. */
export async function deliverOne(
	trigger: TriggerFixture,
	order?: Parameters<TriggerFixture['add']>[0],
): Promise<string> {
	const id = trigger.add(order);
	expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	return id;
}

/** A trigger that was activated a moment ago, and has just delivered an order. */
export async function activatedWithOrder(
	options?: FixtureOptions,
): Promise<{ trigger: TriggerFixture; id: string }> {
	const trigger = await activated(options);
	return { trigger, id: await deliverOne(trigger) };
}

/** Polls after a time. */
export async function itemsAfter(trigger: TriggerFixture, ms: number): Promise<OrderItem[]> {
	trigger.pass(ms);
	return await trigger.poll();
}
