/** Everything about one simulated life of a trigger that follows from its seed. */
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';
import type { Fault, RateLimit, Switches } from '../../sandbox';
import { faultKinds } from '../../sandbox';
import { SeededRandom } from '../../sandbox/seededRandom';
import { makeBehind, makeCrowded, makeRefusing } from './hardWorlds';
import { between, planOrders } from './orderPlan';
import type { OrderHabits, PlannedOrder } from './orderPlan';
import {
	randomChanges,
	randomRenames,
	randomSettings,
	randomSpans,
	randomSwitches,
	randomVisits,
} from './scenarioParts';
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

/**
 * So many orders must be delivered in some hundred polls, or the run would never end: a poll of a service with pages of
 * ten that allows twelve requests a minute brings about ten orders.
 */
function makeDrainable({ settings, switches, changes }: Scenario, { count }: OrderHabits): void {
	switches.pageSize = Math.max(switches.pageSize ?? 0, Math.ceil(count / 1_000));
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
