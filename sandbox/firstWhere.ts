/** Binary search. */

/** The position of the first element for which a condition holds that holds for all after it; its length for none. */
export function firstWhere<Element>(
	sorted: readonly Element[],
	holds: (element: Element) => boolean,
): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (holds(sorted[middle] as Element)) high = middle;
		else low = middle + 1;
	}
	return low;
}
