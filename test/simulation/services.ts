/** The services of one run: the usual one, and others to which the credential leads for a while. */
import type { Client } from '../../nodes/SalesOrderIntegration/http/client';
import { BASE_URL } from '../support/sandboxClient';
import type { SimulatedTiming } from '../support/simulatedTiming';
import type { Scenario, Visit } from './scenario';
import { SimulatedService, type ServicePlan } from './simulatedService';
import type { Run } from './simulate';
import { pendingReports } from './stateView';
import type { TriggerItem } from './triggerUnderTest';

const CREDENTIAL = 'credential';
const OTHER_CREDENTIAL = 'credential of another account';
const NEW_CREDENTIAL = 'new credential';
const OTHER_URL = 'https://other.example';
const ALIAS_URL = 'https://alias.example';

export class Services {
	readonly usual: SimulatedService;
	/** Where a visit leads; a new credential for the same account leads to the usual service. */
	private readonly visited = new Map<Visit['to'], SimulatedService>();
	/** Where the credential leads once the run is over. */
	settling: SimulatedService | undefined;
	/** When the user last switched the workflow on, by the clock of n8n. */
	activatedAt = 0;
	readonly noticed: Run['noticed'] = [];
	switches = 0;
	pending: string[] = [];
	/** From which service a batch is. */
	private readonly sources = new WeakMap<TriggerItem[], SimulatedService>();
	private lastKept: SimulatedService | undefined;

	constructor(
		private readonly scenario: Scenario,
		private readonly timing: SimulatedTiming,
	) {
		this.usual = new SimulatedService(scenario, timing, {
			key: { baseUrl: BASE_URL, credentialId: CREDENTIAL },
			orders: scenario.orders,
			account: 1,
		});
		for (const { to } of scenario.visits) {
			const plan = this.planOf(to);
			if (!this.visited.has(to))
				this.visited.set(to, plan ? new SimulatedService(scenario, timing, plan) : this.usual);
		}
	}

	private planOf(to: Visit['to']): ServicePlan | undefined {
		const { orders, otherOrders } = this.scenario;
		const credentialId = CREDENTIAL;
		switch (to) {
			case 'newCredential':
				return undefined;
			case 'other':
				return { key: { baseUrl: OTHER_URL, credentialId }, orders: otherOrders, account: 2 };
			case 'otherAccount':
				return {
					key: { baseUrl: BASE_URL, credentialId: OTHER_CREDENTIAL },
					orders: otherOrders,
					account: 3,
				};
			case 'alias':
				return { key: { baseUrl: ALIAS_URL, credentialId }, orders, account: 1, of: this.usual };
		}
	}

	get all(): SimulatedService[] {
		return [...new Set([this.usual, ...this.visited.values()])];
	}

	/** Where the credential leads. */
	get current(): SimulatedService {
		if (this.settling) return this.settling;
		const now = this.timing.now();
		const visit = this.scenario.visits.find(({ from, until }) => from <= now && now < until);
		if (!visit || this.lastKept === undefined) return this.usual;
		if (visit.to === 'newCredential') this.usual.key = { baseUrl: BASE_URL, credentialId: NEW_CREDENTIAL };
		return this.visited.get(visit.to) ?? this.usual;
	}

	delivered(service: SimulatedService, items: TriggerItem[]): void {
		this.sources.set(items, service);
	}

	sourceOf(items: TriggerItem[]): SimulatedService {
		return this.sources.get(items) ?? this.usual;
	}

	/** n8n keeps what a poll of this service has done. */
	kept(service: SimulatedService, { hints }: Client, nodeData: object, hasRead: boolean): void {
		if (this.lastKept && this.lastKept !== service) this.switches++;
		this.lastKept = service;
		this.pending = pendingReports(nodeData);
		if (!hasRead) return;
		const kinds = hints.list().map(({ kind }) => kind);
		const odd = [...hints.oddFields, ...(kinds.includes('leftOut') ? ['leftOut'] : [])];
		const subjects = odd.map((subject) => [service.key.baseUrl, service.key.credentialId, subject].join(' '));
		this.noticed.push({ at: this.timing.now(), subjects: new Set(subjects) });
	}
}
