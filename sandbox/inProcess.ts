/** Performs the outcome of a request without a socket: what a client would see, as a promise. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from './exchange';
import type { SandboxResponse } from './request';

/** An error as a broken connection gives it: its code is ECONNRESET. */
export class ConnectionResetError extends Error {
	readonly code = 'ECONNRESET';

	constructor() {
		super('socket hang up');
	}
}

/**
 * Resolves with a complete answer, rejects with a ConnectionResetError when the connection breaks, and never settles
 * when no end of the answer comes, unless the signal is aborted: then it rejects with the signal's reason.
 */
export async function performInProcess(
	outcome: Outcome,
	signal: AbortSignal | undefined,
	wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>,
): Promise<SandboxResponse> {
	switch (outcome.kind) {
		case 'response':
			return outcome.response;
		case 'slowBody':
			await wait(outcome.milliseconds, signal);
			return outcome.response;
		case 'reset':
		case 'cutBody':
			throw new ConnectionResetError();
		case 'hang':
		case 'endlessBody':
			return await abortOf(signal);
	}
}

/** Waits by the real clock; rejects with the signal's reason when it is aborted. */
export async function waitForReal(milliseconds: number, signal?: AbortSignal): Promise<void> {
	try {
		await sleep(milliseconds, undefined, signal ? { signal } : {});
	} catch (error) {
		throw signal?.aborted ? signal.reason : error;
	}
}

async function abortOf(signal: AbortSignal | undefined): Promise<never> {
	return await new Promise((_resolve, reject) => {
		const abort = () => reject(signal?.reason);
		if (signal?.aborted) abort();
		else signal?.addEventListener('abort', abort, { once: true });
	});
}
