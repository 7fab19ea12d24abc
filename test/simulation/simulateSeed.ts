/** One seed, run and judged. */
import { scenarioOf } from './scenario';
import type { Shrinking } from './scenario';
import { Simulation } from './simulate';
import type { Run } from './simulate';
import { problemsOf } from './verify';

export async function simulateSeed(seed: number, shrinking?: Shrinking): Promise<{ run: Run; problems: string[] }> {
	const run = await new Simulation(scenarioOf(seed, shrinking)).run();
	return { run, problems: problemsOf(run) };
}
