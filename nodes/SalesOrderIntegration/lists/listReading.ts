/** One reading of a list from its first page to its last, and the signs that it skipped a record (design 3.1). */
import { createHash } from 'node:crypto';
import { parseTimestamp } from '../dates/timestamp';
import { DAY_MS, SECOND_MS } from '../dates/durations';
import { ServiceFailure } from '../errors/failures';
import type { Client } from '../http/client';
import { jsonText } from '../http/json';
import { isSameDeletedList, lookAtDeletedList, type DeletedList } from './deletedList';
import { readPage, readPages, type ListQuery, type Page } from './pages';
import { isDeleted, isDeletion, SHOWN_LATE_MS } from './orders';
import { recordId, type WireRecord } from './wire';

/** `signs`: read again on a sign of a skip. `twice`: read until two readings agree, for a service that reorders. */
export type Verify = 'signs' | 'twice';

/** A list to read. */
export interface ListRequest<Result> {
	query: ListQuery;
	/** The list to which a record moves when it is deleted; without it, only the list itself is checked for signs. */
	deletedQuery?: ListQuery;
	/** `signs` unless given. */
	verify?: Verify;
	/** The first page, if it has just been read. */
	firstPage?: Page;
	/**
	 * What to return for a record, by default the record; undefined to leave it out. Called when its page arrives: until
	 * the list is complete, whole orders take several times the memory of rows.
	 */
	convert?(record: WireRecord): Result | undefined;
	/** With at least so many results, a reading ends unchecked. */
	limit?: number;
}

/** Whether a record says that it is not deleted, and when it entered the list: epoch milliseconds, if that can be read. */
interface SeenRecord {
	isLive: boolean;
	enteredAt?: number;
}

/** What one reading of a list saw. The maps are by {@link recordKey} and have the newest version of each record. */
export interface ListReading<Result = unknown> {
	/** When its first page was read, by the clock of the service, epoch milliseconds. */
	startedAt: number;
	records: Map<string, SeenRecord>;
	/** What to return for them. */
	results: Map<string, Result>;
	/** `totalCount` of each page. */
	totalCounts: Array<number | undefined>;
	/** How many pages the last page says that the list has. */
	totalPages?: number;
	/** Records that entered the list after its first page was read, and those that may have. */
	newcomers: { certain: number; possible: number };
	/** The deleted list before and after, if it was looked at. */
	deletions?: { before: DeletedList; after: DeletedList };
	/** Whether the deleted list should have been looked at, and could not be. */
	isUnchecked: boolean;
}

/** The signs that a reading skipped a record. Each finds skips that the others miss. */
export const signsOfASkip = {
	/** A record was removed between two pages. Counts of pages, or of what is left, fall without that. */
	totalCountDecreased: (reading) => {
		const counts = reading.totalCounts.filter((count) => count !== undefined);
		return isCounted(reading) && counts.some((count, position) => count < (counts[position - 1] ?? 0));
	},
	/**
	 * Only records that were there at the start count: an arrival must neither be a sign nor make up for a record that
	 * moved. One that entered just when the reading began may have been there or not; then the count at the end
	 * decides, if the deleted list shows what left.
	 */
	fewerThanPromised: ({ records: { size }, newcomers: { certain, possible }, totalCounts, deletions }) => {
		const first = totalCounts[0] ?? 0;
		const isUncertain = size - certain - possible < first;
		const isWhole = deletions !== undefined && size >= (totalCounts.at(-1) ?? Infinity);
		return size - certain < first || (isUncertain && !isWhole);
	},
	/** The links ended early. */
	fewerPagesThanPromised: ({ totalCounts, totalPages = 0 }) => totalCounts.length < totalPages,
	/** A deletion together with a restoration leaves totalCount as it was. */
	deletedListChanged: ({ deletions }) =>
		deletions !== undefined && !isSameDeletedList(deletions.before, deletions.after),
	/** Deleted between the first page and the first look at the deleted list; or deleted while another was restored. */
	readAndDeleted: ({ records, deletions }) =>
		deletions !== undefined &&
		[...deletions.before.ids, ...deletions.after.ids].some((id) => records.get(id)?.isLive),
} satisfies Record<string, (reading: ListReading) => boolean | undefined>;

export type Sign = keyof typeof signsOfASkip;

/** The signs that a reading skipped a record; empty if there are none. */
export function signs(reading: ListReading): Sign[] {
	return (Object.keys(signsOfASkip) as Sign[]).filter((sign) => signsOfASkip[sign](reading));
}

/** Whether a reading saw what the one before it saw, arrivals aside. */
export function agree({ records }: ListReading, previous: ListReading): boolean {
	const { records: before, startedAt } = previous;
	const isArrival = ({ enteredAt = 0 }: SeenRecord) => enteredAt >= startedAt;
	return (
		[...before.keys()].every((key) => records.has(key)) &&
		[...records].every(([key, record]) => before.has(key) || isArrival(record))
	);
}

/** Whether the counts could have shown a skip. A list of one page needs none. */
export function isCounted({ totalCounts, records }: ListReading): boolean {
	const last = totalCounts.findLast((count) => count !== undefined) ?? 0;
	return totalCounts.length === 1 || (totalCounts[0] !== undefined && records.size <= last);
}

/** So many pages in a row without a new record are a loop. Insertions repeat a page now and then, but never so many. */
const MAX_PAGES_WITHOUT_NEWS = 100;

/**
 * Reads a list once, from its first page to its last. Costs one call per page; with `deletedQuery`, a list of several
 * pages costs two more, or three if the deleted list is longer than a page. A repeated reading saves one of them: it
 * begins with the deleted list that ended the one before.
 *
 * @param previous the reading before this one
 * @throws ServiceFailure if a page cannot be read, or the pages form a loop
 */
export async function readListOnce<Result>(
	client: Client,
	request: ListRequest<Result>,
	previous?: ListReading<Result>,
): Promise<ListReading<Result>> {
	const { query, convert = (record) => record as Result, limit = Infinity } = request;
	let first = (previous ? undefined : request.firstPage) ?? (await readPage(client, query));
	const checkedBy = isOnlyPage(first) ? undefined : request.deletedQuery;
	// A list that its limit most likely ends, if all pages are like the first, is not worth the requests for the deleted one.
	const wanted = limit < Infinity ? first.records.filter((record) => convert(record) !== undefined) : [];
	const isLimited = limit <= (wanted.length / first.records.length) * (first.totalCount ?? Infinity);
	const deletedQuery = isLimited ? undefined : checkedBy;
	let before = previous?.deletions?.after;
	if (deletedQuery && !before && !previous?.isUnchecked) {
		before = await lookAtDeletedList(client, deletedQuery, 1);
		// Of a long deleted list only the count is known, which may already include a deletion since the first page.
		if (before && !before.isWhole) first = await readPage(client, query);
	}
	const reading: ListReading<Result> = {
		startedAt: first.readAt,
		records: new Map(),
		results: new Map(),
		totalCounts: [],
		newcomers: { certain: 0, possible: 0 },
		isUnchecked: false,
	};
	const { records, results } = reading;
	let pagesWithoutNews = 0;
	// Our clock may be off.
	const lagMs = client.clock.offsetMs === undefined ? DAY_MS : SHOWN_LATE_MS;
	for await (const page of readPages(client, query, first)) {
		const { size } = records;
		for (const record of page.records) {
			const key = recordKey(record);
			const isLive = !(query.enteredAt === 'dateDeleted' ? isDeletion(record) : isDeleted(record));
			// Some deleted lists also show live orders: those have been there since they arrived.
			const enteredAt = query.enteredAt
				? parseTimestamp(record[isLive ? 'dateCreated' : query.enteredAt])
				: undefined;
			// What an earlier reading saw with the same date was there before, whatever the clock of the service says.
			const earlier = previous?.records.get(key);
			const isKnown = records.has(key) || (earlier && earlier.enteredAt === enteredAt);
			if (page !== first && query.enteredAt && !isKnown) countNewcomer(reading, lagMs, enteredAt);
			records.set(key, { isLive, enteredAt });
			const result = convert(record);
			if (result === undefined) results.delete(key);
			else results.set(key, result);
		}
		reading.totalCounts.push(page.totalCount);
		reading.totalPages = page.totalPages;
		if (results.size >= limit) return reading;
		pagesWithoutNews = records.size > size ? 0 : pagesWithoutNews + 1;
		if (pagesWithoutNews > MAX_PAGES_WITHOUT_NEWS) throw new ServiceFailure('pageLoop');
	}
	const after = deletedQuery && before && (await lookAtDeletedList(client, deletedQuery, before.newestPage));
	if (before && after) reading.deletions = { before, after };
	reading.isUnchecked = checkedBy !== undefined && !after;
	return reading;
}

/** Some services link to an empty page after the last one; the records of the first page cannot be skipped then. */
function isOnlyPage({ isLast, records, totalCount, totalPages = 1 }: Page): boolean {
	if (totalPages > 1) return false;
	return isLast || (totalCount !== undefined && records.length >= totalCount);
}

/** Counts a record that was not on the first page, if it may have entered the list since. */
function countNewcomer({ newcomers, startedAt }: ListReading, lagMs: number, entered = startedAt): void {
	if (entered >= startedAt + SECOND_MS) newcomers.certain++;
	else if (entered >= startedAt - lagMs) newcomers.possible++;
}

/** The ID of a record; of one without a usable ID, a hash of its content. */
export function recordKey(record: WireRecord): string {
	return recordId(record) ?? createHash('sha256').update(jsonText(record)).digest('base64');
}
