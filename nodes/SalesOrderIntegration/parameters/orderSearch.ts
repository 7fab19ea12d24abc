/** Finds recent orders, as the list behind Order ID (api-specification 4.1). */
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { toServiceWindow } from '../dates';
import type { TimeWindow } from '../dates';
import { DAY_MS, HOUR_MS } from '../dates/durations';
import { asNodeError } from '../errors/nodeErrors';
import { clientFor } from '../http/nodeClient';
import { createdOrders } from '../lists/orders';
import { readPage } from '../lists/pages';
import { valueAt } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import { searchText } from './userSearch';

/** Where a search goes on: a window of creation times, and the link to a further page of it. */
interface Position extends TimeWindow {
	link?: string;
}

/** A search goes on until it has found this many orders, or made this many requests. */
const ENOUGH = 20;
const MAX_REQUESTS = 10;

/**
 * Orders for a resource locator, newest first as far as the service's own order allows: it reads backwards in time, in
 * windows that double, so that both a busy and a quiet account answer soon.
 *
 * @param filter part of the order ID, external ID, customer or seller; accents and case make no difference
 * @throws NodeApiError or NodeOperationError
 */
export async function searchOrders(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
): Promise<INodeListSearchResult> {
	try {
		const client = await clientFor(this);
		const now = client.timing.now();
		let position: Position | undefined =
			typeof paginationToken === 'string' ? (JSON.parse(paginationToken) as Position) : newest(now);
		const found = new Map<string, INodeListSearchItems>();
		for (let requests = 0; position && requests < MAX_REQUESTS && found.size < ENOUGH; requests++) {
			const window = toServiceWindow(position, client.connection.timezone);
			const page = await readPage(client, createdOrders(client, window), position.link);
			for (const order of page.records.filter((record) => matches(record, filter)).sort(newestFirst)) {
				found.set(String(order.id), asChoice(order));
			}
			const link = page.isLast || typeof page.nextPage !== 'string' ? undefined : page.nextPage;
			position = link ? { ...position, link } : earlier(position, now);
		}
		return {
			results: [...found.values()],
			paginationToken: position && JSON.stringify(position),
		};
	} catch (error) {
		throw asNodeError(this.getNode(), error);
	}
}

/** The last hour, and a year ahead: the clock of a phone can be fast. */
function newest(now: number): Position {
	return { start: now - HOUR_MS, end: now + 365 * DAY_MS };
}

/** The window before, which begins twice as long ago; undefined before 1970, where no phone's clock can have been. */
function earlier({ start }: Position, now: number): Position | undefined {
	return start > 0 ? { start: Math.max(0, now - 2 * (now - start)), end: start } : undefined;
}

function newestFirst(one: WireRecord, other: WireRecord): number {
	return String(other.dateCreated).localeCompare(String(one.dateCreated));
}

function asChoice(order: WireRecord): INodeListSearchItems {
	const parts = [order.id, valueAt(order, 'customer.description'), order.dateCreated, order.externalId];
	const name = parts.filter((part) => part !== undefined && part !== null && part !== '').join(' · ');
	return { name, value: String(order.id) };
}

function matches(order: WireRecord, filter = ''): boolean {
	const paths = ['id', 'externalId', 'customer.code', 'customer.description', 'createdBy.name'];
	return searchText(paths.map((path) => valueAt(order, path))).includes(searchText([filter]));
}
