/** One seed, run and judged; and many, summed up. */
import { scenarioOf } from './scenario';
import type { ScenarioOptions } from './scenario';
import { Simulation } from './simulate';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { problemsOf } from './verify';

/** A run with what was wrong with it. */
export interface Verdict {
	run: Run;
	/** Empty when all promises were kept. */
	problems: string[];
}

export async function simulateSeed(seed: number, options?: ScenarioOptions): Promise<Verdict> {
	const run = await new Simulation(scenarioOf(seed, options)).run();
	return { run, problems: problemsOf(run) };
}

/** What many runs came to. */
export class Summary {
	readonly failingSeeds: number[] = [];

	private readonly counts = {
		seeds: 0,
		'simulated weeks': 0,
		polls: 0,
		requests: 0,
		'most requests in a poll': 0,
		orders: 0,
		'items delivered': 0,
		reports: 0,
		kills: 0,
		'failed polls': 0,
		'largest state in kB': 0,
	};

	/** Items of batches that a kill tore apart between the two writes of a plain engine, by kind of delivery. */
	private readonly torn = { lost: 0, repeated: 0, 'lost and recovered by until external ID': 0 };

	add({ run, problems }: Verdict): void {
		const { scenario, kills } = run;
		const { counts } = this;
		if (problems.length > 0) this.failingSeeds.push(scenario.seed);
		counts.seeds++;
		counts['simulated weeks'] += (run.endedAt - run.activatedAt) / (7 * 24 * 3_600_000);
		counts.kills += kills;
		for (const service of run.services) this.addService(service);
	}

	private addService({ watch, ledger, orders }: SimulatedService): void {
		const { counts, torn } = this;
		counts.polls += watch.polls;
		counts.requests += watch.requests;
		counts['most requests in a poll'] = Math.max(counts['most requests in a poll'], watch.mostRequests);
		counts.orders += orders.length;
		counts['items delivered'] += ledger.items;
		counts.reports += ledger.reports.length;
		counts['failed polls'] += [...watch.failures.values()].reduce((sum, count) => sum + count, 0);
		counts['largest state in kB'] = Math.max(counts['largest state in kB'], watch.largestState / 1_000);
		torn.repeated += ledger.repeated.count;
		const isRecovered = watch.periods.every(({ settings }) => settings.delivery === 'untilExternalId');
		torn[isRecovered ? 'lost and recovered by until external ID' : 'lost'] += ledger.lost.count;
	}

	toString(): string {
		const lines = [...Object.entries(this.counts), ...Object.entries(this.torn)].map(
			([name, value]) => `${String(Math.round(value)).padStart(12)}  ${name}`,
		);
		return [...lines, `failing seeds: ${this.failingSeeds.join(', ') || 'none'}`].join('\n');
	}
}
