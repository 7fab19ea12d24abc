/**
 * Respects the service's rate limit (api-specification 8, design 3.5): one call at a time per token within this
 * process, first come first served, and none while the service wants a pause.
 */
import { LOST_CLOCKS } from '../dates/durations';
import { asFailure, ServiceFailure } from '../errors/failures';
import { failureTable } from '../errors/failureTable';
import type { ServiceResponse } from './call';
import { pause, waitFor, type WaitLimits } from './timing';

/** A 429 is retried after 60 seconds at the earliest (api-specification 7). */
const RATE_LIMIT_WAIT_MS = 60_000;
/** How many 429s of a request are waited out before the failure is reported. */
const MAX_WAITS = 10;
const advice = `The node has waited and tried again ${MAX_WAITS} times. ${failureTable.rateLimited.advice}`;
/** A reset further away than this is an error of the header or of a clock: the limit is per minute. */
const FURTHEST_RESET_MS = 15 * 60_000;

/**
 * How long the service wants no call after this response, in milliseconds; 0 for no pause: after a 429, 60 s, or until
 * X-RateLimit-Reset if that is later; otherwise until the reset if X-RateLimit-Remaining says that nothing is left, instead
 * of provoking a 429. Headers that make no sense count as missing, and `now` (ours) only without a Date.
 */
function pauseAfter({ status, headers }: ServiceResponse, now: number, waits: number): number {
	// A header that is sent twice arrives as `0, 0`.
	const numberIn = (name: string) => parseFloat(String(headers[`x-ratelimit-${name}`]));
	if (status !== 429 && numberIn('remaining') !== 0) return 0;
	const untilReset = numberIn('reset') * 1000 - (dateOf(headers) || now);
	// NaN fails this test too.
	const credible = untilReset > 0 && untilReset <= FURTHEST_RESET_MS ? untilReset : 0;
	if (status !== 429) return credible;
	// After another minute, another client may have used up that one too: just after a reset, it cannot have.
	const untilNext = waits > 0 ? credible % RATE_LIMIT_WAIT_MS : 0;
	return Math.max(RATE_LIMIT_WAIT_MS + untilNext, credible);
}

/** When the service responded, by its own clock (epoch milliseconds); NaN without a Date header, or of a lost clock. */
export function dateOf(headers: ServiceResponse['headers']): number {
	const text = String(headers.date);
	// The oldest format of HTTP writes no zone.
	const date = Date.parse(/([a-z]|[+-]\d{4})$/i.test(text) ? text : `${text} GMT`);
	return date < LOST_CLOCKS.to ? NaN : date;
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
 * Runs `call` alone among all calls with the same token in this process, after any pause that the service asked for, and
 * again after a 429. It is told how long it had to pause, in milliseconds.
 *
 * @throws ServiceFailure `rateLimited` when the pause would not end before the deadline or came too often, `outOfTime`
 *   when the turn would not come before the deadline, `cancelled` on Stop; or what `call` throws
 */
export async function callInTurn(
	tokenKey: string,
	limits: WaitLimits,
	call: (pausedMs: number) => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
	const queue = queues.get(tokenKey) ?? { last: Promise.resolve(), pausedFrom: 0, pausedUntil: 0 };
	queues.set(tokenKey, queue);
	const before = queue.last;
	const turn = async () => {
		await waitFor(async () => await before, Infinity, limits).catch((error: unknown) => {
			// A caller ahead may be waiting for the rate limit: then that is the reason.
			if (asFailure(error).kind === 'outOfTime') pauseLeft(queue, limits);
			throw error;
		});
		for (let waits = 0; ; waits++) {
			const pausedMs = pauseLeft(queue, limits);
			if (pausedMs > 0) await pause(pausedMs, limits);
			const response = await call(pausedMs);
			const now = limits.timing.now();
			const retryAfterMs = pauseAfter(response, now, waits);
			Object.assign(queue, { pausedFrom: now, pausedUntil: now + retryAfterMs });
			if (response.status !== 429) return response;
			if (waits === MAX_WAITS)
				throw new ServiceFailure('rateLimited', { advice, httpCode: 429, retryAfterMs });
		}
	};
	const result = turn();
	// A caller that leaves early must not let the next one overtake those before it.
	queue.last = Promise.allSettled([before, result]).then(() => {});
	return await result;
}

/** In milliseconds; throws ServiceFailure `rateLimited` if the pause does not end before the deadline. */
function pauseLeft(queue: TokenQueue, { timing, deadline = Infinity }: WaitLimits): number {
	const { pausedFrom, pausedUntil } = queue;
	const now = timing.now();
	// If our clock was set back since, how much of it has passed is unknown.
	if (now < pausedFrom || now >= pausedUntil) return 0;
	const retryAfterMs = pausedUntil - now;
	if (pausedUntil < deadline) return retryAfterMs;
	throw new ServiceFailure('rateLimited', { httpCode: 429, retryAfterMs });
}
