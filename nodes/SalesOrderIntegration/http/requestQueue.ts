/**
 * Keeps the peace with the service's rate limit (api-specification 8, design 3.5): one call at a time per token
 * within this process, in the order of asking, and none while the service wants a pause.
 */
import { DAY_MS } from '../dates/durations';
import { ServiceFailure } from '../errors/failures';
import type { Timing } from './timing';

/** How long a caller is ready to wait, and what makes it stop waiting. */
export interface Patience {
	timing: Timing;
	/** Aborts when the user presses Stop. */
	signal?: AbortSignal;
	/** Epoch milliseconds past which waiting is of no use: the caller then fails at once instead. */
	deadline?: number;
	/** Told each time the caller really waits for the rate limit. */
	onRateLimitWait?(waitMs: number): void;
}

interface Lane {
	busy: boolean;
	waiting: Array<() => void>;
	/** Epoch milliseconds before which no call may start. */
	blockedUntil: number;
	/** How long that was when it was set, milliseconds. */
	pauseMs: number;
}

const lanes = new Map<string, Lane>();

/**
 * Runs `call` alone among all calls with the same token in this process, first come first served, after any pause
 * that the service asked for.
 *
 * @throws ServiceFailure `rateLimited` when the pause would not end before the deadline, `outOfTime` when the turn
 *   would not come before it, `cancelled` on Stop
 */
export async function inTurn<T>(tokenKey: string, patience: Patience, call: () => Promise<T>): Promise<T> {
	const lane = laneOf(tokenKey);
	await takeTurn(lane, patience);
	try {
		await waitOutPause(lane, patience);
		return await call();
	} finally {
		passOn(lane);
		if (!lane.busy && pauseLeft(lane, patience.timing.now()) <= 0) lanes.delete(tokenKey);
	}
}

/** Lets no call with this token start for so many milliseconds from `now` (epoch milliseconds). */
export function pauseFor(tokenKey: string, waitMs: number, now: number): void {
	const lane = laneOf(tokenKey);
	if (waitMs > pauseLeft(lane, now)) Object.assign(lane, { blockedUntil: now + waitMs, pauseMs: waitMs });
}

/** No longer than the pause was when it was set: the clock may have been set back since. */
function pauseLeft({ blockedUntil, pauseMs }: Lane, now: number): number {
	return Math.min(blockedUntil - now, pauseMs);
}

function laneOf(tokenKey: string): Lane {
	let lane = lanes.get(tokenKey);
	if (!lane) lanes.set(tokenKey, (lane = { busy: false, waiting: [], blockedUntil: 0, pauseMs: 0 }));
	return lane;
}

function passOn(lane: Lane): void {
	lane.busy = false;
	lane.waiting.shift()?.();
}

async function takeTurn(lane: Lane, patience: Patience): Promise<void> {
	if (patience.signal?.aborted) throw new ServiceFailure('cancelled');
	if (!lane.busy) {
		lane.busy = true;
		return;
	}
	assertPauseFits(lane, patience);
	let grant = () => {};
	const turn = new Promise<void>((resolve) => {
		grant = () => {
			lane.busy = true;
			resolve();
		};
	});
	lane.waiting.push(grant);
	const outcome = await firstOf(turn, patience);
	if (outcome === 'granted') return;
	const place = lane.waiting.indexOf(grant);
	if (place >= 0) lane.waiting.splice(place, 1);
	// The turn came in the same moment: it must not be lost with the one who gave up.
	else passOn(lane);
	// The one ahead may be waiting for the rate limit, and then that is the reason.
	if (outcome === 'outOfTime') assertPauseFits(lane, patience);
	throw new ServiceFailure(outcome, { at: patience.timing.now() });
}

/** Waits for `turn`, for Stop, or for the deadline, whichever comes first. */
async function firstOf(
	turn: Promise<void>,
	{ timing, signal, deadline }: Patience,
): Promise<'granted' | 'cancelled' | 'outOfTime'> {
	const waiting = new AbortController();
	const stop = () => waiting.abort();
	signal?.addEventListener('abort', stop, { once: true });
	const limit = deadline === undefined ? FOREVER_MS : Math.max(0, deadline - timing.now());
	const gaveUp = timing.sleep(limit, waiting.signal).then(
		() => 'outOfTime' as const,
		() => 'cancelled' as const,
	);
	const outcome = await Promise.race([turn.then(() => 'granted' as const), gaveUp]);
	signal?.removeEventListener('abort', stop);
	waiting.abort();
	return outcome;
}

/** No real wait lasts as long: a day. */
const FOREVER_MS = DAY_MS;

async function waitOutPause(lane: Lane, patience: Patience): Promise<void> {
	const { timing, signal } = patience;
	const wait = pauseLeft(lane, timing.now());
	if (wait <= 0) return;
	assertPauseFits(lane, patience);
	patience.onRateLimitWait?.(wait);
	await timing.sleep(wait, signal).catch(() => {
		throw new ServiceFailure('cancelled');
	});
	// Whatever the clock says now: it was waited out, and only a call sets another pause.
	lane.pauseMs = 0;
}

function assertPauseFits(lane: Lane, { timing, deadline }: Patience): void {
	const wait = pauseLeft(lane, timing.now());
	if (deadline !== undefined && wait > 0 && timing.now() + wait >= deadline) {
		throw new ServiceFailure('rateLimited', { httpCode: 429, retryAfterMs: wait, at: timing.now() });
	}
}
