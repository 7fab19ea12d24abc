/** Reads a span of time in windows that finish: complete ones, oldest first (design 4, backlog and budget). */
import type { CompleteList } from '../api/completeList';
import type { InstantWindow } from '../api/dates';
import type { Page } from '../api/pages';

/** Reads one window completely; undefined when `isWelcome` declined its first page. */
export type ReadWindow = (
	window: Required<InstantWindow>,
	isWelcome: (firstPage: Page) => boolean,
) => Promise<CompleteList | undefined>;

/** How much may be read at once. Asked anew for each window. */
export interface Room {
	pages: number;
	orders: number;
}

/** A window that was read to its end. */
export interface FinishedWindow extends CompleteList {
	/** The end of the window, epoch milliseconds. */
	readUntil: number;
}

/** The service counts in seconds; a shorter window is not worth another try, so it is read whatever its length. */
const SHORTEST_MS = 2_000;

/**
 * Reads from `from` to `to` (epoch milliseconds) in windows that fit into the room there is. A window that does not
 * fit is declined after its first page and tried again shorter; after one that did, the next may be longer.
 */
export async function* readInWindows(
	read: ReadWindow,
	{ start: from, end: to }: Required<InstantWindow>,
	room: () => Room,
): AsyncGenerator<FinishedWindow, void> {
	let start = from;
	let span = to - from;
	while (start < to) {
		const end = Math.min(to, Math.ceil(start + span));
		const available = room();
		let excess = 1;
		const list = await read({ start, end }, (page) => {
			excess = Math.max((page.totalPages ?? 1) / available.pages, (page.totalCount ?? 0) / available.orders);
			return excess <= 1 || end - start <= SHORTEST_MS;
		});
		if (list) {
			yield { ...list, readUntil: end };
			start = end;
			span = Math.min(to - from, span * Math.min(4, 1 / Math.max(excess, 0.1)));
		} else {
			span = Math.max(SHORTEST_MS, (end - start) / Math.max(2, excess));
		}
	}
}
