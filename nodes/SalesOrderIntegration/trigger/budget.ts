/** How much time a poll has, and what its calls take (n8n-facts: a poll may take 36 s, or 300 s). */
import type { Page } from '../lists/pages';
import type { Timing } from '../http/timing';
import type { Transport } from '../http/call';
import { taskNames } from './state/state';

/** Of the time that is left, this part is planned with: later calls may be slower than those before. */
const PLANNED_PART = 0.5;
/** A list of several pages takes so many calls more, to see that no order was skipped (lists/listReading.ts). */
const CHECKING_CALLS = 3;
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

	/**
	 * How long a part of the poll can count on from poll to poll, milliseconds: its share of this one, but not less than
	 * it would have in a whole one, however little the others have left.
	 */
	shareUntil(until: number): number {
		return Math.max(this.timeUntil(until), (this.deadline - this.began) / taskNames.length);
	}

	/** How many times longer the rest of a list would take than so many milliseconds; at most 1 if it fits. */
	ratioOf({ totalPages = 1 }: Page, ms: number): number {
		const calls = totalPages > 1 ? totalPages - 1 + CHECKING_CALLS : 0;
		return (calls * this.callMs) / Math.max(1, ms * PLANNED_PART);
	}

	/** Whether there is time for the rest of a list until an instant. */
	fits(page: Page, until: number): boolean {
		return this.ratioOf(page, this.timeUntil(until)) <= 1;
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
