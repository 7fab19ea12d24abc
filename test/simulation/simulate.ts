/** Runs one scenario: services, an n8n, a workflow, and a clock that does not wait. */
import type { Transport } from '../../nodes/SalesOrderIntegration/http/call';
import { unlessPolling } from '../../nodes/SalesOrderIntegration/trigger/n8nPoll';
import { pollWithState } from '../../nodes/SalesOrderIntegration/trigger/pollWithState';
import type { Surroundings, TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/pollWithState';
import type { TriggerState } from '../../nodes/SalesOrderIntegration/trigger/state/state';
import { SeededRandom } from '../../sandbox/seededRandom';
import { clientOf } from '../support/sandboxClient';
import { SimulatedTiming } from '../support/simulatedTiming';
import { KillSwitch } from './killSwitch';
import { engineModel, Life } from './n8nModel';
import type { Disk, EngineModel, PollMemory } from './n8nModel';
import type { Scenario } from './scenario';
import { breakService, isWithin } from './service';
import { Services } from './services';
import type { SimulatedService } from './simulatedService';
import { runWorkflow } from './workflow';
import { MINUTE } from '../support/time';

/** All that is left of a run, to be judged. */
export interface Run {
	scenario: Scenario;
	/** The usual one first. */
	services: SimulatedService[];
	/** What each poll that was kept has noticed that calls for a report: kinds of hints. Time by the clock of n8n. */
	noticed: Array<{ at: number; kinds: Set<string> }>;
	/** How often a poll was kept that went to another service than the one before. */
	switches: number;
	kills: number;
	/** The trigger was switched on here, by the clock of n8n. */
	activatedAt: number;
	/** When the run ended, by the clock of n8n. */
	endedAt: number;
}

/** Kept back for what n8n does after the poll, as n8nPoll.ts does. */
const RESERVE_MS = 3_000;
const MOST_SETTLING_POLLS = 4_000;

/** One simulated life of a trigger. */
export class Simulation {
	private readonly timing: SimulatedTiming;

	private readonly random: SeededRandom;

	private readonly disk: Disk = { nodeData: '{}', workflowData: '{}' };

	private readonly services: Services;

	private readonly killSwitch: KillSwitch;

	private readonly engine: EngineModel;

	private settings;

	private life: Life;

	private changesDone = 0;

	private renamesDone = 0;

	constructor(private readonly scenario: Scenario) {
		const { seed, start } = scenario;
		this.timing = new SimulatedTiming({ start, seed });
		this.random = new SeededRandom(seed, 23);
		this.services = new Services(scenario, this.timing);
		this.settings = scenario.settings;
		this.killSwitch = new KillSwitch(scenario);
		this.life = new Life(0, this.disk);
		this.engine = engineModel(scenario.engine, {
			timing: this.timing,
			random: this.random,
			disk: this.disk,
			poll: async (life, memory) => await this.poll(life, memory),
			execute: (life, items) => this.execute(life, items),
			touchState: (life) => this.killSwitch.touch('state', life),
			batchTorn: (kind, items) => this.services.sourceOf(items).ledger.batchTorn(kind, items),
			failed: (error) => this.services.current.watch.pollFailed(error),
		});
		for (const { sandbox } of this.services.all) {
			breakService(sandbox, scenario, () => (this.services.settling ? undefined : this.timing.now()));
		}
	}

	async run(): Promise<Run> {
		const activatedAt = await this.persistently(async () => await this.engine.activate(this.life));
		this.services.usual.startedAt(activatedAt);
		this.noteState();
		this.killSwitch.arm();
		while (this.timing.now() < this.scenario.end) await this.nextTick();
		this.killSwitch.disarm();
		const services = this.services.all;
		for (const service of services) {
			if (service.since) await this.settle(service);
		}
		return {
			scenario: this.scenario,
			services: services.filter(({ since }) => since !== undefined),
			noticed: this.services.noticed,
			switches: this.services.switches,
			kills: this.killSwitch.kills,
			activatedAt,
			endedAt: this.timing.now(),
		};
	}

	/** One turn of the schedule. n8n does not wait for a poll to end before the next one is due. */
	private async nextTick(): Promise<void> {
		const { pollMs, absences, end } = this.scenario;
		const now = this.timing.now();
		await this.timing.sleep(pollMs - (now % pollMs));
		const absence = absences.find(
			({ from, until }) => from <= this.timing.now() && this.timing.now() < until,
		);
		if (absence) {
			this.life.finish();
			await this.timing.sleep(Math.min(absence.until, end) - this.timing.now());
		}
		await this.changeSettings();
		await this.rename();
		if (this.life.isOver) await this.comeBack();
		void this.engine.tick(this.life).then(() => this.noteState());
	}

	/** Polls until nothing arrives any more, for longer than anything may take to arrive. */
	private async settle(service: SimulatedService): Promise<void> {
		this.services.settling = service;
		const { sweepMs } = this.settings;
		const patience = 2 * sweepMs + 90 * MINUTE;
		let idleSince = this.timing.now();
		for (let polls = 0; polls < MOST_SETTLING_POLLS && !service.isSettled; polls++) {
			const before = service.ledger.items;
			await this.tickAndWait();
			if (service.ledger.items > before) idleSince = this.timing.now();
			const isIdle = this.timing.now() - idleSince > patience;
			service.isSettled = isIdle && service.watch.isReadSince(idleSince + this.scenario.clockSkewMs);
		}
		service.endedAt = this.timing.now();
	}

	private async tickAndWait(): Promise<void> {
		const pollMs = Math.max(this.scenario.pollMs, 10 * MINUTE);
		await this.timing.sleep(pollMs - (this.timing.now() % pollMs));
		if (this.life.isOver) await this.comeBack();
		await this.engine.tick(this.life);
		this.noteState();
	}

	private async comeBack(): Promise<void> {
		await this.persistently(async () => {
			this.life.finish();
			this.life = new Life(this.life.number + 1, this.disk);
			await this.engine.resume(this.life);
		});
		this.noteState();
	}

	private async changeSettings(): Promise<void> {
		const change = this.scenario.changes[this.changesDone];
		if (!change || change.at > this.timing.now()) return;
		this.changesDone++;
		this.settings = change.settings;
		for (const { watch } of this.services.all) watch.settingsChanged(this.timing.now(), change.settings);
		await this.reactivate();
	}

	private async rename(): Promise<void> {
		const { renames } = this.scenario;
		if ((renames[this.renamesDone] ?? Infinity) > this.timing.now()) return;
		this.renamesDone++;
		this.life.finish();
		this.engine.rename(this.nodeName);
		await this.reactivate();
	}

	/** One of two names, so that it also returns to one that it had before. */
	private get nodeName(): string {
		return this.renamesDone % 2 === 0 ? '' : 'renamed';
	}

	private async reactivate(): Promise<void> {
		await this.persistently(async () => {
			this.life.finish();
			this.life = new Life(this.life.number + 1, this.disk);
			await this.engine.activate(this.life);
		});
		this.noteState();
	}

	/** As a user or n8n itself does: tries again after a while. Returns when the last try began. */
	private async persistently(action: () => Promise<void>): Promise<number> {
		for (;;) {
			const began = this.timing.now();
			try {
				await action();
				return began;
			} catch (error) {
				if (!this.life.isOver) this.services.current.watch.pollFailed(error);
				await this.timing.sleep(Math.max(MINUTE, this.scenario.pollMs / 4));
				if (this.life.isOver) this.life = new Life(this.life.number + 1, this.disk);
			}
		}
	}

	private async poll(life: Life, memory: PollMemory): Promise<TriggerItem[]> {
		this.killSwitch.touch('state', life);
		const began = this.timing.now();
		const deadline = began + this.scenario.budgetMs - RESERVE_MS;
		const { services, settings } = this;
		const service = services.current;
		const { watch, baseUrl } = service;
		const { nodeData, workflowData } = memory;
		const client = clientOf(service.sandbox, this.timing, {
			baseUrl,
			signal: life.signal,
			deadline,
			serverDateParameter: settings.windowDate === 'dateCreated' ? 'dateField=dateCreated' : undefined,
		});
		// A process that was killed does not know any more what the one before was asked to wait for.
		const connection = { ...client.connection, tokenKey: `${client.connection.tokenKey} ${life.number}` };
		const counted = { requests: 0 };
		const transport = this.watched(client.transport, life, counted);
		const stateBefore = nodeData.state as TriggerState | undefined;
		if (service === services.other) service.visited(began, stateBefore);
		const surroundings: Omit<Surroundings, 'failedPolls'> = {
			client: { ...client, connection, transport },
			settings,
			nodeData,
			workflowData,
			nodeId: 'trigger',
			nodeName: this.nodeName,
			deadline,
			log: () => undefined,
		};
		try {
			const key = `${this.scenario.seed}:${life.number}`;
			const items = await unlessPolling(
				key,
				async ({ failedPolls }) => await pollWithState({ ...surroundings, failedPolls }, (all) => all),
			);
			if (items && !life.isOver) {
				const state = nodeData.state === stateBefore ? undefined : (nodeData.state as TriggerState);
				watch.pollSucceeded({ began, ended: this.timing.now(), items, settings }, state);
				services.delivered(service, items);
				if (state) services.kept(service, client.hints.list());
			}
			return items ?? [];
		} finally {
			if (!life.isOver) watch.pollEnded(this.timing.now() - began, counted.requests, service.pages);
		}
	}

	private watched(transport: Transport, life: Life, counted: { requests: number }): Transport {
		return async (request, signal) => {
			this.killSwitch.touch('network', life);
			signal.throwIfAborted();
			counted.requests++;
			const answer = await transport(request, signal);
			this.killSwitch.touch('network', life);
			signal.throwIfAborted();
			return answer;
		};
	}

	private execute(life: Life, items: TriggerItem[]): void {
		const { clockSkewMs, failingShare, erpOutages } = this.scenario;
		const service = this.services.sourceOf(items);
		const now = this.timing.now();
		service.ledger.deliver(items, now + clockSkewMs);
		const isDown = !this.services.settling && isWithin(erpOutages, now);
		if (this.settings.delivery !== 'untilExternalId' || isDown) return;
		void runWorkflow({
			sandbox: service.sandbox,
			timing: this.timing,
			random: this.random,
			life,
			items,
			failingShare: this.services.settling ? 0 : failingShare,
		});
	}

	private noteState(): void {
		for (const { watch } of this.services.all) watch.stateSaved(this.disk, this.timing.now());
	}
}
