/** One reading of a list from its first page to its last, and what shows that it may have skipped a record. */
import { createHash } from 'node:crypto';
import type { Client } from '../http/client';
import { serviceNow } from '../http/client';
import { parseTimestamp } from '../dates';
import { wholeSecond } from '../dates/durations';
import { ServiceFailure } from '../errors/failures';
import { jsonText } from '../http/json';
import type { ListQuery } from './links';
import { readPage, readPages } from './pages';
import type { Page } from './pages';
import { recordId } from './wire';
import type { WireRecord } from './wire';

/** What one reading saw. */
export interface Pass<Kept extends WireRecord> {
	/** What is kept of each record, see {@link ListOfParts}. */
	records: Map<string, Kept>;
	pages: number;
	/** What the records without an id were on each page, as hashes: in a circle of pages the same ones come again. */
	nameless: Set<string>;
	/** How many of the newest pages had no record that was not seen before. */
	pagesWithoutNews: number;
	/** totalCount of the first page: so many were there from the start, as far as the service says. */
	promised?: number;
	/** totalCount of the newest page that has one. */
	lastCount: number;
	/** Whether totalCount went down from one page to the next. */
	shrank: boolean;
	/** Records that came onto the list after its first page was read, where they tell (see `enteredAt`). */
	newcomers: number;
	/** The deleted list before and after; undefined for a list of one page, which needs no check. */
	deletions?: { before: DeletedList; after: DeletedList };
}

/** What one page shows of the list of deleted records. */
export interface DeletedList {
	ids: Set<string>;
	totalCount?: number;
	/** Whether this page is all there is. */
	isWhole: boolean;
	/** The page on which the newest deletions are likely to be. */
	newestPage: number;
}

/** A list, and the one that grows when a record is taken out of it, where there is such a list. */
export interface CheckedList {
	query: ListQuery;
	deletedQuery?: ListQuery;
}

/** A list of which not all of each record is needed. */
export interface ListOfParts<Kept extends WireRecord> extends CheckedList {
	/**
	 * What is kept of a record while the rest of the list is read, which may be much smaller than the record. Its fields
	 * `deleted` and `enteredAt` (see ListQuery) must stay: they tell of changes.
	 */
	keep(record: WireRecord): Kept;
}

/**
 * So many pages in a row without one new id are a loop under changing addresses. Insertions while reading repeat a
 * page now and then, never so many.
 */
const MAX_PAGES_WITHOUT_NEWS = 100;

/** What shows that a reading may have skipped a record. Each looks at another trace. */
export const signsOfASkip: Record<string, (pass: Pass<WireRecord>) => boolean> = {
	/** Something was taken out between two pages. */
	totalCountWentDown: ({ shrank }) => shrank,
	/** Insertions alone never lead to this, so `promised` is the count at the start, not at the end. */
	fewerThanPromised: ({ records, newcomers, promised = 0 }) => records.size - newcomers < promised,
	/** A deletion and an insertion together leave totalCount as it was. */
	deletedListChanged: ({ deletions }) =>
		deletions !== undefined && !isSameList(deletions.before, deletions.after),
	/** Read on the first page and deleted before the deleted list was looked at; or deleted, and another one restored. */
	readAndDeleted: ({ records, deletions }) =>
		deletions !== undefined &&
		[...deletions.before.ids, ...deletions.after.ids].some((id) => records.get(id)?.deleted === false),
};

/** A pass that has not begun. */
export function newPass<Kept extends WireRecord>(): Pass<Kept> {
	return {
		records: new Map(),
		pages: 0,
		nameless: new Set(),
		pagesWithoutNews: 0,
		lastCount: 0,
		shrank: false,
		newcomers: 0,
	};
}

/**
 * Reads a list once and notes in `pass` what it sees; gives the pages as they come. Costs one call per page, and for
 * a list of more than one page two more, or three where the deleted list itself is longer than a page. A pass after
 * another costs one less, since it begins with the deleted list that ended the other.
 *
 * @param previous the pass before this one, or one that has not begun
 * @throws ServiceFailure when a page cannot be had, or the pages go round in a circle
 */
export async function* readPass<Kept extends WireRecord>(
	client: Client,
	list: ListOfParts<Kept>,
	pass: Pass<Kept>,
	previous: Pass<Kept>,
): AsyncGenerator<Page, void> {
	const { query, deletedQuery } = list;
	let before = previous.deletions?.after;
	let began: number | undefined;
	for await (const page of readPages(client, query)) {
		notePage(pass, page, list);
		if (pass.pagesWithoutNews > MAX_PAGES_WITHOUT_NEWS) throw new ServiceFailure('pageLoop');
		yield page;
		if (pass.pages > 1 || page.isLast || isAllThereIs(page)) continue;
		began = wholeSecond(serviceNow(client));
		if (before || !deletedQuery) continue;
		before = await readDeletedList(client, deletedQuery, 1);
		if (!before.isWhole) {
			// Of a long deleted list little more than its count is known, in which a deletion since the first page is
			// already included: that page is read again.
			const known = { ...previous, deletions: { before, after: before } };
			yield* readPass(client, list, Object.assign(pass, newPass<Kept>()), known);
			return;
		}
	}
	if (began === undefined) return;
	pass.newcomers = countNewcomers(pass.records, query, began, previous.records);
	if (before && deletedQuery) {
		pass.deletions = { before, after: await readDeletedList(client, deletedQuery, before.newestPage) };
	}
}

/** Some services link on to an empty page behind the last one; what was on the first cannot be skipped any more. */
function isAllThereIs({ records, totalCount, totalPages = 1 }: Page): boolean {
	return totalPages <= 1 && totalCount !== undefined && records.length >= totalCount;
}

/** Whether the counts of a pass could have shown a skip. A list of one page needs none. */
export function isCounted({ pages, promised, lastCount, records }: Pass<WireRecord>): boolean {
	return pages <= 1 || (promised !== undefined && records.size <= lastCount);
}

function notePage<Kept extends WireRecord>(
	pass: Pass<Kept>,
	{ records, totalCount }: Page,
	{ keep }: ListOfParts<Kept>,
): void {
	pass.pages++;
	if (totalCount !== undefined) {
		if (pass.pages === 1) pass.promised = totalCount;
		if (totalCount < pass.lastCount) pass.shrank = true;
		pass.lastCount = totalCount;
	}
	const known = pass.records.size + pass.nameless.size;
	const nameless: WireRecord[] = [];
	for (const record of records) {
		const id = recordId(record);
		if (id === undefined) nameless.push(record);
		// A record without an id cannot be told from another, so it may well be new.
		pass.records.set(id ?? `nameless ${pass.records.size}`, keep(record));
	}
	if (nameless.length > 0)
		pass.nameless.add(createHash('sha256').update(jsonText(nameless)).digest('base64'));
	const isNews = pass.records.size - nameless.length + pass.nameless.size > known;
	pass.pagesWithoutNews = isNews ? 0 : pass.pagesWithoutNews + 1;
}

/** What the pass before saw with the same date was there before, whatever the clock of the service says. */
function countNewcomers(
	records: ReadonlyMap<string, WireRecord>,
	{ enteredAt }: ListQuery,
	began: number,
	previous: ReadonlyMap<string, WireRecord>,
): number {
	if (enteredAt === undefined) return 0;
	return [...records].filter(([id, { [enteredAt]: date }]) => {
		return (parseTimestamp(date) ?? 0) >= began && previous.get(id)?.[enteredAt] !== date;
	}).length;
}

async function readDeletedList(client: Client, query: ListQuery, number: number): Promise<DeletedList> {
	const page = await readPage(client, atPage(query, number));
	const ids = page.records.map(recordId).filter((id) => id !== undefined);
	return {
		ids: new Set(ids),
		totalCount: page.totalCount,
		isWhole: number === 1 && page.isLast,
		newestPage: number > 1 || isOldestFirst(page) ? Math.max(1, page.totalPages ?? 1) : 1,
	};
}

function atPage(query: ListQuery, number: number): ListQuery {
	return number === 1 ? query : { ...query, parameters: { ...query.parameters, page: String(number) } };
}

/** The order of the list is not known, but its dates tell. */
function isOldestFirst({ records }: Page): boolean {
	const [first = 0, last = 0] = [records[0], records.at(-1)].map((record) =>
		parseTimestamp(record?.dateDeleted),
	);
	return first < last;
}

/** Pages of a long list show only a part of it, and not always in the same order, so that only its count is compared. */
function isSameList(one: DeletedList, other: DeletedList): boolean {
	if (one.totalCount !== other.totalCount) return false;
	return !one.isWhole || !other.isWhole || haveSameKeys(one.ids, other.ids);
}

/** Whether two sets, or maps, hold the same keys. */
export function haveSameKeys(
	one: { size: number; keys(): Iterable<string> },
	other: { size: number; has(key: string): boolean },
): boolean {
	return one.size === other.size && [...one.keys()].every((key) => other.has(key));
}
