/** Chooses the window whose response tells most about the time zone in which a service reads dates (design 3.4). */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations';
import type { TimeWindow } from './serviceWindow';
import type { OrderDates, ZoneEvidence } from './zoneCheck';

/** What a service may do: take dates for so much earlier than meant (negative: later), and filter on one of the two. */
export interface Hypothesis {
	/** Milliseconds; 0 in the zone of the credential. */
	shift: number;
	field: keyof OrderDates;
}

/** How far two zones can be apart, and in which steps. */
const LARGEST_SHIFT_MS = 26 * HOUR_MS;
const SHIFT_STEP_MS = 15 * MINUTE_MS;

/** Orders beside which the ends of a window are placed: more would take longer and find nothing better. */
const LANDMARKS = 10;
/** How far an end of a window stays from the order beside it; closer where the next order is near. */
const DISTANCE_MS = MINUTE_MS;
const LEAST_DISTANCE_MS = 5 * SECOND_MS;

/** With more hypotheses, only the ends beside orders are tried: it is enough to know whether dates are shifted. */
const FEW_HYPOTHESES = 250;

/** A window that tells apart a smaller share of the hypotheses is not worth a request. */
const LEAST_SCORE = 1 / 3;

/** Every shift between two zones, with either date. */
export const ALL_HYPOTHESES: readonly Hypothesis[] = Array.from(
	{ length: (2 * LARGEST_SHIFT_MS) / SHIFT_STEP_MS + 1 },
	(_, step) => step * SHIFT_STEP_MS - LARGEST_SHIFT_MS,
).flatMap((shift) => [
	{ shift, field: 'mobileDateCreated' },
	{ shift, field: 'dateCreated' },
]);

/** Whether a hypothesis explains what a window returned; around a clock change, not to the hour. */
export function explains(
	{ shift, field }: Hypothesis,
	{ window, returned, missing }: ZoneEvidence<Required<OrderDates>> & { window: TimeWindow },
): boolean {
	const depthOf = (order: Required<OrderDates>) =>
		Math.min(order[field] + shift - window.start, window.end - order[field] - shift);
	const tolerance = DISTANCE_MS / 2;
	return (
		returned.every((order) => depthOf(order) >= -tolerance) &&
		missing.every((order) => depthOf(order) <= tolerance)
	);
}

/**
 * The window, of at most `longest` milliseconds, whose response tells best whether dates are shifted, if a shift of 0 is
 * among the hypotheses, and then which hypothesis holds. Undefined if no window tells enough, as without orders.
 */
export function tellingWindow(
	orders: ReadonlyArray<Required<OrderDates>>,
	hypotheses: readonly Hypothesis[],
	longest: number,
): TimeWindow | undefined {
	const delay = (order: Required<OrderDates>) => Math.abs(order.dateCreated - order.mobileDateCreated);
	const landmarks = [...orders].sort((one, other) => delay(one) - delay(other)).slice(0, LANDMARKS);
	const ends = [...endsBeside(landmarks), ...endsThatDivide(landmarks, hypotheses)].map((at) => {
		return { at, laterOrders: hypotheses.map((hypothesis) => bitsOfLater(landmarks, at, hypothesis)) };
	});
	let best: TimeWindow | undefined;
	let bestScore = LEAST_SCORE;
	for (const start of ends) {
		for (const end of ends) {
			if (end.at <= start.at || end.at - start.at > longest) continue;
			// Bit by bit: later than the start, and not later than the end.
			const responses = start.laterOrders.map((bits, index) => bits & ~(end.laterOrders[index] ?? 0));
			const score = scoreOf(responses, hypotheses);
			if (score > bestScore) [best, bestScore] = [{ start: start.at, end: end.at }, score];
		}
	}
	return best;
}

/** Instants close to the dates of the orders, and beyond every shift of them. */
function endsBeside(orders: Array<Required<OrderDates>>): number[] {
	const dates = orders.flatMap(({ mobileDateCreated, dateCreated }) => [mobileDateCreated, dateCreated]);
	const beyond = LARGEST_SHIFT_MS + HOUR_MS;
	const marks = [Math.min(...dates) - beyond, ...dates, Math.max(...dates) + beyond];
	marks.sort((one, other) => one - other);
	return marks.slice(1).flatMap((mark, index) => {
		const previous = marks[index] ?? mark;
		const distance = Math.min(DISTANCE_MS, (mark - previous) / 2);
		return distance < LEAST_DISTANCE_MS ? [] : [previous + distance, mark - distance];
	});
}

/** Instants that an order lies before by one part of the hypotheses, and after by the others. */
function endsThatDivide(orders: Array<Required<OrderDates>>, hypotheses: readonly Hypothesis[]): number[] {
	if (hypotheses.length > FEW_HYPOTHESES) return [];
	const shifts = [0.2, 0.4, 0.6, 0.8].map(
		(part) => hypotheses[Math.floor(part * hypotheses.length)]?.shift ?? 0,
	);
	return orders.flatMap((order) =>
		shifts.map((shift) => order.mobileDateCreated + shift + SHIFT_STEP_MS / 2),
	);
}

/**
 * The share of the hypotheses that a response tells from no shift, or, without that one, from one another.
 *
 * @param responses what a window returns by each hypothesis, as one bit for each order
 */
function scoreOf(responses: number[], hypotheses: readonly Hypothesis[]): number {
	const countBy = new Map<number, number>();
	const unshifted = new Set<number>();
	responses.forEach((response, index) => {
		countBy.set(response, (countBy.get(response) ?? 0) + 1);
		if (hypotheses[index]?.shift === 0) unshifted.add(response);
	});
	let shifted = 0;
	let divided = 0;
	for (const [response, count] of countBy) {
		const share = count / hypotheses.length;
		if (!unshifted.has(response)) shifted += share;
		divided += share * (1 - share);
	}
	// Of windows that tell a shift equally well, the one that also tells the shifts apart.
	return unshifted.size > 0 ? shifted + divided / hypotheses.length : divided;
}

/** The orders that lie later than an instant by a hypothesis, as one bit each. */
function bitsOfLater(
	orders: Array<Required<OrderDates>>,
	instant: number,
	{ shift, field }: Hypothesis,
): number {
	return orders.reduce(
		(bits, order, index) => (order[field] + shift > instant ? bits | (1 << index) : bits),
		0,
	);
}
