/** The ids of one day: a sorted list, as it was stored, and what has changed since (design 4, state). */
import { z } from 'zod/v4';
import { isPackable, isPacked, packIds, unpackIds } from './packedIds';

/** The packed ids, and those that cannot be packed as they are. */
export const storedDaySchema = z.tuple([
	z.string().refine(isPacked),
	z.array(z.string().refine((id) => !isPackable(id))),
]);
export type StoredDay = z.infer<typeof storedDaySchema>;

/** An id as it is looked for: the number where that says the same, which takes less room and time. */
export type IdKey = number | string;

export function keyOf(id: string): IdKey {
	return isPackable(id) ? Number(id) : id;
}

export class IdsOfDay {
	/** Ascending, then those that cannot be packed. */
	private readonly packed: number[];

	/** Whether an id is there now, of those that came or went since. */
	private readonly changes = new Map<IdKey, boolean>();

	private count: number;

	/** @throws Error for stored data that cannot be read */
	constructor(private readonly stored: StoredDay = ['', []]) {
		this.packed = unpackIds(stored[0]);
		this.count = this.packed.length + stored[1].length;
	}

	get size(): number {
		return this.count;
	}

	get isChanged(): boolean {
		return this.changes.size > 0;
	}

	has(key: IdKey): boolean {
		return this.changes.get(key) ?? this.storedPosition(key) !== undefined;
	}

	add(key: IdKey): void {
		if (this.has(key)) return;
		this.changes.set(key, true);
		this.count++;
	}

	remove(key: IdKey): void {
		if (!this.has(key)) return;
		this.changes.set(key, false);
		this.count--;
	}

	/** The place of an id among those that were stored; undefined when it was not. */
	storedPosition(key: IdKey): number | undefined {
		const position = typeof key === 'number' ? placeIn(this.packed, key) : this.stored[1].indexOf(key);
		if (position < 0) return undefined;
		return typeof key === 'number' ? position : this.packed.length + position;
	}

	/** The ids in the sequence in which they are stored. */
	keys(): IdKey[] {
		const { numbers, texts } = this.sorted();
		return [...numbers, ...texts];
	}

	toStored(): StoredDay {
		if (!this.isChanged) return this.stored;
		const { numbers, texts } = this.sorted();
		return [packIds(numbers), texts];
	}

	private sorted(): { numbers: number[]; texts: string[] } {
		if (!this.isChanged) return { numbers: this.packed, texts: this.stored[1] };
		const kept = [...this.packed, ...this.stored[1]].filter((key) => !this.changes.has(key));
		const came = [...this.changes].filter(([, isThere]) => isThere).map(([key]) => key);
		const all: IdKey[] = [...kept, ...came];
		return {
			numbers: all.filter((key) => typeof key === 'number').sort((a, b) => a - b),
			texts: all.filter((key) => typeof key === 'string').sort(),
		};
	}
}

/** The place of a number in an ascending list; -1 when it is not there. */
function placeIn(ascending: number[], number: number): number {
	let from = 0;
	let to = ascending.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if ((ascending[middle] ?? Infinity) < number) from = middle + 1;
		else to = middle;
	}
	return ascending[from] === number ? from : -1;
}
