/** "Fetch Test Event": the newest few orders of the last seven days; the state is not touched (design 4). */
import { HOUR_MS } from '../dates/durations';
import type { Client } from '../http/client';
import { readCompleteList } from '../lists/completeList';
import { toServiceWindow } from '../dates';
import { InputError } from '../errors/failures';
import { createdOrders, deletedOrders } from '../lists/orders';
import { byArrival } from './decide';
import { AHEAD_MS, withoutDeleted } from './reading';
import { PollRun } from './run';
import type { TriggerItem } from './run';
import type { TriggerEvent, TriggerSettings } from './settings';
import { initialState } from './memory/state';

/** Reaching further back only while nothing is found, so that a busy account need not list a whole week. */
const REACHES_MS = [HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS];
const MAX_TEST_ITEMS = 5;

/**
 * Items as the trigger would emit them, the newest last.
 *
 * @throws InputError where there are none; ServiceFailure
 */
export async function fetchTestItems(client: Client, settings: TriggerSettings): Promise<TriggerItem[]> {
	const now = client.timing.now();
	const run = new PollRun(client, settings, initialState(settings, now), Infinity, () => {});
	for (const event of settings.events) {
		for (const reach of REACHES_MS) {
			const items = await readItems(run, event, now - reach);
			if (items.length > 0) return items.sort(byArrival).slice(-MAX_TEST_ITEMS);
		}
	}
	throw new InputError(
		'There are no orders of the last seven days to test with',
		'Make one on a phone and let it sync, or check the Time Zone of the credential and which orders the token’s user may see.',
	);
}

async function readItems(run: PollRun, event: TriggerEvent, start: number): Promise<TriggerItem[]> {
	const { client } = run;
	const window = toServiceWindow({ start, end: run.now + AHEAD_MS }, client.connection.timezone);
	const query = event === 'deleted' ? deletedOrders(client, window) : createdOrders(client, window);
	const list = await readCompleteList(client, { query, verify: 'signs' });
	const orders = list?.records ?? [];
	return (event === 'deleted' ? orders : withoutDeleted(orders)).map((record): TriggerItem => {
		const { id, order, arrival } = run.dated(record);
		const item: TriggerItem = { event, order, arrival, id };
		if (event === 'deleted') return { ...item, delivered: false };
		return run.settings.delivery === 'untilExternalId' ? { ...item, delivery: 1 } : item;
	});
}
