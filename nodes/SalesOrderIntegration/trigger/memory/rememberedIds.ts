/** Remembers orders by id, filed by day, so that a whole day can be forgotten at once (design 4, state). */
import { DAY_MS } from '../../dates/durations';
import { z } from 'zod/v4';
import { IdsOfDay, keyOf, storedDaySchema } from './idsOfDay';
import type { IdKey } from './idsOfDay';

/** By number of the day since 1970 (UTC). */
export const storedIdsSchema = z.record(z.string().regex(/^-?\d+$/), storedDaySchema);
export type StoredIds = z.infer<typeof storedIdsSchema>;

/** A set of ids, each filed under the day of a date of its order. */
export class RememberedIds {
	private readonly days = new Map<number, IdsOfDay>();

	/** @throws Error for stored data that cannot be read */
	static from(stored: StoredIds): RememberedIds {
		const ids = new RememberedIds();
		for (const [day, idsOfDay] of Object.entries(stored)) ids.days.set(Number(day), new IdsOfDay(idsOfDay));
		return ids;
	}

	get size(): number {
		return [...this.days.values()].reduce((sum, { size }) => sum + size, 0);
	}

	has(id: string): boolean {
		return this.find(keyOf(id)) !== undefined;
	}

	/** The day under which an id is filed, by its number since 1970 (UTC), with all ids of that day. */
	find(key: IdKey): { day: number; ids: IdsOfDay } | undefined {
		for (const [day, ids] of this.days) {
			if (ids.has(key)) return { day, ids };
		}
		return undefined;
	}

	/** Files `id` under the day of `date` (epoch milliseconds), or leaves it where it is. */
	add(id: string, date: number): void {
		const key = keyOf(id);
		if (this.find(key)) return;
		const day = dayNumber(date);
		const ids = this.days.get(day) ?? new IdsOfDay();
		this.days.set(day, ids);
		ids.add(key);
	}

	/** Files an id under the day of a later date than that under which it is. Gives whether it was filed anew. */
	refile(id: string, date: number): boolean {
		const key = keyOf(id);
		const place = this.find(key);
		if (!place || place.day >= dayNumber(date)) return false;
		place.ids.remove(key);
		this.add(id, date);
		return true;
	}

	remove(id: string): void {
		const key = keyOf(id);
		this.find(key)?.ids.remove(key);
	}

	/** Forgets the days that ended before `limit` (epoch milliseconds). Gives the end of the last forgotten day. */
	forgetDaysBefore(limit: number): number | undefined {
		const firstKept = dayNumber(limit);
		let lastForgotten: number | undefined;
		for (const [day, { size }] of this.days) {
			if (day >= firstKept) continue;
			this.days.delete(day);
			if (size > 0) lastForgotten = Math.max(lastForgotten ?? day, day);
		}
		return lastForgotten === undefined ? undefined : (lastForgotten + 1) * DAY_MS;
	}

	/** The days under which something is filed. */
	byDay(): Map<number, IdsOfDay> {
		return new Map([...this.days].filter(([, { size }]) => size > 0));
	}

	/** What is to be stored; days that did not change are handed back as they were. */
	toStored(): StoredIds {
		return Object.fromEntries([...this.byDay()].map(([day, ids]) => [day, ids.toStored()]));
	}
}

function dayNumber(date: number): number {
	return Math.floor(date / DAY_MS);
}
