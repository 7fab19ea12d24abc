/** The one place that paces and repeats calls (design 3.5): everything that talks to the service goes through it. */
import { DAY_MS } from '../dates/durations';
import { exchange, readJson, refuseWebPage, requireSuccess } from './call';
import type { ServiceAnswer, ServiceRequest, Transport } from './call';
import type { Connection } from './connection';
import { asFailure, ServiceFailure } from '../errors/failures';
import type { Hints } from '../errors/hints';
import { inTurn, pauseFor } from './requestQueue';
import { waitAfter429, waitBeforeNextCall } from './rateLimit';
import type { Timing } from './timing';

/** All that a call needs beside the request. */
export interface Client {
	connection: Connection;
	transport: Transport;
	timing: Timing;
	hints: Hints;
	/** Aborts when the user presses Stop. */
	signal?: AbortSignal;
	/** Epoch milliseconds past which no wait is begun; a poll must end in time. */
	deadline?: number;
	clock: ServiceClock;
}

/** The clock of the service, known after the first response with a Date. */
export interface ServiceClock {
	/** How far it is ahead of ours, milliseconds. */
	offsetMs?: number;
}

/** The time by the clock of the service, epoch milliseconds; by ours while nothing else is known. */
export function serviceNow({ timing, clock: { offsetMs = 0 } }: Client): number {
	return timing.now() + offsetMs;
}

/** Tries of one request before its failure is reported. */
const MAX_TRIES = 5;
/** 429s of one request that are waited out before the failure is reported. */
const MAX_RATE_LIMIT_WAITS = 10;
const FIRST_BACKOFF_MS = 1_000;
/** A Date further away is a mistake of a proxy in between, not a clock to go by. */
const MAX_CLOCK_OFFSET_MS = DAY_MS;

/**
 * The JSON of a 200 answer. Waits for the rate limit, repeats after network errors, timeouts, 5xx and unreadable
 * answers with exponential backoff and jitter; 4xx other than 429 is never repeated.
 *
 * @param check looks at the JSON, or the text that it was, and throws a ServiceFailure for what is not an answer to
 *   this request
 * @throws ServiceFailure when the tries or the time are used up
 */
export async function fetchJson<T>(
	client: Client,
	request: ServiceRequest,
	check: (json: unknown, text: string) => T,
): Promise<T> {
	const { connection, timing } = client;
	return await repeat(client, request, (answer) =>
		check(readJson(answer, timing.now(), connection.redactedExcerpt), answer.body),
	);
}

/** Sends a request whose answer has no body that matters (api-specification 4.2); otherwise as {@link fetchJson}. */
export async function send(client: Client, request: ServiceRequest): Promise<void> {
	const { connection, timing } = client;
	await repeat(client, request, (answer) => refuseWebPage(answer, timing.now(), connection.redactedExcerpt));
}

async function repeat<T>(
	client: Client,
	request: ServiceRequest,
	read: (answer: ServiceAnswer) => T,
): Promise<T> {
	let tries = 0;
	let rateLimitWaits = 0;
	for (;;) {
		const outcome = await attempt(client, request, read);
		if (!(outcome instanceof ServiceFailure)) return outcome.value;
		if (outcome.retryPolicy === 'final' || !isRepeatable(client, outcome)) throw outcome;
		if (outcome.retryPolicy === 'wait') {
			if (++rateLimitWaits > MAX_RATE_LIMIT_WAITS) throw outcome;
		} else {
			if (++tries >= MAX_TRIES) throw outcome;
			await backOff(client, tries, outcome);
		}
	}
}

/** What is read from the answer of one call, or how it failed. */
async function attempt<T>(
	client: Client,
	request: ServiceRequest,
	read: (answer: ServiceAnswer) => T,
): Promise<{ value: T } | ServiceFailure> {
	return await callInTurn(client, request)
		.then((answer) => ({ value: read(answer) }))
		.catch(asFailure);
}

/** Whether there is time for another try. */
function isRepeatable({ deadline, timing }: Client, failure: ServiceFailure): boolean {
	return deadline === undefined || timing.now() + (failure.retryAfterMs ?? 0) < deadline;
}

async function callInTurn(client: Client, request: ServiceRequest): Promise<ServiceAnswer> {
	const { connection, timing, hints, signal, deadline } = client;
	const patience = { ...client, onRateLimitWait: (waitMs: number) => hints.waitedForRateLimit(waitMs) };
	return await inTurn(connection.tokenKey, patience, async () => {
		const limits = { signal, deadline, excerpt: connection.redactedExcerpt };
		const answer = await exchange(client.transport, request, timing, limits);
		const now = timing.now();
		const date = Date.parse(String(answer.headers.date ?? ''));
		// False for what is not a date, too.
		if (Math.abs(date - now) <= MAX_CLOCK_OFFSET_MS) client.clock.offsetMs = date - now;
		if (answer.status === 429) {
			const wait = waitAfter429(answer.headers, now);
			pauseFor(connection.tokenKey, wait, now);
			throw new ServiceFailure('rateLimited', { httpCode: 429, retryAfterMs: wait });
		}
		pauseFor(connection.tokenKey, waitBeforeNextCall(answer.headers, now), now);
		requireSuccess(answer, now, connection.redactedExcerpt);
		return answer;
	});
}

/** Between half and all of the doubling wait: clients that failed together do not come back together. */
async function backOff(
	{ timing, signal, deadline }: Client,
	tries: number,
	failure: ServiceFailure,
): Promise<void> {
	const wait = FIRST_BACKOFF_MS * 2 ** (tries - 1) * (0.5 + timing.random() / 2);
	if (deadline !== undefined && timing.now() + wait >= deadline) throw failure;
	await timing.sleep(wait, signal).catch(() => {
		throw new ServiceFailure('cancelled');
	});
}
