/** The step of a poll that finds new orders (design 4). */
import { findNews } from '../decide';
import { AHEAD_MS, createdOrdersOf } from '../reading';
import { readOn } from '../readOn';
import type { Search } from '../readOn';
import { OVERLAP_MS } from '../reach';
import type { PollRun } from '../run';

/**
 * New orders. What was made shortly before the last reading is read again; what was made long before it, as in a
 * backlog, is not, or a poll that cannot read more than the overlap holds would never get on.
 *
 * @throws as readOn
 */
export async function readNewOrders(run: PollRun): Promise<void> {
	const { readUntil, readAt, span } = run.state.newOrders;
	if (run.areNewOrdersKnown) return;
	if (!run.wantsCreatedList) {
		run.state.newOrders = { readUntil: run.readAt, readAt: run.readAt };
		return;
	}
	const cursor = { readUntil: Math.min(readUntil, readAt - OVERLAP_MS), span };
	try {
		await readOn(run, cursor, run.now + AHEAD_MS, searchForNews(run));
	} finally {
		// What was made "in the future" is read again until its time has come.
		const reached = Math.min(cursor.readUntil, run.readAt);
		run.state.newOrders = { ...cursor, readUntil: reached, readAt: run.readAt };
	}
}

/** Complete windows of the created list, and what is new in them. */
export function searchForNews(run: PollRun): Search {
	const { maxOrdersPerRun: mostOrders } = run.settings;
	return { read: createdOrdersOf(run), find: findNews, quota: () => run.quotaOfNew, mostOrders };
}
