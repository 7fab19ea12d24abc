/** What a trigger may need to remember. */
import { dayOf, IdsByDay } from '../../nodes/SalesOrderIntegration/trigger/state/idsByDay';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { DAY } from '../support/time';

/** Bytes of state: for itself, and for each thing that it remembers. */
const BYTES = { itself: 2_000, day: 20, id: 12, longId: 24, deletion: 38, fingerprint: 36, pending: 90 };

/** What exceeded its bound; empty when nothing did. */
export function exceededBounds(run: Run, { watch, ids, orders, endedAt }: SimulatedService): string[] {
	const state = watch.lastState;
	if (!state) return [];
	const { lateSyncMs, deletedMs, sweepMs } = watch.period.settings;
	const problems: string[] = [];
	const now = endedAt + run.scenario.clockSkewMs;
	// A day that is not over, two days that are kept in reserve, and readings that took a few polls.
	const reserve = sweepMs + 3 * DAY + DAY / 2;
	const delivered = new IdsByDay(state.delivered);
	const oldest = now - lateSyncMs - reserve;
	ids.forEach((id, position) => {
		const order = orders[position];
		const latest = Math.max(order?.mobileDateCreated ?? 0, order?.dateCreated ?? 0);
		if (latest < oldest && delivered.has(id))
			problems.push(`Order ${id} of ${dayOf(latest)} is still remembered, though nothing shows it`);
	});
	const oldestDeletion = now - Math.max(lateSyncMs, deletedMs) - reserve;
	for (const [id, at] of Object.entries(state.deletions))
		if (at < oldestDeletion) problems.push(`The deletion of order ${id} is still remembered`);
	const isLong = typeof run.scenario.firstOrderId === 'bigint';
	const count = (value: object) =>
		Object.values(value).reduce((sum: number, ofDay: object) => sum + Object.keys(ofDay).length, 0);
	const most =
		BYTES.itself +
		(Object.keys(state.delivered).length + Object.keys(state.fingerprints).length) * BYTES.day +
		count(state.delivered) * (isLong ? BYTES.longId : BYTES.id) +
		count(state.fingerprints) * BYTES.fingerprint +
		Object.keys(state.deletions).length * BYTES.deletion +
		state.pending.length * BYTES.pending;
	const size = JSON.stringify(state).length;
	if (size > most) problems.push(`The state has ${size} bytes, ${most} are the most for what it remembers`);
	return problems;
}
