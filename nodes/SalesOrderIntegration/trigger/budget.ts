/** How much time a poll has, and what its calls take (n8n-facts: a poll may take 36 s, or 300 s). */
import type { Page } from '../lists/pages';
import type { Timing } from '../http/timing';
import type { Transport } from '../http/call';
import { taskNames } from './state/state';

/** Of the time that is left, this part is planned with: later calls may be slower than those before. */
const PLANNED_PART = 0.5;
/** What a call takes, until one has been timed. */
const FIRST_CALL_MS = 1_000;

export class Budget {
	private calls = 0;

	private readonly began: number;

	/** @param deadline when the poll must have ended, epoch milliseconds */
	constructor(
		private readonly timing: Timing,
		readonly deadline: number,
	) {
		this.began = timing.now();
	}

	/** Counts the calls that go through a transport. */
	counting(transport: Transport): Transport {
		return async (request, signal) => {
			this.calls++;
			return await transport(request, signal);
		};
	}

	/** Whether there is time for another call, with a margin. */
	get hasTime(): boolean {
		return this.timeUntil(this.deadline) * PLANNED_PART > this.callMs;
	}

	/** When the first of so many parts of the remaining time ends, epoch milliseconds. */
	endOfShare(parts: number): number {
		return this.timing.now() + this.timeUntil(this.deadline) / parts;
	}

	/** When a usual share ends that begins now, epoch milliseconds: what a part of the poll has where all are due. */
	get endOfUsualShare(): number {
		return this.timing.now() + (this.deadline - this.began) / taskNames.length;
	}

	/** How many times longer the whole list would take than there is time until an instant; at most 1 if it fits. */
	ratioOf({ totalPages = 1 }: Page, until: number): number {
		return ((totalPages - 1) * this.callMs) / Math.max(1, this.timeUntil(until) * PLANNED_PART);
	}

	/** Whether a list takes longer than a whole poll. */
	isTooLongForAPoll({ totalPages = 1 }: Page): boolean {
		return totalPages * this.callMs > this.deadline - this.began;
	}

	/** Whether an instant (epoch milliseconds) lies ahead. */
	isBefore(instant: number): boolean {
		return this.timeUntil(instant) > 0;
	}

	private timeUntil(instant: number): number {
		return instant - this.timing.now();
	}

	private get callMs(): number {
		return this.calls === 0 ? FIRST_CALL_MS : (this.timing.now() - this.began) / this.calls;
	}
}
