/** The steps of a poll, each within what is left of its budget and of the items it may hand over (design 4). */
import { findDeletions, findNews } from './decide';
import { AHEAD_MS, createdOrdersOf, deletedOrdersOf } from './reading';
import { readOn, readRound } from './readOn';
import { redeliver } from './redeliver';
import type { PollRun } from './run';
import type { StepName } from './state';

const MINUTE_MS = 60_000;

/** Each poll re-reads so much, for orders that took a little while from the phone to the server. */
export const OVERLAP_MS = 15 * MINUTE_MS;

export const steps: Record<StepName, (run: PollRun) => Promise<void>> = {
	deletions: readDeletions,
	newOrders: readNewOrders,
	lateOrders: sweepLateOrders,
	redeliveries: redeliver,
};

/**
 * Deletions, over the whole of `deletedDays` each time: the window of the deleted list is most likely held against
 * the making of the order, so an order of last week that is deleted today is not in today's window.
 */
async function readDeletions(run: PollRun): Promise<void> {
	const { state, settings, now } = run;
	if (state.since.deleted === undefined) {
		state.deletions = { lastBegan: run.readAt };
		return;
	}
	// At most half of the items: a day of mass deletions must not keep new orders waiting.
	const limit = run.items.length + Math.ceil(run.quota / 2);
	const quota = () => Math.max(0, limit - run.items.length);
	const span = { reach: settings.deletedMs, end: now + AHEAD_MS };
	const { maxOrdersPerRun: mostOrders } = settings;
	const search = { read: deletedOrdersOf(run), find: findDeletions, quota, mostOrders };
	await readRound(run, state.deletions, span, search);
}

/**
 * New orders. What was made shortly before the last reading is read again; what was made long before it, as in a
 * backlog, is not, or a poll that cannot read more than the overlap holds would never get on.
 */
async function readNewOrders(run: PollRun): Promise<void> {
	const { readUntil, readAt, span } = run.state.newOrders;
	if (!wantsCreatedList(run)) {
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

/**
 * The sweep: the window of the service is on the phone's clock, so an order that was made offline and arrived late
 * lies behind the watermark. It also finds edits and restored orders, whatever date windows are on.
 */
async function sweepLateOrders(run: PollRun): Promise<void> {
	const { state, settings } = run;
	const { lateOrders: round, since } = state;
	if (!wantsCreatedList(run)) {
		state.lateOrders = { lastBegan: run.readAt };
		return;
	}
	// Edits show only against what was there before: the first sweep must not wait.
	const hasBaseline = since.edited === undefined || round.lastBegan > since.edited;
	if (!round.current && hasBaseline && run.readAt - round.lastBegan < settings.sweepMs) return;
	const span = { reach: settings.lateSyncMs, end: state.newOrders.readUntil };
	await readRound(run, round, span, searchForNews(run));
}

function searchForNews(run: PollRun) {
	const { maxOrdersPerRun: mostOrders } = run.settings;
	return { read: createdOrdersOf(run), find: findNews, quota: () => run.quotaOfNew, mostOrders };
}

function wantsCreatedList({ state }: PollRun): boolean {
	return state.since.created !== undefined || state.since.edited !== undefined;
}
