/** Everything about one simulated life of a trigger that follows from its seed. */
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';
import type { Fault, RateLimit, Switches } from '../../sandbox';
import { faultKinds, switchChoices } from '../../sandbox';
import { SeededRandom } from '../../sandbox/seededRandom';
import { makeBehind, makeCrowded, makeRefusing } from './hardWorlds';
import { between, planOrders } from './orderPlan';
import type { OrderHabits, PlannedOrder } from './orderPlan';
import { filterChoices } from './traits';
import { DAY, HOUR, MINUTE } from '../support/time';

/** Which n8n: state and execution saved in two writes, or in one transaction. */
export type Engine = 'plain' | 'durable';

/** A stretch of time, epoch milliseconds. */
export interface Span {
	from: number;
	until: number;
}

export interface Scenario {
	seed: number;
	engine: Engine;
	/** When the trigger is activated, by the clock of n8n; epoch milliseconds. */
	start: number;
	/** When the world becomes quiet, and all that is under way must come to its end. */
	end: number;
	pollMs: number;
	budgetMs: number;
	/** IANA zone of the token's user. */
	zone: string;
	/** How far the clock of the service is ahead of that of n8n. */
	clockSkewMs: number;
	switches: Partial<Switches>;
	rateLimit: RateLimit;
	firstOrderId: number | bigint;
	settings: TriggerSettings;
	/** Settings that the user changes in mid-life, by the clock of n8n. */
	changes: Array<{ at: number; settings: TriggerSettings }>;
	/** When the user gives the node another name, by the clock of n8n. */
	renames: number[];
	orders: PlannedOrder[];
	/** Orders of another service, to which the credential leads for a while. */
	otherOrders: PlannedOrder[];
	/** When the credential leads there, by the clock of n8n. */
	visits: Span[];
	/** The service cannot be reached. */
	outages: Span[];
	/** n8n is not running, or the workflow is switched off. */
	absences: Span[];
	faults: { probability: number; kinds: Array<Fault['kind']> };
	/** On average, one kill in so many touches of the network and of the state; 0: none. */
	kills: { networkTouches: number; stateTouches: number };
	/** Share of executions that fail before they store external IDs. */
	failingShare: number;
	/** The ERP is down: no execution stores an external ID. */
	erpOutages: Span[];
	/** The service sends fields of a wrong type. */
	oddData: Span[];
}

/** What may be made smaller to shrink a failing seed. */
export interface Shrinking {
	/** Share of the orders and of the time that is kept, 0 to 1. */
	orders: number;
	days: number;
	withoutFaults: boolean;
	withoutKills: boolean;
	withoutOutages: boolean;
	withoutChanges: boolean;
}

export const notShrunk: Readonly<Shrinking> = {
	orders: 1,
	days: 1,
	withoutFaults: false,
	withoutKills: false,
	withoutOutages: false,
	withoutChanges: false,
};

const ZONES = [
	'America/Mexico_City',
	'America/Tijuana',
	'America/New_York',
	'Europe/Madrid',
	'Asia/Kolkata',
	'Asia/Kathmandu',
	'Australia/Lord_Howe',
	'Pacific/Auckland',
	'America/Santiago',
	'UTC',
];
/** Around clock changes on both hemispheres, over new year and a leap day, and on ordinary days. */
const STARTS = [
	'2026-03-05T09:12:00Z',
	'2026-03-26T15:00:00Z',
	'2026-10-21T06:30:00Z',
	'2026-10-30T20:00:00Z',
	'2026-04-02T04:00:00Z',
	'2026-12-29T23:00:00Z',
	'2028-02-26T12:00:00Z',
	'2026-07-15T12:00:00Z',
].map((text) => Date.parse(text));

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
/** What a rewrite says is up to the test that asks for one. */
const FAULT_KINDS = faultKinds.filter((kind) => kind !== 'rewrite');

/** The scenario of a seed. */
export function scenarioOf(seed: number, shrinking: Shrinking = notShrunk): Scenario {
	const random = new SeededRandom(seed, 21);
	const engine: Engine = random.chance(0.5) ? 'plain' : 'durable';
	const start = random.pick(STARTS) + between(random, 0, 3 * HOUR);
	const pollMs = random.pick([1, 5, 10, 10, 10, 15, 30, 60, 240]) * MINUTE;
	const duration = random.pick([60, 120, 200, 300]) * pollMs * shrinking.days;
	const settings = randomSettings(random, start);
	const absences = random.chance(0.4) ? randomSpans(random, start, duration, 10 * DAY) : [];
	const isVisiting = random.chance(0.2);
	const scenario: Scenario = {
		seed,
		engine,
		start,
		end: Math.max(start + duration, ...absences.map(({ until }) => until + 2 * pollMs)),
		pollMs,
		budgetMs: engine === 'durable' ? 36_000 : 300_000,
		zone: random.pick(ZONES),
		clockSkewMs: random.chance(0.6) ? 0 : between(random, -20 * MINUTE, 20 * MINUTE),
		switches: randomSwitches(random, pollMs),
		rateLimit: { limit: random.pick([500, 500, 60, 25, 12]), periodMs: 60_000 },
		firstOrderId: random.chance(0.1) ? 9_007_199_254_740_900n : random.pick([1, 1001, 3_000_000_000]),
		settings,
		// What a change means for a service that is not the current one is a matter of unit tests.
		changes: !isVisiting && random.chance(0.4) ? randomChanges(random, settings, start, duration) : [],
		renames: randomRenames(new SeededRandom(seed, 24), start, duration),
		orders: [],
		otherOrders: [],
		visits: isVisiting ? randomVisits(random, start, duration) : [],
		outages: random.chance(0.4) ? randomSpans(random, start, duration, 40 * pollMs) : [],
		absences,
		faults: {
			probability: random.pick([0, 0, 0.02, 0.1, 0.25]),
			kinds: FAULT_KINDS.filter(() => random.chance(0.5)),
		},
		kills: random.chance(0.5)
			? { networkTouches: random.pick([30, 200]), stateTouches: random.pick([5, 30]) }
			: { networkTouches: 0, stateTouches: 0 },
		failingShare: random.chance(0.5) ? 0.33 : 0,
		erpOutages: random.chance(0.3) ? randomSpans(random, start, duration, 62 * HOUR) : [],
		oddData: random.chance(0.2) ? randomSpans(random, start, duration, 3 * DAY) : [],
	};
	if (dependsOnContent(scenario))
		scenario.faults.kinds = scenario.faults.kinds.filter((kind) => kind !== 'wrongTypes');
	const habits = orderHabits(random, scenario);
	if (seed % 10 === 3) makeCrowded(scenario, habits);
	if (seed % 10 === 6) makeBehind(scenario, habits);
	if (seed % 10 === 9) makeRefusing(scenario);
	makeDrainable(scenario, habits);
	const keeping = new SeededRandom(seed, 22);
	const plan = () => planOrders(random, habits).filter(() => keeping.chance(shrinking.orders));
	scenario.orders = plan();
	if (isVisiting) scenario.otherOrders = plan();
	return shrunk(scenario, shrinking);
}

/** An edit that a fault shows is none, and a fault may hide one, or what a filter looks for. */
function dependsOnContent({ settings, changes }: Scenario): boolean {
	return [settings, ...changes.map((change) => change.settings)].some(
		({ events, filters }) => events.includes('edited') || Object.keys(filters).length > 0,
	);
}

function shrunk(scenario: Scenario, shrinking: Shrinking): Scenario {
	return {
		...scenario,
		...(shrinking.withoutFaults ? { faults: { probability: 0, kinds: [] }, oddData: [] } : {}),
		...(shrinking.withoutKills ? { kills: { networkTouches: 0, stateTouches: 0 } } : {}),
		...(shrinking.withoutOutages ? { outages: [], absences: [] } : {}),
		...(shrinking.withoutChanges ? { changes: [], renames: [], visits: [] } : {}),
	};
}

/** So many orders must be delivered in some hundred polls, or the run would never end. */
function makeDrainable({ settings, changes }: Scenario, { count }: OrderHabits): void {
	for (const each of [settings, ...changes.map((change) => change.settings)]) {
		each.maxOrdersPerRun = Math.max(each.maxOrdersPerRun, Math.ceil(count / 400));
	}
}

/** Seeds (modulo 500) with far more orders than one poll can take. */
const BACKLOGS: Record<number, number> = { 7: 3_000, 107: 5_000, 207: 3_000, 307: 10_000, 407: 50_000 };

function orderHabits(random: SeededRandom, scenario: Scenario): OrderHabits {
	const { seed, start, end, pollMs, clockSkewMs, settings, changes } = scenario;
	const all = [settings, ...changes.map((change) => change.settings)];
	return {
		count: BACKLOGS[seed % 500] ?? random.pick([30, 60, 100, 100, 200]),
		from: start + clockSkewMs - random.pick([0, 5, 40]) * DAY,
		until: end + clockSkewMs,
		longestLateMs: Math.min(...all.map(({ lateSyncMs }) => lateSyncMs)),
		burstShare: random.pick([0, 0.3, 0.95]),
		ticks: { every: pollMs, offset: clockSkewMs % pollMs },
		longestLagMs: random.pick([0, 0, 5_000, 60_000]),
		editedShare: 0.2,
		traitsEditedShare: random.pick([0, 0.5]),
		deletedShare: random.pick([0.05, 0.2, 0.6]),
		deletedWhileReadShare: random.pick([0.1, 0.1, 0.8]),
		restoredShare: 0.3,
		massDeletions: random.chance(0.2) ? [between(random, start, end) + clockSkewMs] : [],
		oldestDeletedMs: Math.min(...all.map(({ deletedMs }) => deletedMs)) * 1.2,
	};
}

function randomSettings(random: SeededRandom, start: number): TriggerSettings {
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

function randomChanges(random: SeededRandom, settings: TriggerSettings, start: number, duration: number) {
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

function randomRenames(random: SeededRandom, start: number, duration: number): number[] {
	const count = random.chance(0.25) ? random.integer(1, 3) : 0;
	return Array.from({ length: count }, () => between(random, start, start + duration)).sort((a, b) => a - b);
}

/** An hour at another service, or days. */
function randomVisits(random: SeededRandom, start: number, duration: number): Span[] {
	const from = between(random, start + duration / 10, start + duration / 2);
	const until = from + random.pick([HOUR, between(random, 0, duration / 4)]);
	return random.chance(0.5)
		? [{ from, until }]
		: [
				{ from, until },
				{ from: until + HOUR, until: until + 3 * HOUR },
			];
}

function randomSpans(random: SeededRandom, start: number, duration: number, longest: number): Span[] {
	return Array.from({ length: random.integer(1, 3) }, () => {
		const from = between(random, start + 10 * MINUTE, start + duration);
		const length = random.chance(0.7) ? between(random, 0, longest / 8) : between(random, 0, longest);
		return { from, until: from + length };
	});
}

function randomSwitches(random: SeededRandom, pollMs: number): Partial<Switches> {
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
