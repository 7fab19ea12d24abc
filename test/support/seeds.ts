/** Seeds of random tests, and how they tell what they did. */

/** The first seed of each random test: 1, so that every run is the same, or what SEED says. */
export const firstSeed = Number(process.env.SEED ?? 1);

/** So many seeds, from the first on. */
export function seeds(count: number): number[] {
	return Array.from({ length: count }, (_, position) => firstSeed + position);
}

/** Prints one line into the output of the tests, without the place that console.log adds. */
export function report(line: string): void {
	process.stdout.write(`    ${line}\n`);
}
