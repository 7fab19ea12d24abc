/** Remembers the fingerprints of orders, filed by day as their ids are (design 4, edits and state). */
import { z } from 'zod/v4';
import { FINGERPRINT_LENGTH } from './fingerprint';
import { RememberedIds, storedIdsSchema } from './rememberedIds';

/** The ids by day, and by the same days their fingerprints one after the other. */
export const storedFingerprintsSchema = z.object({
	ids: storedIdsSchema,
	texts: z.record(z.string(), z.string()),
});
export type StoredFingerprints = z.infer<typeof storedFingerprintsSchema>;

/** The fingerprint that each order had when it was last seen. */
export class RememberedFingerprints {
	private readonly fingerprintOfId = new Map<string, string>();

	private constructor(private readonly ids: RememberedIds) {}

	/** @throws Error for stored data that cannot be read */
	static from({ ids, texts }: StoredFingerprints): RememberedFingerprints {
		const fingerprints = new RememberedFingerprints(RememberedIds.from(ids));
		for (const [day, idsOfDay] of fingerprints.ids.byDay()) {
			const text = texts[day] ?? '';
			if (text.length !== idsOfDay.length * FINGERPRINT_LENGTH) {
				throw new Error('The remembered fingerprints do not belong to the remembered orders');
			}
			idsOfDay.forEach((id, position) => {
				const from = position * FINGERPRINT_LENGTH;
				fingerprints.fingerprintOfId.set(id, text.slice(from, from + FINGERPRINT_LENGTH));
			});
		}
		return fingerprints;
	}

	get(id: string): string | undefined {
		return this.fingerprintOfId.get(id);
	}

	/** Files the fingerprint under the day of `date` (epoch milliseconds), or replaces the one that is there. */
	set(id: string, fingerprint: string, date: number): void {
		this.ids.add(id, date);
		this.fingerprintOfId.set(id, fingerprint);
	}

	/** Forgets the days that ended before `limit` (epoch milliseconds). */
	forgetDaysBefore(limit: number): void {
		this.ids.forgetDaysBefore(limit);
		for (const id of this.fingerprintOfId.keys()) {
			if (!this.ids.has(id)) this.fingerprintOfId.delete(id);
		}
	}

	toStored(): StoredFingerprints {
		const texts: Record<string, string> = {};
		for (const [day, idsOfDay] of this.ids.byDay()) {
			texts[day] = idsOfDay.map((id) => this.fingerprintOfId.get(id)).join('');
		}
		return { ids: this.ids.toStored(), texts };
	}
}
