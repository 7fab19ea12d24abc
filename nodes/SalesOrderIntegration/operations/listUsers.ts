/** List Users (api-specification 4.3), also as the list behind the Created By filter. */
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { readCompleteList, readUnique } from '../lists/completeList';
import { asNodeError } from '../errors/nodeErrors';
import { clientFor } from '../http/nodeClient';
import { users } from '../lists/orders';
import { readPage } from '../lists/pages';
import type { WireRecord } from '../lists/wire';
import { userRow } from '../output';
import type { Operation } from './operation';
import { pagingProperties, readLimit } from './paging';

export const listUsers: Operation = {
	name: 'List Users',
	action: 'List users',
	description: 'Get the users of the service (the field sellers) with their ID and username',
	properties: pagingProperties,
	async run(context, client, itemIndex) {
		const limit = readLimit(context, itemIndex);
		if (limit === Infinity) {
			const { records } = await readCompleteList(client, { query: users });
			return records.map(userRow);
		}
		const rows = [];
		for await (const user of readUnique(client, users)) {
			rows.push(userRow(user));
			if (rows.length >= limit) break;
		}
		return rows;
	},
};

/** A search reads on while nothing fits, but no further than this in one go. */
const MAX_PAGES_PER_SEARCH = 10;

/** Users for a resource locator, page by page; `filter` is part of a name or username. */
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
	return plain(`${String(name ?? '')} ${String(username ?? '')}`).includes(plain(filter));
}

/** Whoever searches for maria means María too. */
function plain(text: string): string {
	return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}

function asChoice({ id, name, username, enabled }: WireRecord): { name: string; value: string } {
	const names = [name, username].filter((part) => typeof part === 'string' && part !== '');
	const label = names.length > 0 ? names.join(' · ') : String(id);
	return { name: enabled === false ? `${label} (disabled)` : label, value: String(id) };
}
