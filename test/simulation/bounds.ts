/** What a trigger may need: the size of what it remembers, and the requests of a poll. */
import { RememberedIds } from '../../nodes/SalesOrderIntegration/trigger/memory/rememberedIds';
import { DAY, HOUR } from './orderPlan';
import type { Run } from './simulate';

/** Bytes of state: for itself, and for each thing that it remembers. */
const BYTES = { itself: 2_500, id: 8, longId: 24, pending: 80, fingerprint: 24, hour: 13 };

/** What exceeded its bound; empty when nothing did. */
export function exceededBounds(run: Run): string[] {
	const { watch, ids, scenario, endedAt } = run;
	const state = watch.lastState;
	if (!state) return [];
	const { lateSyncMs, sweepMs } = watch.period.settings;
	const problems: string[] = [];
	const seen = RememberedIds.from(state.seen);
	const seenDeleted = RememberedIds.from(state.seenDeleted);
	// A day that is not over, the day between two sweeps that read everything, two days that are kept in reserve, and
	// sweeps that took a few polls.
	const oldest = endedAt + scenario.clockSkewMs - lateSyncMs - 2 * sweepMs - 4 * DAY - 12 * HOUR;
	ids.forEach((id, position) => {
		const order = scenario.orders[position];
		const latest = Math.max(order?.mobileDateCreated ?? 0, order?.dateCreated ?? 0);
		if (latest < oldest && seen.has(id))
			problems.push(`Order ${id} is still remembered, though nothing shows it`);
	});
	const isLong = typeof scenario.firstOrderId === 'bigint';
	const idBytes = (seen.size + seenDeleted.size) * (isLong ? BYTES.longId : BYTES.id);
	const hours = Object.values(state.ordersByHour);
	const counted = hours.reduce((sum, count) => sum + count, 0);
	if (counted > seen.size) problems.push(`${counted} orders are counted, ${seen.size} are remembered`);
	const fingerprints = Object.values(state.fingerprints.texts).join('').length / 8;
	const most =
		BYTES.itself +
		idBytes +
		state.pending.length * BYTES.pending +
		fingerprints * BYTES.fingerprint +
		hours.length * BYTES.hour;
	const size = JSON.stringify(state).length;
	if (size > most) problems.push(`The state has ${size} bytes, ${most} are the most for what it remembers`);
	return problems;
}
