/**
 * What the trigger remembers from poll to poll. Kept in n8n's static data, one JSON value on the workflow row, so it
 * is small; versioned, and checked when it is read, because a damaged one must not stop the trigger (design 4).
 * All instants are epoch milliseconds.
 */
import { z } from 'zod';
import { RememberedIds, storedIdsSchema } from './rememberedIds';
import type { TriggerSettings } from './settings';

/** An order that waits for its external ID: [id, date of the order, number of deliveries, time of the last one]. */
const pendingSchema = z.tuple([z.string(), z.number(), z.number(), z.number()]);
export type Pending = z.infer<typeof pendingSchema>;

const stateSchema = z.object({
	version: z.literal(1),
	/** The setting that this state began with. */
	startFrom: z.number().optional(),
	/** The order date that windows were held against: `readUntil` and all dates of orders in here are of that kind. */
	windowDate: z.enum(['mobileDateCreated', 'dateCreated']),
	/** From when on each event counts, by the clock of the service. */
	since: z.object({
		created: z.number().optional(),
		deleted: z.number().optional(),
		edited: z.number().optional(),
	}),
	/** The last poll that read anything. */
	polledAt: z.number(),
	/** Windows up to here are completely read. */
	readUntil: z.number(),
	/** The sweep over late orders. */
	sweep: z.object({
		/** When the last completed sweep began. */
		lastBegan: z.number(),
		/** The one under way: when it began, and how far it is. */
		current: z.object({ began: z.number(), readUntil: z.number() }).optional(),
	}),
	/** Orders that were handed over or need not be. */
	seen: storedIdsSchema,
	/** Orders made before `madeBefore` are no longer in `seen`: those that arrived until `arrivedUntil` are not new. */
	forgotten: z.object({ madeBefore: z.number(), arrivedUntil: z.number() }),
	/** Deletions that were handed over or need not be, by day of deletion. */
	seenDeleted: storedIdsSchema,
	/** Deletions before this time are no longer in `seenDeleted` and not new. */
	deletionsForgottenBefore: z.number(),
	/** How far a deleted list that is too long for one poll was read. */
	deletedReadUntil: z.number().optional(),
	/** Fingerprints of orders, by id, with the date of the order: only with the event `edited`. */
	fingerprints: z.record(z.string(), z.tuple([z.number(), z.string()])),
	/** Orders that wait for their external ID: only with delivery `untilExternalId`. */
	pending: z.array(pendingSchema),
});
export type TriggerState = z.infer<typeof stateSchema>;

/**
 * The state of a trigger that starts now.
 *
 * @param since from which arrival on orders count, by the clock of the service
 */
export function initialState(settings: TriggerSettings, since: number): TriggerState {
	const from = settings.startFrom ?? since;
	return {
		version: 1,
		startFrom: settings.startFrom,
		windowDate: settings.windowDate,
		since: Object.fromEntries(settings.events.map((event) => [event, from])),
		polledAt: since,
		// Who starts from an earlier time also wants the orders that were made before it and arrived after.
		readUntil: settings.startFrom === undefined ? since : from - settings.lateSyncMs,
		sweep: { lastBegan: from },
		seen: {},
		forgotten: { madeBefore: 0, arrivedUntil: 0 },
		seenDeleted: {},
		deletionsForgottenBefore: 0,
		fingerprints: {},
		pending: [],
	};
}

/** What was found in n8n's static data. */
export interface ReadState {
	state: TriggerState;
	/** Set when the stored state was damaged: what the user should know about how it was rebuilt. */
	problem?: string;
}

/**
 * Reads the stored state and fits it to the settings of today.
 *
 * A damaged state is rebuilt from its watermark: all that arrived before the last poll counts as handed over, so that
 * nothing is repeated by the thousand, and the trigger goes on.
 */
export function readState(stored: unknown, settings: TriggerSettings, now: number): ReadState {
	const result = stateSchema.safeParse(stored);
	if (result.success && areReadable(result.data)) return { state: fitted(result.data, settings, now) };
	const { polledAt, readUntil } = z
		.object({
			polledAt: z.number().max(now).catch(now),
			readUntil: z.number().max(now).optional().catch(undefined),
		})
		.catch({ polledAt: now, readUntil: undefined })
		.parse(stored);
	const state = initialState({ ...settings, startFrom: undefined }, polledAt);
	return {
		// Below the watermark nothing was read yet, so what lies above it is read again, and judged by its arrival.
		state: { ...state, startFrom: settings.startFrom, readUntil: Math.min(readUntil ?? polledAt, polledAt) },
		problem: `The stored state of the trigger was damaged. It goes on from its last poll (${new Date(polledAt).toISOString()}): orders that arrived before and were not handed over yet can be found with List Sales Orders, external ID missing.`,
	};
}

function areReadable({ seen, seenDeleted }: TriggerState): boolean {
	try {
		return RememberedIds.from(seen).size + RememberedIds.from(seenDeleted).size >= 0;
	} catch {
		return false;
	}
}

/** A wider window reads more, an event that was added counts from now, another `startFrom` starts afresh. */
function fitted(state: TriggerState, settings: TriggerSettings, now: number): TriggerState {
	if (settings.startFrom !== undefined && settings.startFrom !== state.startFrom)
		return initialState(settings, now);
	const since = Object.fromEntries(settings.events.map((event) => [event, state.since[event] ?? now]));
	const hasOtherDate = settings.windowDate !== state.windowDate;
	return {
		...state,
		windowDate: settings.windowDate,
		since,
		// On the other date only what the last whole sweep saw is known to be read.
		readUntil: hasOtherDate ? Math.min(state.readUntil, state.sweep.lastBegan) : state.readUntil,
		sweep: hasOtherDate ? { lastBegan: state.sweep.lastBegan } : state.sweep,
		fingerprints: settings.events.includes('edited') ? state.fingerprints : {},
		pending: settings.delivery === 'untilExternalId' ? state.pending : [],
	};
}
