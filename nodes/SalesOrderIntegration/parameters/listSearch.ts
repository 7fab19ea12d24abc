/** Finds users, as the list behind Created By (api-specification 4.3). */
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { asNodeError } from '../errors/nodeErrors';
import { clientFor } from '../http/nodeClient';
import { nextPageUrl } from '../lists/links';
import { users } from '../lists/orders';
import { readPage } from '../lists/pages';
import type { WireRecord } from '../lists/wire';
import { fold } from './values';

/** A search goes on until it has found this many, or made this many requests. */
const ENOUGH = 20;
const MAX_REQUESTS = 10;

/**
 * Users for a resource locator; throws NodeApiError or NodeOperationError.
 *
 * @param filter part of a name or username; accents and case make no difference
 * @param paginationToken the link to the page with which the search goes on
 */
export async function searchUsers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
): Promise<INodeListSearchResult> {
	try {
		const client = await clientFor(this);
		const found = new Map<string, INodeListSearchItems>();
		let link = paginationToken as string | undefined;
		let requests = 0;
		do {
			const page = await readPage(client, users, link && nextPageUrl(client.connection, users, link));
			for (const item of page.records.map(asItem)) {
				if (fold(item.name).includes(fold(filter))) found.set(String(item.value), item);
			}
			link = page.isLast ? undefined : String(page.nextPage);
		} while (link !== undefined && ++requests < MAX_REQUESTS && found.size < ENOUGH);
		return { results: [...found.values()], paginationToken: link };
	} catch (error) {
		throw asNodeError(this.getNode(), error);
	}
}

function asItem({ id, name, username, enabled }: WireRecord): INodeListSearchItems {
	const texts = [name, username].filter((text) => ['string', 'number'].includes(typeof text) && text !== '');
	const shown = texts.join(' · ') || String(id);
	return { name: enabled === false ? `${shown} (disabled)` : shown, value: String(id) };
}
