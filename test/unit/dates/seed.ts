/** The seed of the random cases in the tests of dates: another one in each run, unless SEED repeats one. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers from 0 up to 1 that follow from a seed (mulberry32). */
export function randomFrom(start: number): () => number {
	let state = start | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
