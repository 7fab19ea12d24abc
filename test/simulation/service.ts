/** The services of a scenario: how they are set up, and how they break. */
import { randomFaults, type Fault, type FaultSource, type Sandbox } from '../../sandbox';
import { wallTimeOf } from '../../sandbox/wallTime';
import { simulatedSandbox } from '../support/sandboxClient';
import type { SimulatedTiming } from '../support/simulatedTiming';
import type { Scenario, Span } from './scenario';
import { weatherFault } from './weather';

/** What is said of a service; it may have no limit. */
type Described = Omit<Scenario, 'rateLimit'> & { rateLimit: Scenario['rateLimit'] | null };

/** A service without orders, on the simulated clock. `account` tells its users from those of other accounts. */
export function serviceOf(
	{ seed, clockSkewMs, zone, switches, rateLimit, firstOrderId }: Described,
	timing: SimulatedTiming,
	{ account, lagMs = 0 }: { account: number; lagMs?: number },
): Sandbox {
	const username = `field${account === 1 ? '' : account}`;
	const user = { id: account, username, name: `Field ${account}`, timezone: zone };
	return simulatedSandbox(timing, {
		seed,
		clock: { now: () => timing.now() + clockSkewMs - lagMs },
		users: [{ ...user, apiToken: `token-${seed}-${account}` }],
		sellers: 0,
		lines: { minimum: 1, maximum: 2 },
		switches,
		rateLimit,
		firstOrderId,
		maximumLogEntries: 1,
	});
}

/** A field that no output and no filter depends on. */
const ODD_FIELD: Fault = { kind: 'wrongTypes', values: { accuracy: 'about ten metres' } };

const WITHOUT_DATE: Fault = { kind: 'headers', headers: { Date: undefined } };

/** Makes it break as the scenario says, until it has become quiet. */
export function breakService(
	sandbox: Sandbox,
	{ seed, faults, outages, oddData, weather, hidesDate, visits, zone, clockSkewMs }: Scenario,
	timing: SimulatedTiming,
	isQuiet: () => boolean,
): void {
	const source = randomFaults({
		seed,
		probability: faults.kinds.length === 0 ? 0 : faults.probability,
		kinds: faults.kinds,
		oversize: 20_000,
		longestDelay: 3_000,
	});
	// Without its users, or with others, an account cannot be recognized under a new credential.
	const needsUsers = visits.some(({ to }) => to === 'newCredential');
	const hidesUsers = (fault: Fault) =>
		fault.kind === 'wrongTypes' || (fault.kind === 'status' && fault.status < 500);
	const random: FaultSource = (subject, index) => {
		const fault = source(subject, index);
		const isOfUsers = needsUsers && subject.url.includes('/user');
		return isOfUsers && [fault ?? []].flat().some(hidesUsers) ? undefined : fault;
	};
	const faultOf: FaultSource = (subject, index) => {
		const time = isQuiet() ? undefined : timing.now();
		if (time !== undefined && isWithin(outages, time)) return { kind: index % 3 === 0 ? 'hang' : 'reset' };
		const lasting = weatherFault(weather, subject, wallTimeOf(timing.now() + clockSkewMs, zone), time);
		if (lasting || time === undefined) return lasting;
		return random(subject, index) ?? (isWithin(oddData, time) ? ODD_FIELD : undefined);
	};
	sandbox.faults.decideBy((subject, index) => {
		const fault = [faultOf(subject, index) ?? []].flat();
		return hidesDate ? [...fault, WITHOUT_DATE] : fault;
	});
}

/** Whether one of the spans holds an instant. */
export function isWithin(spans: Span[], instant: number): boolean {
	return spans.some(({ from, until }) => from <= instant && instant < until);
}
