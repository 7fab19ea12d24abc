/** The addresses of the pages of a list: `nextPage` is followed, but not trusted (design 3.2). */
import { ServiceFailure } from '../errors/failures';
import { originOf, type Connection } from '../http/connection';
import { jsonText } from '../http/json';
import { lists, type ListKind } from './wire';

/** Which list, and its query parameters without the number of the page. */
export interface ListQuery {
	kind: ListKind;
	parameters: Record<string, string>;
	/** The date field that says when a record entered the list, if there is one. */
	enteredAt?: string;
}

/** The address of the first page. Values are percent-encoded, a space as %20 (design 3.3). */
export function firstPageUrl({ baseUrl }: Connection, { kind, parameters }: ListQuery): string {
	return withParameters(baseUrl + lists[kind].path, Object.entries(parameters));
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
	const target = resolve(link, firstPageUrl(connection, query), connection);
	if (target.protocol === 'http:' && base.protocol === 'https:' && target.hostname === base.hostname) {
		target.protocol = 'https:';
		// The service behind the proxy knows its own port, not that of the proxy.
		target.port = base.port;
	}
	if (originOf(target) !== originOf(base)) {
		throw new ServiceFailure('foreignLink', { excerpt: connection.redactedExcerpt(originOf(target)) });
	}
	const list = connection.baseUrl + lists[query.kind].path;
	if (lastPartOf(target.pathname) !== lastPartOf(new URL(list).pathname)) throw brokenLink(link, connection);
	const added = [...target.searchParams].filter(([name]) => !Object.hasOwn(query.parameters, name));
	return withParameters(list, [...Object.entries(query.parameters), ...added]);
}

function resolve(link: unknown, base: string, connection: Connection): URL {
	if (typeof link === 'string' && URL.canParse(link.trim(), base)) return new URL(link.trim(), base);
	throw brokenLink(link, connection);
}

function brokenLink(link: unknown, { redactedExcerpt }: Connection): ServiceFailure {
	return new ServiceFailure('brokenLink', { excerpt: redactedExcerpt(jsonText(link)) });
}

/** A service behind a proxy may not know how the path begins; some use lower case, or a slash at the end. */
function lastPartOf(path: string): string | undefined {
	return path.replace(/\/+$/, '').toLowerCase().split('/').at(-1);
}

function withParameters(address: string, parameters: Array<[string, string]>): string {
	const query = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
	return query.length === 0 ? address : `${address}?${query.join('&')}`;
}
