/**
 * A list that is complete, or says that it may not be (design 3.1).
 *
 * The service pages by number over a list that changes while it is read. An order deleted between two pages shifts
 * the rest and one is skipped; an order that moves forward is skipped itself; an insertion only repeats some. So
 * every reading is searched for signs of a skip, and on a sign the list is read again.
 */
import type { Client } from './client';
import type { ListQuery } from './links';
import { readPage, readPages } from './pages';
import type { Page } from './pages';
import { recordId } from './wire';
import type { WireRecord } from './wire';

/** `signs`: read again on a sign of a skip. `twice`: read until two readings agree, for a service that reorders. */
export type Verify = 'signs' | 'twice';

/** The records of a list, each once. */
export interface CompleteList {
	records: WireRecord[];
	/** False when the list would not settle: `records` is then the union of all that was read. */
	isSettled: boolean;
}

/** How a list is to be read. */
export interface Reading {
	query: ListQuery;
	verify: Verify;
	/** The list that grows when a record is taken out of this one, where there is such a list. */
	deletedQuery?: ListQuery;
	/** Looks at the first page and may decline to read the rest, because it is too long. */
	isWelcome?(firstPage: Page): boolean;
}

/** What one reading from the first page to the last saw. */
interface Pass {
	records: Map<string, WireRecord>;
	/** totalCount of the first page: so many were there from the start. */
	promised: number;
	/** Whether totalCount went down from one page to the next. */
	shrank: boolean;
	/** The deleted list before and after; undefined for a list of one page, which needs no check. */
	deletions?: { before: DeletedList; after: DeletedList };
}

/** The first page of the deleted list. */
interface DeletedList {
	ids: Set<string>;
	totalCount?: number;
	/** Whether the first page is all there is. */
	isWhole: boolean;
}

/** What shows that a reading may have skipped a record. Each looks at another trace. */
export const signsOfASkip: Record<string, (pass: Pass) => boolean> = {
	/** Something was taken out between two pages. */
	totalCountWentDown: (pass) => pass.shrank,
	/** Insertions alone never lead to this, so `promised` is the count at the start, not at the end. */
	fewerThanPromised: (pass) => pass.records.size < pass.promised,
	/** A deletion and an insertion together leave totalCount as it was. */
	deletedListChanged: ({ deletions }) =>
		deletions !== undefined && !isSameList(deletions.before, deletions.after),
	/** Read on the first page and deleted before the deleted list was looked at. */
	readAndDeleted: ({ records, deletions }) =>
		deletions !== undefined &&
		[...deletions.before.ids, ...deletions.after.ids].some((id) => records.get(id)?.deleted === false),
};

const MAX_PASSES = 5;

/**
 * Reads a whole list. Costs one call per page; a list of more than one page two more (three where the deleted list
 * itself is longer than a page); and as much again for each time that a sign of a skip was seen, at most five times.
 *
 * @returns undefined when `isWelcome` declined the first page
 * @throws ServiceFailure when a page cannot be had
 */
export async function readCompleteList(client: Client, reading: Reading): Promise<CompleteList | undefined> {
	const union = new Map<string, WireRecord>();
	let previous: Pass | undefined;
	for (let passes = 1; passes <= MAX_PASSES; passes++) {
		const pass = await readOnce(client, reading, previous?.deletions?.after);
		if (!pass) return undefined;
		const isClean = !Object.values(signsOfASkip).some((shows) => shows(pass));
		const agrees =
			reading.verify === 'signs' || (previous !== undefined && haveSameKeys(pass.records, previous.records));
		if (isClean && agrees) return { records: [...pass.records.values()], isSettled: true };
		for (const [id, record] of pass.records) union.set(id, record);
		previous = pass;
	}
	client.notices.add(
		'listChanged',
		'The list kept changing while it was read, so all that was seen is returned: an order that was deleted meanwhile may be among it, and one may be missing. Run it again, or choose a shorter time window.',
	);
	return { records: [...union.values()], isSettled: false };
}

/** The records of a list as they come, each once, without a check for skips: for those who stop before the end. */
export async function* readUnique(client: Client, query: ListQuery): AsyncGenerator<WireRecord, void> {
	const seen = new Set<string>();
	for await (const page of readPages(client, query)) {
		for (const record of page.records) {
			const id = recordId(record);
			if (id !== undefined && seen.has(id)) continue;
			if (id !== undefined) seen.add(id);
			yield record;
		}
	}
}

async function readOnce(
	client: Client,
	reading: Reading,
	deletedBefore?: DeletedList,
): Promise<Pass | undefined> {
	const pass: Pass = { records: new Map(), promised: 0, shrank: false };
	let before = deletedBefore;
	let lastCount: number | undefined;
	let nameless = 0;
	for await (const page of readPages(client, reading.query)) {
		const isFirst = lastCount === undefined;
		if (isFirst && reading.isWelcome?.(page) === false) return undefined;
		const count = page.totalCount ?? 0;
		if (isFirst) pass.promised = count;
		if (lastCount !== undefined && count < lastCount) pass.shrank = true;
		lastCount = count;
		for (const record of page.records) pass.records.set(recordId(record) ?? `nameless ${nameless++}`, record);

		if (isFirst && !page.isLast && reading.deletedQuery && !before) {
			before = await readDeletedList(client, reading.deletedQuery);
			// Of a long deleted list only the count is known, which a deletion since the first page is already in.
			if (!before.isWhole) return await readOnce(client, reading, before);
		}
	}
	if (before && reading.deletedQuery) {
		pass.deletions = { before, after: await readDeletedList(client, reading.deletedQuery) };
	}
	return pass;
}

async function readDeletedList(client: Client, query: ListQuery): Promise<DeletedList> {
	const page = await readPage(client, query);
	const ids = page.records.map(recordId).filter((id) => id !== undefined);
	return { ids: new Set(ids), totalCount: page.totalCount, isWhole: page.isLast };
}

function isSameList(one: DeletedList, other: DeletedList): boolean {
	if (one.totalCount !== other.totalCount) return false;
	// The order of the list is not known, so pages of a long one are compared as they are and only whole ones by id.
	return !one.isWhole || !other.isWhole || haveSameKeys(one.ids, other.ids);
}

function haveSameKeys(
	one: { size: number; keys(): Iterable<string> },
	other: { size: number; has(key: string): boolean },
): boolean {
	return one.size === other.size && [...one.keys()].every((key) => other.has(key));
}
