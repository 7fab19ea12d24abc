/** How much time a poll has, and what its calls take (a poll may take 36 s on the durable scheduler, else 300 s). */
import { MINUTE_MS } from '../dates/durations';
import type { Transport } from '../http/call';
import type { Timing } from '../http/timing';
import type { Page } from '../lists/pages';

/** Only this part of the time that is left is planned with: later calls may be slower. */
const PLANNED_PART = 0.5;
/** A window takes at most this part of a poll, so that there is time left for the other parts. */
const WINDOW_PART = 1 / 3;
/** How many calls the check of a list of several pages takes. */
const CHECK_CALLS = 2;
/** What a call takes, until one has been timed. */
const FIRST_CALL_MS = 1_000;
/** What a poll may use of its time: the rest is for what n8n does after it. */
export const USED_PART = 0.9;
/** What is due does not wait for the next poll because this one began a moment early. */
export const POLL_TOLERANCE_MS = MINUTE_MS / 2;

export class Budget {
	private calls = 0;
	private readonly began: number;
	private readonly windowMs: number;

	/** @param deadline when the poll must have ended, epoch milliseconds */
	constructor(
		private readonly timing: Timing,
		readonly deadline: number,
	) {
		this.began = timing.now();
		this.windowMs = (deadline - this.began) * WINDOW_PART;
	}

	/** Counts the calls that go through a transport. */
	counting(transport: Transport): Transport {
		return async (request, signal) => {
			this.calls++;
			return await transport(request, signal);
		};
	}

	/** Whether no call was made yet. */
	get isUnused(): boolean {
		return this.calls === 0;
	}

	/** Whether there is time for another call, with a margin. */
	get hasTime(): boolean {
		return this.left * PLANNED_PART > this.callMs;
	}

	/** Whether the rest of a list fits into the time that is left. */
	hasTimeFor(firstPage: Page): boolean {
		return this.restMs(firstPage) <= this.left * PLANNED_PART;
	}

	/** How many times longer the rest of a list takes than a window may; a list of one page never does. */
	excessOf(firstPage: Page): number {
		return Math.min(firstPage.totalPages ?? 1, this.restMs(firstPage) / this.windowMs);
	}

	/** When a window that begins now must have ended, epoch milliseconds. */
	get endOfWindow(): number {
		return Math.min(this.deadline, this.timing.now() + this.windowMs);
	}

	/** What the rest of a list takes after its first page: nothing after the last, however many the service counts. */
	private restMs({ totalPages = 1, isLast }: Page): number {
		return totalPages > 1 && !isLast ? (totalPages - 1 + CHECK_CALLS) * this.callMs : 0;
	}

	private get left(): number {
		return this.deadline - this.timing.now();
	}

	private get callMs(): number {
		return this.calls === 0 ? FIRST_CALL_MS : (this.timing.now() - this.began) / this.calls;
	}
}
