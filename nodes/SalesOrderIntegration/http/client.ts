/** The one place that queues and retries calls (design 3.5): everything that talks to the service goes through it. */
import { DAY_MS, MINUTE_MS } from '../dates/durations';
import { asFailure, ServiceFailure } from '../errors/failures';
import type { Hints } from '../errors/hints';
import { exchange, requireSuccess } from './call';
import type { ServiceRequest, ServiceResponse, Transport } from './call';
import type { Connection } from './connection';
import { callInTurn, dateOf, pauseAfter, pauseFor } from './rateLimit';
import { pause } from './timing';
import type { WaitLimits } from './timing';

/** All that a call needs beside the request. */
export interface Client extends WaitLimits {
	connection: Connection;
	transport: Transport;
	hints: Hints;
	/** How far the clock of the service is ahead of ours, milliseconds: as confirmed, and by the last response. */
	clock: { offsetMs?: number; lastSeenMs?: number };
	/** Tries of a request before its failure is reported; 5 by default. */
	maxTries?: number;
}

/** The time by the clock of the service, epoch milliseconds; by ours while that is unknown. */
export function serviceNow({ timing, clock: { offsetMs = 0 } }: Client): number {
	return timing.now() + offsetMs;
}

const MAX_TRIES = 5;
/** How many 429s of a request are waited out before the failure is reported. */
const MAX_RATE_LIMIT_WAITS = 10;
const FIRST_BACKOFF_MS = 1_000;
/** A first Date header that is further off needs a second one that agrees. */
const MAX_FIRST_OFFSET_MS = DAY_MS;

/**
 * Sends a request and reads its 200 response. Waits for the rate limit, retries after network errors, timeouts, 5xx and
 * unreadable responses with exponential backoff and jitter; 4xx other than 429 is never retried.
 *
 * @param read throws a ServiceFailure for what is no response to this request
 * @throws ServiceFailure when the tries or the time are used up
 */
export async function send<T>(
	client: Client,
	request: ServiceRequest,
	read: (response: ServiceResponse) => T,
): Promise<T> {
	const { timing, deadline = Infinity, maxTries = MAX_TRIES } = client;
	let tries = 0;
	let rateLimitWaits = 0;
	for (;;) {
		const outcome = await call(client, request)
			.then((response) => ({ value: read(response) }))
			.catch((error: unknown) => asFailure(error).happenedAt(timing.now()));
		if (!(outcome instanceof ServiceFailure)) return outcome.value;
		if (outcome.retryPolicy === 'never') throw outcome;
		const isRateLimit = outcome.retryPolicy === 'wait';
		if (isRateLimit ? ++rateLimitWaits > MAX_RATE_LIMIT_WAITS : ++tries >= maxTries) throw outcome;
		const waitMs = outcome.retryAfterMs ?? backoffMs(tries, timing.random());
		if (timing.now() + waitMs >= deadline) throw outcome;
		// The queue waits for the rate limit itself, for all calls with this token.
		if (!isRateLimit) await pause(waitMs, client);
	}
}

/** Between half and all of the doubling wait: clients that failed together do not retry together. */
function backoffMs(tries: number, random: number): number {
	return FIRST_BACKOFF_MS * 2 ** (tries - 1) * (0.5 + random / 2);
}

/** A Date header counts if it agrees with the one before: a proxy may send a wrong one. */
function noteClock({ clock }: Client, offset: number): void {
	if (Number.isNaN(offset)) return;
	const { lastSeenMs } = clock;
	const isCredible =
		lastSeenMs === undefined
			? Math.abs(offset) <= MAX_FIRST_OFFSET_MS
			: Math.abs(offset - lastSeenMs) <= MINUTE_MS;
	if (isCredible) clock.offsetMs = offset;
	clock.lastSeenMs = offset;
}

/** One call when it is its turn: notes the clock and the rate limit of the service, and accepts nothing but a 200. */
async function call(client: Client, request: ServiceRequest): Promise<ServiceResponse> {
	const { connection, timing, hints } = client;
	const { tokenKey, redactedExcerpt } = connection;
	const makeCall = async () => {
		const response = await exchange(client.transport, request, client, redactedExcerpt);
		const now = timing.now();
		const offset = dateOf(response.headers) - now;
		noteClock(client, offset);
		const wait = pauseAfter(response, now);
		pauseFor(tokenKey, wait, now);
		if (response.status === 429)
			throw new ServiceFailure('rateLimited', { httpCode: 429, retryAfterMs: wait });
		requireSuccess(response, redactedExcerpt);
		return response;
	};
	return await callInTurn(tokenKey, client, makeCall, (waitMs) => hints.waitedForRateLimit(waitMs));
}
