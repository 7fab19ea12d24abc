/** Reads a span of time in windows that finish: complete ones, oldest first (design 4, backlog and budget). */
import type { CompleteList } from '../lists/completeList';
import type { TimeWindow } from '../dates';
import { ServiceFailure } from '../errors/failures';
import type { Page } from '../lists/pages';

/** Reads one window completely; undefined when `isWelcome` declined its first page. */
export type ReadWindow = (
	window: TimeWindow,
	isWelcome: (firstPage: Page) => boolean,
) => Promise<CompleteList | undefined>;

/** How much may be read at once. Asked anew for each window. */
export interface Room {
	pages: number;
	orders: number;
}

/** Where to read, and how. */
export interface WindowPlan {
	read: ReadWindow;
	/** Epoch milliseconds. */
	start: number;
	end: number;
	/** Length of the first window to try, milliseconds; the whole when it is not known. */
	span?: number;
	room(): Room;
	/** Told the length of the windows to try next, whenever it changes; undefined for the whole. */
	onSpan(span: number | undefined): void;
}

/** How many times the list of which this is the first page is larger than the room for it; at most 1 if it fits. */
export function excessOf({ totalPages = 1, totalCount = 0 }: Page, room: Room): number {
	return Math.max(totalPages / room.pages, totalCount / room.orders);
}

/** A window that was read to its end. */
export interface FinishedWindow extends CompleteList {
	/** The end of the window, epoch milliseconds. */
	readUntil: number;
}

/** The service counts in seconds; a shorter window is not worth another try, so it is read whatever its length. */
const SHORTEST_MS = 2_000;
/** By so much at most windows grow from one to the next. */
const GROWTH = 4;

/** Whether a failure only means that there was more to read than time or the rate limit allow. */
export function isOutOfRoom(error: unknown): error is ServiceFailure {
	return error instanceof ServiceFailure && (error.kind === 'outOfTime' || error.kind === 'rateLimited');
}

/**
 * Reads in windows that fit into the room there is. A window that does not fit is declined after its first page and
 * tried again shorter; after one that did, the next may be longer.
 */
export async function* readInWindows(plan: WindowPlan): AsyncGenerator<FinishedWindow, void> {
	const { read, end: last } = plan;
	const whole = last - plan.start;
	let { start } = plan;
	let span = Math.min(plan.span ?? whole, whole);
	while (start < last) {
		const end = Math.min(last, Math.ceil(start + span));
		const room = plan.room();
		let excess = 1;
		const list = await read({ start, end }, (page) => {
			excess = excessOf(page, room);
			return excess <= 1 || end - start <= SHORTEST_MS;
		}).catch((error: unknown) => {
			if (!isOutOfRoom(error)) throw error;
			plan.onSpan(Math.max(SHORTEST_MS, (end - start) / 2));
			// Otherwise it would be tried again and again, and nobody would hear of it.
			const isHopeless = end - start <= SHORTEST_MS && excess > 1 && error.kind === 'outOfTime';
			throw isHopeless ? new ServiceFailure('tooManyAtOnce') : error;
		});
		if (list) {
			span = Math.min(whole, (end - start) * Math.min(GROWTH, 1 / Math.max(excess, 1 / GROWTH)));
		} else {
			span = Math.max(SHORTEST_MS, (end - start) / Math.max(2, excess));
		}
		plan.onSpan(span < whole ? span : undefined);
		if (!list) continue;
		yield { ...list, readUntil: end };
		start = end;
	}
}
