/** What a poll reads: complete windows of both lists, through api/. */
import { DAY_MS } from '../dates/durations';
import { readCompleteList } from '../lists/completeList';
import type { CompleteList } from '../lists/completeList';
import type { ListQuery } from '../lists/links';
import { readPage } from '../lists/pages';
import type { Page } from '../lists/pages';
import { datesOf, findZoneMismatch, toServiceWindow } from '../dates';
import type { TimeWindow } from '../dates';
import { createdOrders, deletedOrders } from '../lists/orders';
import type { WireRecord } from '../lists/wire';
import type { PollRun } from './run';
import type { ReadWindow } from './windows';

/** Phones run ahead, and orders carry their clock: windows end so far in the future. */
export const AHEAD_MS = DAY_MS;

/** Reads windows of the list of orders that are not deleted. An order that is marked as deleted is left out. */
export function createdOrdersOf(run: PollRun): ReadWindow {
	return async (window, isWelcome) => {
		const { client } = run;
		const probe = { start: Math.min(window.start, run.now - DAY_MS), end: run.now + 2 * DAY_MS };
		const deletedQuery = deletedOrders(client, toServiceWindow(probe, client.connection.timezone));
		return await readCreated(run, window, { deletedQuery, isWelcome });
	};
}

/**
 * As {@link createdOrdersOf}, without the calls that look at the deleted list for signs of a skip: for those who come
 * again for what they have not found.
 */
export function createdOrdersAtAGlance(run: PollRun): ReadWindow {
	return async (window, isWelcome) => await readCreated(run, window, { isWelcome });
}

/** Reads windows of the list of deleted orders. */
export function deletedOrdersOf(run: PollRun): ReadWindow {
	return async (window, isWelcome) => {
		const { client } = run;
		const query = deletedOrders(client, toServiceWindow(window, client.connection.timezone));
		const firstPage = await readPage(client, query);
		return isWelcome(firstPage) ? await readCompleteList(client, { query, firstPage }) : undefined;
	};
}

async function readCreated(
	run: PollRun,
	window: TimeWindow,
	{ isWelcome, deletedQuery }: { isWelcome(firstPage: Page): boolean; deletedQuery?: ListQuery },
): Promise<CompleteList | undefined> {
	const { client } = run;
	const query = createdOrders(client, toServiceWindow(window, client.connection.timezone));
	const firstPage = await readPage(client, query);
	if (!isWelcome(firstPage)) return undefined;
	const list = await readCompleteList(client, { query, deletedQuery, firstPage });
	warnOfWrongZone(run, list.records, window);
	return { ...list, records: withoutDeleted(list.records) };
}

/** Some services list deleted orders among the others. */
export function withoutDeleted(orders: WireRecord[]): WireRecord[] {
	return orders.filter(({ deleted }) => deleted !== true);
}

function warnOfWrongZone(run: PollRun, orders: WireRecord[], window: TimeWindow): void {
	const dates = orders.map(datesOf);
	const mismatch = findZoneMismatch(dates, window, run.client.connection.timezone);
	if (mismatch) run.warn(mismatch.message);
}
