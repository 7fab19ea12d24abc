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
		for (let requests = 0; requests < MAX_REQUESTS && found.size < ENOUGH; requests++) {
			const page = await readPage(client, users, link && nextPageUrl(client.connection, users, link));
			for (const user of page.records) {
				if (fold(`${textOf(user.name)} ${textOf(user.username)}`).includes(fold(filter))) {
					found.set(String(user.id), asItem(user));
				}
			}
			link = page.isLast ? undefined : String(page.nextPage);
			if (link === undefined) break;
		}
		return { results: [...found.values()], paginationToken: link };
	} catch (error) {
		throw asNodeError(this.getNode(), error);
	}
}

function asItem(user: WireRecord): INodeListSearchItems {
	const name = [user.name, user.username].map(textOf).filter(Boolean).join(' · ') || String(user.id);
	return { name: user.enabled === false ? `${name} (disabled)` : name, value: String(user.id) };
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
