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
	/** The day of each ID. */
	private readonly days = new Map<number | string, string>();

	constructor(stored: StoredIds) {
		for (const [day, ids] of Object.entries(stored)) for (const id of unpack(ids)) this.days.set(id, day);
	}

	has(id: string): boolean {
		return this.days.has(keyOf(id));
	}

	/** All IDs. */
	ids(): string[] {
		return [...this.days.keys()].map(String);
	}

	/** Files the ID under the day of an instant (epoch milliseconds), or leaves it where it is if that day is later. */
	add(id: string, instant: number): void {
		const day = dayOf(instant);
		const key = keyOf(id);
		if (day > (this.days.get(key) ?? '')) this.days.set(key, day);
	}

	remove(id: string): void {
		this.days.delete(keyOf(id));
	}

	/** Forgets the days that ended before an instant. Returns the end of the last one, epoch milliseconds. */
	forgetDaysBefore(instant: number): number {
		const firstKept = dayOf(instant);
		let end = 0;
		for (const [id, day] of this.days) {
			if (day >= firstKept) continue;
			this.days.delete(id);
			end = Math.max(end, Date.parse(day) + DAY_MS);
		}
		return end;
	}

	toStored(): StoredIds {
		const idsOf: StoredIds = {};
		for (const [id, day] of this.days) (idsOf[day] ??= []).push(id);
		return Object.fromEntries(Object.entries(idsOf).map(([day, ids]) => [day, pack(ids)]));
	}
}

/** A number where it says the same: a hundred thousand of them take far less time and memory than as text. */
function keyOf(id: string): number | string {
	const number = Number(id);
	return Number.isSafeInteger(number) && number > 0 && String(number) === id ? number : id;
}

function pack(ids: Array<number | string>): Array<number | string> {
	const numbers = ids.filter((id) => typeof id === 'number').sort((a, b) => a - b);
	const texts = ids.filter((id) => typeof id === 'string').sort();
	return [...numbers.map((id, index) => id - (numbers[index - 1] ?? 0)), ...texts];
}

function unpack(stored: Array<number | string>): Array<number | string> {
	let last = 0;
	return stored.map((entry) => (typeof entry === 'number' ? (last += entry) : entry));
}
