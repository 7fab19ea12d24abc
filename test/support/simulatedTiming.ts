/** Simulated time for tests: minutes of waiting pass in no time, in the order in which they would really end. */
import { setImmediate, setTimeout } from 'node:timers';
import type { Timing } from '../../nodes/SalesOrderIntegration/http/timing';
import { SeededRandom } from '../../sandbox/seededRandom';
import { NOON } from './time';

export { NOON };

/** Between two looks whether what is real has ended, in real milliseconds. */
const LOOK_MS = 1;

interface Sleeper {
	wakesAt: number;
	wake: () => void;
}

/** How simulated time behaves. */
export interface SimulatedTimingOptions {
	/** Epoch milliseconds. Default: {@link NOON}. */
	start?: number;
	/** Of the jitter. Default: 1. */
	seed?: number;
	/** Whether something real (a socket) is under way that time must not outrun. Default: never. */
	isBusy?: () => boolean;
}

/**
 * A clock that stands still while there is anything left to do, and then jumps to the next moment for which somebody
 * waits. What is tested must do all its waiting with it; in-process sandboxes do when made with `clock` and `wait`.
 */
export class SimulatedTiming implements Timing {
	/** Epoch milliseconds. Tests may set it forward themselves. */
	current: number;
	private readonly jitter: SeededRandom;
	private readonly isBusy: () => boolean;
	/** The one that wakes first is last; of several at the same time, the one that asked first wakes first. */
	private readonly sleepers: Sleeper[] = [];
	private isJumpPlanned = false;

	constructor({ start = NOON, seed = 1, isBusy = () => false }: SimulatedTimingOptions = {}) {
		this.current = start;
		this.jitter = new SeededRandom(seed, 11);
		this.isBusy = isBusy;
	}

	readonly now = (): number => this.current;
	readonly random = (): number => this.jitter.next();

	readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const abort = () => {
				this.sleepers.splice(this.sleepers.indexOf(sleeper), 1);
				reject(signal?.reason);
			};
			const wake = () => {
				signal?.removeEventListener('abort', abort);
				resolve();
			};
			const sleeper = this.wakeAfter(ms, wake);
			signal?.addEventListener('abort', abort, { once: true });
		});
	};

	/** Does something `ms` milliseconds from now. */
	after(ms: number, action: () => void): void {
		this.wakeAfter(ms, action);
	}

	/** How many are waiting; 0 once all is done that was begun. */
	get waiting(): number {
		return this.sleepers.length;
	}

	private wakeAfter(ms: number, wake: () => void): Sleeper {
		const wakesAt = this.current + Math.max(0, ms);
		const sleeper = { wakesAt, wake };
		this.sleepers.splice(this.placeFor(wakesAt), 0, sleeper);
		this.planJump();
		return sleeper;
	}

	/** Before those that wait for the same moment already, so that they wake first. */
	private placeFor(wakesAt: number): number {
		let [low, high] = [0, this.sleepers.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.sleepers[middle]?.wakesAt ?? 0) > wakesAt) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/**
	 * Promises are settled before an immediate runs: by then, nobody has anything left to do but wait. What is real takes
	 * its time, and looking for its end without a pause would only keep the processor busy.
	 */
	private planJump(isBusy = false): void {
		if (this.isJumpPlanned) return;
		this.isJumpPlanned = true;
		if (isBusy) setTimeout(() => this.jump(), LOOK_MS);
		else setImmediate(() => this.jump());
	}

	private jump(): void {
		this.isJumpPlanned = false;
		const isBusy = this.isBusy();
		const next = isBusy ? undefined : this.sleepers.pop();
		if (next) {
			this.current = Math.max(this.current, next.wakesAt);
			next.wake();
		}
		if (this.sleepers.length > 0) this.planJump(isBusy);
	}
}
