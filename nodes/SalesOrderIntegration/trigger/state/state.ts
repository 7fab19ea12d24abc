/**
 * What the trigger remembers from poll to poll. n8n keeps it as static data, one JSON value on the workflow row: so it is
 * small, versioned, and checked when it is loaded (loadState.ts). All instants are epoch milliseconds by the clock of the
 * service. CONTRIBUTING.md says how a field is added.
 */
import { z } from 'zod/v4';
import { readAtOnce } from '../../dates/coverage';
import { DAY_MS, HOUR_MS, wholeSecond } from '../../dates/durations';
import { reportReasons } from '../../errors/reportTexts';
import { triggerFilter } from '../../parameters/orderFilter';
import { orderEventsOf, type TriggerSettings } from '../../parameters/triggerSettings';
import { emptyMemory, instant, storedMemorySchema } from './orderMemory';

/** Of a list, when each stretch of time was last read: see dates/coverage.ts. */
const coverageSchema = z.array(z.object({ from: instant, readAt: instant })).min(1);

const summarySchema = z.object({
	/** Since when the summary counts. */
	since: instant,
	/** Items that were delivered, by event; `earlier`: created orders that arrived before the state began. */
	items: z.record(z.string(), z.number()),
	/** Orders that arrived and did not match the filters. */
	heldBack: z.number(),
});

/** One that cannot be read would stop every poll. */
const filtersSchema = z.record(z.string(), z.json()).refine((filters) => {
	try {
		return triggerFilter(filters);
	} catch {
		return false;
	}
});

/** Where the trigger stands at one service, and what it remembers of its orders. */
const serviceStateSchema = z.object({
	/** Users of the account, as hashes: they tell whether a new credential is for the same account. */
	users: z.array(z.string()),
	/** The text of Start From that this state began with. */
	startFrom: z.string().optional(),
	/** The order date that the service filtered windows on. */
	windowDate: z.enum(['mobileDateCreated', 'dateCreated']),
	/** When this state began: what was delivered before is not known. */
	begun: instant,
	/** The starting point of each chosen event, by its name: what happened before it is not delivered. */
	since: z.record(z.string(), instant),
	/** The filters by the time from which on they apply to arriving orders, oldest first. */
	filters: z.array(z.object({ since: instant, filters: filtersSchema })).min(1),
	/** When the last poll began. */
	polledAt: instant,
	/** How far the clock of the service was ahead of ours then, milliseconds. */
	clockOffsetMs: z.number(),
	/** The latest arrival or deletion that a list has shown: nothing after it is ever known. 0 before the first. */
	latestArrival: instant,
	/** Orders with both dates before this are known: see draft.ts. */
	horizon: instant,
	/** Deletions from before this are known. */
	deletionHorizon: instant,
	/** Deletions without a date are known if the order has both dates before this; 0 where it is not stored yet. */
	undatedHorizon: instant.default(0),
	/** When each stretch of time of the two lists was last read. */
	coverage: z.object({ created: coverageSchema, deleted: coverageSchema }),
	/** Orders that the summary counts as held back, with their arrival: for as long as they may look new again. */
	heldBack: z.record(z.string(), instant).default({}),
	memory: storedMemorySchema,
});
export type ServiceState = z.infer<typeof serviceStateSchema>;

const reportSchema = z.object({
	reason: z.enum(reportReasons),
	message: z.string(),
	advice: z.string(),
	aboutOrderId: z.union([z.number(), z.string(), z.null()]),
});
export type Report = z.infer<typeof reportSchema>;

const attentionSchema = z.object({
	/** What was reported, and when it was last noticed: while it goes on, it is not reported again. */
	lasting: z.record(z.string(), instant),
	/** What is still to be reported. */
	reports: z.array(reportSchema),
});
export type AttentionState = z.infer<typeof attentionSchema>;

export const stateSchema = z.object({
	version: z.literal(1),
	/** Counts the polls that delivered something: n8n may have dropped the state of the others. */
	revision: z.number(),
	/** The node that this state belongs to: n8n files it under the name of the node, which another one may get. */
	nodeId: z.string(),
	nodeName: z.string(),
	/** The service of the last poll: base URL and credential ID. */
	service: z.string(),
	/** By service, so that accounts never mix and whoever goes back continues. */
	services: z.record(z.string(), serviceStateSchema),
	attention: attentionSchema,
	summary: summarySchema,
	/** Whether the last poll delivered reports or a summary, and did not read: this one reads. */
	hasToRead: z.boolean(),
});
export type TriggerState = z.infer<typeof stateSchema>;

/** If the clock of a service is further from another one, or from ours, then ours was wrong. */
export const MOST_APART_MS = HOUR_MS;

/**
 * What time it is at the service; epoch milliseconds.
 *
 * @param ourTime by our clock, epoch milliseconds
 * @param offsetMs how far the responses of this poll say that the clock of the service is ahead of ours
 */
export function serviceTime(
	{ clockOffsetMs, latestArrival, polledAt }: ServiceState,
	ourTime: number,
	offsetMs?: number,
): number {
	if (offsetMs !== undefined) return Math.round(ourTime + offsetMs);
	const expected = Math.round(ourTime + clockOffsetMs);
	// Ours was wrong, and is right again if the last poll would be days away with this offset.
	const isRightAgain = Math.abs(clockOffsetMs) > MOST_APART_MS && Math.abs(expected - polledAt) > DAY_MS;
	// Our clock may have changed since the last response: an arrival proves how late it is at least.
	return Math.max(isRightAgain ? ourTime : expected, latestArrival);
}

/** The counts of a new day, which begins now (epoch milliseconds). */
export function newSummary(now: number): TriggerState['summary'] {
	return { since: now, items: {}, heldBack: 0 };
}

export const noAttention: Readonly<AttentionState> = { lasting: {}, reports: [] };

/**
 * The state of a trigger that starts.
 *
 * @param start the starting point, unless the settings name an earlier one with Start From: an expression such as $now
 *   names a later time with each poll that fails
 * @param now by the clock of the service
 */
export function initialState(
	settings: TriggerSettings,
	{ start, now, users }: { start: number; now: number; users: string[] },
): ServiceState {
	const since = wholeSecond(Math.min(settings.startFrom?.at ?? start, start));
	return {
		users,
		startFrom: settings.startFrom?.text,
		windowDate: settings.windowDate,
		begun: now,
		since: Object.fromEntries(orderEventsOf(settings).map((event) => [event, since])),
		filters: [{ since: 0, filters: asJson(settings.filters) }],
		polledAt: now,
		clockOffsetMs: 0,
		latestArrival: 0,
		horizon: 0,
		deletionHorizon: 0,
		undatedHorizon: 0,
		coverage: { created: readAtOnce(since), deleted: readAtOnce(since) },
		heldBack: {},
		memory: emptyMemory,
	};
}

/** What the user entered, as it is stored. */
export function asJson(value: object): ServiceState['filters'][number]['filters'] {
	return JSON.parse(JSON.stringify(value)) as ServiceState['filters'][number]['filters'];
}
