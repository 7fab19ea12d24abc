/** Ids in little room: sorted, as differences of seven bits a byte, in base64 (design 4, state). */

/** Whether an id can be packed; others are kept as text. */
export function isPackable(id: string): boolean {
	return /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id));
}

/** Packs ascending ids, lowest seven bits first; the eighth bit says that more follow. */
export function packIds(sorted: number[]): string {
	const bytes: number[] = [];
	let previous = 0;
	for (const id of sorted) {
		let rest = id - previous;
		previous = id;
		// Division, not shifts: ids can exceed 32 bits.
		while (rest >= 128) {
			bytes.push((rest % 128) + 128);
			rest = Math.floor(rest / 128);
		}
		bytes.push(rest);
	}
	return Buffer.from(bytes).toString('base64');
}

/** Whether {@link packIds} may have made this text. Node reads damaged base64 by skipping the damage. */
export function isPacked(packed: string): boolean {
	const bytes = Buffer.from(packed, 'base64');
	return bytes.toString('base64') === packed && (bytes.at(-1) ?? 0) < 128;
}

/** How many ids are packed in a text that {@link isPacked}. */
export function countPacked(packed: string): number {
	return Buffer.from(packed, 'base64').filter((byte) => byte < 128).length;
}

/**
 * The ids that {@link packIds} packed.
 *
 * @throws Error for a text that it did not make
 */
export function unpackIds(packed: string): number[] {
	if (!isPacked(packed)) throw new Error('The remembered orders are not readable');
	const ids: number[] = [];
	let id = 0;
	let difference = 0;
	let factor = 1;
	for (const byte of Buffer.from(packed, 'base64')) {
		difference += (byte % 128) * factor;
		factor *= 128;
		if (byte >= 128) continue;
		id += difference;
		ids.push(id);
		difference = 0;
		factor = 1;
	}
	return ids;
}
