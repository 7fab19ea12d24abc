/** The trigger over simulated weeks: every promise of design 4 together, in many seeded worlds. */
import { simulateSeed } from '../simulation/simulateSeed';

const SEEDS = 40;
const AT_ONCE = 20;
const blocks = Array.from({ length: SEEDS / AT_ONCE }, (_, index) => index * AT_ONCE + 1);

test.each(blocks)(
	'nothing is lost or repeated, seeds %i and the nineteen after',
	async (from) => {
		const failed: string[] = [];
		for (let seed = from; seed < from + AT_ONCE; seed++) {
			const { problems } = await simulateSeed(seed);
			if (problems.length > 0) failed.push(`npm run simulate -- --seed ${seed}: ${problems[0]}`);
		}
		expect(failed).toEqual([]);
	},
	120_000,
);
