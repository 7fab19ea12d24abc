/** One seed, run and judged; and many, summed up. */
import { scenarioOf } from './scenario';
import { Simulation, type Run } from './simulate';
import { problemsOf } from './verify';
import { DAY } from '../support/time';

/** A run with what was wrong with it. */
export interface Verdict {
	run: Run;
	/** Empty when all promises were kept. */
	problems: string[];
}

export async function simulateSeed(seed: number, traits?: string[]): Promise<Verdict> {
	const run = await new Simulation(scenarioOf(seed, traits)).run();
	return { run, problems: problemsOf(run) };
}

/** What many runs came to. */
export class Summary {
	readonly failingSeeds: number[] = [];
	private readonly counts = new Map<string, number>();

	add({ run, problems }: Verdict): void {
		if (problems.length > 0) this.failingSeeds.push(run.scenario.seed);
		this.count('seeds', 1);
		this.count('simulated weeks', (run.endedAt - run.activatedAt) / (7 * DAY));
		this.count('kills', run.kills);
		for (const { watch, ledger, orders } of run.services) {
			this.count('polls', watch.polls);
			this.count('polls that failed', watch.failedAt.length);
			this.count('requests', watch.requests);
			this.count('orders', orders.length);
			this.count('items delivered', ledger.items);
			this.count('items lost in a kill', ledger.lost.count);
			this.count('items repeated after a kill', ledger.repeated.count);
		}
	}

	private count(name: string, more: number): void {
		this.counts.set(name, (this.counts.get(name) ?? 0) + more);
	}

	toString(): string {
		const lines = [...this.counts].map(
			([name, value]) => `${String(Math.round(value)).padStart(12)}  ${name}`,
		);
		return [...lines, `failing seeds: ${this.failingSeeds.join(', ') || 'none'}`].join('\n');
	}
}
