/**
 * Respects the service's rate limit (api-specification 8, design 3.5): one call at a time per token within this
 * process, first come first served, and none while the service wants a pause.
 */
import { DateTime } from 'luxon';
import { asFailure, ServiceFailure } from '../errors/failures';
import type { ServiceResponse } from './call';
import { pause, waitFor } from './timing';
import type { WaitLimits } from './timing';

/** A 429 is retried after 60 seconds at the earliest (api-specification 7). */
const RATE_LIMIT_WAIT_MS = 60_000;

/** A reset further away than this is an error of the header or of a clock: the limit is per minute. */
const FURTHEST_RESET_MS = 15 * 60_000;

/**
 * How long the service wants no call after this response, in milliseconds; 0 or less for no pause. After a 429, that is
 * 60 s, or until X-RateLimit-Reset if that is later; after any other response, until the reset if X-RateLimit-Remaining
 * says that nothing is left, instead of provoking a 429. Headers that make no sense count as missing.
 *
 * @param now by our clock, epoch milliseconds; the reset is counted from the Date of the response where there is one, so
 *   that a wrong clock on our side does no harm
 */
export function pauseAfter({ status, headers }: ServiceResponse, now: number): number {
	const untilReset = Number(headers['x-ratelimit-reset']) * 1000 - (dateOf(headers) || now);
	// NaN fails this test too.
	const credible = untilReset <= FURTHEST_RESET_MS ? untilReset : 0;
	if (status === 429) return Math.max(RATE_LIMIT_WAIT_MS, credible);
	return String(headers['x-ratelimit-remaining']) === '0' ? credible : 0;
}

/** When the service responded, by its own clock (epoch milliseconds); NaN without a readable Date header. */
export function dateOf(headers: ServiceResponse['headers']): number {
	const text = String(headers.date);
	// Unlike these, Date.parse takes a time without a zone, as the oldest format of HTTP writes it, for one of this machine.
	return DateTime.fromHTTP(text).toMillis() || DateTime.fromRFC2822(text).toMillis();
}

/** The callers of one token. */
interface TokenQueue {
	/** Resolves when all callers so far are done. */
	last: Promise<void>;
	/** No call may start between these two, epoch milliseconds. */
	pausedFrom: number;
	pausedUntil: number;
}

const queues = new Map<string, TokenQueue>();

/**
 * Runs `call` alone among all calls with the same token in this process, after any pause that the service asked for.
 *
 * @param onRateLimitWait told how long the caller is about to wait for the rate limit, in milliseconds
 * @throws ServiceFailure `rateLimited` when the pause would not end before the deadline, `outOfTime` when the turn
 *   would not come before it, `cancelled` on Stop; or what `call` throws
 */
export async function callInTurn<T>(
	tokenKey: string,
	limits: WaitLimits,
	call: () => Promise<T>,
	onRateLimitWait: (waitMs: number) => void = () => {},
): Promise<T> {
	const queue = queueOf(tokenKey);
	const before = queue.last;
	const turn = async () => {
		await waitFor(async () => await before, Infinity, limits).catch((error: unknown) => {
			// A caller ahead may be waiting for the rate limit: then that is the reason.
			if (asFailure(error).kind === 'outOfTime') pauseThatFits(queue, limits);
			throw error;
		});
		const waitMs = pauseThatFits(queue, limits);
		if (waitMs > 0) {
			onRateLimitWait(waitMs);
			await pause(waitMs, limits);
			// Whatever the clock says now, the wait is over, and only a call sets another.
			queue.pausedUntil = 0;
		}
		return await call();
	};
	const result = turn();
	// A caller that leaves early must not let the next one overtake those before it.
	queue.last = Promise.allSettled([before, result]).then(() => {});
	return await result;
}

/** Lets no call with this token start for `waitMs` milliseconds from `now` (epoch milliseconds). */
export function pauseFor(tokenKey: string, waitMs: number, now: number): void {
	Object.assign(queueOf(tokenKey), { pausedFrom: now, pausedUntil: now + waitMs });
}

function queueOf(tokenKey: string): TokenQueue {
	const queue = queues.get(tokenKey) ?? { last: Promise.resolve(), pausedFrom: 0, pausedUntil: 0 };
	queues.set(tokenKey, queue);
	return queue;
}

/** In milliseconds. None if our clock was set back since: how much of it has passed is unknown. */
function pauseLeft({ pausedFrom, pausedUntil }: TokenQueue, now: number): number {
	return now < pausedFrom ? 0 : pausedUntil - now;
}

/** What is left of the pause, in milliseconds; throws ServiceFailure `rateLimited` if it does not end before the deadline. */
function pauseThatFits(queue: TokenQueue, { timing, deadline = Infinity }: WaitLimits): number {
	const waitMs = pauseLeft(queue, timing.now());
	if (waitMs <= 0 || timing.now() + waitMs < deadline) return waitMs;
	throw new ServiceFailure('rateLimited', { httpCode: 429, retryAfterMs: waitMs });
}
