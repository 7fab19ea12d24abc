/**
 * One poll as a function: of the settings, the state, the time and what the service answers, to what is handed over
 * and the next state. Knows nothing of n8n.
 */
import type { Client } from '../api/client';
import { ServiceFailure } from '../api/failures';
import { byArrival } from './decide';
import { PollRun } from './run';
import type { TriggerItem } from './run';
import type { TriggerSettings } from './settings';
import type { TriggerState } from './state';
import { readDeletions, readNewOrders, redeliver, sweepLateOrders } from './steps';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a poll is given. Instants in epoch milliseconds. */
export interface PollInput {
	client: Client;
	settings: TriggerSettings;
	state: TriggerState;
	now: number;
	/** When the poll must have ended. */
	deadline: number;
	warn(message: string): void;
}

/** What comes of a poll. */
export interface PollResult {
	/** By arrival, then id. */
	items: TriggerItem[];
	/** Replaces the old state when, and only when, the items are handed over. */
	state: TriggerState;
}

/**
 * Polls once: deletions, new orders, late ones, and those not yet receipted, as far as time and `maxOrdersPerRun` go;
 * the rest is left to the next poll.
 *
 * @throws ServiceFailure when the service fails before anything was found; what was found is handed over first
 */
export async function poll({ client, settings, state, now, deadline, warn }: PollInput): Promise<PollResult> {
	const run = new PollRun(client, settings, structuredClone(state), now, deadline, warn);
	try {
		for (const step of [readDeletions, readNewOrders, sweepLateOrders, redeliver]) await step(run);
	} catch (error) {
		if (!(error instanceof ServiceFailure) || run.items.length === 0) throw error;
		warn(`${error.message}. What had been read is handed over; the next poll continues.`);
	}
	return { items: run.items.sort(byArrival), state: nextState(run) };
}

function nextState(run: PollRun): TriggerState {
	const { state, settings, now } = run;
	// Two days more than any window shows: phones run ahead, and windows are widened around clock changes.
	const shown = Math.min(
		state.readUntil,
		now - settings.lateSyncMs,
		state.sweep.lastBegan - settings.lateSyncMs,
		state.sweep.current?.readUntil ?? Infinity,
	);
	const forgottenDays = run.seen.forgetDaysBefore(shown - 2 * DAY_MS);
	const forgottenDeletions = run.seenDeleted.forgetDaysBefore(now - settings.deletedMs - 2 * DAY_MS);
	return {
		...state,
		polledAt: now,
		seen: run.seen.toStored(),
		forgotten:
			forgottenDays === undefined ? state.forgotten : { madeBefore: forgottenDays, arrivedUntil: now },
		seenDeleted: run.seenDeleted.toStored(),
		deletionsForgottenBefore: Math.max(state.deletionsForgottenBefore, forgottenDeletions ?? 0),
		fingerprints: Object.fromEntries(
			Object.entries(state.fingerprints).filter(([, [date]]) => date >= shown - 2 * DAY_MS),
		),
		pending: [...run.pending.values()],
	};
}
