/** A trigger that delivers orders until they have an external ID, and its orders that wait for one. */
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import type { OrderItem } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { activated, DAY, HOUR, MINUTE, type FixtureOptions, type TriggerFixture } from './fixture';
import { deliverOne } from './steps';

export async function untilExternalId(
	settings: Partial<TriggerSettings> = {},
	sandbox?: FixtureOptions['sandbox'],
): Promise<TriggerFixture> {
	return await activated({
		settings: {
			events: ['created', 'deleted', 'attention'],
			delivery: 'untilExternalId',
			checkTimeZone: false,
			...settings,
		},
		sandbox,
	});
}

/** The same with an order that has just been delivered once. */
export async function deliveredOnce(...options: Parameters<typeof untilExternalId>) {
	const trigger = await untilExternalId(...options);
	const id = await deliverOne(trigger);
	return { trigger, id };
}

/** Of each item its event, id and delivery, such as `created 1001 #2`. */
export function deliveries(items: OrderItem[]): string[] {
	return items.map(({ event, id, delivery }) => `${event} ${id} #${delivery}`);
}

/** Orders that arrived so many hours ago, were made `madeAgo` before that, and have just been delivered once. */
export async function waiting(
	trigger: TriggerFixture,
	hoursAgo: number[],
	madeAgo: (index: number) => number = () => 0,
): Promise<string[]> {
	trigger.set({ startFrom: { at: trigger.now - 39 * DAY, text: 'long ago' }, sweepMs: 1_000 * HOUR });
	const ids = hoursAgo.map((hours, index) =>
		trigger.add({ dateCreated: trigger.now - hours * HOUR, madeAgo: madeAgo(index) }),
	);
	expect((await trigger.drain(MINUTE)).flat()).toHaveLength(ids.length);
	return ids;
}

/** The next delivery of what waits, and what it costs beyond the two calls of every poll. */
export async function redelivered(trigger: TriggerFixture): Promise<{ ids: string[]; requests: number }> {
	trigger.pass(31 * MINUTE);
	trigger.requests();
	const ids = (await trigger.poll()).map(({ id }) => id);
	return { ids, requests: trigger.requests().length - 2 };
}
