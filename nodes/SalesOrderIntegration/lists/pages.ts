/** Reads a list page by page (api-specification 2.1, 4.1, 4.3). */
import { wholeSecond } from '../dates/durations';
import { ServiceFailure } from '../errors/failures';
import { readJson } from '../http/call';
import { send, serviceNow, type Client } from '../http/client';
import { firstPageUrl, nextPageUrl, type ListQuery } from './links';
import { findOddFields, hasLongId, isRecord, lists, MAX_ODD_FIELDS, paginationSchema } from './wire';
import type { WireRecord } from './wire';

/** One page of a list. */
export interface Page {
	records: WireRecord[];
	/** Of the whole list, if the service says it. */
	totalCount?: number;
	totalPages?: number;
	isLast: boolean;
	/** `pagination.nextPage` as it was sent. */
	nextPage: unknown;
	/** When it was read, by the clock of the service: epoch milliseconds, the beginning of the second. */
	readAt: number;
}

/**
 * The pages of a list in order from the first, which has been read, until `nextPage` is null. Records may repeat and, if
 * the list changes while it is read, be skipped: completeList.ts takes care of that.
 *
 * @throws ServiceFailure if a page cannot be read, or a link leads elsewhere or back to an earlier page
 */
export async function* readPages(client: Client, query: ListQuery, first: Page): AsyncGenerator<Page, void> {
	const visited = new Set([firstPageUrl(client.connection, query)]);
	for (let page = first; ;) {
		yield page;
		if (page.isLast) return;
		const url = nextPageUrl(client.connection, query, page.nextPage);
		if (visited.has(url)) throw new ServiceFailure('pageLoop');
		visited.add(url);
		page = await readPage(client, query, url);
	}
}

/**
 * One page, by default the first.
 *
 * @param url from {@link nextPageUrl}, which checks the link of an earlier page
 * @throws ServiceFailure if it cannot be read
 */
export async function readPage(
	client: Client,
	query: ListQuery,
	url = firstPageUrl(client.connection, query),
): Promise<Page> {
	const { connection, hints } = client;
	const { key } = lists[query.kind];
	const withoutToken = (sent: unknown) => {
		const shown = connection.withoutToken(sent);
		if (shown !== sent) hints.set('masked', MASKED);
		return shown;
	};
	const { pagination, elements } = await send(client, { method: 'GET', url }, (response) => {
		const json = readJson(response, connection.redactedExcerpt);
		const envelope = isRecord(json) ? json : {};
		if (!isRecord(envelope.pagination) || !Array.isArray(envelope[key])) {
			const excerpt = connection.redactedExcerpt(response.body);
			throw new ServiceFailure('notAnEnvelope', { excerpt, httpCode: 200 });
		}
		const sent: unknown[] = envelope[key];
		const isSafe = query.kind === 'salesOrders' && !connection.mayHoldToken(response.body);
		return { pagination: envelope.pagination, elements: isSafe ? sent : sent.map(withoutToken) };
	});
	const records = elements.filter(isRecord);
	// What else the service says of a user is not known.
	for (const record of records) if (record.createdBy) record.createdBy = withoutToken(record.createdBy);
	hints.leftOutEntries(url, elements.length - records.length);
	hints.sawOddFields(oddPagination(pagination));
	if (hints.oddFields.size < MAX_ODD_FIELDS) hints.sawOddFields(findOddFields(query.kind, records));
	if (records.some(hasLongId)) hints.set('longIds', LONG_IDS);
	// Without a link this is taken for the last page; totalCount shows if it is not.
	const nextPage = pagination.nextPage ?? '';
	return {
		records,
		totalCount: asCount(pagination.totalCount),
		totalPages: asCount(pagination.totalPages),
		nextPage,
		isLast: nextPage === '',
		readAt: wholeSecond(serviceNow(client)),
	};
}

const MASKED = 'Texts that show a part of the API token were replaced by ***.';

const LONG_IDS =
	'Some IDs have too many digits for an exact number, so they are passed on as text. Keep them as text in the next nodes.';

function oddPagination(pagination: WireRecord): string[] {
	const result = paginationSchema.safeParse(pagination);
	return result.success ? [] : result.error.issues.map((issue) => `pagination.${issue.path.join('.')}`);
}

/** Some services send numbers as text, which is reported as an odd field. */
function asCount(given: unknown): number | undefined {
	return /^\d{1,15}$/.test(String(given)) ? Number(given) : undefined;
}
