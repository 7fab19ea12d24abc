/** The signs of life of the event `summary`: once a day, without a gap, with what was delivered in between. */
import { valueAt } from '../../nodes/SalesOrderIntegration/lists/wire';
import { isInterrupted, isTimeless } from './scenario';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { DAY, HOUR, MINUTE } from '../support/time';

/** What was wrong with the summaries of a service. */
export function wrongSummaries(run: Run, service: SimulatedService): string[] {
	const { scenario, kills, quietAt, activatedAt } = run;
	const { ledger, watch } = service;
	const { summaries } = ledger;
	const isChosen = watch.periods.map(({ settings }) => (settings.events as string[]).includes('summary'));
	if (!isChosen.includes(true)) return summaries.length > 0 ? ['A summary that nobody asked for'] : [];
	const { outages, renames, faults } = scenario;
	const isDisturbed = kills + faults.probability + outages.length + renames.length > 0;
	if (isDisturbed || isInterrupted(scenario) || isTimeless(scenario)) return [];
	const problems: string[] = [];
	// A poll that fails tells nothing.
	const failedMs = watch.failedAt.length * scenario.pollMs;
	const least = Math.floor((quietAt - activatedAt - failedMs) / (DAY + 4 * HOUR + 4 * scenario.pollMs));
	if (summaries.length < least) problems.push(`${summaries.length} summaries, at least ${least} are due`);
	summaries.forEach(({ message, since, until }, position) => {
		const previous = summaries[position - 1];
		if (!message) problems.push('A summary says nothing');
		// When it is delivered says nothing: a poll with orders, or a pause, leaves it to the next one. Clocks can go back.
		if (Math.abs(instantOf(until) - instantOf(since)) < DAY - MINUTE)
			problems.push('A summary of less than a day');
		if (previous && instantOf(since) !== instantOf(previous.until))
			problems.push('Two summaries with a gap between them');
	});
	return [...problems, ...wrongCounts(service)];
}

function wrongCounts({ ledger, orders, watch }: SimulatedService): string[] {
	const { summaries } = ledger;
	const last = summaries.at(-1)?.at ?? 0;
	const items = [...ledger.byOrder.values()].flat().filter(({ at }) => at < last - 1_000);
	const problems = (['created', 'deleted', 'edited'] as const).flatMap((event) => {
		const told = summaries.reduce((sum, summary) => sum + Number(valueAt(summary, event)), 0);
		const count = items.filter((item) => item.event === event).length;
		return told === count ? [] : [`Summaries speak of ${told} ${event} orders, ${count} were delivered`];
	});
	const heldBack = summaries.reduce((sum, summary) => sum + summary.heldBack, 0);
	const hasFilters = watch.periods.some(({ settings }) => Object.keys(settings.filters).length > 0);
	if (!hasFilters && heldBack > 0) problems.push(`${heldBack} orders held back without a filter`);
	if (heldBack > orders.length) problems.push(`${heldBack} orders held back, of ${orders.length}`);
	const isWaiting = watch.periods.some(({ settings }) => settings.delivery === 'untilExternalId');
	if (!isWaiting && summaries.some(({ waiting }) => waiting > 0))
		problems.push('A summary speaks of orders that wait');
	return problems;
}

function instantOf(value: string | number): number {
	return typeof value === 'number' ? value : Date.parse(value);
}
