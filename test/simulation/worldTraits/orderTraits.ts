/** What phones, sellers and other systems do to orders. */
import { DAY, HOUR, MINUTE } from '../../support/time';
import { makeBusy, type WorldTrait } from './worldTrait';

export const orderTraits: WorldTrait[] = [
	{
		// Also while an order waits, also of last week's orders, also ahead and back.
		name: 'phone dates change',
		share: 0.08,
		excuses: ['inTime'],
		apply: (world) => {
			makeBusy(world);
			const { scenario, habits } = world;
			habits.movedShare = 0.4;
			// So long that orders are forgotten whose dates move afterwards.
			const end = scenario.start + 9 * DAY;
			Object.assign(scenario, { pollMs: 30 * MINUTE, end });
			const until = end + scenario.clockSkewMs;
			Object.assign(habits, { until, longestLateMs: DAY, massDeletions: [] });
			// A date that moves while a backlog drains may repeat an order.
			Object.assign(scenario, { absences: [], outages: [], erpOutages: scenario.erpOutages.slice(0, 1) });
			for (const { settings } of [scenario, ...scenario.changes]) {
				Object.assign(settings, { startFrom: undefined, maxOrdersPerRun: 500 });
				settings.lateSyncMs = DAY;
			}
			Object.assign(scenario.switches, { latency: 100 });
			scenario.rateLimit.limit = 500;
			habits.count = Math.min(habits.count, 200);
		},
	},
	{
		// Deleted and restored while they wait for their external ID, whether or not deletions are chosen.
		name: 'restored while waiting',
		share: 0.06,
		apply: (world, draws) => {
			makeBusy(world);
			const { scenario, habits } = world;
			Object.assign(habits, { deletedShare: 0.6, restoredShare: 0.8, massDeletions: [] });
			habits.oldestDeletedMs = 6 * HOUR;
			scenario.erpOutages = [{ from: scenario.start, until: scenario.end }];
			for (const { settings } of [scenario, ...scenario.changes]) {
				settings.delivery = 'untilExternalId';
				Object.assign(settings, { maxDeliveries: 10, redeliverMs: 10 * MINUTE });
				if (draws.of('without deletions').chance(0.5))
					settings.events = settings.events.filter((event) => event !== 'deleted');
				if (!settings.events.includes('created')) settings.events = ['created', ...settings.events];
			}
		},
	},
	{
		name: 'deletions without a date',
		share: 0.05,
		apply: ({ scenario }, draws) => {
			scenario.undatedDeletions = draws.of('share').pick([0.3, 1]);
		},
	},
	{
		// Another workflow, or a clerk, writes external IDs too.
		name: 'confirmed elsewhere',
		share: 0.05,
		apply: (world, draws) => {
			makeBusy(world);
			const { scenario, habits } = world;
			habits.confirmedShare = draws.of('share').pick([0.1, 0.5]);
			for (const { settings } of [scenario, ...scenario.changes]) {
				settings.delivery = 'untilExternalId';
				if (!settings.events.includes('attention')) settings.events = [...settings.events, 'attention'];
			}
		},
	},
	{
		// A busy service whose workflow never confirms, until it does.
		name: 'too many wait',
		share: 0.004,
		excuses: ['inTime'],
		apply: ({ scenario, habits }) => {
			const { start, settings } = scenario;
			Object.assign(scenario, { changes: [], visits: [], absences: [], outages: [], renames: [] });
			Object.assign(scenario, { pollMs: 10 * MINUTE, end: start + 30 * HOUR, failingShare: 0 });
			scenario.kills = { networkTouches: 0, stateTouches: 0 };
			scenario.faults.probability = 0;
			scenario.erpOutages = [{ from: start, until: start + 24 * HOUR }];
			Object.assign(settings, { delivery: 'untilExternalId', filters: {}, startFrom: undefined });
			Object.assign(settings, { maxOrdersPerRun: 500, redeliverMs: 12 * HOUR, maxDeliveries: 10 });
			settings.events = ['created', 'deleted', 'attention'];
			// In a list without a stable order, a second with more orders than a page can never be read.
			Object.assign(scenario.switches, {
				sortOrder: 'id desc',
				pageSize: 100,
				latency: 20,
				maintenance: 'none',
			});
			scenario.rateLimit.limit = 500;
			const from = start + scenario.clockSkewMs;
			Object.assign(habits, { count: 6_500, from, until: from + 20 * HOUR, burstShare: 0 });
			Object.assign(habits, { deletedShare: 0.01, massDeletions: [], editedShare: 0 });
		},
	},
];
