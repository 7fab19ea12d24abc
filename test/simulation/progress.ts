/** Nobody waits for anybody: what can be read is delivered within a few polls, and costs no more than it must. */
import { mustBeCreated, mustBeDeleted, type Case } from './cases';
import { isFate, YEAR } from './orderPlan';
import { isInterrupted, type Scenario } from './scenario';
import { isWithin } from './service';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { isWithinReach } from './timeliness';
import { HOUR, NEAR } from '../support/time';

/** Within so many polls that ask anything, however many of them fail. */
const MOST_POLLS = 6;

/** What waited although its list could be read. */
export function slowProgress(one: Case): string[] {
	const { run, order, delivered } = one;
	const { scenario } = run;
	const isSteady = order.changes.every(({ traits, mobileDateCreated }) => !traits && !mobileDateCreated);
	if (
		!isAtEase(scenario) ||
		!isSteady ||
		order.confirmedAt !== undefined ||
		order.mobileDateCreated > order.visibleFrom + YEAR
	)
		return [];
	const { lateSyncMs, sweepMs } = scenario.settings;
	const [fate, nextFate] = order.changes.filter(isFate);
	const until = (event: string) => delivered.find((item) => item.event === event)?.at ?? Infinity;
	const problems: string[] = [];
	if (mustBeCreated(one, order.visibleFrom)) {
		const isNear = isWithinReach([order[scenario.settings.windowDate]], order.visibleFrom, NEAR);
		const from = order.visibleFrom + (isNear ? 0 : sweepMs);
		const hasWaited = waited(one, 'created', from, Math.min(until('created'), fate?.at ?? Infinity));
		if (hasWaited) problems.push('waits although the list of orders can be read');
	}
	if (fate && mustBeDeleted(one, fate)) {
		const isNear = isWithinReach([order.mobileDateCreated, order.dateCreated], fate.at, lateSyncMs);
		const from = fate.at + (isNear ? 0 : sweepMs);
		const hasWaited = waited(one, 'deleted', from, Math.min(until('deleted'), nextFate?.at ?? Infinity));
		if (hasWaited) problems.push('its deletion waits although the list of deleted orders can be read');
	}
	return problems;
}

/** Whether more polls than promised asked while the list could be read, and did not deliver. By the service's clock. */
function waited({ run, service }: Case, list: string, from: number, until: number): boolean {
	const { clockSkewMs, weather, pollMs } = run.scenario;
	const stops = weather.flatMap(({ stops: stopped, span }) => {
		return stopped === list && span ? [{ from: span.from, until: span.until + HOUR + pollMs }] : [];
	});
	const polls = service.watch.askedAt.filter((at) => {
		const instant = at + clockSkewMs;
		return instant > from && instant < until && at < run.quietAt && !isWithin(stops, at);
	});
	return polls.length > MOST_POLLS;
}

/** Whether polls have room for all that is due, and nothing but one list goes wrong. */
function isAtEase(scenario: Scenario): boolean {
	const { faults, kills, rateLimit, switches, settings, orders, replicas, clockJumps, excuses } = scenario;
	const disturbances = [scenario.outages, replicas, clockJumps, scenario.renames];
	return (
		!isInterrupted(scenario) &&
		disturbances.every(({ length }) => length === 0) &&
		faults.probability === 0 &&
		kills.networkTouches === 0 &&
		rateLimit.limit >= 500 &&
		(switches.latency ?? 0) <= 400 &&
		(switches.longestWindowDays ?? null) === null &&
		settings.maxOrdersPerRun >= 500 &&
		settings.startFrom === undefined &&
		orders.length <= 200 &&
		!excuses.has('inTime') &&
		!excuses.has('completeness')
	);
}

/** Late orders are looked for as often as the settings say, on every engine: by the years that only they ask for. */
export function tooManyFarRequests(run: Run, { watch }: SimulatedService): string[] {
	const { scenario, endedAt, activatedAt } = run;
	if (!isAtEase(scenario) || scenario.weather.length > 0) return [];
	// Two lists, each with its first page, with a look at the deleted one, and once more for a report.
	const most = Math.round(6 * ((endedAt - activatedAt) / scenario.settings.sweepMs + 4));
	const asked = watch.lostClocksAsked;
	return asked > most ? [`${asked} requests for the years of lost clocks, ${most} are the most`] : [];
}
