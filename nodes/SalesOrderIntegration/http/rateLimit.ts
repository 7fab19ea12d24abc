/** Reads the service's rate limit headers (api-specification 8). Absurd values count as missing. */

/** A 429 is repeated after 60 seconds at the earliest (api-specification 7). */
export const RATE_LIMIT_WAIT_MS = 60_000;

/** A reset further away than this is a mistake of the header or of a clock: the limit is per minute. */
const FURTHEST_RESET_MS = 15 * 60_000;

/** Header values by lower-case name. */
export type AnswerHeaders = Record<string, unknown>;

/**
 * How long from `now` until the limit resets, in milliseconds; undefined where X-RateLimit-Reset is missing or absurd.
 * Where the answer carries a Date it is counted from that, so that a wrong clock on our side does no harm.
 */
function msUntilReset(headers: AnswerHeaders, now: number): number | undefined {
	const reset = Number(headers['x-ratelimit-reset'] ?? NaN);
	if (!Number.isFinite(reset) || reset <= 0) return undefined;
	const serverNow = Date.parse(String(headers.date ?? ''));
	const wait = reset * 1000 - (Number.isNaN(serverNow) ? now : serverNow);
	return wait > 0 && wait <= FURTHEST_RESET_MS ? wait : undefined;
}

/** How long to wait after a 429, in milliseconds: 60 s, or until X-RateLimit-Reset if that is later. */
export function waitAfter429(headers: AnswerHeaders, now: number): number {
	return Math.max(RATE_LIMIT_WAIT_MS, msUntilReset(headers, now) ?? 0);
}

/**
 * How long to hold the next call back after any other answer, in milliseconds: until the reset when
 * X-RateLimit-Remaining says that nothing is left, instead of earning a 429; otherwise 0.
 */
export function waitBeforeNextCall(headers: AnswerHeaders, now: number): number {
	const { 'x-ratelimit-remaining': remaining } = headers;
	const isUsedUp =
		remaining !== undefined && remaining !== null && remaining !== '' && Number(remaining) === 0;
	return isUsedUp ? (msUntilReset(headers, now) ?? 0) : 0;
}
