/** The step of a poll that finds late orders: the sweep (design 4). */
import { isSweepDue, sweepFrom } from '../reach';
import { readRound } from '../readOn';
import { searchForNews } from './newOrders';
import type { PollRun } from '../run';

/**
 * The sweep: the window of the service is on the phone's clock, so an order that was made offline and arrived late
 * lies behind the watermark. It also finds edits and restored orders, whatever date windows are on.
 *
 * @throws as readOn
 */
export async function sweepLateOrders(run: PollRun): Promise<void> {
	const { state, settings } = run;
	const { lateOrders: round, since } = state;
	if (!run.wantsCreatedList) {
		state.lateOrders = { lastBegan: run.readAt };
		return;
	}
	// Edits show only against what was there before: the first sweep must not wait.
	const hasBaseline = since.edited === undefined || round.lastBegan > since.edited;
	if (!round.current && hasBaseline && !isSweepDue(state, settings, run.readAt)) return;
	const span = { from: sweepFrom(state, settings), end: state.newOrders.readUntil };
	await readRound(run, round, span, searchForNews(run));
	if (!round.current) state.sweptWholeAt = round.lastBegan;
}
