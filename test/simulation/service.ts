/** The services of a scenario: how they are set up, and how they break. */
import { randomFaults, type Fault, type Sandbox } from '../../sandbox';
import { simulatedSandbox } from '../support/sandboxClient';
import type { SimulatedTiming } from '../support/simulatedTiming';
import type { Scenario, Span } from './scenario';

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

/** A field that no output and no filter depends on. */
const ODD_FIELD: Fault = { kind: 'wrongTypes', values: { accuracy: 'about ten metres' } };

/** Makes it break as the scenario says, while `now` returns a time; undefined: it has become quiet. */
export function breakService(
	sandbox: Sandbox,
	{ seed, faults, outages, oddData }: Scenario,
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
		if (isWithin(outages, time)) return { kind: index % 3 === 0 ? 'hang' : 'reset' };
		return source(subject, index) ?? (isWithin(oddData, time) ? ODD_FIELD : undefined);
	});
}

/** Whether one of the spans holds an instant. */
export function isWithin(spans: Span[], instant: number): boolean {
	return spans.some(({ from, until }) => from <= instant && instant < until);
}
