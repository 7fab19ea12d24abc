/** One service of a run: its orders, and what the trigger made of them. */
import type { TriggerState } from '../../nodes/SalesOrderIntegration/trigger/state/state';
import type { Sandbox } from '../../sandbox';
import type { SimulatedTiming } from '../support/simulatedTiming';
import { Ledger } from './ledger';
import { putIntoWorld } from './orderPlan';
import type { PlannedOrder } from './orderPlan';
import type { Scenario } from './scenario';
import { serviceOf } from './service';
import { Watch } from './watch';

export class SimulatedService {
	readonly sandbox: Sandbox;

	/** IDs of the planned orders, in the sequence of the plan. */
	readonly ids: string[];

	readonly ledger = new Ledger();

	readonly watch: Watch;

	/**
	 * The starting point, by the clock of the service, as closely as it can be told: what came before `earliest` does
	 * not count, what came after `latest` does. Undefined while the trigger has not been there.
	 */
	since: { earliest: number; latest: number; isVisit: boolean } | undefined;

	/** When the last poll ended, by the clock of n8n. */
	endedAt = 0;

	isSettled = false;

	constructor(
		readonly baseUrl: string,
		readonly orders: PlannedOrder[],
		private readonly scenario: Scenario,
		timing: SimulatedTiming,
	) {
		this.sandbox = serviceOf(scenario, timing);
		this.ids = putIntoWorld(this.sandbox, orders);
		this.watch = new Watch(scenario, baseUrl);
	}

	/** The trigger was activated here at an instant by the clock of n8n. */
	startedAt(activatedAt: number): void {
		const { settings, clockSkewMs } = this.scenario;
		// The clock of the service cannot be asked during its maintenance.
		const allowance = settings.pauseDuringMaintenance ? Math.abs(clockSkewMs) : 0;
		const at = activatedAt + clockSkewMs;
		this.since = { earliest: at - allowance, latest: at + allowance, isVisit: false };
	}

	/**
	 * The credential leads here: what arrived after the last poll of the other service counts. As long as n8n has saved
	 * nothing of it, which on a plain engine takes an item, each visit is the first.
	 */
	visited(now: number, state: TriggerState | undefined): void {
		if (state?.services[this.baseUrl]) return;
		const at = now + this.scenario.clockSkewMs;
		const lastPoll = (state && state.services[state.service]?.polledAt) ?? 0;
		const { earliest = Infinity } = this.since ?? {};
		this.since = { earliest: Math.min(earliest, lastPoll), latest: at, isVisit: true };
	}

	/** How many pages all lists have together at this time. */
	get pages(): number {
		const { created, deleted } = this.sandbox.world.statistics;
		const { pageSize, pageLinks } = this.sandbox.switches;
		// Against its specification, such a service has an empty page behind the last one of each list.
		const empty = pageLinks === 'pastTheEnd' ? 2 : 0;
		return Math.ceil(created / pageSize) + Math.ceil(deleted / pageSize) + empty;
	}
}
