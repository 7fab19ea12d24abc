/** The parts of a scenario that chance decides: what the user chooses and changes, when, and how the service behaves. */
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';
import type { Switches } from '../../sandbox';
import { switchChoices } from '../../sandbox';
import type { SeededRandom } from '../../sandbox/seededRandom';
import { DAY, HOUR, MINUTE } from '../support/time';
import { between } from './orderPlan';
import type { Span } from './scenario';
import { filterChoices } from './traits';

/** Links that lead somewhere: the hostile ones have tests of their own, and no list to be complete. */
const HONEST_LINKS = [
	'absolute',
	'relative',
	'queryOnly',
	'httpScheme',
	'droppingParameters',
	'plusEncoded',
	'pastTheEnd',
] as const;

export function randomSettings(random: SeededRandom, start: number): TriggerSettings {
	const startFrom = start - between(random, 0, 30 * DAY);
	return {
		...(random.chance(0.15) ? { startFrom: { at: startFrom, text: String(startFrom) } } : {}),
		events: randomEvents(random),
		delivery: random.chance(0.35) ? 'untilExternalId' : 'once',
		lateSyncMs: random.pick([72, 72, 24, 2, 2, 200]) * HOUR,
		sweepMs: random.pick([60, 60, 15, 240]) * MINUTE,
		deletedMs: random.pick([30, 30, 3, 60]) * DAY,
		maxOrdersPerRun: random.pick([500, 500, 50, 7, 1]),
		redeliverMs: random.pick([30, 10, 120]) * MINUTE,
		maxDeliveries: random.pick([10, 10, 3]),
		pauseDuringMaintenance: random.chance(0.8),
		checkTimeZone: random.chance(0.8),
		filters: random.chance(0.3) ? random.pick(filterChoices) : {},
		windowDate: random.chance(0.25) ? 'dateCreated' : 'mobileDateCreated',
	};
}

function randomEvents(random: SeededRandom): TriggerSettings['events'] {
	const events = random.pick<TriggerSettings['events']>([
		['created', 'deleted'],
		['created', 'deleted'],
		['created', 'deleted', 'edited'],
		['created'],
		['created', 'edited'],
		['deleted'],
	]);
	return random.chance(0.4) ? [...events, 'attention'] : events;
}

export function randomChanges(
	random: SeededRandom,
	settings: TriggerSettings,
	start: number,
	duration: number,
) {
	const moments = Array.from({ length: random.integer(1, 3) }, () =>
		between(random, start, start + duration),
	);
	let current = settings;
	return moments
		.sort((one, other) => one - other)
		.map((at) => {
			const fresh = randomSettings(random, at);
			const names = (Object.keys(fresh) as Array<keyof TriggerSettings>).filter(() => random.chance(0.3));
			current = { ...current, ...Object.fromEntries(names.map((name) => [name, fresh[name]])) };
			// A narrower reach gives up what lies beyond it, so the simulation only widens it.
			current.lateSyncMs = Math.max(current.lateSyncMs, settings.lateSyncMs);
			current.deletedMs = Math.max(current.deletedMs, settings.deletedMs);
			return { at, settings: current };
		});
}

export function randomRenames(random: SeededRandom, start: number, duration: number): number[] {
	const count = random.chance(0.25) ? random.integer(1, 3) : 0;
	return Array.from({ length: count }, () => between(random, start, start + duration)).sort((a, b) => a - b);
}

/** An hour at another service, or days. */
export function randomVisits(random: SeededRandom, start: number, duration: number): Span[] {
	const from = between(random, start + duration / 10, start + duration / 2);
	const until = from + random.pick([HOUR, between(random, 0, duration / 4)]);
	return random.chance(0.5)
		? [{ from, until }]
		: [
				{ from, until },
				{ from: until + HOUR, until: until + 3 * HOUR },
			];
}

export function randomSpans(random: SeededRandom, start: number, duration: number, longest: number): Span[] {
	return Array.from({ length: random.integer(1, 3) }, () => {
		const from = between(random, start + 10 * MINUTE, start + duration);
		const length = random.chance(0.7) ? between(random, 0, longest / 8) : between(random, 0, longest);
		return { from, until: from + length };
	});
}

export function randomSwitches(random: SeededRandom, pollMs: number): Partial<Switches> {
	const { sortOrder, pageLinks: _, errorBody: _e, ...others } = switchChoices;
	const chosen = Object.fromEntries(
		Object.entries(others).map(([name, choices]) => [
			name,
			random.chance(0.5) ? choices[0] : random.pick<string>(choices),
		]),
	);
	return {
		...chosen,
		// A service that reorders at every read has no complete list; verify: twice is for it.
		sortOrder: random.pick(sortOrder.filter((order) => order !== 'shuffled')),
		pageLinks: random.pick(HONEST_LINKS),
		pageSize: random.pick([10, 25, 50, 100]),
		serverDateParameter: { name: 'dateField', value: 'dateCreated' },
		totalPagesWhenEmpty: random.integer(0, 1),
		maximumParallelRequests: random.chance(0.3) ? 1 : null,
		// Where polls follow one another quickly, slow answers make them overlap.
		latency: random.pick(pollMs === MINUTE ? [100, 5_000, 9_000] : [20, 100, 400, 2_000]),
	};
}
