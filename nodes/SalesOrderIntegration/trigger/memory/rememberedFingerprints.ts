/** Remembers the fingerprints of orders, filed by day as their ids are (design 4, edits and state). */
import { z } from 'zod/v4';
import { FINGERPRINT_LENGTH } from './fingerprint';
import { keyOf } from './idsOfDay';
import type { IdKey, IdsOfDay } from './idsOfDay';
import { countPacked } from './packedIds';
import { RememberedIds, storedIdsSchema } from './rememberedIds';

/** The ids by day, and by the same days their fingerprints one after the other. */
export const storedFingerprintsSchema = z
	.object({ ids: storedIdsSchema, texts: z.record(z.string(), z.string()) })
	.refine(({ ids, texts }) =>
		Object.entries(ids).every(
			([day, [packed, others]]) =>
				(texts[day] ?? '').length === (countPacked(packed) + others.length) * FINGERPRINT_LENGTH,
		),
	);
export type StoredFingerprints = z.infer<typeof storedFingerprintsSchema>;

/** The fingerprint that each order had when it was last seen. */
export class RememberedFingerprints {
	private readonly ids: RememberedIds;

	/** Those that are not as they were stored. */
	private readonly changed = new Map<IdKey, string>();

	private readonly changedDays = new Set<number>();

	private constructor(private readonly stored: StoredFingerprints) {
		this.ids = RememberedIds.from(stored.ids);
	}

	/** @throws Error for stored ids that cannot be read */
	static from(stored: StoredFingerprints): RememberedFingerprints {
		return new RememberedFingerprints(stored);
	}

	get(id: string): string | undefined {
		const key = keyOf(id);
		const place = this.ids.find(key);
		return place && this.textOf(key, place.day, place.ids);
	}

	/** Files the fingerprint under the day of `date` (epoch milliseconds), or replaces the one that is there. */
	set(id: string, fingerprint: string, date: number): void {
		if (this.get(id) === fingerprint) return;
		const key = keyOf(id);
		this.ids.add(id, date);
		this.changed.set(key, fingerprint);
		this.changedDays.add(this.ids.find(key)?.day ?? NaN);
	}

	/** Forgets the days that ended before `limit` (epoch milliseconds). */
	forgetDaysBefore(limit: number): void {
		this.ids.forgetDaysBefore(limit);
	}

	toStored(): StoredFingerprints {
		const texts: Record<string, string> = {};
		for (const [day, ids] of this.ids.byDay()) {
			const text = () => ids.keys().map((key) => this.textOf(key, day, ids));
			texts[day] = this.changedDays.has(day) ? text().join('') : (this.stored.texts[day] ?? '');
		}
		return { ids: this.ids.toStored(), texts };
	}

	private textOf(key: IdKey, day: number, ids: IdsOfDay): string | undefined {
		const changed = this.changed.get(key);
		if (changed !== undefined) return changed;
		const position = ids.storedPosition(key);
		if (position === undefined) return undefined;
		const from = position * FINGERPRINT_LENGTH;
		return this.stored.texts[day]?.slice(from, from + FINGERPRINT_LENGTH);
	}
}
