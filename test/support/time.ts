/** Lengths of time in milliseconds, and the moment at which simulated time begins. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The promise of the created list: how far back each poll looks (design 4). Not the code's own constant, which it judges. */
export const NEAR = 2 * HOUR;

/** Noon UTC on a Wednesday: no maintenance, no clock change and no new day is near. */
export const NOON = Date.parse('2026-07-15T12:00:00Z');
