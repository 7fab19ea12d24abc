/** The services of one run: the usual one, and another to which the credential leads for a while. */
import type { TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/pollWithState';
import { BASE_URL } from '../support/sandboxClient';
import type { SimulatedTiming } from '../support/simulatedTiming';
import type { Scenario } from './scenario';
import { isWithin } from './service';
import { SimulatedService } from './simulatedService';
import type { Run } from './simulate';

const OTHER_URL = 'https://other.example';

export class Services {
	readonly usual: SimulatedService;

	readonly other: SimulatedService;

	/** Where the credential leads once the run is over. */
	settling: SimulatedService | undefined;

	readonly noticed: Run['noticed'] = [];

	switches = 0;

	/** From which service a batch is. */
	private readonly sources = new WeakMap<TriggerItem[], SimulatedService>();

	private lastKept: SimulatedService | undefined;

	constructor(
		private readonly scenario: Scenario,
		private readonly timing: SimulatedTiming,
	) {
		this.usual = new SimulatedService(BASE_URL, scenario.orders, scenario, timing);
		this.other = new SimulatedService(OTHER_URL, scenario.otherOrders, scenario, timing);
	}

	get all(): SimulatedService[] {
		return [this.usual, this.other];
	}

	/** Where the credential leads. */
	get current(): SimulatedService {
		if (this.settling) return this.settling;
		const isVisit = this.lastKept !== undefined && isWithin(this.scenario.visits, this.timing.now());
		return isVisit ? this.other : this.usual;
	}

	delivered(service: SimulatedService, items: TriggerItem[]): void {
		this.sources.set(items, service);
	}

	sourceOf(items: TriggerItem[]): SimulatedService {
		return this.sources.get(items) ?? this.usual;
	}

	/** n8n keeps what a poll of this service has done. */
	kept(service: SimulatedService, hints: Array<{ kind: string }>): void {
		if (this.lastKept && this.lastKept !== service) this.switches++;
		this.lastKept = service;
		this.noticed.push({ at: this.timing.now(), kinds: new Set(hints.map(({ kind }) => kind)) });
	}
}
