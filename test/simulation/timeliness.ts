/** How soon things are delivered: with the next poll, or with the next sweep (design 4, near and far). */
import { mustBeCreated, mustBeDeleted, type Case } from './cases';
import type { Delivered } from './ledger';
import { isFate, isOfLostClock, YEAR } from './orderPlan';
import { deletedListDate, isInterrupted } from './scenario';
import type { SimulatedService } from './simulatedService';
import type { JudgedPoll, ListName, Sweep } from './watch';
import { NEAR } from '../support/time';

/** What was delivered later than promised: where a kill or a stop may have kept back what a poll found, nothing is. */
export function untimely(one: Case): string[] {
	const { run, service, order } = one;
	const { kills, excuses } = run.scenario;
	// A form that passes the filter only later is found later, and so is an order from further ahead than a year.
	const isSteady =
		order.mobileDateCreated < order.visibleFrom + YEAR &&
		order.confirmedAt === undefined &&
		order.changes.every(({ traits }) => traits === undefined);
	if (kills.networkTouches > 0 || isInterrupted(run.scenario) || !isSteady || excuses.has('inTime'))
		return [];
	const [fate, nextFate] = order.changes.filter(isFate);
	const { sweeps } = service.watch;
	const { lateSyncMs, windowDate } = run.scenario.settings;
	const problems: string[] = [];
	if (mustBeCreated(one, order.visibleFrom)) {
		const isNear = isWithinReach([order[windowDate]], order.visibleFrom, NEAR);
		const farReadings = isOfLostClock(order[windowDate])
			? sweeps.createdLost
			: withNear(service, 'created', sweeps.createdFar);
		const readings = isNear ? completePolls(service, 'created') : farReadings;
		const created = { event: 'created', from: order.visibleFrom, until: fate?.at ?? Infinity } as const;
		if (isLate(one, readings, created)) problems.push('delivered late');
	}
	if (fate && mustBeDeleted(one, fate)) {
		// Nobody knows by which date the service filters deleted orders.
		const isNear = isWithinReach([order.mobileDateCreated, order.dateCreated], fate.at, lateSyncMs);
		const isLost =
			isOfLostClock(order.mobileDateCreated) && deletedListDate(run.scenario) === 'mobileDateCreated';
		const farReadings = isLost ? sweeps.deletedLost : withNear(service, 'deleted', sweeps.deletedFar);
		const readings = isNear ? completePolls(service, 'deleted') : farReadings;
		const deleted = { event: 'deleted', from: fate.at, until: nextFate?.at ?? Infinity } as const;
		if (isLate(one, readings, deleted)) problems.push('its deletion was delivered late');
	}
	return problems;
}

/** Polls that delivered all that near readings show. One that reports again right after a report found nothing. */
function completePolls({ watch }: SimulatedService, list: ListName): JudgedPoll[] {
	return watch.polled.filter(({ isComplete }) => isComplete[list]);
}

/** Sweeps, each to the end of the near readings that take over where it ends: they may be behind. */
function withNear(service: SimulatedService, list: ListName, sweeps: Sweep[]): Sweep[] {
	const polls = completePolls(service, list);
	return sweeps.map(({ began, ended }) => {
		const near = polls.find((poll) => poll.began >= began);
		return { began, ended: near ? Math.max(ended, near.ended) : Infinity };
	});
}

/** Whether near windows show an order at an instant: by whichever of its dates. */
export function isWithinReach(dates: number[], at: number, reach: number): boolean {
	return dates.every((date) => !isOfLostClock(date) && at - date <= reach);
}

/** Whether the first reading that began after something happened ended without it being delivered. */
function isLate(
	{ run, delivered }: Case,
	readings: Sweep[],
	{ event, from, until }: { event: Delivered['event']; from: number; until: number },
): boolean {
	const { clockSkewMs } = run.scenario;
	const reading = readings.find(({ began }) => began + clockSkewMs > from);
	if (!reading || reading.ended + clockSkewMs >= until) return false;
	return !delivered.some((item) => item.event === event && item.at <= reading.ended + clockSkewMs + 1_000);
}
