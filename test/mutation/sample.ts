/** Draws a part of a folder at random, for a folder that would take hours. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SeededRandom } from '../../sandbox/seededRandom';

/** Lines that are drawn together: most statements fit, and a folder has many such pieces. */
const LINES = 12;

/**
 * Pieces of the files of a folder, as Stryker's `--mutate` takes them: `client.ts:13-24`. The same for the same seed.
 *
 * @param share of the pieces, 0 to 1
 */
export function drawnRanges(folder: string, share: number, seed: number): string[] {
	const random = new SeededRandom(seed);
	return filesIn(folder).flatMap((file) => {
		const lines = readFileSync(file, 'utf8').split('\n').length;
		const firstLines = Array.from({ length: Math.ceil(lines / LINES) }, (_, piece) => piece * LINES + 1);
		return firstLines
			.filter(() => random.chance(share))
			.map((first) => `${file}:${first}-${first + LINES - 1}`);
	});
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.sort()
		.map((name) => path.join(folder, name));
}
