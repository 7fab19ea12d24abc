/** When orders are made, synced and deleted: the past that a sandbox starts with, and the habits of phones. */
import { SeededRandom } from './seededRandom';
import { offsetAt } from './wallTime';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The longest time between making an order and syncing it. */
const MOST_LATE_MS = 48 * HOUR;
/** The most by which a phone's clock is wrong, ahead or behind. */
const MOST_CLOCK_ERROR_MS = 30 * MINUTE;

/** The past of a sandbox. */
export interface History {
	count: number;
	/** Days before `until` over which the orders are spread. */
	days: number;
	/** Milliseconds since 1970: nothing in the past is later. */
	until: number;
	/** Zone of the working hours in which orders arrive. */
	timezone: string;
	/** Share (0 to 1) of orders that were deleted again, at any time after they arrived. */
	deletedShare: number;
}

/** The dates of past orders, in milliseconds since 1970, in the order of their arrival. */
export function generateHistory(seed: number, history: History) {
	const random = new SeededRandom(seed, 4);
	const arrivals = Array.from({ length: history.count }, () => workingTime(history, random)).sort(
		(one, other) => one - other,
	);
	return arrivals.map((dateCreated) => ({
		dateCreated,
		mobileDateCreated: madeBefore(dateCreated, random),
		dateDeleted: random.chance(history.deletedShare)
			? dateCreated + Math.floor(random.next() * (history.until - dateCreated))
			: null,
	}));
}

/** When an order that arrives at an instant was made, by a phone's clock (milliseconds since 1970). */
export function madeBefore(dateCreated: number, random: SeededRandom): number {
	return Math.floor(dateCreated - syncDelay(random) + clockError(random));
}

function syncDelay(random: SeededRandom): number {
	const kind = random.next();
	if (kind < 0.75) return random.next() * 2 * MINUTE;
	if (kind < 0.9) return random.next() * 2 * HOUR;
	if (kind < 0.97) return random.next() * DAY;
	return random.next() * MOST_LATE_MS;
}

function clockError(random: SeededRandom): number {
	return random.chance(0.8) ? 0 : (random.next() * 2 - 1) * MOST_CLOCK_ERROR_MS;
}

function workingTime(history: History, random: SeededRandom): number {
	const day = history.until - random.next() * history.days * DAY;
	const offset = offsetAt(day, history.timezone);
	const midnight = Math.floor((day + offset) / DAY) * DAY - offset;
	return Math.floor(Math.min(history.until, midnight + 7 * HOUR + random.next() * 12 * HOUR));
}
