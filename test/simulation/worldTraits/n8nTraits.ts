/** Other engines than the two that most worlds have, their limits, and clocks that are wrong. */
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';
import { between } from '../orderPlan';
import type { Engine } from '../scenario';
import { leaveAtEase, leaveUndisturbed, makeBusy, type WorldTrait } from './worldTrait';

export const n8nTraits: WorldTrait[] = [
	{
		name: 'n8n 1.123',
		share: 0.1,
		apply: ({ scenario }) => {
			scenario.engine = 'plain1';
		},
	},
	{
		name: 'durable scheduler without durable cursors',
		share: 0.1,
		apply: (world, draws) => {
			const { scenario, habits } = world;
			scenario.engine = 'half';
			const way = draws.of('way').pick(['as it is', 'at ease', 'filtered backlog']);
			if (way === 'at ease') leaveAtEase(world);
			if (way !== 'filtered backlog') return;
			// Days to catch up with, of which a filter lets hardly anything through.
			leaveAtEase(world);
			const back = scenario.start + 10 * DAY;
			Object.assign(scenario, { absences: [{ from: scenario.start + HOUR, until: back }], end: back + DAY });
			Object.assign(scenario.switches, { pageSize: 10, latency: 2_000 });
			scenario.settings.filters = {
				orderTypes: 'pedido',
				customerCodes: 'C00002',
				createdBy: { mode: 'username', value: 'route' },
			};
			const from = scenario.start + scenario.clockSkewMs;
			Object.assign(habits, { count: 400, burstShare: 0.3, from, until: from + 11 * DAY });
		},
	},
	{
		name: 'another n8n takes over',
		share: 0.06,
		apply: (world, draws) => {
			makeBusy(world);
			const { scenario } = world;
			const { start, end } = scenario;
			const random = draws.of('times');
			const first = between(random, start + HOUR, end);
			const ways: Engine[][] = [
				['plain1', 'plain'],
				['plain', 'half', 'durable'],
				['plain', 'durable'],
				['durable', 'half'],
				['half', 'plain'],
			];
			const [engine = 'plain', ...later] = draws.of('way').pick(ways);
			scenario.engine = engine;
			const times = later.map((_, position) => between(random, first, end) + position);
			times.sort((one, other) => one - other);
			scenario.engineChanges = times.map((at, position) => ({ at, engine: later[position] ?? engine }));
		},
	},
	{
		name: 'time limit of the scheduler',
		share: 0.06,
		excuses: ['inTime'],
		apply: (world, draws) => {
			leaveUndisturbed(world);
			makeBusy(world);
			const { scenario } = world;
			scenario.pollMs = Math.min(scenario.pollMs, 30 * MINUTE);
			const from = scenario.start + (scenario.end - scenario.start) / 2;
			scenario.outages = [{ from, until: from + 9 * HOUR }];
			scenario.end = Math.max(scenario.end, from + 10 * HOUR);
			scenario.schedulerLimitMs = draws.of('limit').pick([10, 20, 60, 300, 375, 3_600]) * SECOND;
			if (scenario.engine !== 'half') scenario.engine = 'durable';
			if (scenario.schedulerLimitMs < 30 * SECOND) scenario.switches.latency = 100;
		},
	},
	{
		// Some polls find a clock that is days or weeks ahead or behind. With a Date header, nothing may come of it.
		name: 'clock jumps',
		share: 0.06,
		excuses: ['inTime'],
		apply: (world, draws) => {
			makeBusy(world);
			const { scenario, habits } = world;
			const { start, end, pollMs } = scenario;
			// A reading that began in the future began when that is noticed: a few polls later.
			habits.longestLateMs = Math.max(HOUR, habits.longestLateMs - HOUR - 6 * pollMs);
			const random = draws.of('jumps');
			scenario.clockJumps = Array.from({ length: random.integer(1, 3) }, () => {
				const from = between(random, start + 10 * MINUTE, end);
				const byMs = random.pick([10 * DAY, 10 * DAY, -10 * DAY, 400 * DAY, 5 * HOUR, -5 * HOUR]);
				return { from, until: from + random.integer(1, 5) * pollMs, byMs };
			});
			scenario.hidesDate ||= draws.of('hidesDate').chance(0.5);
			if (scenario.hidesDate) scenario.clockSkewMs = 0;
		},
	},
];
