/** Makes a failing seed smaller, as long as it still fails: what is left shows the cause. */
import { notShrunk } from './scenario';
import type { ScenarioOptions, Shrinking } from './scenario';
import { simulateSeed } from './simulateSeed';
import type { Verdict } from './simulateSeed';

const LEAVING_OUT = [
	{ withoutFaults: true },
	{ withoutKills: true },
	{ withoutOutages: true },
	{ withoutChanges: true },
] satisfies Array<Partial<Shrinking>>;

/** The smallest failing form of a seed that was found, and its verdict; undefined when the seed does not fail. */
export async function shrink(
	seed: number,
	options: ScenarioOptions,
): Promise<{ shrinking: Shrinking; verdict: Verdict } | undefined> {
	let smallest = { shrinking: { ...notShrunk }, verdict: await simulateSeed(seed, options) };
	if (smallest.verdict.problems.length === 0) return undefined;
	const isSmaller = async (change: Partial<Shrinking>): Promise<boolean> => {
		const shrinking = { ...smallest.shrinking, ...change };
		const verdict = await simulateSeed(seed, { ...options, shrinking });
		if (verdict.problems.length === 0) return false;
		smallest = { shrinking, verdict };
		return true;
	};
	for (const change of LEAVING_OUT) await isSmaller(change);
	for (const name of ['days', 'orders'] as const) {
		for (let share = 0.5; share > 0.005; share /= 2) {
			if (!(await isSmaller({ [name]: share }))) break;
		}
	}
	return smallest;
}
