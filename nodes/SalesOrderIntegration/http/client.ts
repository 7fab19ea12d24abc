/** The one place that queues and retries calls (design 3.5): everything that talks to the service goes through it. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../dates/durations';
import { asFailure, ServiceFailure } from '../errors/failures';
import type { Hints } from '../errors/hints';
import { CALL_TIMEOUT_MS, requireSuccess, transportFailure } from './call';
import type { ServiceRequest, ServiceResponse, Transport } from './call';
import type { Connection } from './connection';
import { callInTurn, dateOf } from './rateLimit';
import { pause, waitFor, type WaitLimits } from './timing';

/** All that a call needs beside the request. */
export interface Client extends WaitLimits {
	connection: Connection;
	transport: Transport;
	hints: Hints;
	/**
	 * How far the clock of the service is ahead of ours, milliseconds, as confirmed; and the Date of the last response, with
	 * its time by our clock, both epoch milliseconds.
	 */
	clock: { offsetMs?: number; lastSeen?: { date: number; at: number } };
	/** Whether nothing of what is read is passed on to the user. */
	isCheck?: boolean;
	/** Tries of a request before its failure is reported; 5 by default. */
	maxTries?: number;
}

/** The time by the clock of the service, epoch milliseconds; by ours while that is unknown. */
export function serviceNow({ timing, clock: { offsetMs = 0 } }: Client): number {
	return timing.now() + offsetMs;
}

const MAX_TRIES = 5;
const FIRST_BACKOFF_MS = 1_000;
/** A check is not worth the time of a request that must succeed. */
const CHECK_TRIES = 2;
/** Of the time that a poll has left, a check takes at most this part: what hangs does not use up the rest. */
const CHECK_TIME = 1 / 3;

/** The client of a request without which the rest can go on. */
export function forCheck(client: Client): Client {
	const now = client.timing.now();
	const deadline = client.deadline && now + (client.deadline - now) * CHECK_TIME;
	return { ...client, isCheck: true, maxTries: CHECK_TRIES, deadline };
}

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
	for (let tries = 1; ; tries++) {
		try {
			return read(await call(client, request));
		} catch (error) {
			const { kind, details } = asFailure(error);
			const failure = new ServiceFailure(kind, { ...details, at: timing.now() });
			if (!failure.isRetried || tries >= maxTries) throw failure;
			// Between half and all of the doubling wait: clients that failed together do not retry together.
			const waitMs = FIRST_BACKOFF_MS * 2 ** (tries - 1) * (0.5 + timing.random() / 2);
			if (timing.now() + waitMs >= deadline) throw failure;
			await pause(waitMs, client);
		}
	}
}

/** A Date header counts if it agrees with the one before (the first: with ours, by a day): a proxy may send a wrong one. */
function noteClock({ clock, timing }: Client, { headers }: ServiceResponse): void {
	const [date, at] = [dateOf(headers), timing.now()];
	const { lastSeen } = clock;
	// A proxy may send the same one for days.
	const isRepeated = date === lastSeen?.date && at > lastSeen.at + 2 * SECOND_MS;
	if (Number.isNaN(date) || isRepeated) return;
	const mostOff = lastSeen ? MINUTE_MS : DAY_MS;
	const before = lastSeen ? lastSeen.date - lastSeen.at : 0;
	if (Math.abs(date - at - before) <= mostOff) clock.offsetMs = date - at;
	clock.lastSeen = { date, at };
}

/** One request in its turn: notes the clock of the service, and accepts nothing but a 200. */
async function call(client: Client, request: ServiceRequest): Promise<ServiceResponse> {
	const { connection, hints, transport } = client;
	const { tokenKey, redactedExcerpt } = connection;
	const response = await callInTurn(tokenKey, client, async (pausedMs) => {
		if (pausedMs > 0) hints.waitedForRateLimit(pausedMs);
		const sending = waitFor(async (over) => await transport(request, over), CALL_TIMEOUT_MS, client);
		return await sending.catch((error: unknown) => {
			throw transportFailure(error, redactedExcerpt);
		});
	});
	noteClock(client, response);
	requireSuccess(response, redactedExcerpt);
	return response;
}
