/** The step of a poll that finds deletions (design 4). */
import { findDeletions } from '../decide';
import { AHEAD_MS, deletedOrdersOf } from '../reading';
import { readRound } from '../readOn';
import type { PollRun } from '../run';

/**
 * Deletions, over the whole of `deletedDays` each time: the window of the deleted list is most likely held against
 * the making of the order, so an order of last week that is deleted today is not in today's window.
 *
 * @throws as readOn
 */
export async function readDeletions(run: PollRun): Promise<void> {
	const { state, settings, now } = run;
	if (state.since.deleted === undefined) {
		state.deletions = { lastBegan: run.readAt };
		return;
	}
	// At most half of the items: a day of mass deletions must not keep new orders waiting.
	const limit = run.items.length + Math.ceil(run.quota / 2);
	const quota = () => Math.max(0, limit - run.items.length);
	const span = { from: state.deletions.lastBegan - settings.deletedMs, end: now + AHEAD_MS };
	const { maxOrdersPerRun: mostOrders } = settings;
	const search = { read: deletedOrdersOf(run), find: findDeletions, quota, mostOrders };
	const isWholeRound = !state.deletions.current;
	await readRound(run, state.deletions, span, search);
	run.areDeletionsKnown = isWholeRound && !state.deletions.current;
}
