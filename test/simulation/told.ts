/** Whether somebody was told that a list could not be read for long: in the execution list, or with `attention`. */
import { isInterrupted } from './scenario';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { isWanted } from './watch';
import { HOUR } from '../support/time';

/** Longest pause for maintenance, in which nothing is read. */
const PAUSE_MS = 3 * HOUR;

/** Stretches of hours in which a list, or the whole service, could not be read and nobody heard of it. */
export function untold(run: Run, { watch, ledger }: SimulatedService): string[] {
	const { scenario, quietAt } = run;
	const { pollMs, clockSkewMs, settings, kills, wrongZones } = scenario;
	if (kills.networkTouches > 0 || wrongZones.length > 0 || isInterrupted(scenario)) return [];
	const patience = HOUR + 6 * pollMs + PAUSE_MS + settings.sweepMs;
	const hasAttention = settings.events.includes('attention');
	const unheard = scenario.outages.filter(({ from, until }) => {
		const end = Math.min(until, quietAt);
		return end - from >= patience && !watch.failedAt.some((at) => at >= from && at <= end + 2 * pollMs);
	});
	if (unheard.length > 0) return ['The service was away for hours, and no poll failed'];
	// A replica without orders refuses nothing: the list works again for that time.
	if (scenario.replicas.some(({ lagMs }) => lagMs === Infinity)) return [];
	return scenario.weather.flatMap(({ stops, told, span = { from: run.activatedAt, until: quietAt } }) => {
		const from = told?.from ?? span.from;
		const end = Math.min(span.until, quietAt);
		const list = told?.list ?? stops;
		const isMissed = list === 'lost clocks' || (list !== undefined && isWanted(settings, list));
		// While the whole list fails, a moment of it is not told apart.
		const isCovered = ({ stops: other, span: its }: (typeof scenario.weather)[number]) =>
			told?.list === other && its && its.from < from + patience && its.until > end - patience;
		if (!isMissed || from < run.activatedAt || end - from < patience) return [];
		if (scenario.weather.some(isCovered)) return [];
		const isAmong = (at: number) => at >= from && at <= end + 2 * pollMs;
		const isReported = ledger.reports.some(
			({ reason, message, at }) =>
				reason === 'listFails' && (told ? told.message.test(message) : isAmong(at - clockSkewMs)),
		);
		const isLate = (began: number) => began >= from + HOUR + 2 * pollMs && began < end;
		const hasIdlePoll = watch.polled.some(
			({ began, items, hasTimeLeft }) => isLate(began) && items.length === 0 && hasTimeLeft,
		);
		const isTold = isReported || watch.failedAt.some(isAmong) || (!hasAttention && !hasIdlePoll);
		const hours = Math.round((end - from) / HOUR);
		return isTold ? [] : [`The list of ${list} failed for ${hours} hours, and nobody was told`];
	});
}
