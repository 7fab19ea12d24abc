/** Reads a span of a list as far as the poll allows, hands over what is new in it, and moves a cursor behind it. */
import { ServiceFailure } from '../errors/failures';
import type { Finding, PollRun } from './run';
import type { Cursor, Round } from './memory/state';
import { readInWindows } from './windows';
import type { FinishedWindow, ReadWindow } from './windows';

/** A list, and what is looked for in it. */
export interface Search {
	read: ReadWindow;
	find(run: PollRun, orders: FinishedWindow['records']): Finding[];
	/** How many findings may still be handed over. */
	quota(): number;
	/** How many orders a window may hold. */
	mostOrders: number;
	/** Told how far the list is done with, window by window. */
	passed?(readUntil: number): void;
}

/**
 * Reads from `cursor.readUntil` to `end`, oldest first, until the time or the quota is used up. The cursor, which is
 * changed, passes a window only when it was completely read and all that was new in it is handed over.
 *
 * @returns whether the end was reached
 * @throws ServiceFailure `unsettled` after what was found is handed over; others when the service fails
 */
export async function readOn(run: PollRun, cursor: Cursor, end: number, search: Search): Promise<boolean> {
	if (search.quota() === 0) return false;
	const start = cursor.readUntil;
	const windows = readInWindows({
		read: search.read,
		start,
		end,
		span: cursor.span,
		room: () => run.room(search.mostOrders),
		onSpan: (span) => (cursor.span = span),
	});
	let isSettled = true;
	try {
		for await (const window of windows) {
			const isHandedOver = handOver(run, search.find(run, window.records), search.quota());
			// To wait for a number that is wrong for good would be to stay here for ever.
			isSettled &&= window.isSettled || window.isMiscounted;
			if (isSettled && isHandedOver) {
				cursor.readUntil = window.readUntil;
				search.passed?.(window.readUntil);
			}
			if (!isHandedOver || search.quota() === 0 || !run.hasTime) break;
		}
	} finally {
		run.isPartlyRead ||= cursor.readUntil > start && cursor.readUntil < end;
	}
	if (!isSettled) throw new ServiceFailure('unsettled');
	return cursor.readUntil >= end;
}

/** Hands over as many as the quota allows. Gives whether those were all. */
export function handOver(run: PollRun, findings: Finding[], quota: number): boolean {
	for (const { item, remember } of findings.slice(0, quota)) {
		run.items.push(item);
		remember();
	}
	return findings.length <= quota;
}

/** Some megabytes. New orders beyond what may be handed over would be read in vain, but here most are known. */
export const MOST_KNOWN_ORDERS = 2_000;

/**
 * Reads a list once more from `from`, before the beginning of the last round, so that whatever came into it since is
 * found, however late. A round may take several polls.
 *
 * @returns how far the rounds are now
 * @throws as {@link readOn}; `round` is then as far as the reading came
 */
export async function readRound(
	run: PollRun,
	round: Round,
	{ from, end }: { from: number; end: number },
	search: Search,
): Promise<void> {
	round.current ??= { began: run.readAt, readUntil: from };
	const mostOrders = Math.max(search.mostOrders, MOST_KNOWN_ORDERS);
	if (!(await readOn(run, round.current, end, { ...search, mostOrders }))) return;
	round.lastBegan = round.current.began;
	delete round.current;
}
