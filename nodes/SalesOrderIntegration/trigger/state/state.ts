/**
 * What the trigger remembers from poll to poll (design 4). n8n keeps it as static data, one JSON value on the workflow
 * row: so it is small, versioned, and checked when it is loaded (loadState.ts). All instants are epoch milliseconds by
 * the clock of the service.
 */
import { z } from 'zod/v4';
import { wholeSecond } from '../../dates/durations';
import type { TriggerSettings } from '../settings';
import { storedIdsSchema } from './idsByDay';

/** The furthest that a date can be from 1970. */
const MAX_INSTANT = 8.64e15;
export const instant = z.number().min(-MAX_INSTANT).max(MAX_INSTANT);

/** The four readings, in the sequence in which a poll takes them: near before far, deletions before creations. */
export const readingNames = ['deletedNear', 'createdNear', 'deletedFar', 'createdFar'] as const;
export type ReadingName = (typeof readingNames)[number];

/** All that shares the time and the items of a poll. */
export const taskNames = [...readingNames, 'redelivery'] as const;
export type TaskName = (typeof taskNames)[number];

/** A stretch of time, from an instant on and before another. */
const spanSchema = z.object({ from: instant, to: instant });
export type Span = z.infer<typeof spanSchema>;

/** A reading that needs more than one poll. */
const underWaySchema = z.object({
	began: instant,
	/** What is still to be read, oldest first. The first begins where everything before was read and delivered. */
	spans: z.array(spanSchema),
	/** Length of the windows that were last found to fit into a poll, where the whole did not. */
	windowMs: z.number().positive().optional(),
});
export type UnderWay = z.infer<typeof underWaySchema>;

const readingSchema = z.object({
	/** When the last complete reading began: the next one looks back from there. */
	lastBegan: instant,
	underWay: underWaySchema.optional(),
});
export type Reading = z.infer<typeof readingSchema>;

/** An order that waits for its external ID: ID, mobileDateCreated, dateCreated, number of deliveries, the last of them. */
const pendingSchema = z.tuple([z.string(), instant, instant, z.number(), instant]);
export type PendingOrder = z.infer<typeof pendingSchema>;

/** What is remembered of orders: see orderMemory.ts. */
const rememberedSchema = z.object({
	/** Delivered orders, and others that need no delivery, by the later of their dates. */
	delivered: storedIdsSchema,
	/** Orders with both dates before this are no longer in `delivered`, and are not new. */
	deliveredForgottenBefore: instant,
	/** Delivered deletions: by ID, `dateDeleted`; where that is not known, when the deletion was delivered. */
	deletions: z.record(z.string(), instant),
	/** Deletions from before this are no longer in `deletions`, and are not new. */
	deletionsForgottenBefore: instant,
	/** What orders looked like, by day (UTC) of the later of their dates, then by ID: only with the event `edited`. */
	fingerprints: z.record(z.iso.date(), z.record(z.string(), z.string())),
	/** Orders that wait for their external ID: only with delivery `untilExternalId`. */
	pending: z.array(pendingSchema),
});
export type RememberedOrders = z.infer<typeof rememberedSchema>;

/** Where the trigger stands at one service, and what it remembers of its orders. */
export const serviceStateSchema = rememberedSchema.extend({
	/** The text of Start From that this state began with. */
	startFrom: z.string().optional(),
	/** The order date that the service filtered windows on. */
	windowDate: z.enum(['mobileDateCreated', 'dateCreated']),
	/** The starting point of each chosen event, by its name: what happened before it is not delivered. */
	since: z.record(z.string(), instant),
	/** The filters by the time from which on they apply to arriving orders, oldest first. */
	filters: z.array(z.object({ since: instant, filters: z.record(z.string(), z.json()) })).min(1),
	/** When the last poll began. */
	polledAt: instant,
	/** How far the clock of the service was ahead of ours then, milliseconds. */
	clockOffsetMs: z.number(),
	readings: z.record(z.enum(readingNames), readingSchema),
	/** What got nothing of the last poll although it was due, the one that has waited longest first. */
	comesFirst: z.array(z.enum(taskNames)),
});
export type ServiceState = z.infer<typeof serviceStateSchema>;

const attentionItemSchema = z.object({
	reason: z.enum(['notConfirmed', 'timeZone', 'stateRebuilt', 'otherService', 'miscounted', 'oddData']),
	message: z.string(),
	advice: z.string(),
	aboutOrderId: z.union([z.number(), z.string(), z.null()]),
});
export type AttentionItem = z.infer<typeof attentionItemSchema>;

export const attentionStateSchema = z.object({
	/** What was reported, and when it was last noticed: while it goes on, it is not reported again. */
	lasting: z.record(z.string(), instant),
	/** What is still to be reported. */
	waiting: z.array(attentionItemSchema),
	/** Whether the last poll reported, so that this one delivers orders. */
	reportedLast: z.boolean(),
});
export type AttentionState = z.infer<typeof attentionStateSchema>;

export const stateSchema = z.object({
	version: z.literal(1),
	/** Name of the node when this was saved: see activationNote.ts. */
	nodeName: z.string().optional(),
	/** Base URL of the service of the last poll. */
	service: z.string(),
	/** Positions and IDs per service, by base URL: whoever tries another one and goes back continues there. */
	services: z.record(z.string(), serviceStateSchema),
	attention: attentionStateSchema,
});
export type TriggerState = z.infer<typeof stateSchema>;

export const noAttention: AttentionState = { lasting: {}, waiting: [], reportedLast: false };

/**
 * The state of a trigger that starts.
 *
 * @param now the starting point, unless the settings name an earlier one with Start From
 */
export function initialState(settings: TriggerSettings, now: number): ServiceState {
	const since = wholeSecond(settings.startFrom?.at ?? now);
	const reading = { lastBegan: since };
	const orderEvents = settings.events.filter((event) => event !== 'attention');
	return {
		startFrom: settings.startFrom?.text,
		windowDate: settings.windowDate,
		since: Object.fromEntries(orderEvents.map((event) => [event, since])),
		filters: [{ since: 0, filters: asJson(settings.filters) }],
		polledAt: now,
		clockOffsetMs: 0,
		readings: { deletedNear: reading, createdNear: reading, deletedFar: reading, createdFar: reading },
		comesFirst: [],
		delivered: {},
		deliveredForgottenBefore: 0,
		deletions: {},
		deletionsForgottenBefore: 0,
		fingerprints: {},
		pending: [],
	};
}

/** What the user entered, as it is stored. */
export function asJson(value: object): ServiceState['filters'][number]['filters'] {
	return JSON.parse(JSON.stringify(value)) as ServiceState['filters'][number]['filters'];
}
