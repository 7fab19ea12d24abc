/** A request to the sandbox, its answer, and the parts of its address. */

/** The query parameter that says which page is asked for. */
export const PAGE = 'page';

/** A request as it was sent. */
export interface SandboxRequest {
	method: string;
	/** Path and query as sent; an absolute address is understood too, and then decides the links' origin. */
	url: string;
	headers: Record<string, string | undefined>;
	body?: string;
	/** Ends the waiting of delays and hangs. */
	signal?: AbortSignal;
}

/** A complete answer. */
export interface SandboxResponse {
	status: number;
	/** With the names as the service writes them (`X-RateLimit-Reset`). */
	headers: Record<string, string>;
	body: string;
}

/** The parts of a request that the service looks at. */
export interface RequestTarget {
	/** `https://host:port` that the client used. */
	origin: string;
	path: string;
	/** The query as sent, without `?`, in pieces. */
	query: readonly QueryPart[];
}

/** A query parameter: as sent and decoded (`+` is a space). `value` is undefined where the encoding is broken. */
export interface QueryPart {
	raw: string;
	name: string;
	value: string | undefined;
}

/** The value of a header, whatever its case. */
export function headerOf(headers: SandboxRequest['headers'], name: string): string | undefined {
	const direct = headers[name];
	if (direct !== undefined) return direct;
	for (const [key, value] of Object.entries(headers)) {
		if (key.toLowerCase() === name) return value;
	}
	return undefined;
}

/** Takes the address of a request apart. */
export function targetOf(request: SandboxRequest, defaultOrigin: string): RequestTarget {
	const absolute = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(request.url);
	const sent = absolute ? (absolute[2] as string) || '/' : request.url;
	const mark = sent.indexOf('?');
	const path = mark < 0 ? sent : sent.slice(0, mark);
	const query = mark < 0 ? '' : sent.slice(mark + 1);
	return {
		origin: absolute?.[1] ?? originOf(request.headers, defaultOrigin),
		path,
		query: query === '' ? [] : query.split('&').map(queryPart),
	};
}

/** The first value of a query parameter; null when it was not sent, undefined when it cannot be decoded. */
export function queryValue(target: RequestTarget, name: string): string | undefined | null {
	for (const part of target.query) {
		if (part.name === name) return part.value;
	}
	return null;
}

function originOf(headers: SandboxRequest['headers'], defaultOrigin: string): string {
	const host = headerOf(headers, 'host');
	if (host === undefined) return defaultOrigin;
	// A TLS proxy in front of the sandbox says so in this header, as in front of a real service.
	const scheme = headerOf(headers, 'x-forwarded-proto') ?? defaultOrigin.slice(0, defaultOrigin.indexOf(':'));
	return `${scheme}://${host}`;
}

function queryPart(raw: string): QueryPart {
	const equals = raw.indexOf('=');
	const name = equals < 0 ? raw : raw.slice(0, equals);
	const value = equals < 0 ? '' : raw.slice(equals + 1);
	return { raw, name: decoded(name) ?? name, value: decoded(value) };
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text.replace(/\+/g, ' '));
	} catch (error) {
		if (error instanceof URIError) return undefined;
		throw error;
	}
}
