/** A set of order IDs in which whole days can be forgotten at once (design 4, memory). */
import { z } from 'zod/v4';
import { DAY_MS } from '../../dates/durations';

/**
 * The IDs of each day (UTC, such as 2026-01-31), ascending: the first, then by how much each is greater than the one
 * before it, which takes a third of the space. An ID that is not a safe integer stands there as text.
 */
export const storedIdsSchema = z.record(z.iso.date(), z.array(z.union([z.int().positive(), z.string()])));
export type StoredIds = z.infer<typeof storedIdsSchema>;

/** The day (UTC) of an instant in epoch milliseconds, such as 2026-01-31. */
export function dayOf(instant: number): string {
	return new Date(instant).toISOString().slice(0, 10);
}

export class IdsByDay {
	private readonly days: Map<string, Set<number | string>>;

	constructor(stored: StoredIds) {
		this.days = new Map(Object.entries(stored).map(([day, ids]) => [day, unpack(ids)]));
	}

	has(id: string): boolean {
		return this.dayHolding(id) !== undefined;
	}

	/** All IDs. */
	ids(): string[] {
		return [...this.days.values()].flatMap((ids) => [...ids].map(String));
	}

	/** Files the ID under the day of an instant (epoch milliseconds), or leaves it where it is if that day is later. */
	add(id: string, instant: number): void {
		const day = dayOf(instant);
		const current = this.dayHolding(id);
		if (current !== undefined && current >= day) return;
		this.remove(id);
		const ids = this.days.get(day) ?? new Set();
		this.days.set(day, ids.add(keyOf(id)));
	}

	remove(id: string): void {
		for (const ids of this.days.values()) ids.delete(keyOf(id));
	}

	/** Forgets the days that ended before an instant. Returns the end of the last one, epoch milliseconds. */
	forgetDaysBefore(instant: number): number {
		const firstKept = dayOf(instant);
		const forgotten = [...this.days.keys()].filter((day) => day < firstKept);
		for (const day of forgotten) this.days.delete(day);
		return Math.max(0, ...forgotten.map((day) => Date.parse(day) + DAY_MS));
	}

	/** The IDs as JSON. */
	toStored(): StoredIds {
		const days = [...this.days].filter(([, ids]) => ids.size > 0);
		return Object.fromEntries(days.map(([day, ids]) => [day, pack(ids)]));
	}

	private dayHolding(id: string): string | undefined {
		const key = keyOf(id);
		for (const [day, ids] of this.days) if (ids.has(key)) return day;
		return undefined;
	}
}

/** A number where it says the same: a hundred thousand of them take far less time and memory than as text. */
function keyOf(id: string): number | string {
	const number = Number(id);
	return Number.isSafeInteger(number) && number > 0 && String(number) === id ? number : id;
}

function pack(ids: Set<number | string>): Array<number | string> {
	const numbers = [...ids].filter((id) => typeof id === 'number').sort((a, b) => a - b);
	const texts = [...ids].filter((id) => typeof id === 'string').sort();
	return [...numbers.map((id, index) => id - (numbers[index - 1] ?? 0)), ...texts];
}

function unpack(stored: Array<number | string>): Set<number | string> {
	const ids = new Set<number | string>();
	let last = 0;
	for (const entry of stored) ids.add(typeof entry === 'number' ? (last += entry) : entry);
	return ids;
}
