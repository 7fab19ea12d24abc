/** The trigger over simulated weeks: every promise of design 4 together, in many seeded worlds. */
import { simulateSeed } from './simulateSeed';

/** So few that a test that fails names a short list, and none takes long. */
const AT_ONCE = 10;
const TIME_LIMIT_MS = 180_000;

/** One test for every ten seeds. The files that call this are run side by side by jest's workers. */
export function testSeeds(first: number, last: number): void {
	const blocks: Array<[number, number]> = [];
	for (let from = first; from <= last; from += AT_ONCE) {
		blocks.push([from, Math.min(last, from + AT_ONCE - 1)]);
	}
	test.each(blocks)(
		'nothing is lost or repeated, seeds %i to %i',
		async (from, to) => {
			const failed: string[] = [];
			for (let seed = from; seed <= to; seed++) {
				const { problems } = await simulateSeed(seed);
				if (problems.length > 0) failed.push(`npm run simulate -- --seed ${seed}: ${problems[0]}`);
			}
			expect(failed).toEqual([]);
		},
		TIME_LIMIT_MS,
	);
}
