/** One exchange with the service: what came back, or which failure it was. No retries, no pacing. */
import type { RedactedExcerpt } from './redactedExcerpt';
import { kindOfStatus, networkFailureOf, ServiceFailure, withCauses } from '../errors/failures';
import { parseJson } from './json';
import type { AnswerHeaders } from './rateLimit';
import type { Timing } from './timing';

/** A request, complete but for the token, which the transport adds. */
export interface ServiceRequest {
	method: 'GET' | 'PUT';
	url: string;
	body?: Record<string, string>;
}

/** What came back over HTTP, whatever the status. */
export interface ServiceAnswer {
	status: number;
	headers: AnswerHeaders;
	body: string;
}

/**
 * Sends one request with the token and resolves with any answer; rejects only where there was none. Follows no
 * redirect. An abort of `signal` ends it.
 */
export type Transport = (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceAnswer>;

/** A call that runs longer times out (api-specification 7). */
export const CALL_TIMEOUT_MS = 30_000;

/** A page of a list is far smaller; what is larger is not one, and must not fill the memory. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** An answer beyond {@link MAX_ANSWER_BYTES}; thrown by a transport. */
export class AnswerTooLargeError extends Error {}

/** What ends a call early, and how its failure tells what came. */
export interface CallLimits {
	/** Aborts when the user presses Stop. */
	signal?: AbortSignal;
	/** Epoch milliseconds; cuts the 30 s short. */
	deadline?: number;
	excerpt: RedactedExcerpt;
}

/**
 * Makes one call and gives the answer, which may be of any status.
 *
 * @throws ServiceFailure `timeout` after 30 s, `outOfTime` at the deadline, `cancelled` on Stop, `tooLarge`, or what
 *   the network error means
 */
export async function exchange(
	transport: Transport,
	request: ServiceRequest,
	timing: Timing,
	{ signal: stop, deadline = Infinity, excerpt }: CallLimits,
): Promise<ServiceAnswer> {
	if (stop?.aborted) throw new ServiceFailure('cancelled');
	const timeLeft = deadline - timing.now();
	if (timeLeft <= 0) throw new ServiceFailure('outOfTime', { at: timing.now() });
	const ending = new AbortController();
	const cancel = () => ending.abort(OVER);
	stop?.addEventListener('abort', cancel, { once: true });
	const limit = timing.sleep(Math.min(CALL_TIMEOUT_MS, timeLeft), ending.signal).then(
		() => new ServiceFailure(timeLeft < CALL_TIMEOUT_MS ? 'outOfTime' : 'timeout', { at: timing.now() }),
		() => new ServiceFailure('cancelled'),
	);
	const answer = transport(request, ending.signal).catch((error: unknown) =>
		failureOf(error, timing.now(), excerpt),
	);
	try {
		const outcome = await Promise.race([answer, limit]);
		if (outcome instanceof ServiceFailure) throw stop?.aborted ? new ServiceFailure('cancelled') : outcome;
		return outcome;
	} finally {
		stop?.removeEventListener('abort', cancel);
		ending.abort(OVER);
	}
}

/** As a reason this holds nothing, while an error holds, with its stack, all data of the execution until timers end. */
const OVER = 'The call is over';

function failureOf(error: unknown, at: number, excerpt: RedactedExcerpt): ServiceFailure {
	if (error instanceof AnswerTooLargeError) return new ServiceFailure('tooLarge');
	const network = networkFailureOf(error);
	if (network !== undefined) return new ServiceFailure(network, { at });
	return new ServiceFailure('notSent', { excerpt: excerpt(innermostMessage(error)) });
}

/** An error of n8n wraps the one that says what was wrong. */
function innermostMessage(error: unknown): string {
	const messages = [...withCauses(error)].map(({ message }) => message);
	return String(messages.findLast((message) => typeof message === 'string' && message !== '') ?? '');
}

/**
 * Accepts an answer of status 200 only (api-specification 7).
 *
 * @throws ServiceFailure that the status means, with what the service said as excerpt
 */
export function requireSuccess(answer: ServiceAnswer, at: number, excerpt: RedactedExcerpt): void {
	if (answer.status === 200) return;
	throw new ServiceFailure(kindOfStatus(answer.status), {
		httpCode: answer.status,
		excerpt: excerpt(answer.body),
		at,
	});
}

/**
 * The JSON of a successful answer.
 *
 * @throws ServiceFailure `html` for a web page, `invalidJson` for anything else that cannot be read
 */
export function readJson(answer: ServiceAnswer, at: number, excerpt: RedactedExcerpt): unknown {
	try {
		return parseJson(answer.body);
	} catch {
		return failAsUnreadable(answer, at, excerpt);
	}
}

/**
 * Accepts whatever body a successful write has (api-specification 4.2: not shown), but no web page: that comes from a
 * login or maintenance page in between, and nothing was stored.
 *
 * @throws ServiceFailure `html`
 */
export function refuseWebPage(answer: ServiceAnswer, at: number, excerpt: RedactedExcerpt): void {
	if (WEB_PAGE.test(answer.body)) failAsUnreadable(answer, at, excerpt);
}

const WEB_PAGE = /^\s*</;

function failAsUnreadable(answer: ServiceAnswer, at: number, excerpt: RedactedExcerpt): never {
	const kind = WEB_PAGE.test(answer.body) ? 'html' : 'invalidJson';
	const came = excerpt(answer.body) ?? 'an empty answer';
	throw new ServiceFailure(kind, { httpCode: answer.status, excerpt: came, at });
}
