/** Time as an argument: everything that waits or asks for the time does so through this. */
import { ServiceFailure } from '../errors/failures';

/** A clock that can be waited on. */
export interface Timing {
	/** Epoch milliseconds. */
	now(): number;
	/** Waits `ms` milliseconds. Rejects soon after `signal` aborts: at once, or within half a second on n8n 1. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Uniform in [0, 1), for jitter. */
	random(): number;
}

/** What ends a wait early. */
export interface WaitLimits {
	timing: Timing;
	/** Aborts when the user presses Stop. */
	signal?: AbortSignal;
	/** Epoch milliseconds at which everything must have ended. */
	deadline?: number;
}

/** Waits `ms` milliseconds. Throws a ServiceFailure `cancelled` on Stop. */
export async function pause(ms: number, { timing, signal }: WaitLimits): Promise<void> {
	await timing.sleep(ms, signal).catch(() => {
		throw new ServiceFailure('cancelled');
	});
}

/** Expressions alone would hold up n8n, and its Stop, for seconds. */
const STEPS_AT_ONCE = 100;

/** Lets n8n do something else, now and then in a long loop; `step` counts from 0. Throws `cancelled` on Stop. */
export async function giveWay(step: number, limits: WaitLimits): Promise<void> {
	if ((step + 1) % STEPS_AT_ONCE === 0) await pause(1, limits);
}

/**
 * Waits for `work`, which gets a signal that aborts when the wait is over, however it ended: no timer and no listener
 * stays behind. Throws what `work` throws, or a ServiceFailure: `cancelled` on Stop, `outOfTime` at the deadline,
 * `timeout` after `timeoutMs`.
 */
export async function waitFor<T>(
	work: (over: AbortSignal) => Promise<T>,
	timeoutMs: number,
	{ timing, signal: stop, deadline = Infinity }: WaitLimits,
): Promise<T> {
	const timeLeft = deadline - timing.now();
	if (stop?.aborted) throw new ServiceFailure('cancelled');
	if (timeLeft <= 0) throw new ServiceFailure('outOfTime');
	const over = new AbortController();
	// Without a reason of its own, each abort creates an error with its stack.
	const end = () => over.abort('over');
	stop?.addEventListener('abort', end, { once: true });
	const limit = timing.sleep(Math.min(timeoutMs, timeLeft), over.signal).then(() => {
		throw new ServiceFailure(timeLeft < timeoutMs ? 'outOfTime' : 'timeout');
	});
	try {
		return await Promise.race([work(over.signal), limit]);
	} catch (error) {
		throw stop?.aborted ? new ServiceFailure('cancelled') : error;
	} finally {
		stop?.removeEventListener('abort', end);
		end();
	}
}
