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

/**
 * The ids that {@link packIds} packed.
 *
 * @throws Error for a text that it did not make
 */
export function unpackIds(packed: string): number[] {
	const ids: number[] = [];
	let id = 0;
	let difference = 0;
	let factor = 1;
	for (const byte of unpackBytes(packed)) {
		difference += (byte % 128) * factor;
		factor *= 128;
		if (byte >= 128) continue;
		id += difference;
		ids.push(id);
		difference = 0;
		factor = 1;
	}
	if (factor !== 1) throw new Error('The remembered orders are cut off');
	return ids;
}

/**
 * The bytes of a base64 text.
 *
 * @throws Error for one that is damaged: Node would skip the damage and pass it for another
 */
export function unpackBytes(packed: string): Buffer {
	const bytes = Buffer.from(packed, 'base64');
	if (bytes.toString('base64') !== packed) throw new Error('The remembered orders are not readable');
	return bytes;
}
