/**
 * What n8n does with a polling trigger, of both kinds: when it polls, what it keeps in memory, what it saves when, and
 * what a kill leaves behind. Read from n8n 2.41.1; 1.123 does as the plain kind.
 */
import type { TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/pollWithState';
import type { SeededRandom } from '../../sandbox/seededRandom';
import type { SimulatedTiming } from '../support/simulatedTiming';
import type { Engine } from './scenario';

/** What survives a kill. */
export interface Disk {
	/** JSON of the node's static data: of the workflow row, or the durable cursor. */
	nodeData: string;
	/** JSON of the workflow's global static data. */
	workflowData: string;
}

/** One life of the n8n process, from its start to its kill or its orderly end. */
export class Life {
	private readonly end = new AbortController();

	nodeData: Record<string, unknown>;

	workflowData: Record<string, unknown>;

	constructor(
		readonly number: number,
		disk: Disk,
	) {
		this.nodeData = JSON.parse(disk.nodeData) as Record<string, unknown>;
		this.workflowData = JSON.parse(disk.workflowData) as Record<string, unknown>;
	}

	get signal(): AbortSignal {
		return this.end.signal;
	}

	get isOver(): boolean {
		return this.end.signal.aborted;
	}

	finish(): void {
		this.end.abort();
	}
}

/** The static data that a poll is given. */
export interface PollMemory {
	nodeData: Record<string, unknown>;
	workflowData: Record<string, unknown>;
}

/** What the engine is connected to. */
export interface EngineParts {
	timing: SimulatedTiming;
	random: SeededRandom;
	disk: Disk;
	/** The trigger's poll. */
	poll(life: Life, memory: PollMemory): Promise<TriggerItem[]>;
	/** Starts the workflow: the execution is stored. */
	execute(life: Life, items: TriggerItem[]): void;
	/** A chance to be killed. */
	touchState(life: Life): void;
	/** A kill between the two writes. */
	batchTorn(kind: 'lost' | 'repeated', items: TriggerItem[]): void;
	/** A poll failed. */
	failed(error: unknown): void;
}

/** What n8n can do with the trigger. */
export interface EngineModel {
	/** The workflow is switched on, or changed: polls once. Rejects when that poll fails, which refuses it. */
	activate(life: Life): Promise<void>;
	/** n8n starts with an active workflow. Rejects when it has to be tried again. */
	resume(life: Life): Promise<void>;
	/** A scheduled poll. Never rejects. */
	tick(life: Life): Promise<void>;
	/** The node is given another name, while the workflow is not active. */
	rename(name: string): void;
}

export function engineModel(engine: Engine, parts: EngineParts): EngineModel {
	return engine === 'plain' ? new PlainEngine(parts) : new DurableEngine(parts);
}

/** State is kept in memory and saved when a poll emits, in a write of its own beside that of the execution. */
class PlainEngine implements EngineModel {
	/** Static data of nodes is filed under their names, and stays there. */
	private readonly filed = new Map<string, string>();

	private nodeName = '';

	constructor(private readonly parts: EngineParts) {}

	rename(name: string): void {
		const { disk } = this.parts;
		this.filed.set(this.nodeName, disk.nodeData);
		disk.nodeData = this.filed.get(name) ?? '{}';
		this.nodeName = name;
	}

	async activate(life: Life): Promise<void> {
		await this.resume(life);
	}

	async resume(life: Life): Promise<void> {
		const items = await this.parts.poll(life, life);
		this.parts.touchState(life);
		if (life.isOver) return;
		if (items.length > 0) await this.emit(life, items);
		// After an activation, changed static data is saved also when nothing was emitted.
		this.parts.touchState(life);
		if (!life.isOver) this.save(life);
	}

	async tick(life: Life): Promise<void> {
		try {
			const items = await this.parts.poll(life, life);
			this.parts.touchState(life);
			if (!life.isOver && items.length > 0) await this.emit(life, items);
		} catch (error) {
			// Whatever the poll had changed before it threw stays in memory.
			if (!life.isOver) this.parts.failed(error);
		}
	}

	private async emit(life: Life, items: TriggerItem[]): Promise<void> {
		const { timing, random, disk, touchState, execute, batchTorn } = this.parts;
		let isSaved = false;
		let isExecuted = false;
		const { nodeData, workflowData } = { ...saved(life) };
		const write = async (apply: () => void) => {
			await timing.sleep(1 + random.integer(0, 40));
			touchState(life);
			if (!life.isOver) apply();
		};
		await Promise.all([
			write(() => {
				Object.assign(disk, { nodeData, workflowData });
				isSaved = true;
			}),
			write(() => {
				execute(life, items);
				isExecuted = true;
			}),
		]);
		if (isSaved !== isExecuted) batchTorn(isSaved ? 'lost' : 'repeated', items);
	}

	private save(life: Life): void {
		Object.assign(this.parts.disk, saved(life));
	}
}

function saved({ nodeData, workflowData }: PollMemory): Disk {
	return { nodeData: JSON.stringify(nodeData), workflowData: JSON.stringify(workflowData) };
}

/** Longest wait that an error may ask for, and the wait after a permanent one. */
const LONGEST_BACKOFF_MS = 60 * 60_000;
const PERMANENT_BACKOFF_MS = 30 * 60_000;
const PERMANENT = ['credential-invalid', 'configuration-invalid', 'node-defect'];

/** State is a snapshot that is committed together with the execution, and dropped when the poll throws. */
class DurableEngine implements EngineModel {
	private backOffUntil = 0;

	private isPolling: Life | undefined;

	constructor(private readonly parts: EngineParts) {}

	/** What poll() stores for the node at activation is dropped, unless it emits; the workflow's own data is saved. */
	async activate(life: Life): Promise<void> {
		const { disk, touchState, poll } = this.parts;
		const memory = this.snapshot();
		const items = await poll(life, memory);
		touchState(life);
		if (life.isOver) return;
		disk.workflowData = JSON.stringify(memory.workflowData);
		if (items.length > 0) await this.commit(life, memory, items);
	}

	rename(): void {
		// Cursors are kept under the id of the node.
	}

	async resume(): Promise<void> {
		// The job of the scheduler is there already: nothing is polled.
	}

	async tick(life: Life): Promise<void> {
		const { timing, touchState, poll, failed } = this.parts;
		if (this.isPolling === life || timing.now() < this.backOffUntil) return;
		this.isPolling = life;
		const memory = this.snapshot();
		try {
			const items = await poll(life, memory);
			touchState(life);
			if (!life.isOver) await this.commit(life, memory, items);
		} catch (error) {
			if (life.isOver) return;
			this.backOff(error);
			failed(error);
		} finally {
			this.isPolling = undefined;
		}
	}

	private async commit(life: Life, memory: PollMemory, items: TriggerItem[]): Promise<void> {
		const { timing, random, disk, touchState, execute } = this.parts;
		await timing.sleep(1 + random.integer(0, 40));
		touchState(life);
		if (life.isOver) return;
		disk.nodeData = JSON.stringify(memory.nodeData);
		if (items.length > 0) {
			disk.workflowData = JSON.stringify(memory.workflowData);
			execute(life, items);
		}
		touchState(life);
	}

	private snapshot(): PollMemory {
		const { nodeData, workflowData } = this.parts.disk;
		return {
			nodeData: JSON.parse(nodeData) as Record<string, unknown>,
			workflowData: JSON.parse(workflowData) as Record<string, unknown>,
		};
	}

	private backOff(error: unknown): void {
		const { failureCause, retryAfterMs } = error as { failureCause?: string; retryAfterMs?: number };
		const asked = PERMANENT.includes(failureCause ?? '') ? PERMANENT_BACKOFF_MS : (retryAfterMs ?? 0);
		this.backOffUntil = this.parts.timing.now() + Math.min(asked, LONGEST_BACKOFF_MS);
	}
}
