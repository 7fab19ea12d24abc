/** One exchange with the service: what is sent, what may come back, and which failure it was. */
import { kindOfStatus, networkFailureOf, ServiceFailure, withCauses } from '../errors/failures';
import { parseJson } from './json';
import type { RedactedExcerpt } from './redaction';

/** A request without the token, which the transport adds. */
export interface ServiceRequest {
	method: 'GET' | 'PUT';
	url: string;
	body?: Record<string, string>;
}

/** A response over HTTP, whatever its status. */
export interface ServiceResponse {
	status: number;
	/** By lower-case name. */
	headers: Record<string, unknown>;
	body: string;
}

/**
 * Sends one request with the token and resolves with any response; rejects only where there was none. Follows no
 * redirect. An abort of `signal` ends it.
 */
export type Transport = (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceResponse>;

/** What every request says beside the token (api-specification 4). */
export const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' } as const;

/** A call that runs longer times out (api-specification 7). */
export const CALL_TIMEOUT_MS = 30_000;

/** What an error of a transport means. */
export function transportFailure(error: unknown, excerpt: RedactedExcerpt): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	const network = networkFailureOf(error);
	if (network !== undefined) return new ServiceFailure(network);
	// An error of n8n wraps the one that says what was wrong.
	const { message = '' } = withCauses(error).findLast((each) => Boolean(each.message)) ?? {};
	// What a proxy interrupts has no code.
	const kind = /^Proxy connection ended/.test(String(message)) ? 'connectionLost' : 'notSent';
	return new ServiceFailure(kind, { excerpt: excerpt(String(message)) });
}

/** How a login or maintenance page of a proxy begins. Other markup may be the service's response to a write. */
const WEB_PAGE =
	/^\s*(<\?xml[^>]*>\s*)?<(!--|!doctype\s+html\b|(html|head|body|title|meta|link|script|style|center|div)\b)/i;

/**
 * Throws the ServiceFailure that a status other than 200 means (api-specification 7), or `html` for a web page. What else
 * a successful write sends does not matter (api-specification 4.2: not shown).
 */
export function requireSuccess({ status, headers, body }: ServiceResponse, excerpt: RedactedExcerpt): void {
	if (status === 200 && !WEB_PAGE.test(body)) return;
	const kind = status === 200 ? 'html' : kindOfStatus(status);
	const details = kind === 'redirect' ? String(headers.location ?? body) : body;
	throw new ServiceFailure(kind, { httpCode: status, excerpt: excerpt(details) });
}

/** The JSON of a successful response. Throws a ServiceFailure `invalidJson`, or `html` for markup. */
export function readJson({ status, body }: ServiceResponse, excerpt: RedactedExcerpt): unknown {
	const json = parseJson(body);
	if (json !== undefined) return json;
	const kind = /^\s*</.test(body) ? 'html' : 'invalidJson';
	const details = body.trim() === '' ? 'an empty response' : excerpt(body);
	throw new ServiceFailure(kind, { httpCode: status, excerpt: details });
}
