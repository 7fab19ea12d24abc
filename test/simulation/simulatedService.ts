/** One service of a run: its orders, and what the trigger made of them. */
import type { Sandbox } from '../../sandbox';
import type { SimulatedTiming } from '../support/simulatedTiming';
import { Ledger } from './ledger';
import { putIntoWorld, type PlannedOrder } from './orderPlan';
import type { Scenario } from './scenario';
import { serviceOf } from './service';
import { lastPolledAt, type ServiceKey } from './stateView';
import { Watch } from './watch';

/** What a service is made of. */
export interface ServicePlan {
	key: ServiceKey;
	orders: PlannedOrder[];
	/** Services of one account have the same users. */
	account: number;
	/** The service that this is another name of. */
	of?: SimulatedService;
}

export class SimulatedService {
	readonly sandbox: Sandbox;
	readonly orders: PlannedOrder[];
	/** IDs of the planned orders, in the sequence of the plan. */
	readonly ids: string[];
	readonly ledger = new Ledger();
	readonly watch: Watch;
	/** Where the credential leads when it leads here. */
	key: ServiceKey;
	/**
	 * The starting point, by the clock of the service, as closely as it can be told: what came before `earliest` does
	 * not count, what came after `latest` does. Undefined while the trigger has not been there.
	 */
	since: { earliest: number; latest: number; isVisit: boolean } | undefined;
	isSettled = false;
	/** Sandboxes that show what was there a while ago, by how long. */
	private readonly replicas = new Map<number, Sandbox>();

	constructor(
		private readonly scenario: Scenario,
		timing: SimulatedTiming,
		{ key, orders, account, of }: ServicePlan,
	) {
		this.key = key;
		this.orders = orders;
		const { undatedDeletions } = scenario;
		this.sandbox = of?.sandbox ?? serviceOf(scenario, timing, { account });
		this.ids = of?.ids ?? putIntoWorld(this.sandbox, orders, undatedDeletions);
		this.watch = new Watch(scenario);
		for (const { lagMs } of scenario.replicas) {
			if (this.replicas.has(lagMs)) continue;
			const isEmpty = lagMs === Infinity;
			const replica = serviceOf({ ...scenario, rateLimit: null }, timing, {
				account,
				lagMs: isEmpty ? 0 : lagMs,
			});
			if (!isEmpty) putIntoWorld(replica, orders, undatedDeletions);
			const date = () => new Date(timing.now() + scenario.clockSkewMs).toUTCString();
			replica.faults.decideBy(() => ({ kind: 'headers', headers: { Date: date() } }));
			this.replicas.set(lagMs, replica);
		}
	}

	/** What answers a poll that begins at an instant by the clock of n8n. */
	sandboxAt(now: number): Sandbox {
		const replica = this.scenario.replicas.find(({ from, until }) => from <= now && now < until);
		return (replica && this.replicas.get(replica.lagMs)) ?? this.sandbox;
	}

	/** The workflow writes an external ID; `now` by the clock of n8n. */
	storeExternalId(id: string, externalId: string, now: number): void {
		const at = now + this.scenario.clockSkewMs;
		for (const { world } of [this.sandbox, ...this.replicas.values()]) {
			// The service answers 404 for an ID that it does not have.
			if (world.find(BigInt(id))) world.setExternalId(BigInt(id), externalId, at);
		}
	}

	/** The trigger was activated here at an instant by the clock of n8n. */
	startedAt(activatedAt: number): void {
		const { settings, clockSkewMs } = this.scenario;
		// The clock of the service cannot be asked during its maintenance, and tells whole seconds.
		const allowance = settings.pauseDuringMaintenance ? Math.abs(clockSkewMs) : 0;
		const at = activatedAt + clockSkewMs;
		this.since = { earliest: at - allowance, latest: at + allowance + 1_000, isVisit: false };
	}

	/**
	 * The credential leads here: what arrived after the last poll of the other service, or after the user last switched
	 * the workflow on, counts. As long as n8n has saved nothing of it, each visit is the first.
	 *
	 * @param activatedAt by the clock of n8n
	 */
	visited(now: number, activatedAt: number, nodeData: Record<string, unknown>, isKnown: boolean): void {
		if (isKnown && this.since) return;
		const { clockSkewMs } = this.scenario;
		const earliest = Math.max(lastPolledAt(nodeData) ?? 0, activatedAt + clockSkewMs);
		this.since = {
			earliest: Math.min(earliest, this.since?.earliest ?? Infinity),
			latest: now + clockSkewMs,
			isVisit: true,
		};
	}

	/** How many pages all lists have together at this time. */
	get pages(): number {
		const { created, deleted } = this.sandbox.world.statistics;
		const { pageSize, pageLinks, ignoresDeleted } = this.sandbox.switches;
		// Against its specification, such a service has an empty page behind the last one of each list.
		const empty = pageLinks === 'pastTheEnd' ? 2 : 0;
		// Then both lists show all orders.
		if (ignoresDeleted) return 2 * Math.ceil((created + deleted) / pageSize) + empty;
		return Math.ceil(created / pageSize) + Math.ceil(deleted / pageSize) + empty;
	}
}
