/** "Fetch Test Event": the newest orders of the last seven days, of each chosen event; no state is touched (design 4). */
import { HOUR_MS } from '../dates/durations';
import { InputError, isOfCheck, type ServiceFailure } from '../errors/failures';
import { serviceNow, type Client } from '../http/client';
import { readOrdersInParts } from '../lists/orderWindow';
import type { WireRecord } from '../lists/wire';
import { sentenceOfUnmatched, triggerFilter } from '../parameters/orderFilter';
import { requireRightZone } from './activation';
import { orderEvents } from './events';
import type { OrderEvent } from './events/event';
import type { TriggerSettings } from '../parameters/triggerSettings';
import { byArrival, track, type OrderItem, type TrackedOrder } from './trackedOrder';

/** How far to look back, further only while too little is found: a busy account need not list a whole week. */
const LOOKBACKS_MS = [1, 6, 36, 7 * 24].map((hours) => hours * HOUR_MS);
/** Phones can be ahead. */
const AHEAD_MS = 24 * HOUR_MS;
/** More orders are not read for a test. */
const MOST_ORDERS = 1_000;

/**
 * Items as the trigger would deliver them, the newest last. A list that cannot be read hides nothing of the other one.
 *
 * @throws InputError if there are none, or if the time zone of the credential is wrong; ServiceFailure
 */
export async function fetchTestItems(client: Client, settings: TriggerSettings): Promise<OrderItem[]> {
	if (settings.checkTimeZone) await requireRightZone(client);
	const filter = triggerFilter(settings.filters);
	const items: OrderItem[] = [];
	let failure: ServiceFailure | undefined;
	for (const [name, event] of Object.entries(orderEvents)) {
		if (!settings.events.includes(name)) continue;
		const itemOf = (tracked: TrackedOrder): OrderItem[] => {
			const columns = filter.matches(tracked.order) && event.exampleOf(tracked.order, settings);
			return columns ? [{ ...tracked, event: name, ...columns }] : [];
		};
		const found = new Map<string, OrderItem>();
		await findExamples(client, event, itemOf, found).catch((error: unknown) => {
			if (!isOfCheck(error)) throw error;
			failure ??= error;
		});
		items.push(...[...found.values()].sort(byArrival).slice(-event.mostExamples));
	}
	if (items.length > 0) return items.sort(byArrival);
	if (failure) throw failure;
	throw new InputError(
		'No order of the last seven days fits this trigger',
		sentenceOfUnmatched(filter.values(false)) ??
			"There may be none yet: create one on a phone and let it sync. Otherwise check the filters of the trigger, 'Time Zone' in the credential, and which orders the user of the token may see. With 'Until External ID Is Set', orders that have an external ID are not delivered.",
	);
}

/** Adds the items of the last hour to those found, by order ID; those of a longer time while there are too few. */
async function findExamples(
	client: Client,
	{ list, mostExamples }: OrderEvent,
	itemOf: (tracked: TrackedOrder) => OrderItem[],
	found: Map<string, OrderItem>,
): Promise<void> {
	const now = serviceNow(client);
	for (const lookback of LOOKBACKS_MS) {
		const span = { from: now - lookback, to: now + AHEAD_MS };
		const { records } = await readOrdersInParts<WireRecord>(client, list, span, { limit: MOST_ORDERS });
		for (const order of records.values())
			for (const item of itemOf(track(order, now))) found.set(item.id, item);
		if (found.size >= mostExamples || records.size >= MOST_ORDERS) return;
	}
}
