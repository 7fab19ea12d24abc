/** Finds users by name, as the list behind the filter Created By (api-specification 4.3). */
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { asNodeError } from '../errors/nodeErrors';
import { clientFor } from '../http/nodeClient';
import { users } from '../lists/orders';
import { readPage } from '../lists/pages';
import type { WireRecord } from '../lists/wire';

/** A search reads further pages while it finds nothing, but at most this many at a time. */
const MAX_PAGES_PER_SEARCH = 10;

/**
 * Users for a resource locator, page by page.
 *
 * @param filter part of a name or username; accents and case make no difference
 * @throws NodeApiError or NodeOperationError
 */
export async function searchUsers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
): Promise<INodeListSearchResult> {
	try {
		const client = await clientFor(this);
		let link = typeof paginationToken === 'string' ? paginationToken : undefined;
		for (let pages = 1; ; pages++) {
			const page = await readPage(client, users, link);
			const results = page.records.filter((user) => matches(user, filter)).map(asChoice);
			link = page.isLast || typeof page.nextPage !== 'string' ? undefined : page.nextPage;
			if (link === undefined || results.length > 0 || pages === MAX_PAGES_PER_SEARCH) {
				return { results, paginationToken: link };
			}
		}
	} catch (error) {
		throw asNodeError(this.getNode(), error);
	}
}

function matches({ name, username }: WireRecord, filter = ''): boolean {
	return searchText([name, username]).includes(searchText([filter]));
}

/** Values as one text to search in, without accents and case: a search for maria finds María too. */
export function searchText(values: unknown[]): string {
	const text = values.map((value) => String(value ?? '')).join(' ');
	return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}

function asChoice({ id, name, username, enabled }: WireRecord): { name: string; value: string } {
	const names = [name, username].filter((part) => typeof part === 'string' && part !== '');
	const label = names.length > 0 ? names.join(' · ') : String(id);
	return { name: enabled === false ? `${label} (disabled)` : label, value: String(id) };
}
