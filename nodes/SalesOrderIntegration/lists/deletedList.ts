/** The list of deleted orders, looked at before and after another list is read: a change is the sign of a skip. */
import { parseTimestamp } from '../dates/timestamp';
import { isOfCheck } from '../errors/failures';
import { forCheck, type Client } from '../http/client';
import { isDeletion } from './orders';
import { readPage, type ListQuery } from './pages';
import { recordId } from './wire';

/** What one page shows of the deleted list. */
export type DeletedList = Awaited<ReturnType<typeof readDeletedList>>;

/**
 * Looks at one page of the deleted list; undefined, with a hint why, if that page cannot be read.
 *
 * @param page from 1
 * @throws ServiceFailure that every other request would meet as well, see {@link isOfCheck}
 */
export async function lookAtDeletedList(
	client: Client,
	query: ListQuery,
	page: number,
): Promise<DeletedList | undefined> {
	return await readDeletedList(forCheck(client), query, page).catch((error: unknown) => {
		if (!isOfCheck(error)) throw error;
		client.hints.set(
			'unchecked',
			`The list of deleted orders, which shows whether an order was skipped, could not be read: ${error.message}. Without it, a whole list is read twice. If List Deleted Orders works, there is nothing to do.`,
		);
		return undefined;
	});
}

async function readDeletedList(client: Client, query: ListQuery, page: number) {
	const parameters = page === 1 ? query.parameters : { ...query.parameters, page: String(page) };
	const { records, totalCount, totalPages = 1, isLast } = await readPage(client, { ...query, parameters });
	// The specification does not say how the list is sorted, but its dates show it.
	const [first = 0, last = 0] = [records[0], records.at(-1)].map((record) =>
		parseTimestamp(record?.dateDeleted),
	);
	return {
		ids: new Set(records.filter(isDeletion).flatMap((record) => recordId(record) ?? [])),
		totalCount,
		/** Whether this page is the whole list. */
		isWhole: page === 1 && isLast,
		/** The page that most likely has the newest deletions. */
		newestPage: page > 1 || first < last ? Math.max(1, totalPages) : 1,
	};
}

/** A page shows only a part of a long list, and not always in the same order: then only the counts are compared. */
export function isSameDeletedList(one: DeletedList, other: DeletedList): boolean {
	if (one.totalCount !== other.totalCount) return false;
	if (!one.isWhole || !other.isWhole) return true;
	return one.ids.size === other.ids.size && [...one.ids].every((id) => other.ids.has(id));
}
