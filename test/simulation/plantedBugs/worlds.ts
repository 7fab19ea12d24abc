/** The worlds in which a planted bug is looked for: the smallest of many, because most bugs need few orders. */
import { scenarioOf, type Scenario } from '../scenario';
import { simulateSeed } from '../simulateSeed';
import type { PlantedBug } from './plantedBug';

/** Of so many seeds, the smallest worlds are taken. */
const SEEDS = 300;

/** A world that breaks a promise. */
export interface Finding {
	seed: number;
	/** The first thing that was wrong. */
	problem: string;
}

/** Seeds of small worlds that suit a bug, the smallest first. */
export function worldsFor({ traits, suits = () => true }: PlantedBug, count: number): number[] {
	const worlds = Array.from({ length: SEEDS }, (_, index) => scenarioOf(index + 1, traits)).filter(suits);
	worlds.sort((one, other) => sizeOf(one) - sizeOf(other));
	return worlds.slice(0, count).map(({ seed }) => seed);
}

function sizeOf({ orders, otherOrders, start, end, pollMs }: Scenario): number {
	return orders.length + otherOrders.length + (2 * (end - start)) / pollMs;
}

/** The first of these worlds that breaks a promise. */
export async function firstFailing(seeds: number[], traits?: string[]): Promise<Finding | undefined> {
	for (const seed of seeds) {
		// A trigger that cannot be activated for days ends the simulation.
		const problems = await simulateSeed(seed, traits).then(
			(verdict) => verdict.problems,
			(error: unknown) => [String(error)],
		);
		const [problem] = problems;
		if (problem !== undefined)
			return { seed, problem: problem.replace(/^Order \d+: (.*)[^]*/, 'an order: $1') };
	}
	return undefined;
}
