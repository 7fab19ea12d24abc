/** Runs one scenario: services, an n8n, a workflow, and a clock that does not wait. */
import '../support/quickZones';
import { SeededRandom } from '../../sandbox/seededRandom';
import { SimulatedTiming } from '../support/simulatedTiming';
import { KillSwitch } from './killSwitch';
import { isOrder } from './ledger';
import { Disk, Life, type EngineModel, type EngineParts } from './n8nModel';
import { PlainEngine } from './plainEngine';
import { Polling } from './polling';
import type { Engine, Scenario } from './scenario';
import { ScheduledEngine } from './scheduledEngine';
import { breakService, isWithin } from './service';
import { Services } from './services';
import type { SimulatedService } from './simulatedService';
import { stateView } from './stateView';
import type { TriggerItem } from './triggerUnderTest';
import { MINUTE } from '../support/time';

/** All that is left of a run, to be judged. */
export interface Run {
	scenario: Scenario;
	/** The usual one first. */
	services: SimulatedService[];
	/** What each poll that was kept has noticed that calls for a report: odd fields. Time by the clock of n8n. */
	noticed: Array<{ at: number; subjects: Set<string> }>;
	/** How often a poll was kept that went to another service than the one before. */
	switches: number;
	/** The reasons of the reports that are still to be delivered at its end. */
	pending: string[];
	kills: number;
	/** The trigger was switched on here, by the clock of n8n. */
	activatedAt: number;
	/** When the world became quiet, and when the run ended, by the clock of n8n. */
	quietAt: number;
	endedAt: number;
}

const MOST_SETTLING_POLLS = 3_000;
/** A user gives up: nothing that the simulation knows keeps an activation from succeeding for so long. */
const MOST_TRIES = 3_000;

/** The n8n that a scenario names. */
const engines: Record<Engine, (parts: EngineParts) => EngineModel> = {
	plain: (parts) => new PlainEngine(parts, '2.41'),
	plain1: (parts) => new PlainEngine(parts, '1.123'),
	half: (parts) => new ScheduledEngine(parts, false),
	durable: (parts) => new ScheduledEngine(parts, true),
};

/** One simulated life of a trigger. */
export class Simulation {
	private readonly timing: SimulatedTiming;
	private readonly random: SeededRandom;
	private readonly disk = new Disk();
	private readonly services: Services;
	private readonly killSwitch: KillSwitch;
	private readonly polling: Polling;
	private engine: EngineModel;
	private settings;
	private life = new Life(0);
	private lives = 1;
	private renamesDone = 0;
	/** What happens at an instant of its own. */
	private readonly happenings: Array<{ at: number; happen(): Promise<void> }>;

	constructor(private readonly scenario: Scenario) {
		const { seed, start, changes, renames, engineChanges } = scenario;
		this.timing = new SimulatedTiming({ start, seed });
		this.random = new SeededRandom(seed, 23);
		this.services = new Services(scenario, this.timing);
		this.settings = scenario.settings;
		this.killSwitch = new KillSwitch(scenario);
		this.polling = new Polling(scenario, this.timing, this.services, this.killSwitch);
		this.engine = this.makeEngine(scenario.engine);
		for (const sandbox of new Set(this.services.all.map((service) => service.sandbox))) {
			breakService(sandbox, scenario, this.timing, () => this.services.settling !== undefined);
		}
		this.happenings = [
			...changes.map(({ at, settings }) => ({ at, happen: async () => await this.change(settings) })),
			...renames.map((at) => ({ at, happen: async () => await this.rename() })),
			...engineChanges.map(({ at, engine }) => ({ at, happen: async () => await this.upgrade(engine) })),
		].sort((one, other) => one.at - other.at);
	}

	async run(): Promise<Run> {
		this.services.activatedAt = this.timing.now();
		const activatedAt = await this.persistently(
			async () => await this.engine.activate(this.life, 'activate'),
		);
		this.services.usual.startedAt(activatedAt);
		this.noteState();
		this.killSwitch.arm();
		while (this.timing.now() < this.scenario.end) await this.next();
		this.killSwitch.disarm();
		const quietAt = this.timing.now();
		const services = this.services.all;
		for (const service of services) {
			if (service.since) await this.settle(service);
		}
		return {
			scenario: this.scenario,
			services: services.filter(({ since }) => since !== undefined),
			noticed: this.services.noticed,
			switches: this.services.switches,
			pending: this.services.pending,
			kills: this.killSwitch.kills,
			activatedAt,
			quietAt,
			endedAt: this.timing.now(),
		};
	}

	/** Whatever comes next: something that happens, or a poll. n8n does not wait for a poll to end before the next one. */
	private async next(): Promise<void> {
		const { pollMs } = this.scenario;
		const now = this.timing.now();
		const tick = now + pollMs - (now % pollMs);
		const [happening] = this.happenings;
		const until = Math.min(tick, Math.max(now, happening?.at ?? Infinity));
		await this.timing.sleep(until - now);
		await this.stayAway();
		if (happening && happening.at <= this.timing.now()) {
			this.happenings.shift();
			await happening.happen();
			this.noteState();
		} else {
			if (this.life.isOver) await this.comeBack();
			void this.engine.tick(this.life).then(() => this.noteState());
		}
	}

	/** n8n is stopped, or the workflow is switched off and on again. */
	private async stayAway(): Promise<void> {
		const now = this.timing.now();
		const absence = this.scenario.absences.find(({ from, until }) => from <= now && now < until);
		if (!absence) return;
		if (absence.isSwitchedOff) this.engine.deactivate();
		else this.life.finish();
		await this.timing.sleep(Math.min(absence.until, this.scenario.end) - now);
		if (absence.isSwitchedOff) await this.activate('activate');
	}

	/** Polls until nothing arrives any more, for longer than anything may take to arrive. */
	private async settle(service: SimulatedService): Promise<void> {
		this.services.settling = service;
		const { sweepMs } = this.settings;
		const patience = 2 * sweepMs + 90 * MINUTE;
		let idleSince = this.timing.now();
		for (let polls = 0; polls < MOST_SETTLING_POLLS && !service.isSettled; polls++) {
			const before = service.ledger.itemsBesideSummaries;
			await this.tickAndWait();
			if (service.ledger.itemsBesideSummaries > before) idleSince = this.timing.now();
			const isIdle = this.timing.now() - idleSince > patience;
			service.isSettled = isIdle && service.watch.isReadSince(idleSince + this.scenario.clockSkewMs);
		}
	}

	private async tickAndWait(): Promise<void> {
		const pollMs = Math.max(this.scenario.pollMs, 10 * MINUTE);
		await this.timing.sleep(pollMs - (this.timing.now() % pollMs));
		if (this.life.isOver) await this.comeBack();
		await this.engine.tick(this.life);
		this.noteState();
	}

	private async change(settings: Scenario['settings']): Promise<void> {
		this.engine.deactivate();
		this.settings = settings;
		for (const { watch } of this.services.all) watch.settingsChanged(this.timing.now(), settings);
		await this.activate('update');
	}

	/** One of two names, so that it also returns to one that it had before. */
	private async rename(): Promise<void> {
		this.engine.deactivate();
		this.disk.nodeName = ++this.renamesDone % 2 === 0 ? '' : 'renamed';
		await this.activate('update');
	}

	private async upgrade(engine: Engine): Promise<void> {
		this.life.finish();
		this.engine = this.makeEngine(engine);
		await this.comeBack();
	}

	/** The user switches the workflow on, or saves it. */
	private async activate(mode: 'activate' | 'update'): Promise<void> {
		if (mode === 'activate') this.services.activatedAt = this.timing.now();
		await this.persistently(async () => await this.engine.activate(this.aliveLife(), mode));
		this.noteState();
	}

	private async comeBack(): Promise<void> {
		await this.persistently(async () => {
			this.life.finish();
			await this.engine.resume(this.aliveLife());
		});
		this.noteState();
	}

	/** As a user or n8n itself does: tries again after a while. Returns when the last try began. */
	private async persistently(action: () => Promise<void>): Promise<number> {
		for (let tries = 0; ; tries++) {
			const began = this.timing.now();
			try {
				await action();
				return began;
			} catch (error) {
				if (tries === MOST_TRIES) throw error;
				if (!this.life.isOver) this.services.current.watch.pollFailed(error, this.timing.now());
				await this.timing.sleep(Math.max(MINUTE, this.scenario.pollMs / 4));
				this.aliveLife();
			}
		}
	}

	private aliveLife(): Life {
		if (this.life.isOver) this.life = new Life(this.lives++);
		return this.life;
	}

	private makeEngine(engine: Engine): EngineModel {
		const { timing, random, disk, scenario } = this;
		return engines[engine]({
			timing,
			random,
			disk,
			schedulerLimitMs: scenario.schedulerLimitMs,
			poll: async (life, call) =>
				await this.polling.poll(life, call, { name: disk.nodeName, settings: this.settings }),
			execute: (life, items) => this.execute(life, items),
			touchState: (life) => this.killSwitch.touch('state', life),
			batchTorn: (kind, items) => this.services.sourceOf(items).ledger[kind].add(items),
			failed: (error) => this.services.current.watch.pollFailed(error, timing.now()),
		});
	}

	private execute(life: Life, items: TriggerItem[]): void {
		const { clockSkewMs, erpOutages } = this.scenario;
		const service = this.services.sourceOf(items);
		const now = this.timing.now();
		service.ledger.deliver(items, now + clockSkewMs);
		const isDown = !this.services.settling && isWithin(erpOutages, now);
		if (this.settings.delivery !== 'untilExternalId' || isDown) return;
		void this.storeExternalIds(life, service, items);
	}

	/** The workflow behind the trigger: seconds of work, then the external IDs of all orders, or of some before it fails. */
	private async storeExternalIds(life: Life, service: SimulatedService, items: TriggerItem[]): Promise<void> {
		const { random, timing, services } = this;
		const created = items.filter(isOrder).filter(({ event }) => event === 'created');
		const fails = random.chance(services.settling ? 0 : this.scenario.failingShare);
		const stored = created.slice(0, fails ? random.integer(0, created.length) : created.length);
		await timing.sleep(random.integer(500, 20_000));
		if (life.isOver) return;
		for (const { id } of stored) service.storeExternalId(id, `ERP-${id}`, timing.now());
	}

	private noteState(): void {
		const { latest } = this.disk;
		let stored: Record<string, unknown> | undefined;
		const read = () => (stored ??= JSON.parse(latest) as Record<string, unknown>);
		for (const { watch, key } of this.services.all)
			watch.stateSaved(() => stateView(read(), key, this.settings), this.timing.now());
	}
}
