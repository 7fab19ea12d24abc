/**
 * What the trigger remembers from poll to poll. Kept in n8n's static data, one JSON value on the workflow row, so it
 * is small; versioned, and checked when it is read (storedState.ts). All instants are epoch milliseconds by the clock
 * of the service.
 */
import { wholeSecond } from '../../dates/durations';
import { z } from 'zod/v4';
import { storedHoursSchema } from './ordersByHour';
import { storedFingerprintsSchema } from './rememberedFingerprints';
import { storedIdsSchema } from './rememberedIds';
import type { TriggerSettings } from '../settings';

/**
 * An order that waits for its external ID: id, `mobileDateCreated`, `dateCreated`, number of deliveries, time of the
 * last one.
 */
const pendingSchema = z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()]);
export type Pending = z.infer<typeof pendingSchema>;

/** How far a list was read, and what length of window was last found to fit into a poll, when the whole did not. */
const cursorSchema = z.object({ readUntil: z.number(), span: z.number().optional() });
export type Cursor = z.infer<typeof cursorSchema>;

/** Reads of the same list over and over, each from so far before the beginning of the last that it leaves no gap. */
const roundSchema = z.object({
	/** When the last round that came to its end began. */
	lastBegan: z.number(),
	/** The round under way. */
	current: cursorSchema.extend({ began: z.number() }).optional(),
});
export type Round = z.infer<typeof roundSchema>;

/** The steps of a poll, in the usual sequence. */
export const stepNames = ['deletions', 'counting', 'newOrders', 'lateOrders', 'redeliveries'] as const;
export type StepName = (typeof stepNames)[number];

export const stateSchema = z.object({
	version: z.literal(1),
	/** Base URL of the service whose orders these are; unknown before the first poll has ended. */
	service: z.string().optional(),
	/** Name that the node had then: see workflowNote.ts. */
	nodeName: z.string().optional(),
	/** The text of the setting that this state began with. */
	startFrom: z.string().optional(),
	/** The order date that windows were held against. */
	windowDate: z.enum(['mobileDateCreated', 'dateCreated']),
	/** From when on each event counts. */
	since: z.object({
		created: z.number().optional(),
		deleted: z.number().optional(),
		edited: z.number().optional(),
	}),
	/** When the last poll read. */
	polledAt: z.number(),
	/** How far the clock of the service was ahead of ours then, milliseconds. */
	clockOffsetMs: z.number(),
	/** The step that the last poll had no time for: it comes first. */
	nextStep: z.enum(stepNames).optional(),
	/** Whether the last poll got no answer from the service that was of use. */
	wasFruitless: z.boolean(),
	/** Windows up to here are completely read, the last of them not before `readAt`. */
	newOrders: cursorSchema.extend({ readAt: z.number() }),
	/** The sweeps over late orders. */
	lateOrders: roundSchema,
	/** When the last sweep began that read every order. */
	sweptWholeAt: z.number(),
	deletions: roundSchema,
	/** Orders that were handed over or need not be, by the later of their dates. */
	seen: storedIdsSchema,
	/** How many of them lie in each hour of the window's date. */
	ordersByHour: storedHoursSchema,
	/** Orders with both dates before this time are no longer in `seen`, and not new. */
	forgottenBefore: z.number(),
	/** Deletions that were handed over, by day of deletion. */
	seenDeleted: storedIdsSchema,
	/** Deletions before this time are no longer in `seenDeleted`, and not new. */
	deletionsForgottenBefore: z.number(),
	/** What orders looked like, by the later of their dates: only with the event `edited`. */
	fingerprints: storedFingerprintsSchema,
	/** Orders that wait for their external ID: only with delivery `untilExternalId`. */
	pending: z.array(pendingSchema),
	/** The length of window in which they were last found to fit into a poll, when the whole did not. */
	redeliverySpan: z.number().optional(),
});
export type TriggerState = z.infer<typeof stateSchema>;

/**
 * The state of a trigger that starts now.
 *
 * @param now from which arrival on orders count, unless the settings say an earlier one
 */
export function initialState(
	{ events, startFrom, windowDate, lateSyncMs }: TriggerSettings,
	now: number,
): TriggerState {
	const since = wholeSecond(startFrom?.at ?? now);
	return {
		version: 1,
		startFrom: startFrom?.text,
		windowDate,
		since: Object.fromEntries(events.map((event) => [event, since])),
		polledAt: now,
		clockOffsetMs: 0,
		wasFruitless: false,
		// Who starts from an earlier time also wants the orders that were made before it and arrived after.
		newOrders: { readUntil: startFrom === undefined ? now : since - lateSyncMs, readAt: now },
		lateOrders: { lastBegan: wholeSecond(now) },
		sweptWholeAt: 0,
		deletions: { lastBegan: since },
		seen: {},
		ordersByHour: {},
		forgottenBefore: 0,
		seenDeleted: {},
		deletionsForgottenBefore: 0,
		fingerprints: { ids: {}, texts: {} },
		pending: [],
	};
}
