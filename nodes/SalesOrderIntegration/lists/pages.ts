/** Reads a list page by page (api-specification 2.1, 4.1, 4.3). */
import type { Client } from '../http/client';
import { fetchJson } from '../http/client';
import { ServiceFailure } from '../errors/failures';
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
 * The pages of a list, in order, following `nextPage` until it is null. Records may repeat and, when the list changes
 * while it is read, some may be skipped: completeList.ts deals with that.
 *
 * @throws ServiceFailure when a page cannot be had, or the links lead elsewhere or back to an earlier page
 */
export async function* readPages(client: Client, query: ListQuery): AsyncGenerator<Page, void> {
	const visited = new Set<string>();
	let url: string | undefined = firstPageUrl(client.connection, query);
	while (url !== undefined) {
		if (visited.has(url)) throw new ServiceFailure('pageLoop');
		visited.add(url);
		const page: Page = await fetchPage(client, query, url);
		yield page;
		url = page.isLast ? undefined : nextPageUrl(client.connection, query, page.nextPage, url);
	}
}

/** One page alone: the first, or the one that `link`, an earlier page's `nextPage`, leads to. */
export async function readPage(client: Client, query: ListQuery, link?: string): Promise<Page> {
	const first = firstPageUrl(client.connection, query);
	return await fetchPage(client, query, link ? nextPageUrl(client.connection, query, link, first) : first);
}

async function fetchPage(client: Client, query: ListQuery, url: string): Promise<Page> {
	const { key } = lists[query.kind];
	const { pagination, elements } = await fetchJson(client, { method: 'GET', url }, (json, text) => {
		const envelope = isRecord(json) ? json : {};
		if (!isRecord(envelope.pagination) || !Array.isArray(envelope[key])) {
			throw new ServiceFailure('notAnEnvelope', {
				excerpt: client.connection.redactedExcerpt(text),
				httpCode: 200,
			});
		}
		return { pagination: envelope.pagination, elements: envelope[key] as unknown[] };
	});
	const sent = elements.filter(isRecord);
	client.hints.leftOutEntries(url, elements.length - sent.length);
	client.hints.sawOddFields([...oddPagination(pagination), ...findOddFields(query.kind, sent)]);
	if (sent.some(hasLongId)) client.hints.sawLongIds();
	// A link that is missing altogether is read as the end; the count then tells whether it was.
	const nextPage = pagination.nextPage ?? '';
	return {
		records: eachOnce(sent),
		totalCount: asCount(pagination.totalCount),
		totalPages: asCount(pagination.totalPages),
		nextPage,
		isLast: nextPage === '',
	};
}

/** What a page lists twice is still one record. */
function eachOnce(records: WireRecord[]): WireRecord[] {
	const ids = new Set<string>();
	return records.filter((record) => {
		const id = recordId(record);
		const isRepeated = id !== undefined && ids.has(id);
		if (id !== undefined) ids.add(id);
		return !isRepeated;
	});
}

function oddPagination(pagination: WireRecord): string[] {
	const result = paginationSchema.safeParse(pagination);
	return result.success ? [] : result.error.issues.map((issue) => `pagination.${issue.path.join('.')}`);
}

/** Some services send numbers as text; that they do is told as an odd field. */
function asCount(given: unknown): number | undefined {
	const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
