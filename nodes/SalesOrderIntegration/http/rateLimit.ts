/** Reads the service's rate limit headers (api-specification 8). Values that make no sense count as missing. */

/** A 429 is retried after 60 seconds at the earliest (api-specification 7). */
export const RATE_LIMIT_WAIT_MS = 60_000;

/** A reset further away than this is an error of the header or of a clock: the limit is per minute. */
const FURTHEST_RESET_MS = 15 * 60_000;

/** Header values by lower-case name. */
export type ResponseHeaders = Record<string, unknown>;

/** When the service responded, by its own clock (epoch milliseconds); NaN where the Date header is missing or none. */
export function dateOf(headers: ResponseHeaders): number {
	return Date.parse(String(headers.date));
}

/**
 * How long from `now` until the limit resets, in milliseconds; 0 or less where X-RateLimit-Reset is missing, past or makes
 * no sense. It is counted from the Date of the response where there is one, so that a wrong clock on our side does no
 * harm.
 */
function msUntilReset(headers: ResponseHeaders, now: number): number {
	const wait = Number(headers['x-ratelimit-reset']) * 1000 - (dateOf(headers) || now);
	// False for what is no number, too.
	return wait <= FURTHEST_RESET_MS ? wait : 0;
}

/** How long to wait after a 429, in milliseconds: 60 s, or until X-RateLimit-Reset if that is later. */
export function waitAfter429(headers: ResponseHeaders, now: number): number {
	return Math.max(RATE_LIMIT_WAIT_MS, msUntilReset(headers, now));
}

/**
 * How long to hold the next call back after any other response, in milliseconds: until the reset when
 * X-RateLimit-Remaining says that nothing is left, instead of provoking a 429; otherwise 0.
 */
export function waitBeforeNextCall(headers: ResponseHeaders, now: number): number {
	const remaining = String(headers['x-ratelimit-remaining']).trim();
	return remaining !== '' && Number(remaining) === 0 ? msUntilReset(headers, now) : 0;
}
