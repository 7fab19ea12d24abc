/** How many of the remembered orders lie in each hour, by the date that windows are held against (design 4, state). */
import { HOUR_MS } from '../../dates/durations';
import { z } from 'zod/v4';
import type { TimeWindow } from '../../dates';

/** By number of the hour since 1970 (UTC). */
export const storedHoursSchema = z.record(z.string().regex(/^-?\d+$/), z.number().int().positive());
export type StoredHours = z.infer<typeof storedHoursSchema>;

/** Counts of orders by hour. All instants are epoch milliseconds. */
export class OrdersByHour {
	private readonly hours: Map<number, number>;

	constructor(stored: StoredHours) {
		this.hours = new Map(Object.entries(stored).map(([hour, count]) => [Number(hour), count]));
	}

	add(date: number): void {
		const hour = hourNumber(date);
		this.hours.set(hour, (this.hours.get(hour) ?? 0) + 1);
	}

	remove(date: number): void {
		const hour = hourNumber(date);
		const count = this.hours.get(hour) ?? 0;
		if (count > 1) this.hours.set(hour, count - 1);
		else this.hours.delete(hour);
	}

	/** The orders of a window of whole hours. */
	countIn(window: TimeWindow): number {
		return sumOf(this.countsIn(window));
	}

	/**
	 * The full hour that parts a window of whole hours into two with about as many orders, or as much time
	 * where none is known; undefined for one hour.
	 */
	middleOf(window: TimeWindow): number | undefined {
		if (window.end - window.start <= HOUR_MS) return undefined;
		const counts = this.countsIn(window).sort(([one], [other]) => one - other);
		const half = sumOf(counts) / 2;
		if (half === 0) return hourNumber((window.start + window.end) / 2) * HOUR_MS;
		let count = 0;
		let middle = window.start + HOUR_MS;
		for (const [hour, countOfHour] of counts) {
			// Closer to the half without this hour than with it.
			if (count + countOfHour / 2 > half) break;
			count += countOfHour;
			middle = (hour + 1) * HOUR_MS;
		}
		return Math.min(middle, window.end - HOUR_MS);
	}

	/** Forgets everything. */
	clear(): void {
		this.hours.clear();
	}

	forgetBefore(limit: number): void {
		for (const hour of this.hours.keys()) if (hour < hourNumber(limit)) this.hours.delete(hour);
	}

	toStored(): StoredHours {
		return Object.fromEntries(this.hours);
	}

	/** By hour, in any sequence. */
	private countsIn({ start, end }: TimeWindow): Array<[number, number]> {
		const [first, last] = [hourNumber(start), hourNumber(end)];
		return [...this.hours].filter(([hour]) => first <= hour && hour < last);
	}
}

function sumOf(counts: Array<[number, number]>): number {
	return counts.reduce((sum, [, count]) => sum + count, 0);
}

/** The smallest window of whole hours that holds a window. */
export function inWholeHours({ start, end }: TimeWindow): TimeWindow {
	return { start: hourNumber(start) * HOUR_MS, end: Math.ceil(end / HOUR_MS) * HOUR_MS };
}

function hourNumber(date: number): number {
	return Math.floor(date / HOUR_MS);
}
