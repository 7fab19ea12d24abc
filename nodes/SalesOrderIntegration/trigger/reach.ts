/** How far back readings reach, so that no order falls between two of them (design 4). Instants in epoch milliseconds. */
import { DAY_MS } from '../dates/durations';
import type { TriggerSettings } from './settings';
import type { TriggerState } from './memory/state';

/** Each poll re-reads so much, for orders that took a little while from the phone to the server. */
export const OVERLAP_MS = 15 * 60_000;

/** Sweeps that read every order follow each other within this time, however many in between only count. */
export const BETWEEN_WHOLE_SWEEPS_MS = DAY_MS;

/** A sweep that is due at this poll must not wait for the next one because the last one began a moment late. */
const SWEEP_TOLERANCE_MS = 30_000;

/** Whether it is time for a sweep. */
export function isSweepDue(
	{ lateOrders }: TriggerState,
	{ sweepMs }: TriggerSettings,
	readAt: number,
): boolean {
	return readAt - lateOrders.lastBegan >= sweepMs - Math.min(sweepMs / 10, SWEEP_TOLERANCE_MS);
}

/** All late orders that had arrived before are known, whatever numbers have hidden since. */
export function surelySweptUntil({ lateOrders, sweptWholeAt }: TriggerState): number {
	const { lastBegan } = lateOrders;
	return Math.min(lastBegan, Math.max(sweptWholeAt, lastBegan - BETWEEN_WHOLE_SWEEPS_MS));
}

/** Where a sweep begins that reads every order. */
export function sweepFrom(state: TriggerState, { lateSyncMs }: TriggerSettings): number {
	return surelySweptUntil(state) - lateSyncMs;
}

/** Where a sweep begins that counts: one sweep earlier than it must, so that most that one overlooked is in the next. */
export function countFrom({ lateOrders }: TriggerState, { lateSyncMs, sweepMs }: TriggerSettings): number {
	return lateOrders.lastBegan - lateSyncMs - Math.min(sweepMs, BETWEEN_WHOLE_SWEEPS_MS);
}

/** Windows are widened around clock changes, and phones run ahead. */
const MARGIN_MS = 2 * DAY_MS;

/** No window will show an order again of which both dates are before this. */
export function shownFrom(state: TriggerState, { lateSyncMs }: TriggerSettings): number {
	const { polledAt, newOrders, lateOrders } = state;
	// Not after the last poll: a clock that is ahead for once must not make anything forgotten.
	const sweptUntil = Math.min(polledAt, lateOrders.lastBegan) - BETWEEN_WHOLE_SWEEPS_MS;
	return (
		Math.min(
			newOrders.readUntil - OVERLAP_MS,
			sweptUntil - lateSyncMs,
			lateOrders.current?.readUntil ?? Infinity,
		) - MARGIN_MS
	);
}

/** The deleted list will not be read again for what was deleted before this. */
export function deletionsShownFrom(
	{ polledAt, deletions }: TriggerState,
	{ deletedMs }: TriggerSettings,
): number {
	return Math.min(polledAt, deletions.lastBegan) - deletedMs - MARGIN_MS;
}
