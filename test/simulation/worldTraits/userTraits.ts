/** What users do to the credential, the settings and the workflow. */
import { DAY, HOUR, MINUTE } from '../../support/time';
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import type { Draws } from '../draws';
import { between } from '../orderPlan';
import type { Engine, Visit, World } from '../scenario';
import { randomVisits } from '../scenarioParts';
import { makeBusy, type WorldTrait } from './worldTrait';

export const userTraits: WorldTrait[] = [
	{
		// One service tried, the workflow off for weeks, then activated with the real one: the likeliest way to go live.
		name: 'goes live elsewhere',
		share: 0.05,
		apply: ({ scenario, habits }, draws) => {
			const { start, pollMs } = scenario;
			const random = draws.of('times');
			const off = start + between(random, 3 * pollMs, 3 * DAY);
			const on = off + between(random, DAY, 30 * DAY);
			scenario.end = on + between(random, 12 * HOUR, 3 * DAY);
			scenario.absences = [{ from: off, until: on, isSwitchedOff: true }];
			scenario.visits = [{ from: off, until: scenario.end, to: 'other' }];
			scenario.changes = [];
			// A kill while the workflow is switched on leaves no trace of it.
			scenario.kills = { networkTouches: 0, stateTouches: 0 };
			scenario.settings.startFrom = undefined;
			habits.until = scenario.end + scenario.clockSkewMs;
		},
	},
	{
		// The token of a trial account, and back.
		name: 'two accounts at one address',
		share: 0.04,
		apply: (world, draws) => visit(world, draws, 'otherAccount'),
	},
	{
		name: 'a new credential for the same account',
		share: 0.03,
		apply: (world, draws) => visit(world, draws, 'newCredential'),
	},
	{
		name: 'another name of the service',
		share: 0.04,
		apply: (world, draws) => {
			visit(world, draws, 'alias');
			const { scenario, habits } = world;
			scenario.settings.events = ['created', 'deleted'];
			Object.assign(habits, { count: 200, deletedShare: 0.6, massDeletions: [] });
		},
	},
	{
		// The zone of the credential is changed to a wrong one, and back.
		name: 'wrong zone',
		share: 0.04,
		excuses: ['completeness', 'inTime'],
		apply: ({ scenario }, draws) => {
			const { start, end, zone } = scenario;
			const random = draws.of('times');
			const from = between(random, start + HOUR, end);
			const wrong = draws
				.of('zone')
				.pick(
					['Asia/Tokyo', 'America/New_York', 'Asia/Kolkata', 'Europe/Madrid'].filter((name) => name !== zone),
				);
			scenario.wrongZones = [{ from, until: from + between(random, HOUR, 2 * DAY), zone: wrong }];
			Object.assign(scenario, { visits: [] });
		},
	},
	{
		// Start From, the chosen events and the delivery change, and back: what was delivered stays delivered.
		name: 'settings go to and fro',
		share: 0.06,
		apply: (world, draws) => {
			makeBusy(world);
			const { scenario } = world;
			const { start, end, settings } = scenario;
			const random = draws.of('times');
			const away = draws
				.of('away')
				.pick<Partial<TriggerSettings>>([
					{ events: ['deleted'] },
					{ delivery: settings.delivery === 'once' ? 'untilExternalId' : 'once' },
					{ startFrom: { at: start - 3 * DAY, text: 'three days before' } },
				]);
			const out = between(random, start + HOUR, start + (end - start) / 2);
			const back = out + between(random, 10 * MINUTE, (end - start) / 3);
			if (away.delivery === 'once') scenario.failingShare = 0.5;
			Object.assign(settings, { startFrom: undefined });
			const events = [
				...new Set<TriggerSettings['events'][number]>(['created', 'deleted', ...settings.events]),
			];
			settings.events = events;
			const after = away.startFrom ? { ...settings, ...away } : settings;
			scenario.changes = [
				{ at: out, settings: { ...settings, ...away } },
				{ at: back, settings: after },
			];
			scenario.visits = [];
		},
	},
	{
		// The workflow is saved while a poll is under way.
		name: 'saved during a poll',
		share: 0.05,
		apply: (world, draws) => {
			makeBusy(world);
			const { scenario, habits } = world;
			const { start, end, pollMs, settings } = scenario;
			const random = draws.of('times');
			scenario.engine = draws.of('engine').pick<Engine>(['plain1', 'plain1', 'plain', 'half', 'durable']);
			scenario.switches.latency = 2_000;
			Object.assign(habits, { count: 200, burstShare: 0 });
			scenario.changes = Array.from({ length: random.integer(5, 20) }, () => {
				const tick = Math.ceil(between(random, start, end) / pollMs) * pollMs;
				return { at: tick + random.integer(0, 8_000), settings: { ...settings } };
			}).sort((one, other) => one.at - other.at);
			scenario.visits = [];
		},
	},
	{
		name: 'summary',
		share: 0.06,
		apply: ({ scenario }) => {
			for (const { settings } of [scenario, ...scenario.changes]) {
				settings.events = [...settings.events, 'summary' as TriggerSettings['events'][number]];
			}
		},
	},
];

function visit(world: World, draws: Draws, to: Visit['to']): void {
	makeBusy(world);
	const { scenario } = world;
	const { start, end } = scenario;
	scenario.visits = randomVisits(draws.of('visits'), start, end - start).map((span) => ({ ...span, to }));
	scenario.changes = [];
}
