/** Addresses of lists, and of their next pages: `nextPage` is followed, but not trusted (design 3.2). */
import { originOf } from '../http/connection';
import type { Connection } from '../http/connection';
import { ServiceFailure } from '../errors/failures';
import { jsonText } from '../http/json';
import { lists } from './wire';
import type { ListKind } from './wire';

/** Which list, with the query parameters that make it this one. `page` is not among them. */
export interface ListQuery {
	kind: ListKind;
	parameters: Record<string, string>;
	/** The field of a record that tells when it came onto the list, where there is one. */
	enteredAt?: string;
}

/** The address of the first page. Values are percent-encoded, a space as %20 (design 3.3). */
export function firstPageUrl({ baseUrl }: Connection, { kind, parameters }: ListQuery): string {
	return withParameters(baseUrl + lists[kind].path, Object.entries(parameters));
}

/**
 * The address of the page that `link` leads to: relative links are resolved, http behind a TLS proxy is upgraded, the
 * path is that of the list whatever the service behind a proxy takes it for, and the parameters of the query are put
 * back. A link that does not end as the list does, such as a bare page number, would lead elsewhere.
 *
 * @param link the value of `pagination.nextPage`, not null
 * @param currentUrl the page on which the link stood
 * @throws ServiceFailure `foreignLink` for another host, to which the token must not be sent; `brokenLink` for what
 *   leads to no page of the list
 */
export function nextPageUrl(
	connection: Connection,
	query: ListQuery,
	link: unknown,
	currentUrl: string,
): string {
	const base = new URL(connection.baseUrl);
	const target = resolve(link, currentUrl, connection);
	if (target.protocol === 'http:' && base.protocol === 'https:' && target.hostname === base.hostname) {
		const hasOwnPort = target.port !== '';
		target.protocol = 'https:';
		// What the service behind the proxy does not know is the port of the proxy.
		if (!hasOwnPort) target.port = base.port;
	}
	if (originOf(target) !== originOf(base)) {
		throw new ServiceFailure('foreignLink', { excerpt: connection.redactedExcerpt(originOf(target)) });
	}
	const list = connection.baseUrl + lists[query.kind].path;
	if (lastPartOf(target.pathname) !== lastPartOf(new URL(list).pathname)) throw brokenLink(link, connection);
	const own = new Set(Object.keys(query.parameters));
	const added = [...target.searchParams].filter(([name]) => !own.has(name));
	return withParameters(list, [...Object.entries(query.parameters), ...added]);
}

function resolve(link: unknown, currentUrl: string, connection: Connection): URL {
	if (typeof link === 'string' && URL.canParse(link.trim(), currentUrl))
		return new URL(link.trim(), currentUrl);
	throw brokenLink(link, connection);
}

function brokenLink(link: unknown, { redactedExcerpt }: Connection): ServiceFailure {
	return new ServiceFailure('brokenLink', { excerpt: redactedExcerpt(jsonText(link)) });
}

/** Where the path begins, a service behind a proxy may not know; some write it in small letters, or with a slash behind. */
function lastPartOf(path: string): string | undefined {
	return path.replace(/\/+$/, '').toLowerCase().split('/').at(-1);
}

function withParameters(address: string, parameters: Array<[string, string]>): string {
	const query = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
	return query.length === 0 ? address : `${address}?${query.join('&')}`;
}
