/** The service of a scenario: how it is set up, and how it breaks. */
import { randomFaults, type Sandbox } from '../../sandbox';
import { simulatedSandbox } from '../support/sandboxClient';
import type { SimulatedTiming } from '../support/simulatedTiming';
import type { Scenario } from './scenario';

/** A service without orders, on the simulated clock. */
export function serviceOf(
	{ seed, clockSkewMs, zone, switches, rateLimit, firstOrderId }: Scenario,
	timing: SimulatedTiming,
): Sandbox {
	return simulatedSandbox(timing, {
		seed,
		clock: { now: () => timing.now() + clockSkewMs },
		users: [{ id: 1, username: 'field', name: 'Field', timezone: zone, apiToken: `token-${seed}` }],
		counts: {},
		lines: { minimum: 1, maximum: 2 },
		switches,
		rateLimit,
		firstOrderId,
		maximumLogEntries: 1,
	});
}

/** Makes it break as the scenario says, while `now` gives a time; undefined: it has become quiet. */
export function breakService(
	sandbox: Sandbox,
	{ seed, faults, outages }: Scenario,
	now: () => number | undefined,
): void {
	const source = randomFaults({
		seed,
		probability: faults.kinds.length === 0 ? 0 : faults.probability,
		kinds: faults.kinds,
		oversize: 20_000,
		longestDelay: 3_000,
	});
	sandbox.faults.decideBy((subject, index) => {
		const time = now();
		if (time === undefined) return undefined;
		const isOut = outages.some(({ from, until }) => from <= time && time < until);
		return isOut ? { kind: index % 3 === 0 ? 'hang' : 'reset' } : source(subject, index);
	});
}
