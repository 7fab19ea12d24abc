/** What worlds have in common, whatever their traits: who polls how often, when things go wrong, how orders behave. */
import { between, type OrderHabits } from './orderPlan';
import type { Draws } from './draws';
import type { Engine, Scenario } from './scenario';
import {
	randomChanges,
	randomFaultKinds,
	randomRenames,
	randomSettings,
	randomSpans,
	randomSwitches,
	randomVisits,
} from './scenarioParts';
import { DAY, HOUR, MINUTE } from '../support/time';

const ZONES = [
	...'America/Mexico_City America/Tijuana America/New_York Europe/Madrid Asia/Kolkata'.split(' '),
	...'Asia/Kathmandu Australia/Lord_Howe Pacific/Auckland America/Santiago UTC'.split(' '),
];
/** Around clock changes on both hemispheres, over new year and a leap day, and on ordinary days. */
const STARTS = [
	...'2026-03-05T09:12Z 2026-03-26T15:00Z 2026-10-21T06:30Z 2026-10-30T20:00Z'.split(' '),
	...'2026-04-02T04:00Z 2026-12-29T23:00Z 2028-02-26T12:00Z 2026-07-15T12:00Z'.split(' '),
].map((text) => Date.parse(text));

/** A world without traits and orders. */
export function plainScenario(seed: number, draws: Draws): Scenario {
	const start = draws.of('start').pick(STARTS) + between(draws.of('hour of the start'), 0, 3 * HOUR);
	const pollMs = draws.of('pollMs').pick([1, 5, 10, 10, 10, 15, 30, 60, 240]) * MINUTE;
	const duration = draws.of('duration').pick([60, 120, 200, 300]) * pollMs;
	const settings = randomSettings(draws.within('settings'), start);
	const spans = (name: string, share: number, longest: number) =>
		draws.of(`has ${name}`).chance(share) ? randomSpans(draws.of(name), start, duration, longest) : [];
	const absences = spans('absences', 0.4, 10 * DAY);
	const isVisiting = draws.of('is visiting').chance(0.2);
	const isChanging = !isVisiting && draws.of('is changing').chance(0.4);
	const hasKills = draws.of('has kills').chance(0.5);
	const skew = draws.of('clockSkewMs');
	return {
		seed,
		traits: [],
		excuses: new Set(),
		engine: draws.of('engine').pick<Engine>(['plain', 'durable']),
		engineChanges: [],
		start,
		end: Math.max(start + duration, ...absences.map(({ until }) => until + 2 * pollMs)),
		pollMs,
		schedulerLimitMs: 36_000,
		zone: draws.of('zone').pick(ZONES),
		wrongZones: [],
		clockSkewMs: skew.chance(0.6) ? 0 : between(skew, -20 * MINUTE, 20 * MINUTE),
		hidesDate: false,
		clockJumps: [],
		switches: randomSwitches(draws.within('switches'), pollMs),
		rateLimit: { limit: draws.of('rateLimit').pick([500, 500, 60, 25, 12]), periodMs: 60_000 },
		firstOrderId: draws.of('firstOrderId').pick([1, 1, 1, 1001, 1001, 1001, 3e9, 3e9, 3e9, 2n ** 53n - 92n]),
		undatedDeletions: 0,
		settings,
		// What a change means for a service that is not the current one is a matter of unit tests.
		changes: isChanging ? randomChanges(draws.within('changes'), settings, start, duration) : [],
		renames: randomRenames(draws.of('renames'), start, duration),
		orders: [],
		otherOrders: [],
		visits: isVisiting ? randomVisits(draws.of('visits'), start, duration) : [],
		outages: spans('outages', 0.4, 40 * pollMs),
		absences,
		faults: {
			probability: draws.of('faults').pick([0, 0, 0.02, 0.1, 0.25]),
			kinds: randomFaultKinds(draws.within('fault')),
		},
		weather: [],
		replicas: [],
		kills: hasKills
			? {
					networkTouches: draws.of('kills at the network').pick([30, 200]),
					stateTouches: draws.of('kills at the state').pick([5, 30]),
				}
			: { networkTouches: 0, stateTouches: 0 },
		failingShare: draws.of('failingShare').pick([0, 0.33]),
		erpOutages: spans('erpOutages', 0.3, 62 * HOUR),
		oddData: spans('oddData', 0.2, 3 * DAY),
	};
}

/** How its orders behave. */
export function orderHabits(draws: Draws, scenario: Scenario): OrderHabits {
	const { start, end, pollMs, clockSkewMs, settings, changes } = scenario;
	const all = [settings, ...changes.map((change) => change.settings)];
	const pick = <Value>(name: string, values: Value[]) => draws.of(name).pick(values);
	const purge = draws.of('mass deletion');
	return {
		count: pick('count', [30, 60, 100, 100, 200]),
		from: start + clockSkewMs - pick('days before', [0, 5, 40]) * DAY,
		until: end + clockSkewMs,
		longestLateMs: Math.min(...all.map(({ lateSyncMs }) => lateSyncMs)),
		burstShare: pick('burstShare', [0, 0.3, 0.95]),
		ticks: { every: pollMs, offset: clockSkewMs % pollMs },
		longestLagMs: pick('longestLagMs', [0, 0, 5_000, 60_000]),
		editedShare: 0.2,
		traitsEditedShare: pick('traitsEditedShare', [0, 0.5]),
		deletedShare: pick('deletedShare', [0.05, 0.2, 0.6]),
		deletedWhileReadShare: pick('deletedWhileReadShare', [0.1, 0.1, 0.8]),
		restoredShare: 0.3,
		massDeletions: purge.chance(0.2) ? [between(purge, start, end) + clockSkewMs] : [],
		oldestDeletedMs: Math.min(...all.map(({ deletedMs }) => deletedMs)) * 1.2,
		movedShare: 0,
		hasPhonesAhead: true,
		confirmedShare: 0,
	};
}
