/** Reads a list page by page (api-specification 2.1, 4.1, 4.3). */
import type { Client } from './client';
import { fetchJson } from './client';
import { asEvidence, ServiceFailure } from './failures';
import { firstPageUrl, nextPageUrl } from './links';
import type { ListQuery } from './links';
import { findOddFields, hasLongId, isRecord, lists, paginationSchema, recordId } from './wire';
import type { WireRecord } from './wire';

/** One page of a list. */
export interface Page {
	records: WireRecord[];
	/** Records that the whole list has, as far as the service says. */
	totalCount?: number;
	/** Pages that the whole list has, as far as the service says. */
	totalPages?: number;
	isLast: boolean;
	/** `pagination.nextPage` as it came. */
	nextPage: unknown;
}

/**
 * So many pages in a row without one new id are a loop under changing addresses. Insertions while reading repeat a
 * page now and then, never so many.
 */
const MAX_PAGES_WITHOUT_NEWS = 100;

/**
 * The pages of a list, in order, following `nextPage` until it is null. Records may repeat and, when the list changes
 * while it is read, some may be skipped: completeList.ts deals with that.
 *
 * @throws ServiceFailure when a page cannot be had, or the links lead elsewhere or in a circle
 */
export async function* readPages(client: Client, query: ListQuery): AsyncGenerator<Page, void> {
	const visited = new Set<string>();
	const knownIds = new Set<string>();
	let pagesWithoutNews = 0;
	let url: string | undefined = firstPageUrl(client.connection, query);
	while (url !== undefined) {
		if (visited.has(url)) throw new ServiceFailure('pageLoop');
		visited.add(url);
		const page: Page = await fetchPage(client, query, url);

		// A record without an id cannot be told from another, so it may well be new.
		const hasNews = page.records.map((record) => isNew(recordId(record), knownIds)).includes(true);
		pagesWithoutNews = hasNews ? 0 : pagesWithoutNews + 1;
		if (pagesWithoutNews > MAX_PAGES_WITHOUT_NEWS) throw new ServiceFailure('pageLoop');

		yield page;
		url = page.isLast ? undefined : nextPageUrl(client.connection, query, page.nextPage, url);
	}
}

function isNew(id: string | undefined, knownIds: Set<string>): boolean {
	if (id === undefined) return true;
	const isKnown = knownIds.has(id);
	knownIds.add(id);
	return !isKnown;
}

/** One page alone: the first, or the one that `link`, an earlier page's `nextPage`, leads to. */
export async function readPage(client: Client, query: ListQuery, link?: string): Promise<Page> {
	const first = firstPageUrl(client.connection, query);
	return await fetchPage(client, query, link ? nextPageUrl(client.connection, query, link, first) : first);
}

async function fetchPage(client: Client, query: ListQuery, url: string): Promise<Page> {
	const { key } = lists[query.kind];
	const { pagination, elements } = await fetchJson(client, { method: 'GET', url }, (json) => {
		const envelope = isRecord(json) ? json : {};
		if (!isRecord(envelope.pagination) || !Array.isArray(envelope[key])) {
			throw new ServiceFailure('notAnEnvelope', {
				evidence: asEvidence(client.connection.redact(JSON.stringify(json))),
				httpCode: 200,
			});
		}
		return { pagination: envelope.pagination, elements: envelope[key] as unknown[] };
	});
	client.notices.sawOddFields([...oddPagination(pagination), ...findOddFields(query.kind, elements)]);
	const records = elements.filter(isRecord);
	if (records.some(hasLongId)) client.notices.sawLongIds();
	// A link that is missing altogether is read as the end; the count then tells whether it was.
	const nextPage = pagination.nextPage ?? '';
	return {
		records,
		totalCount: asCount(pagination.totalCount),
		totalPages: asCount(pagination.totalPages),
		nextPage,
		isLast: nextPage === '',
	};
}

function oddPagination(pagination: WireRecord): string[] {
	const result = paginationSchema.safeParse(pagination);
	return result.success ? [] : result.error.issues.map((issue) => `pagination.${issue.path.join('.')}`);
}

function asCount(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
