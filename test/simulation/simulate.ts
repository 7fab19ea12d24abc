/** Runs one scenario: a service, an n8n, a workflow, and a clock that does not wait. */
import type { Transport } from '../../nodes/SalesOrderIntegration/http/call';
import { unlessUnderWay } from '../../nodes/SalesOrderIntegration/trigger/oneAtATime';
import type { TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/run';
import { pollWithState } from '../../nodes/SalesOrderIntegration/trigger/statefulPoll';
import type { Surroundings } from '../../nodes/SalesOrderIntegration/trigger/statefulPoll';
import type { TriggerState } from '../../nodes/SalesOrderIntegration/trigger/memory/state';
import type { Sandbox } from '../../sandbox';
import { SeededRandom } from '../../sandbox/seededRandom';
import { clientOf } from '../support/sandboxClient';
import { SimulatedTiming } from '../support/simulatedTiming';
import { KillSwitch } from './killSwitch';
import { Ledger } from './ledger';
import { engineModel, Life } from './n8nModel';
import type { Disk, EngineModel, PollMemory } from './n8nModel';
import { MINUTE, putIntoWorld } from './orderPlan';
import type { Scenario } from './scenario';
import { breakService, serviceOf } from './service';
import { Watch } from './watch';
import { runWorkflow } from './workflow';

/** All that is left of a run, to be judged. */
export interface Run {
	scenario: Scenario;
	sandbox: Sandbox;
	/** Ids of the planned orders, in the order of the plan. */
	ids: string[];
	ledger: Ledger;
	watch: Watch;
	kills: number;
	/** The trigger was switched on here, by the clock of n8n. */
	activatedAt: number;
	/** When the run ended, by the clock of n8n. */
	endedAt: number;
	isSettled: boolean;
}

/** Kept back for what n8n does after the poll, as n8nPoll.ts does. */
const RESERVE_MS = 3_000;
const MOST_SETTLING_POLLS = 4_000;

/** One simulated life of a trigger. */
export class Simulation {
	private readonly timing: SimulatedTiming;

	private readonly sandbox: Sandbox;

	private readonly random: SeededRandom;

	private readonly disk: Disk = { nodeData: '{}', workflowData: '{}' };

	private readonly ledger = new Ledger();

	private readonly watch: Watch;

	private readonly killSwitch: KillSwitch;

	private readonly engine: EngineModel;

	private readonly ids: string[];

	private settings;

	private life: Life;

	private isQuiet = false;

	private changesDone = 0;

	private renamesDone = 0;

	constructor(private readonly scenario: Scenario) {
		const { seed, start } = scenario;
		this.timing = new SimulatedTiming({ start, seed });
		this.random = new SeededRandom(seed, 23);
		this.sandbox = serviceOf(scenario, this.timing);
		this.ids = putIntoWorld(this.sandbox, scenario.orders);
		this.settings = scenario.settings;
		this.watch = new Watch(scenario);
		this.killSwitch = new KillSwitch(scenario);
		this.life = new Life(0, this.disk);
		this.engine = engineModel(scenario.engine, {
			timing: this.timing,
			random: this.random,
			disk: this.disk,
			poll: async (life, memory) => await this.poll(life, memory),
			execute: (life, items) => this.execute(life, items),
			touchState: (life) => this.killSwitch.touch('state', life),
			batchTorn: (kind, items) => this.ledger.batchTorn(kind, items),
			failed: (error) => this.watch.pollFailed(error),
		});
		breakService(this.sandbox, scenario, () => (this.isQuiet ? undefined : this.timing.now()));
	}

	async run(): Promise<Run> {
		const activatedAt = await this.persistently(async () => await this.engine.activate(this.life));
		this.noteState();
		this.killSwitch.arm();
		while (this.timing.now() < this.scenario.end) await this.nextTick();
		this.killSwitch.disarm();
		this.isQuiet = true;
		const isSettled = await this.settle();
		return {
			scenario: this.scenario,
			sandbox: this.sandbox,
			ids: this.ids,
			ledger: this.ledger,
			watch: this.watch,
			kills: this.killSwitch.kills,
			activatedAt,
			endedAt: this.timing.now(),
			isSettled,
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

	/** Polls until nothing comes any more, for longer than anything may take to come. */
	private async settle(): Promise<boolean> {
		const { sweepMs, redeliverMs } = this.settings;
		const patience = 2 * sweepMs + redeliverMs + 90 * MINUTE;
		let idleSince = this.timing.now();
		for (let polls = 0; polls < MOST_SETTLING_POLLS; polls++) {
			const before = this.ledger.items;
			await this.tickAndWait();
			if (this.ledger.items > before) idleSince = this.timing.now();
			const isIdle = this.timing.now() - idleSince > patience;
			if (isIdle && this.watch.isReadSince(idleSince + this.scenario.clockSkewMs)) return true;
		}
		return false;
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
		this.watch.settingsChanged(this.timing.now(), change.settings);
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

	/** One of two names, so that it also comes back to one that it had before. */
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

	/** As a user or n8n itself does: tries again after a while. Gives when the last try began. */
	private async persistently(action: () => Promise<void>): Promise<number> {
		for (;;) {
			const began = this.timing.now();
			try {
				await action();
				return began;
			} catch (error) {
				if (!this.life.isOver) this.watch.pollFailed(error);
				await this.timing.sleep(Math.max(MINUTE, this.scenario.pollMs / 4));
				if (this.life.isOver) this.life = new Life(this.life.number + 1, this.disk);
			}
		}
	}

	private async poll(life: Life, memory: PollMemory): Promise<TriggerItem[]> {
		this.killSwitch.touch('state', life);
		const { budgetMs } = this.scenario;
		const began = this.timing.now();
		const counted = { requests: 0 };
		const client = clientOf(this.sandbox, this.timing, {
			signal: life.signal,
			deadline: began + budgetMs - RESERVE_MS,
			serverDateParameter: this.settings.windowDate === 'dateCreated' ? 'dateField=dateCreated' : undefined,
		});
		// A process that was killed does not know any more what the one before was asked to wait for.
		const connection = { ...client.connection, tokenKey: `${client.connection.tokenKey} ${life.number}` };
		const transport = this.watched(client.transport, life, counted);
		const settings = this.settings;
		const { nodeData, workflowData } = memory;
		const stateBefore = nodeData.state;
		let warnings = 0;
		const surroundings: Surroundings = {
			client: { ...client, connection, transport },
			settings,
			nodeData,
			workflowData,
			nodeId: 'trigger',
			nodeName: this.nodeName,
			deadline: began + budgetMs - RESERVE_MS,
			warn: () => warnings++,
		};
		try {
			const key = `${this.scenario.seed}:${life.number}`;
			const items = await unlessUnderWay(key, async () => await pollWithState(surroundings, (all) => all));
			if (items && !life.isOver) {
				const state = nodeData.state === stateBefore ? undefined : (nodeData.state as TriggerState);
				this.watch.pollSucceeded({ began, ended: this.timing.now(), items, settings }, state, warnings);
			}
			return items ?? [];
		} finally {
			if (!life.isOver) this.watch.pollEnded(this.timing.now() - began, counted.requests, this.pages);
		}
	}

	private get pages(): number {
		const { created, deleted } = this.sandbox.world.statistics;
		const { pageSize, pageLinks } = this.sandbox.switches;
		// Against its specification, such a service has an empty page behind the last one of each list.
		const empty = pageLinks === 'pastTheEnd' ? 2 : 0;
		return Math.ceil(created / pageSize) + Math.ceil(deleted / pageSize) + empty;
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
		const { clockSkewMs, failingShare } = this.scenario;
		const now = this.timing.now() + clockSkewMs;
		this.ledger.handOver(items, now);
		void runWorkflow({
			sandbox: this.sandbox,
			timing: this.timing,
			random: this.random,
			life,
			items,
			storesExternalIds: this.settings.delivery === 'untilExternalId',
			failingShare: this.isQuiet ? 0 : failingShare,
		});
	}

	private noteState(): void {
		this.watch.stateSaved(this.disk, this.timing.now());
	}
}
