/** The list of deleted orders, looked at before and after another list is read: a change is the sign of a skip. */
import { parseTimestamp } from '../dates';
import type { Client } from '../http/client';
import type { ListQuery } from './links';
import { readPage } from './pages';
import type { Page } from './pages';
import { recordId } from './wire';

/** What one page shows of the deleted list. */
export interface DeletedList {
	ids: Set<string>;
	totalCount?: number;
	/** Whether this page is the whole list. */
	isWhole: boolean;
	/** The page that most likely has the newest deletions. */
	newestPage: number;
}

/**
 * Looks at one page of the deleted list.
 *
 * @param page from 1
 * @throws ServiceFailure if it cannot be read
 */
export async function readDeletedList(client: Client, query: ListQuery, page: number): Promise<DeletedList> {
	const parameters = page === 1 ? query.parameters : { ...query.parameters, page: String(page) };
	const { records, totalCount, totalPages = 1, isLast } = await readPage(client, { ...query, parameters });
	return {
		ids: new Set(records.map(recordId).filter((id) => id !== undefined)),
		totalCount,
		isWhole: page === 1 && isLast,
		newestPage: page > 1 || isOldestFirst(records) ? Math.max(1, totalPages) : 1,
	};
}

/** The specification does not say how the list is sorted, but its dates show it. */
function isOldestFirst(records: Page['records']): boolean {
	const [first = 0, last = 0] = [records[0], records.at(-1)].map((record) =>
		parseTimestamp(record?.dateDeleted),
	);
	return first < last;
}

/** A page shows only a part of a long list, and not always in the same order: then only the counts are compared. */
export function isSameDeletedList(one: DeletedList, other: DeletedList): boolean {
	if (one.totalCount !== other.totalCount) return false;
	return !one.isWhole || !other.isWhole || haveSameKeys(one.ids, other.ids);
}

/** Whether two sets, or maps, have the same keys. */
export function haveSameKeys(
	one: { size: number; keys(): Iterable<string> },
	other: { size: number; has(key: string): boolean },
): boolean {
	return one.size === other.size && [...one.keys()].every((key) => other.has(key));
}
