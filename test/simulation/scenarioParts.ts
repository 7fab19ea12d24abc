/** The parts of a scenario that chance decides: what the user chooses and changes, when, and how the service behaves. */
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { faultKinds, switchChoices, type Fault, type Switches } from '../../sandbox';
import type { SeededRandom } from '../../sandbox/seededRandom';
import { DAY, HOUR, MINUTE } from '../support/time';
import type { Draws } from './draws';
import { between } from './orderPlan';
import type { Span, Visit } from './scenario';
import { filterChoices } from './traits';

/** Links that lead somewhere, up to `plusEncoded`: the hostile ones have tests of their own, and no list to be complete. */
const HONEST_LINKS = [...switchChoices.pageLinks.slice(0, 6), 'pastTheEnd'] as const;

/** Which kinds of faults a world knows: what a rewrite says is up to the test that asks for one. */
export function randomFaultKinds(draws: Draws): Array<Fault['kind']> {
	return faultKinds.filter((kind) => kind !== 'rewrite' && draws.of(kind).chance(0.5));
}

export function randomSettings(draws: Draws, start: number): TriggerSettings {
	const pick = <Value>(name: string, values: readonly Value[]) => draws.of(name).pick(values);
	const starting = draws.of('startFrom');
	const startFrom = start - between(starting, 0, 30 * DAY);
	return {
		startFrom: starting.chance(0.15) ? { at: startFrom, text: String(startFrom) } : undefined,
		events: randomEvents(draws),
		delivery: draws.of('delivery').chance(0.35) ? 'untilExternalId' : 'once',
		lateSyncMs: pick('lateSyncMs', [72, 72, 24, 2, 2, 200]) * HOUR,
		sweepMs: pick('sweepMs', [60, 60, 15, 240]) * MINUTE,
		deletedMs: pick('deletedMs', [30, 30, 3, 60]) * DAY,
		maxOrdersPerRun: pick('maxOrdersPerRun', [500, 500, 50, 7, 1]),
		redeliverMs: pick('redeliverMs', [30, 10, 120]) * MINUTE,
		maxDeliveries: pick('maxDeliveries', [10, 10, 3]),
		pauseDuringMaintenance: draws.of('pauseDuringMaintenance').chance(0.8),
		checkTimeZone: draws.of('checkTimeZone').chance(0.8),
		filters: draws.of('has filters').chance(0.3) ? pick('filters', filterChoices) : {},
		windowDate: draws.of('windowDate').chance(0.25) ? 'dateCreated' : 'mobileDateCreated',
	};
}

function randomEvents(draws: Draws): TriggerSettings['events'] {
	const events = draws
		.of('events')
		.pick<TriggerSettings['events']>([
			['created', 'deleted'],
			['created', 'deleted'],
			['created', 'deleted', 'edited'],
			['created'],
			['created', 'edited'],
			['deleted'],
		]);
	return draws.of('attention').chance(0.4) ? [...events, 'attention'] : events;
}

export function randomChanges(
	draws: Draws,
	settings: TriggerSettings,
	start: number,
	duration: number,
): Array<{ at: number; settings: TriggerSettings }> {
	const random = draws.of('moments');
	const moments = Array.from({ length: random.integer(1, 3) }, () =>
		between(random, start, start + duration),
	);
	let current = settings;
	return moments
		.sort((one, other) => one - other)
		.map((at, index) => {
			const fresh = randomSettings(draws.within(`${index}`), at);
			const names = (Object.keys(fresh) as Array<keyof TriggerSettings>).filter((name) =>
				draws.of(`${index} changes ${name}`).chance(0.3),
			);
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
export function randomVisits(random: SeededRandom, start: number, duration: number): Visit[] {
	const from = between(random, start + duration / 10, start + duration / 2);
	const until = from + random.pick([HOUR, between(random, 0, duration / 4)]);
	return random.chance(0.5)
		? [{ from, until, to: 'other' }]
		: [
				{ from, until, to: 'other' },
				{ from: until + HOUR, until: until + 3 * HOUR, to: 'other' },
			];
}

export function randomSpans(random: SeededRandom, start: number, duration: number, longest: number): Span[] {
	return Array.from({ length: random.integer(1, 3) }, () => {
		const from = between(random, start + 10 * MINUTE, start + duration);
		const length = random.chance(0.7) ? between(random, 0, longest / 8) : between(random, 0, longest);
		return { from, until: from + length };
	});
}

/** The switches that worlds draw, the plainest reading in every second one. Traits name others. */
const SWITCHES = [
	'windowEnds',
	'deletedListDate',
	'listWithoutDeleted',
	'storedPrecision',
	'ambiguousTime',
	'missingTime',
	'windowComparison',
	'invalidParameters',
	'externalIdWhenUnset',
	'nullFields',
	'characters',
	'putResponseBody',
	'rateLimitHeaders',
	'maintenance',
] as const satisfies Array<keyof typeof switchChoices>;

/** Orders of a list that stay what they are while it is read. */
const SORT_ORDERS = switchChoices.sortOrder.filter((order) => order !== 'shuffled');

export function randomSwitches(draws: Draws, pollMs: number): Partial<Switches> {
	const chosen = SWITCHES.map((name) => {
		const random = draws.of(name);
		const choices: readonly string[] = switchChoices[name];
		return [name, random.chance(0.5) ? choices[0] : random.pick(choices)] as const;
	});
	return {
		...Object.fromEntries(chosen),
		sortOrder: draws.of('sortOrder').pick(SORT_ORDERS),
		pageLinks: draws.of('pageLinks').pick(HONEST_LINKS),
		pageSize: draws.of('pageSize').pick([10, 25, 50, 100]),
		serverDateParameter: { name: 'dateField', value: 'dateCreated' },
		totalPagesWhenEmpty: draws.of('totalPagesWhenEmpty').integer(0, 1),
		maximumParallelRequests: draws.of('maximumParallelRequests').chance(0.3) ? 1 : null,
		// Where polls follow one another quickly, slow answers make them overlap.
		latency: draws.of('latency').pick(pollMs === MINUTE ? [100, 5_000, 9_000] : [20, 100, 400, 2_000]),
	};
}
