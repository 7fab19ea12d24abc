/** Whether deliveries until an external ID come as often and as far apart as promised. */
import type { Case } from './cases';
import { isTimeless } from './scenario';
import { HOUR } from '../support/time';

const LONGEST_WAIT_MS = 12 * HOUR;

/** Deliveries are counted from 1, wait twice as long each time, and end with the external ID. */
export function wrongRedeliveries({ run, service, id, epoch, delivered }: Case): string[] {
	const created = delivered.filter(({ event, delivery }) => event === 'created' && delivery !== undefined);
	const isRepeated = service.ledger.repeated.eventsOf(id).length > 0;
	const most = Math.max(...epoch.periods.map(({ settings }) => settings.maxDeliveries));
	const shortest = Math.min(...epoch.periods.map(({ settings }) => settings.redeliverMs));
	const longestPollMs = Math.max(6 * 60_000, run.scenario.schedulerLimitMs);
	const problems: string[] = [];
	created.forEach((item, position) => {
		const { delivery = 0, hasExternalId, at } = item;
		const previous = created[position - 1];
		const before = previous?.delivery ?? 0;
		if (delivery > 1 && hasExternalId) problems.push('delivered again although it has an external ID');
		if (delivery > most) problems.push(`delivery ${delivery} of ${most}`);
		if (delivery === 1 || isRepeated || isTimeless(run.scenario)) return;
		// After its restoration the order counts from 1 again, and a kill may have taken that delivery.
		const since = previous ? delivered.indexOf(previous) : 0;
		const isRestored = delivered
			.slice(since, delivered.indexOf(item))
			.some(({ event }) => event === 'deleted');
		if (isRestored && run.kills > 0) return;
		if (delivery <= before) problems.push('counted wrongly');
		const wait = waitBefore(delivery, shortest);
		// A wait counts from when a poll began, and the item is delivered when it ended.
		const waited = at - (previous?.at ?? 0);
		if (run.scenario.clockJumps.length === 0 && waited < wait - longestPollMs)
			problems.push(`delivery ${delivery} after ${waited / 60_000} minutes`);
	});
	return problems;
}

/** How long a delivery waits after the one before, milliseconds. */
export function waitBefore(delivery: number, redeliverMs: number): number {
	return Math.max(redeliverMs, Math.min(redeliverMs * 2 ** (delivery - 2), LONGEST_WAIT_MS));
}
