/** One reading of a list from its first page to its last, and the signs that it skipped a record (design 3.1). */
import { createHash } from 'node:crypto';
import { parseTimestamp } from '../dates';
import { ServiceFailure, unlessRefused } from '../errors/failures';
import type { Client } from '../http/client';
import { jsonText } from '../http/json';
import { isSameDeletedList, readDeletedList } from './deletedList';
import type { DeletedList } from './deletedList';
import type { ListQuery } from './links';
import { readPage, readPages } from './pages';
import type { Page } from './pages';
import { recordId } from './wire';
import type { WireRecord } from './wire';

/** A list to read. */
export interface ListRequest {
	query: ListQuery;
	/** The list to which a record moves when it is deleted; without it, only the list itself is checked for signs. */
	deletedQuery?: ListQuery;
	/** The first page of the list, if it has just been read: it is then not requested again. */
	firstPage?: Page;
	/**
	 * What to keep of a record, so that a long list takes less memory: at least `deleted` and the field `enteredAt` of
	 * the query. Called when its page arrives; by default, all of it is kept.
	 */
	keep?: (record: WireRecord) => WireRecord;
	/** How many records are needed, Infinity by default: with so many, a reading ends, and nothing is checked. */
	limit?: number;
	/** Whether a record counts towards the limit, by what was kept of it; by default, every one does. */
	isWanted?: (kept: WireRecord) => boolean;
}

/**
 * This many pages in a row without a new record are a loop, even if each has another address. Insertions repeat a
 * page now and then, but never so many.
 */
const MAX_PAGES_WITHOUT_NEWS = 100;

/** What one reading of a list saw. */
export class ListReading {
	/** What is kept, by {@link recordKey}. Of a record that appears several times, the newest version. */
	readonly records = new Map<string, WireRecord>();

	/** `totalCount` of each page. */
	readonly totalCounts: Array<number | undefined> = [];

	/** Records that entered the list after its first page was read, as far as they have a date that shows it. */
	newcomers = 0;

	/** The deleted list before and after; undefined if it was not checked. */
	deletions?: { before: DeletedList; after: DeletedList };

	/** Whether the service refused the deleted list, whose window may be longer than that of this list. */
	isUnchecked = false;

	/** How many of the records count towards the limit, each by its newest version. */
	wanted = 0;

	/** Whether it ended before the list, because its records are as many as were needed. */
	isEnough = false;

	private startedAt = Infinity;

	private pagesWithoutNews = 0;

	/** @param previous an earlier reading of the same list */
	constructor(
		private readonly query: ListQuery,
		private readonly previous?: ListReading,
		private readonly keep: NonNullable<ListRequest['keep']> = (record) => record,
		private readonly isWanted: NonNullable<ListRequest['isWanted']> = () => true,
	) {}

	/**
	 * Adds the next page: what no page before it had, and the newest version of the rest.
	 *
	 * @throws ServiceFailure `pageLoop` if the pages only repeat each other
	 */
	add({ records, totalCount, readAt }: Page): void {
		const isFirst = this.totalCounts.length === 0;
		if (isFirst) this.startedAt = readAt;
		this.totalCounts.push(totalCount);
		const { size } = this.records;
		for (const record of records) {
			const key = recordKey(record);
			if (!isFirst && !this.records.has(key) && this.isNewcomer(key, record)) this.newcomers++;
			const kept = this.keep(record);
			this.wanted += this.countOf(kept) - this.countOf(this.records.get(key));
			this.records.set(key, kept);
		}
		this.pagesWithoutNews = this.records.size > size ? 0 : this.pagesWithoutNews + 1;
		if (this.pagesWithoutNews > MAX_PAGES_WITHOUT_NEWS) throw new ServiceFailure('pageLoop');
	}

	/** The names of the signs that this reading skipped a record; empty if there are none. */
	signs(): string[] {
		return Object.keys(signsOfASkip).filter((sign) => signsOfASkip[sign]?.(this));
	}

	/** Whether the counts could have shown a skip. A list of one page needs none. */
	isCounted(): boolean {
		const { totalCounts, records } = this;
		const last = totalCounts.findLast((count) => count !== undefined) ?? 0;
		return totalCounts.length === 1 || (totalCounts[0] !== undefined && records.size <= last);
	}

	private countOf(kept?: WireRecord): number {
		return kept && this.isWanted(kept) ? 1 : 0;
	}

	/** A record that an earlier reading saw with the same date was there before, whatever the service's clock says. */
	private isNewcomer(key: string, record: WireRecord): boolean {
		const { enteredAt } = this.query;
		if (enteredAt === undefined) return false;
		const date = record[enteredAt];
		return (
			(parseTimestamp(date) ?? 0) >= this.startedAt && this.previous?.records.get(key)?.[enteredAt] !== date
		);
	}
}

/** The signs that a reading skipped a record. Each finds skips that the others miss. */
export const signsOfASkip: Record<string, (reading: ListReading) => boolean> = {
	/** A record was removed between two pages. */
	totalCountDecreased: ({ totalCounts }) => {
		const counts = totalCounts.filter((count) => count !== undefined);
		return counts.some((count, position) => count < (counts[position - 1] ?? 0));
	},
	/** Compared with the count at the start, because insertions alone must not be a sign. */
	fewerThanPromised: ({ records, newcomers, totalCounts }) =>
		records.size - newcomers < (totalCounts[0] ?? 0),
	/** A deletion together with an insertion leaves totalCount as it was. */
	deletedListChanged: ({ deletions }) =>
		deletions !== undefined && !isSameDeletedList(deletions.before, deletions.after),
	/** Deleted between the first page and the first look at the deleted list; or deleted while another was restored. */
	readAndDeleted: ({ records, deletions }) =>
		deletions !== undefined &&
		[...deletions.before.ids, ...deletions.after.ids].some((id) => records.get(id)?.deleted === false),
};

/**
 * Reads a list once, from its first page to its last. Costs one call per page; with `deletedQuery`, a list of several
 * pages costs two more, or three if the deleted list is longer than a page. A reading after another saves one of
 * them: it begins with the deleted list that ended the other. A deleted list that the service refuses is left out.
 *
 * @param previous the reading before this one
 * @throws ServiceFailure if a page cannot be read, or the pages form a loop
 */
export async function readListOnce(
	client: Client,
	{ query, deletedQuery, firstPage, keep, limit = Infinity, isWanted }: ListRequest,
	previous?: ListReading,
): Promise<ListReading> {
	let first = firstPage ?? (await readPage(client, query));
	let before = previous?.deletions?.after;
	if (deletedQuery && !before && !isOnlyPage(first)) {
		before = await unlessRefused(readDeletedList(client, deletedQuery, 1));
		// Of a long deleted list only the count is known, which may already include a deletion since the first page.
		if (before && !before.isWhole) first = await readPage(client, query);
	}
	const reading = new ListReading(query, previous, keep, isWanted);
	for await (const page of readPages(client, query, first)) {
		reading.add(page);
		reading.isEnough = reading.wanted >= limit;
		if (reading.isEnough) return reading;
	}
	if (deletedQuery && !isOnlyPage(first)) {
		if (before)
			reading.deletions = { before, after: await readDeletedList(client, deletedQuery, before.newestPage) };
		else reading.isUnchecked = true;
	}
	return reading;
}

/** Some services link to an empty page after the last one; the records of the first page cannot be skipped then. */
function isOnlyPage({ isLast, records, totalCount, totalPages = 1 }: Page): boolean {
	return isLast || (totalPages <= 1 && totalCount !== undefined && records.length >= totalCount);
}

/** The ID of a record; of one without a usable ID, a hash of its content. */
export function recordKey(record: WireRecord): string {
	return recordId(record) ?? createHash('sha256').update(jsonText(record)).digest('base64');
}
