/** Reads a list page by page (api-specification 2.1, 4.1, 4.3): `nextPage` is followed, but not trusted (design 3.2). */
import { wholeSecond } from '../dates/durations';
import { isRefusal, ServiceFailure } from '../errors/failures';
import { failureTable } from '../errors/failureTable';
import { Hints } from '../errors/hints';
import { readJson } from '../http/call';
import { send, serviceNow, type Client } from '../http/client';
import { originOf, type Connection } from '../http/connection';
import { jsonText } from '../http/json';
import { findOddFields, isRecord, listPaths, paginationSchema } from './wire';
import type { ListKind, WireRecord } from './wire';

/** Which list, and its query parameters without the number of the page. */
export interface ListQuery {
	kind: ListKind;
	parameters: Record<string, string>;
	/** The date field that says when a record entered the list, if there is one. */
	enteredAt?: string;
}

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
		page = await readPage(client, query, url).catch((error: unknown) => {
			throw isRefusal(error) ? new ServiceFailure(error.kind, { ...error.details, ...PAGE_REFUSED }) : error;
		});
	}
}

/** The service has just linked to that page: its list may have become shorter. */
const PAGE_REFUSED = { ...failureTable.brokenLink, cause: 'temporarily-unavailable' } as const;

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
	const { connection } = client;
	// What is odd in the pages of a check is not what the user receives.
	const hints = client.isCheck ? new Hints() : client.hints;
	const withoutToken = (sent: unknown) => {
		const shown = connection.withoutToken(sent);
		if (shown !== sent) hints.set('masked', MASKED);
		return shown;
	};
	const { pagination, elements } = await send(client, { method: 'GET', url }, (response) => {
		const json = readJson(response, connection.redactedExcerpt);
		const { pagination, [query.kind]: listed } = isRecord(json) ? json : {};
		// Some services write an empty list as null, or leave it out.
		const isEmpty = (listed ?? null) === null && isRecord(pagination) && asCount(pagination.totalCount) === 0;
		const sent: unknown = isEmpty ? [] : listed;
		if (!isRecord(pagination) || !Array.isArray(sent)) {
			const excerpt = connection.redactedExcerpt(response.body);
			throw new ServiceFailure('notAnEnvelope', { excerpt, httpCode: 200 });
		}
		const isSafe = query.kind === 'salesOrders' && !connection.mayHoldToken(response.body);
		return { pagination, elements: isSafe ? sent : sent.map(withoutToken) };
	});
	const records = elements.filter(isRecord);
	// What else the service says of a user is not known.
	for (const record of records) {
		for (const field of USER_FIELDS) if (record[field]) record[field] = withoutToken(record[field]);
	}
	if (records.length < elements.length) hints.set('leftOut', LEFT_OUT);
	const { error } = paginationSchema.safeParse(pagination);
	hints.sawOddFields((error?.issues ?? []).map(({ path }) => `pagination.${path.join('.')}`));
	hints.sawOddFields(findOddFields(query.kind, records, hints.oddFields));
	// A page without a link is the last one. Some services write false. If it is not the last, totalCount shows it.
	const nextPage = pagination.nextPage || '';
	return {
		records,
		totalCount: asCount(pagination.totalCount),
		totalPages: asCount(pagination.totalPages),
		nextPage,
		isLast: nextPage === '',
		readAt: wholeSecond(serviceNow(client)),
	};
}

/** The fields of an order that may hold a user (api-specification 2.2). */
const USER_FIELDS = ['createdBy', 'deletedBy', 'editedFrom'];

const MASKED = 'Texts that show a part of the API token were replaced by ***.';

const LEFT_OUT = 'Entries were left out that are not an order or a user but something else, such as a text.';

/** Some services send numbers as text, which is reported as an odd field. */
function asCount(given: unknown): number | undefined {
	const text = typeof given === 'object' ? '' : String(given);
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The address of the first page. Values are percent-encoded, a space as %20 (design 3.3). */
export function firstPageUrl({ baseUrl }: Connection, { kind, parameters }: ListQuery): string {
	return withParameters(baseUrl + listPaths[kind], Object.entries(parameters));
}

/**
 * The address of the page to which `link` leads. Relative links are resolved, http behind a TLS proxy becomes https,
 * the path is that of the list even if a service behind a proxy knows another one, and the parameters of the query
 * are restored.
 *
 * @param link the value of `pagination.nextPage`, not null
 * @throws ServiceFailure `foreignLink` for another host, to which the token must not be sent; `brokenLink` for a link
 *   that leads to no page of the list, such as a bare page number
 */
export function nextPageUrl(connection: Connection, query: ListQuery, link: unknown): string {
	const base = new URL(connection.baseUrl);
	// All pages have the same path, so that a link leads from each to the same address.
	const first = firstPageUrl(connection, query);
	const broken = () =>
		new ServiceFailure('brokenLink', { excerpt: connection.redactedExcerpt(jsonText(link)) });
	if (typeof link !== 'string' || !URL.canParse(link.trim(), first)) throw broken();
	const target = new URL(link.trim(), first);
	if (target.protocol === 'http:' && base.protocol === 'https:' && target.hostname === base.hostname) {
		target.protocol = 'https:';
		// The service behind the proxy knows its own port, not that of the proxy.
		target.port = base.port;
	}
	if (originOf(target) !== originOf(base)) {
		throw new ServiceFailure('foreignLink', { excerpt: connection.redactedExcerpt(originOf(target)) });
	}
	const list = connection.baseUrl + listPaths[query.kind];
	if (lastPartOf(target.pathname) !== lastPartOf(list)) throw broken();
	const added = [...target.searchParams].filter(([name]) => !Object.hasOwn(query.parameters, name));
	return withParameters(list, [...Object.entries(query.parameters), ...added]);
}

/** A service behind a proxy may not know how the path begins; some use lower case, or a slash at the end. */
function lastPartOf(path: string): string | undefined {
	return path.toLowerCase().split('/').findLast(Boolean);
}

function withParameters(address: string, parameters: Array<[string, string]>): string {
	const query = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
	return query.length === 0 ? address : `${address}?${query.join('&')}`;
}
