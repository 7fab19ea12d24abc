/** One exchange with the service: the response, or which failure it was. No retries, no rate limit. */
import { kindOfStatus, networkFailureOf, ServiceFailure, withCauses } from '../errors/failures';
import { parseJson } from './json';
import type { RedactedExcerpt } from './redactedExcerpt';
import { waitFor } from './timing';
import type { WaitLimits } from './timing';

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

/** A call that runs longer times out (api-specification 7). */
export const CALL_TIMEOUT_MS = 30_000;

/**
 * Makes one call and gives the response, which may be of any status.
 *
 * @throws ServiceFailure `timeout` after 30 s, `outOfTime` at the deadline, `cancelled` on Stop, that of the transport,
 *   or what the network error means
 */
export async function exchange(
	transport: Transport,
	request: ServiceRequest,
	limits: WaitLimits,
	excerpt: RedactedExcerpt,
): Promise<ServiceResponse> {
	const work = async (over: AbortSignal) => await transport(request, over);
	return await waitFor(work, CALL_TIMEOUT_MS, limits).catch((error: unknown) => {
		throw failureOf(error, excerpt);
	});
}

function failureOf(error: unknown, excerpt: RedactedExcerpt): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	const network = networkFailureOf(error);
	if (network !== undefined) return new ServiceFailure(network);
	// An error of n8n wraps the one that says what was wrong.
	const { message = '' } = [...withCauses(error)].findLast((each) => Boolean(each.message)) ?? {};
	return new ServiceFailure('notSent', { excerpt: excerpt(String(message)) });
}

/** How a login or maintenance page of a proxy begins. Other markup may be the service's response to a write. */
const WEB_PAGE = /^\s*(<\?xml[^>]*>\s*)?<(!--|!doctype\s+html\b|html\b|head\b|body\b)/i;

/**
 * Accepts a response of status 200 only (api-specification 7), and no web page. What else a successful write sends does
 * not matter (api-specification 4.2: not shown).
 *
 * @throws ServiceFailure that the status means, or `html`, with what the service said as excerpt
 */
export function requireSuccess({ status, body }: ServiceResponse, excerpt: RedactedExcerpt): void {
	const isWebPage = WEB_PAGE.test(body);
	if (status === 200 && !isWebPage) return;
	const kind = status === 200 ? 'html' : kindOfStatus(status);
	throw new ServiceFailure(kind, { httpCode: status, excerpt: excerpt(body) });
}

/**
 * The JSON of a successful response.
 *
 * @throws ServiceFailure `invalidJson`, or `html` for markup
 */
export function readJson({ status, body }: ServiceResponse, excerpt: RedactedExcerpt): unknown {
	try {
		return parseJson(body);
	} catch {
		// Not JSON.
	}
	const details = body.trim() === '' ? 'an empty response' : excerpt(body);
	throw new ServiceFailure(/^\s*</.test(body) ? 'html' : 'invalidJson', {
		httpCode: status,
		excerpt: details,
	});
}
