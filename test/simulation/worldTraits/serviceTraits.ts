/** Ways of the service that the specification does not exclude. */
import { instantsOf } from '../../../nodes/SalesOrderIntegration/dates/wallTime';
import type { Fault } from '../../../sandbox';
import { DAY, HOUR, MINUTE } from '../../support/time';
import { between } from '../orderPlan';
import type { World } from '../scenario';
import { randomSpans } from '../scenarioParts';
import type { Draws } from '../draws';
import type { WindowAsked } from '../weather';
import { leaveAtEase, makeBusy, makeLast, type WorldTrait } from './worldTrait';

/** What a service may answer where it does not want to, or cannot. */
const REFUSALS: Fault[] = [
	...[403, 404, 413, 422, 500, 502, 503, 504].map((status): Fault => ({ kind: 'status', status })),
	{ kind: 'hang' },
];
const FAILURES: Fault[] = [{ kind: 'status', status: 400 }, ...REFUSALS];

export const serviceTraits: WorldTrait[] = [
	{
		// The order changes from page to page: a list of more than one is never complete.
		name: 'unstable order',
		share: 0.04,
		excuses: ['inTime'],
		apply: (world) => {
			leaveAtEase(world);
			world.scenario.switches.sortOrder = 'shuffled';
			// The hour that a clock change repeats can only be read at once: with more orders than a page, never.
			world.scenario.zone = 'America/Mexico_City';
		},
	},
	{
		// Windows are by arrival, although no parameter asks for it. n8n may be off for longer than orders may be late.
		name: 'filters by arrival unasked',
		share: 0.04,
		apply: (world, draws) => {
			leaveAtEase(world);
			const { scenario, habits } = world;
			scenario.settings.windowDate = 'mobileDateCreated';
			scenario.switches.serverDateParameter = { name: 'deleted', value: 'false' };
			Object.assign(scenario.switches, { deletedListDate: 'dateCreated', pageSize: 10 });
			const absence = { from: scenario.start + HOUR, until: scenario.end - 6 * HOUR };
			if (draws.of('absence').chance(0.5)) scenario.absences = [absence];
			// A phone that is ahead makes no order near.
			Object.assign(habits, { count: 500, burstShare: 0.5, hasPhonesAhead: false });
		},
	},
	{
		// A window of a year takes longer than a call may.
		name: 'latency grows with the window',
		share: 0.04,
		excuses: ['inTime', 'lostClocks'],
		apply: (world, draws) => {
			leaveAtEase(world);
			const perDay = draws.of('perDay').pick([10, 30, 100]);
			world.scenario.weather.push({
				faultOf: ({ days = 20_000 }) => ({ kind: 'delay', milliseconds: Math.min(60_000, days * perDay) }),
			});
		},
	},
	{
		// As `long windows get 400`, with whatever a proxy or a database may answer instead: decades then take days.
		name: 'long windows are refused',
		share: 0.06,
		excuses: ['inTime', 'lostClocks'],
		apply: (world, draws) => {
			leaveAtEase(world);
			const longest = draws.of('longest').pick([10, 31, 90, 200, 400]);
			const refusal = draws.of('refusal').pick(REFUSALS);
			const { scenario } = world;
			// What n8n has learned of windows may be lost in an outage that has nothing to do with them.
			if (draws.of('restart').chance(0.5)) {
				const from = scenario.start + HOUR;
				const until = from + 3 * HOUR;
				scenario.absences = [{ from, until: from + HOUR }];
				scenario.weather.push({ span: { from, until }, faultOf: () => ({ kind: 'status', status: 401 }) });
			}
			scenario.weather.push({
				faultOf: ({ days = Infinity }) => (days > longest ? refusal : undefined),
			});
		},
	},
	{
		// Without phones that are ahead, nothing may come of it.
		name: 'what lies ahead is refused',
		share: 0.06,
		apply: (world, draws) => {
			leaveAtEase(world);
			makeBusy(world);
			const refusal = draws.of('refusal').pick(FAILURES);
			world.habits.hasPhonesAhead = false;
			// A window in the hour that a clock change repeats ends ahead.
			world.scenario.zone = 'America/Mexico_City';
			const { start, end, weather } = world.scenario;
			weather.push({
				span: { from: start, until: end },
				faultOf: ({ isAhead }) => (isAhead ? refusal : undefined),
			});
		},
	},
	{
		// Than all orders of the world, but within the far reading of deletions, or than some, which are more with each hour.
		name: 'what is older is refused',
		share: 0.06,
		excuses: ['lostClocks'],
		apply: (world, draws) => {
			leaveAtEase(world);
			makeBusy(world);
			const { scenario, habits } = world;
			const { start, settings } = scenario;
			makeLast(world, 6 * DAY);
			habits.from += 12 * HOUR;
			const status = draws.of('refusal').pick([400, 403, 404, 413, 422, 500, 502, 503, 504]);
			const readableMs = draws.of('readable').pick([undefined, 30 * HOUR, 50 * HOUR, 100 * HOUR]);
			settings.lateSyncMs = readableMs ? 3 * DAY : DAY;
			habits.longestLateMs = Math.min(habits.longestLateMs, DAY);
			settings.deletedMs = draws.of('deletedMs').pick([50, 90, 365]) * DAY;
			const isOlder = ({ ago, start: from }: WindowAsked) =>
				readableMs ? ago > readableMs : from < start - 40 * DAY;
			const faultOf = (asked: WindowAsked) =>
				isOlder(asked) ? ({ kind: 'status', status } as const) : undefined;
			scenario.weather.push({ span: { from: start, until: scenario.end }, readableMs, faultOf });
		},
	},
	{
		name: 'years of lost clocks are refused',
		share: 0.04,
		excuses: ['lostClocks'],
		apply: (world, draws) => {
			leaveAtEase(world);
			const refusal = draws.of('refusal').pick(FAILURES);
			world.scenario.weather.push({
				stops: 'lost clocks',
				faultOf: ({ isOfLostClocks }) => (isOfLostClocks ? refusal : undefined),
			});
		},
	},
	{
		// Hours or days in which nothing can be read of one of the two lists.
		name: 'one list fails',
		share: 0.08,
		excuses: ['inTime'],
		apply: (world, draws) => {
			leaveAtEase(world);
			const { scenario, habits } = world;
			Object.assign(scenario.switches, { pageSize: 10 });
			Object.assign(habits, { count: 200, burstShare: 0.95, from: scenario.start + scenario.clockSkewMs });
			const stops = draws.of('list').pick(['deleted', 'deleted', 'created'] as const);
			const refusal = draws.of('refusal').pick(REFUSALS);
			for (const span of fewSpans(world, draws)) {
				scenario.weather.push({
					span,
					stops,
					faultOf: ({ list }) => (list === stops ? refusal : undefined),
				});
			}
		},
	},
	{
		// One broken order: every window of a list that has it fails, perhaps beside those of lost clocks.
		name: 'one moment fails',
		share: 0.06,
		excuses: ['inTime', 'lostClocks'],
		apply: (world, draws) => {
			leaveAtEase(world);
			const { start, end, weather, zone, clockSkewMs, pollMs } = world.scenario;
			const random = draws.of('moment');
			const moment = between(random, start, end);
			const list = random.pick(['created', 'deleted'] as const);
			const isHit = (asked: WindowAsked) => asked.start <= moment && moment <= asked.end;
			const failure: Fault = { kind: 'status', status: random.pick([500, 503]) };
			const hasNoYears = random.chance(0.5);
			const faultOf = (asked: WindowAsked) =>
				asked.list === list && (isHit(asked) || (hasNoYears && asked.isOfLostClocks)) ? failure : undefined;
			// Its hour is found within some polls: each has time for two windows that fail.
			const from = instantsOf(moment, zone).latest - clockSkewMs + Math.max(2 * HOUR, 4 * pollMs);
			const message = new RegExp(`^Some ${list === 'created' ? 'sales' : 'deleted'} orders could`);
			weather.push({ span: { from: start, until: end }, told: { from, list, message }, faultOf });
		},
	},
	{
		// Some polls reach a replica that shows what was there minutes ago, or nothing at all.
		name: 'lagging replicas',
		share: 0.04,
		excuses: ['inTime', 'restorations'],
		apply: (world, draws) => {
			makeBusy(world);
			const { scenario, habits } = world;
			const { start, end, pollMs } = scenario;
			const random = draws.of('spans');
			const lag = random.pick([MINUTE, 10 * MINUTE, HOUR]);
			scenario.replicas = Array.from({ length: random.integer(2, 12) }, () => {
				const from = between(random, start + 10 * MINUTE, end);
				return {
					from,
					until: from + random.integer(1, 3) * pollMs,
					lagMs: random.pick([lag, lag, Infinity]),
				};
			});
			habits.longestLateMs = Math.max(HOUR, habits.longestLateMs - HOUR - 4 * pollMs);
			if (!draws.of('waiting').chance(0.5)) return;
			// A list that does not show an order says nothing about it.
			scenario.erpOutages = [{ from: start, until: end }];
			for (const { settings } of [scenario, ...scenario.changes]) {
				settings.events = [...new Set([...settings.events, 'created' as const])];
				Object.assign(settings, { delivery: 'untilExternalId', redeliverMs: 10 * MINUTE, maxDeliveries: 10 });
			}
		},
	},
	{
		name: 'the deleted list shows live orders',
		share: 0.03,
		excuses: ['deletions'],
		apply: (world) => {
			makeBusy(world);
			const { switches, faults } = world.scenario;
			switches.ignoresDeleted = true;
			// Only its flag says what an order is.
			faults.kinds = faults.kinds.filter((kind) => kind !== 'wrongTypes');
		},
	},
	{
		// Page 1 then says nothing of how long a list is. With links past the end, or deleted lists that never agree with
		// the others, nothing would.
		name: 'counts the whole account',
		share: 0.04,
		apply: ({ scenario: { switches } }) => {
			Object.assign(switches, { counted: 'account', pageLinks: 'absolute', ignoresDeleted: false });
		},
	},
	{
		// Two of the days fit into a poll of the durable scheduler, but not into a third of it.
		name: 'compares whole days',
		share: 0.04,
		excuses: ['inTime'],
		apply: (world) => {
			leaveAtEase(world);
			makeBusy(world);
			makeLast(world, 4 * DAY);
			// A day must fit into a poll.
			world.scenario.weather = [];
			Object.assign(world.habits, { count: 200, burstShare: 0 });
			const ofDays = { windowPrecision: 'days', windowEnds: 'inclusive', sortOrder: 'id asc' } as const;
			// Counts of the account do not tell that a window lists no fewer.
			Object.assign(world.scenario.switches, { ...ofDays, counted: 'list', pageSize: 1, latency: 250 });
		},
	},
	{
		name: 'no Date header',
		share: 0.04,
		excuses: ['inTime'],
		apply: (world) => {
			makeBusy(world);
			const { scenario } = world;
			Object.assign(scenario, { hidesDate: true, clockSkewMs: 0 });
		},
	},
];

/** One to three stretches, of minutes, hours or days, of which at least one is long. */
function fewSpans({ scenario: { start, end } }: World, draws: Draws) {
	const random = draws.of('spans');
	const duration = end - start;
	const from = start + between(random, duration / 10, duration / 3);
	const long = { from, until: from + Math.min(between(random, 2 * HOUR, 3 * DAY), duration) };
	return [long, ...randomSpans(random, long.until, duration / 3, 6 * HOUR).slice(1)];
}
