/** Finds users and recent orders, as the lists behind Created By and Order ID (api-specification 4.1, 4.3). */
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { toServiceWindow } from '../dates';
import type { InstantWindow } from '../dates';
import { DAY_MS, HOUR_MS } from '../dates/durations';
import { asNodeError } from '../errors/nodeErrors';
import type { Client } from '../http/client';
import { clientFor } from '../http/nodeClient';
import { nextPageUrl } from '../lists/links';
import type { ListQuery } from '../lists/links';
import { createdOrders, users } from '../lists/orders';
import { readPage } from '../lists/pages';
import { valueAt } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import { fold } from './values';

/** What can be chosen from. Fields are dotted paths. */
interface Choices {
	/** What is read for a window of creation times. */
	query(client: Client, window: InstantWindow): ListQuery;
	/** The window with which a search begins; without a start, the whole list. */
	newest(now: number): InstantWindow;
	/** The fields that the editor shows of each; the `id` where it has none of them. */
	shown: string[];
	/** The fields in which is searched. */
	searched: string[];
}

/** Where a search goes on: a window, and the link to a further page of it. */
interface Position extends InstantWindow {
	link?: string;
}

/** A search goes on until it has found this many, or made this many requests. */
const ENOUGH = 20;
const MAX_REQUESTS = 10;

/** Users for a resource locator. `filter`: part of a name or username; accents and case make no difference. */
export const searchUsers = searchAmong({
	query: () => users,
	newest: () => ({}),
	shown: ['name', 'username'],
	searched: ['name', 'username'],
});

/**
 * Orders for a resource locator, newest first as far as the service's own order allows: it reads backwards in time, in
 * windows that double, so that both a busy and a quiet account answer soon. `filter`: part of the order ID, external
 * ID, customer or seller; accents and case make no difference.
 */
export const searchOrders = searchAmong({
	query: (client, window) => createdOrders(client, toServiceWindow(window, client.connection.timezone)),
	// A year ahead: the clock of a phone can be fast.
	newest: (now) => ({ start: now - HOUR_MS, end: now + 365 * DAY_MS }),
	shown: ['id', 'customer.description', 'dateCreated', 'externalId'],
	searched: ['id', 'externalId', 'customer.code', 'customer.description', 'createdBy.name'],
});

/** The search throws NodeApiError or NodeOperationError. */
function searchAmong({ query, newest, shown, searched }: Choices) {
	const matches = (record: WireRecord, filter = '') =>
		fold(searched.map((path) => fold(valueAt(record, path))).join(' ')).includes(fold(filter));
	return async function (
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
				const list = query(client, position);
				const url = position.link && nextPageUrl(client.connection, list, position.link);
				const page = await readPage(client, list, url);
				for (const record of page.records.filter((each) => matches(each, filter)).sort(newestFirst)) {
					found.set(String(record.id), asItem(record, shown));
				}
				const link = page.isLast || typeof page.nextPage !== 'string' ? undefined : page.nextPage;
				position = link ? { ...position, link } : earlier(position, now);
			}
			return { results: [...found.values()], paginationToken: position && JSON.stringify(position) };
		} catch (error) {
			throw asNodeError(this.getNode(), error);
		}
	};
}

/** The window before, which begins twice as long ago; undefined before 1970, where no phone's clock can have been. */
function earlier({ start = 0 }: Position, now: number): Position | undefined {
	return start > 0 ? { start: Math.max(0, now - 2 * (now - start)), end: start } : undefined;
}

/** Users, which have no date of creation, keep the order of the service. */
function newestFirst(one: WireRecord, other: WireRecord): number {
	return String(other.dateCreated).localeCompare(String(one.dateCreated));
}

function asItem(record: WireRecord, shown: string[]): INodeListSearchItems {
	const values = shown.map((path) => valueAt(record, path));
	const texts = values.filter((value) => ['string', 'number'].includes(typeof value) && value !== '');
	const name = texts.join(' · ') || String(record.id);
	return { name: record.enabled === false ? `${name} (disabled)` : name, value: String(record.id) };
}
