/** A trigger on a simulated clock, polled by hand: its service, its settings and what it remembers. */
import '../../support/quickZones';
import type { ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import type { Client } from '../../../nodes/SalesOrderIntegration/http/client';
import { knowledgeOf, unlessPolling } from '../../../nodes/SalesOrderIntegration/trigger/known';
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { pollWithState, type TriggerItem } from '../../../nodes/SalesOrderIntegration/trigger/pollWithState';
import type {
	Report,
	ServiceState,
	TriggerState,
} from '../../../nodes/SalesOrderIntegration/trigger/state/state';
import { noteOf } from '../../../nodes/SalesOrderIntegration/trigger/state/note';
import type { SummaryItem } from '../../../nodes/SalesOrderIntegration/trigger/reports';
import type { OrderItem } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import type { NewOrder, RequestLogEntry, Sandbox, SandboxOptions } from '../../../sandbox';
import { BASE_URL, clientOf, simulatedSandbox } from '../../support/sandboxClient';
import { SimulatedTiming } from '../../support/simulatedTiming';
import { HOUR, MINUTE, NOON } from '../../support/time';
import { defaultSettings } from '../../support/triggerSettings';

export { rewriteLists } from '../../support/rewriteLists';
export { DAY, HOUR, MINUTE, NOON } from '../../support/time';

export interface FixtureOptions {
	/** Epoch milliseconds. */
	start?: number;
	settings?: Partial<TriggerSettings>;
	sandbox?: Partial<SandboxOptions>;
	/** IANA zone of the token's user. */
	zone?: string;
	/** IANA zone in the credential. Default: that of the user. */
	credentialZone?: string;
	/** How far the clock of the service is ahead at first. */
	clockSkewMs?: number;
}

let fixtures = 0;

export class TriggerFixture {
	readonly timing: SimulatedTiming;
	sandbox: Sandbox;
	private readonly newSandbox: () => Sandbox;
	private readonly sandboxes = new Map<string, Sandbox>();
	credentialZone?: string;
	settings: TriggerSettings;
	/** What n8n keeps for the node. */
	nodeData: { state?: TriggerState } = {};
	/** What n8n keeps for the workflow. */
	workflowData: Record<string, unknown> = {};
	/** Where the service is. */
	baseUrl = BASE_URL;
	budgetMs = 300_000;
	credentialId = 'credential';
	node = { id: 'node', name: 'Trigger' };
	/** What the process knows of the trigger is known under this name. */
	life = 0;
	/** What n8n polls with: a new one with each activation. */
	context: object = {};
	/** What was written into the log. */
	readonly warnings: string[] = [];
	/** What was reported with the event attention, poll by poll. */
	readonly reports: Report[][] = [];
	/** What was told with the event summary. */
	readonly summaries: SummaryItem[] = [];
	/** Whether making n8n's items of the orders fails. */
	failOutput = false;
	private aheadMs = 0;
	clockSkewMs: number;
	/** By which date the service filters windows, where it is not the one that the settings say. */
	filtersBy?: TriggerSettings['windowDate'];
	private isSwitchedOn = false;
	private readonly number = ++fixtures;

	constructor({
		start = NOON,
		zone = 'America/Mexico_City',
		credentialZone,
		clockSkewMs = 0,
		...options
	}: FixtureOptions = {}) {
		this.credentialZone = credentialZone;
		this.clockSkewMs = clockSkewMs;
		this.timing = new SimulatedTiming({ start });
		this.settings = { ...defaultSettings, ...options.settings };
		this.newSandbox = () => {
			const apiToken = `trigger-${this.number}`;
			const sandbox = simulatedSandbox(this.timing, {
				clock: { now: () => this.now - this.aheadMs + this.clockSkewMs },
				users: [{ id: 1, username: 'field', name: 'Field', timezone: zone, apiToken }],
				rateLimit: null,
				lines: { minimum: 1, maximum: 2 },
				...options.sandbox,
			});
			sandbox.switches.latency ||= 50;
			return sandbox;
		};
		this.sandbox = this.newSandbox();
	}

	get now(): number {
		return this.timing.now();
	}

	/** From now on the credential leads to another service: one that was left before, or one without orders. */
	moveTo(baseUrl: string): void {
		this.sandboxes.set(this.baseUrl, this.sandbox);
		this.baseUrl = baseUrl;
		this.sandbox = this.sandboxes.get(baseUrl) ?? this.newSandbox();
	}

	/** Changes settings, as a user does in the editor. */
	set(changes: Partial<TriggerSettings>): void {
		this.settings = { ...this.settings, ...changes };
	}

	/** Saves what n8n keeps and loads it again, as after a restart. */
	restart(): void {
		this.life++;
		this.context = {};
		this.nodeData = JSON.parse(JSON.stringify(this.nodeData)) as typeof this.nodeData;
		this.workflowData = JSON.parse(JSON.stringify(this.workflowData)) as Record<string, unknown>;
	}

	/** Sets our clock so much ahead of the right time. */
	setClockAhead(ms: number): void {
		this.timing.current += ms - this.aheadMs;
		this.aheadMs = ms;
	}

	/** Lets time pass. */
	pass(ms: number): void {
		this.timing.current += ms;
	}

	/** An order that arrives now and was made so long ago. Gives its id as the trigger knows it. */
	add({ madeAgo = 0, ...order }: NewOrder & { madeAgo?: number } = {}): string {
		const dateCreated = order.dateCreated ?? this.now;
		const mobileDateCreated = dateCreated - madeAgo;
		return String(this.sandbox.world.add({ mobileDateCreated, ...order, dateCreated }));
	}

	/** Polls once; the state moves as n8n's would. */
	async poll(): Promise<OrderItem[]> {
		const items = await this.pollAll();
		const reports = items.filter((item) => 'reason' in item);
		if (reports.length > 0) this.reports.push(reports);
		this.summaries.push(...items.filter((item) => 'heldBack' in item));
		return items.filter((item) => 'order' in item);
	}

	/** The user switches the workflow on: n8n polls once. */
	async switchOn(): Promise<OrderItem[]> {
		this.context = {};
		this.isSwitchedOn = true;
		return await this.poll();
	}

	/** As {@link poll}, with what is reported. */
	async pollAll(): Promise<TriggerItem[]> {
		const { settings, nodeData, node, credentialId } = this;
		const deadline = this.now + this.budgetMs;
		const note = noteOf(this.workflowData, node.id, this.now, this.isSwitchedOn);
		const poll = { context: this.context, isActivation: this.isSwitchedOn };
		this.isSwitchedOn = false;
		const knowledge = knowledgeOf(`${this.number}:${this.life}`);
		const run = async (isOutdated: () => boolean) => {
			const log = (message: string) => this.warnings.push(message);
			const client = this.client(deadline);
			const kept = { knowledge, nodeData, note, node, credentialId };
			return await pollWithState({ ...kept, isOutdated, client, settings, log }, (all) => {
				if (this.failOutput) throw new Error('No output');
				return all;
			});
		};
		return (await unlessPolling(knowledge, poll, run)) ?? [];
	}

	/** Polls after a time, and tells of each item its event and id. */
	async pollAfter(ms: number): Promise<string[]> {
		this.pass(ms);
		return told(await this.poll());
	}

	/** Polls every so often for so long; tells of each item its event and id. */
	async during(ms: number, everyMs: number): Promise<string[]> {
		const items: string[] = [];
		for (const end = this.now + ms; this.now < end;) items.push(...(await this.pollAfter(everyMs)));
		return items;
	}

	/** So many polls, of which some may fail; what they tell, poll by poll, and the failures. */
	async despite(
		polls: number,
		everyMs: number,
		before: (poll: number) => unknown = () => {},
	): Promise<{ polls: string[][]; items: string[]; failures: ServiceFailure[] }> {
		const failures: ServiceFailure[] = [];
		const found: string[][] = [];
		for (let poll = 0; poll < polls; poll++) {
			before(poll);
			const failed = (error: ServiceFailure) => (failures.push(error), []);
			found.push(await this.pollAfter(everyMs).catch(failed));
		}
		return { polls: found, items: found.flat(), failures };
	}

	/** Polls every so often until nothing comes any more, a thousand times at most; gives what came, poll by poll. */
	async drain(everyMs = 10 * MINUTE, quietPolls = 2): Promise<OrderItem[][]> {
		const batches: OrderItem[][] = [];
		for (let quiet = 0; quiet < quietPolls && batches.length < 1_000;) {
			this.pass(everyMs);
			const items = await this.poll();
			if (items.length > 0) batches.push(items);
			quiet = items.length > 0 ? 0 : quiet + 1;
		}
		return batches;
	}

	client(deadline?: number): Client {
		const { baseUrl, credentialZone: timezone, filtersBy = this.settings.windowDate } = this;
		const serverDateParameter = filtersBy === 'dateCreated' ? 'dateField=dateCreated' : undefined;
		return clientOf(this.sandbox, this.timing, { baseUrl, timezone, deadline, serverDateParameter });
	}

	/** The requests since the last look. */
	requests(): readonly RequestLogEntry[] {
		const { entries } = this.sandbox.log;
		this.sandbox.log.clear();
		return entries;
	}
}

/** The customer of an order, by its code. */
export function of(code: string): Pick<NewOrder, 'customer'> {
	return { customer: { id: 7, code, description: code, enabled: true, zone: null as never } };
}

/** Of each item its event and id, such as `created 1001`. */
export function told(items: OrderItem[]): string[] {
	return items.map(({ event, id }) => `${event} ${id}`);
}

/** What the state says of the service of the last poll, to be read or changed in place. */
export function serviceState({ nodeData: { state } }: TriggerFixture): ServiceState {
	return Object.values(state?.services ?? {})[0] as ServiceState;
}

/** A trigger that was activated a moment ago, in a service without orders. */
export async function activated(options?: FixtureOptions): Promise<TriggerFixture> {
	const trigger = new TriggerFixture(options);
	await trigger.poll();
	trigger.pass(MINUTE);
	trigger.requests();
	return trigger;
}

/** A trigger whose four readings have all just been complete, an hour after activation. Gives when they began. */
export async function allRead(options?: FixtureOptions): Promise<{ trigger: TriggerFixture; began: number }> {
	const trigger = await activated(options);
	trigger.pass(HOUR);
	const began = trigger.now;
	expect(await trigger.poll()).toEqual([]);
	trigger.requests();
	return { trigger, began };
}
