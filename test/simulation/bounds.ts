/** What a trigger may need to remember. */
import { isUndated } from './orderPlan';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { DAY } from '../support/time';

/** Bytes of state: for itself and each service, and for each thing that it may have to remember. */
const BYTES = { itself: 4_000, day: 40, order: 70, longOrder: 85, waiting: 90, stretch: 50 };

/**
 * Readings that take many polls leave a stretch with each, for both lists; beyond a hundred, the far one comes early. Those
 * of the 32 years of lost clocks stay: of each window, where it takes a poll.
 */
const MOST_STRETCHES = 2 * (100 + 32 * 8);

/** What exceeded its bound; empty when nothing did. */
export function exceededBounds(run: Run, service: SimulatedService): string[] {
	const { watch, ids, orders, ledger } = service;
	const state = watch.lastState;
	if (!state) return [];
	const { lateSyncMs, deletedMs, sweepMs } = watch.period.settings;
	const problems: string[] = [];
	// n8n keeps the state of no poll that failed.
	const now = state.polledAt;
	// A day that is not over, two days that are kept in reserve, and readings that took a few polls.
	const reserve = sweepMs + 3 * DAY + DAY / 2;
	// Nothing is forgotten from after the latest arrival that a list has surely shown: clocks may be wrong.
	const arrivals = orders
		.filter(({ visibleFrom }, position) => visibleFrom <= now && ledger.byOrder.has(ids[position] ?? ''))
		.map(({ visibleFrom }) => visibleFrom);
	// Where the years of lost clocks take many polls, orders are remembered for as long, but at most 30 days.
	const isSlow = run.scenario.weather.length > 0 || run.scenario.switches.longestWindowDays;
	const slack = isSlow ? 30 * DAY : 0;
	const oldest = Math.min(now - lateSyncMs - reserve, Math.max(...arrivals) - 2 * DAY) - slack;
	ids.forEach((id, position) => {
		const { mobileDateCreated = 0, dateCreated = 0, changes = [] } = orders[position] ?? {};
		const moved = changes.map((change) => change.mobileDateCreated ?? 0);
		// Its deletion is remembered as well.
		const deleted = changes.flatMap(({ kind, at }) => (kind === 'delete' ? at : []));
		const latest = Math.max(mobileDateCreated, dateCreated, ...moved, ...deleted);
		// A deletion without a date counts for as long as a window may show it.
		const longer = isUndated(position, run.scenario.undatedDeletions) ? deletedMs : 0;
		if (latest < oldest - longer && state.remembers(id))
			problems.push(
				`Order ${id} of ${new Date(latest).toISOString()} is still remembered, though nothing shows it`,
			);
	});
	const isLong = typeof run.scenario.firstOrderId === 'bigint';
	const days = (lateSyncMs + deletedMs + reserve) / DAY;
	const all = run.services.reduce((sum, service) => sum + service.ids.length, 0);
	const most =
		run.services.length * BYTES.itself +
		days * BYTES.day +
		all * (isLong ? BYTES.longOrder : BYTES.order) +
		watch.mostWaiting * BYTES.waiting +
		(isSlow ? MOST_STRETCHES * BYTES.stretch : 0);
	const size = state.size();
	if (size > most) problems.push(`The state has ${size} bytes, ${most} are the most for ${all} orders`);
	return problems;
}
