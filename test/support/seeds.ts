/** Seeds of random tests, and how they tell what they did. */

/** The first seed of each random test: 1, so that every run is the same, or what SEED says. */
export const firstSeed = Number(process.env.SEED ?? 1);

/** So many repetitions of a random test, or REPETITIONS times as many: 10 in `REPETITIONS=10 npx jest`, 0.5 while files are being changed. */
export function repetitions(count: number): number {
	return Math.ceil(count * Number(process.env.REPETITIONS ?? 1));
}

/** So many seeds, from the first on; times REPETITIONS. */
export function seeds(count: number): number[] {
	return Array.from({ length: repetitions(count) }, (_, position) => firstSeed + position);
}

/** Prints one line into the output of the tests, without the place that console.log adds. */
export function report(line: string): void {
	process.stdout.write(`    ${line}\n`);
}
