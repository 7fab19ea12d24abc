/** Worlds in which one mechanism of the trigger is put to the test, and nothing else gets in its way. */
import { DAY, HOUR, MINUTE } from '../../support/time';
import { leaveUndisturbed, type WorldTrait } from './worldTrait';

export const hardTraits: WorldTrait[] = [
	{
		// Far more orders than one poll can take.
		name: 'backlog',
		share: 0.01,
		apply: ({ habits }, draws) => {
			habits.count = draws.of('count').pick([3_000, 3_000, 5_000, 10_000]);
		},
	},
	{
		// Long lists that change while they are read.
		name: 'crowded',
		share: 0.08,
		apply: (world) => {
			leaveUndisturbed(world);
			Object.assign(world.scenario.switches, { pageSize: 10, latency: 2_000 });
			Object.assign(world.habits, { burstShare: 0.95, deletedShare: 0.6, deletedWhileReadShare: 0.8 });
			world.habits.from = world.scenario.start + world.scenario.clockSkewMs;
		},
	},
	{
		// n8n was off for longer than orders may be late, and late ones arrive while the near reading still catches up.
		name: 'behind',
		share: 0.08,
		apply: (world) => {
			leaveUndisturbed(world);
			const { scenario, habits } = world;
			const back = scenario.start + 3 * DAY;
			const absences = [{ from: scenario.start + HOUR, until: back }];
			Object.assign(scenario, { engine: 'durable', pollMs: 10 * MINUTE, absences, end: back + 6 * HOUR });
			Object.assign(scenario.switches, { pageSize: 10, latency: 2_000 });
			Object.assign(scenario.rateLimit, { limit: 500 });
			const settings = { events: ['created', 'deleted'], filters: {}, windowDate: 'mobileDateCreated' };
			const times = { lateSyncMs: DAY, sweepMs: 15 * MINUTE, pauseDuringMaintenance: false };
			Object.assign(scenario.settings, { ...settings, ...times, maxOrdersPerRun: 500 });
			const from = back + scenario.clockSkewMs - 6 * HOUR;
			const span = { from, until: from + 8 * HOUR, longestLateMs: DAY };
			Object.assign(habits, { ...span, count: 500, burstShare: 0, deletedShare: 0.05, massDeletions: [] });
		},
	},
	{
		// The service refuses long windows with 400, so that each reading takes several.
		name: 'long windows get 400',
		share: 0.08,
		apply: ({ scenario: { switches, rateLimit } }) => {
			Object.assign(switches, { longestWindowDays: 200, latency: 100 });
			Object.assign(rateLimit, { limit: 500 });
		},
	},
];
