/** Remembers orders by id, filed by day, so that a whole day can be forgotten at once (design 4, state). */
import { z } from 'zod/v4';
import { isPackable, packIds, unpackIds } from './packedIds';

const DAY_MS = 24 * 60 * 60 * 1000;

/** By number of the day since 1970 (UTC): the packed ids, and those that cannot be packed as they are. */
export const storedIdsSchema = z.record(
	z.string().regex(/^-?\d+$/),
	z.tuple([z.string(), z.array(z.string())]),
);
export type StoredIds = z.infer<typeof storedIdsSchema>;

/** A set of ids, each filed under the day of a date of its order. */
export class RememberedIds {
	private readonly dayOfId = new Map<string, number>();

	private readonly changedDays = new Set<number>();

	private constructor(private readonly stored: StoredIds) {}

	/** @throws Error for stored data that cannot be read */
	static from(stored: StoredIds): RememberedIds {
		const ids = new RememberedIds(stored);
		for (const [day, [packed, others]] of Object.entries(stored)) {
			for (const id of unpackIds(packed)) ids.dayOfId.set(String(id), Number(day));
			for (const id of others) ids.dayOfId.set(id, Number(day));
		}
		return ids;
	}

	get size(): number {
		return this.dayOfId.size;
	}

	has(id: string): boolean {
		return this.dayOfId.has(id);
	}

	/** Files `id` under the day of `date` (epoch milliseconds), or leaves it where it is. */
	add(id: string, date: number): void {
		if (this.dayOfId.has(id)) return;
		const day = dayOf(date);
		this.dayOfId.set(id, day);
		this.changedDays.add(day);
	}

	remove(id: string): void {
		const day = this.dayOfId.get(id);
		if (day === undefined) return;
		this.dayOfId.delete(id);
		this.changedDays.add(day);
	}

	/** Forgets the days that ended before `limit` (epoch milliseconds). Gives the end of the last forgotten day. */
	forgetDaysBefore(limit: number): number | undefined {
		const firstKept = dayOf(limit);
		let lastForgotten: number | undefined;
		for (const [id, day] of this.dayOfId) {
			if (day >= firstKept) continue;
			this.remove(id);
			lastForgotten = Math.max(lastForgotten ?? day, day);
		}
		return lastForgotten === undefined ? undefined : (lastForgotten + 1) * DAY_MS;
	}

	/** The ids of each day, in the sequence in which they are stored. */
	byDay(): Map<number, string[]> {
		const idsOfDay = new Map<number, string[]>();
		for (const [id, day] of this.dayOfId) {
			const ids = idsOfDay.get(day);
			if (ids) ids.push(id);
			else idsOfDay.set(day, [id]);
		}
		for (const [day, ids] of idsOfDay) {
			const { packable, others } = sorted(ids);
			idsOfDay.set(day, [...packable.map(String), ...others]);
		}
		return idsOfDay;
	}

	/** What is to be stored; days that did not change are handed back as they were. */
	toStored(): StoredIds {
		const idsOfDay = new Map<number, string[]>();
		for (const day of this.changedDays) idsOfDay.set(day, []);
		for (const [id, day] of this.dayOfId) idsOfDay.get(day)?.push(id);
		const stored: StoredIds = { ...this.stored };
		for (const [day, ids] of idsOfDay) {
			const { packable, others } = sorted(ids);
			if (ids.length === 0) delete stored[day];
			else stored[day] = [packIds(packable), others];
		}
		return stored;
	}
}

function dayOf(date: number): number {
	return Math.floor(date / DAY_MS);
}

function sorted(ids: string[]): { packable: number[]; others: string[] } {
	const packable = ids.filter(isPackable).map(Number);
	const others = ids.filter((id) => !isPackable(id));
	return { packable: packable.sort((a, b) => a - b), others: others.sort() };
}
