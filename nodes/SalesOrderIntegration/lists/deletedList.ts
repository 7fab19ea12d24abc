/** The list of deleted orders, looked at before and after another list is read: a change is the sign of a skip. */
import { parseTimestamp } from '../dates/timestamp';
import { asFailure, isOfOneRequest } from '../errors/failures';
import type { Client } from '../http/client';
import { isDeletion } from './orders';
import { readPage, type ListQuery } from './pages';
import { recordId } from './wire';

/** What one page shows of the deleted list. */
export type DeletedList = Awaited<ReturnType<typeof readDeletedList>>;

/** A look is not worth the time of a request that must succeed. */
const MAX_TRIES = 2;

/** Of the time that a poll has left, a look takes at most this part: a list that hangs does not use up the rest. */
const MOST_OF_TIME = 1 / 3;

/**
 * Looks at one page of the deleted list; undefined, with a hint why, if that page cannot be read.
 *
 * @param page from 1
 * @throws ServiceFailure that every other request would meet as well, see {@link isOfOneRequest}
 */
export async function lookAtDeletedList(
	client: Client,
	query: ListQuery,
	page: number,
): Promise<DeletedList | undefined> {
	const now = client.timing.now();
	const deadline = client.deadline && now + (client.deadline - now) * MOST_OF_TIME;
	const looking = readDeletedList({ ...client, maxTries: MAX_TRIES, deadline }, query, page);
	return await looking.catch((error: unknown) => {
		const { kind, message } = asFailure(error);
		// Only the time of the look is used up: the poll may have more.
		const isOutOfTime = deadline !== undefined && (kind === 'outOfTime' || kind === 'rateLimited');
		if (!isOfOneRequest(error) && !isOutOfTime) throw error;
		client.hints.set(
			'unchecked',
			`The list of deleted orders, which shows whether an order was skipped, could not be read: ${message}. So the list was read twice instead.`,
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
