/** Lengths of time in milliseconds. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The beginning of the second of an instant: the service's dates have whole seconds. */
export function wholeSecond(instant: number): number {
	return Math.floor(instant / SECOND_MS) * SECOND_MS;
}
