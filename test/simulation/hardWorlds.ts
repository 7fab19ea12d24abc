/** Worlds in which one mechanism of the trigger is put to the test, and nothing else gets in its way. */
import { DAY, HOUR, MINUTE } from '../support/time';
import type { OrderHabits } from './orderPlan';
import type { Scenario } from './scenario';

/** Long lists that change while they are read. */
export function makeCrowded(scenario: Scenario, habits: OrderHabits): void {
	leaveUndisturbed(scenario);
	Object.assign(scenario.switches, { pageSize: 10, latency: 2_000 });
	Object.assign(habits, { burstShare: 0.95, deletedShare: 0.6, deletedWhileReadShare: 0.8 });
	habits.from = scenario.start + scenario.clockSkewMs;
}

/** n8n was off for longer than orders may be late, and late ones arrive while the near reading still catches up. */
export function makeBehind(scenario: Scenario, habits: OrderHabits): void {
	leaveUndisturbed(scenario);
	const back = scenario.start + 3 * DAY;
	const absences = [{ from: scenario.start + HOUR, until: back }];
	const end = back + 6 * HOUR;
	Object.assign(scenario, { engine: 'durable', budgetMs: 36_000, pollMs: 10 * MINUTE, absences, end });
	Object.assign(scenario.switches, { pageSize: 10, latency: 2_000 });
	Object.assign(scenario.rateLimit, { limit: 500 });
	const settings = { events: ['created', 'deleted'], filters: {}, windowDate: 'mobileDateCreated' };
	const times = { lateSyncMs: DAY, sweepMs: 15 * MINUTE, pauseDuringMaintenance: false };
	Object.assign(scenario.settings, { ...settings, ...times, maxOrdersPerRun: 500 });
	const from = back + scenario.clockSkewMs - 6 * HOUR;
	const span = { from, until: from + 8 * HOUR, longestLateMs: DAY };
	Object.assign(habits, { ...span, count: 500, burstShare: 0, deletedShare: 0.05, massDeletions: [] });
}

/** The service refuses long windows, so that each reading takes several. */
export function makeRefusing({ switches, rateLimit }: Scenario): void {
	Object.assign(switches, { longestWindowDays: 200, latency: 100 });
	Object.assign(rateLimit, { limit: 500 });
}

/** Nothing else that could hide what is overlooked. */
function leaveUndisturbed(scenario: Scenario): void {
	Object.assign(scenario, { changes: [], absences: [], outages: [], visits: [], oddData: [] });
	scenario.kills = { networkTouches: 0, stateTouches: 0 };
	scenario.faults.probability = 0;
}
