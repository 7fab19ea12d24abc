/** What the models of n8n have in common: what survives a kill, what a process is, and what they are connected to. */
import type { SeededRandom } from '../../sandbox/seededRandom';
import type { SimulatedTiming } from '../support/simulatedTiming';
import type { TriggerItem } from './triggerUnderTest';

/** What survives a kill. */
export class Disk {
	/** JSON of the workflow's global static data. */
	workflowData = '{}';
	/** JSON of the durable cursor of the node; undefined until durable cursors first needed one. */
	cursor: string | undefined;
	/** JSON of what was saved last for the node. */
	latest = '{}';
	/** Static data of nodes is filed under their names, and stays there. */
	private readonly filed = new Map<string, string>();
	nodeName = '';

	/** JSON of the node's static data in the workflow row. */
	get nodeData(): string {
		return this.filed.get(this.nodeName) ?? '{}';
	}

	set nodeData(text: string) {
		this.filed.set(this.nodeName, text);
		this.latest = text;
	}

	/** What the engines without durable cursors begin a poll with. */
	get row(): PollMemory {
		return memoryOf(this.nodeData, this.workflowData);
	}

	saveRow({ nodeData, workflowData }: PollMemory): void {
		this.nodeData = JSON.stringify(nodeData);
		this.workflowData = JSON.stringify(workflowData);
	}
}

export function memoryOf(nodeData: string, workflowData: string): PollMemory {
	return {
		nodeData: JSON.parse(nodeData) as Record<string, unknown>,
		workflowData: JSON.parse(workflowData) as Record<string, unknown>,
	};
}

/** The static data that a poll is given. */
export interface PollMemory {
	nodeData: Record<string, unknown>;
	workflowData: Record<string, unknown>;
}

/** One life of the n8n process, from its start to its kill or its orderly end. */
export class Life {
	private readonly end = new AbortController();

	constructor(readonly number: number) {}

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

/** What getActivationMode() says. */
export type ActivationMode = 'activate' | 'update' | 'init';

/** How n8n calls poll(). */
export interface PollCall extends PollMemory {
	/** Stands for the context: the same for all polls of an activation, or a new one for each. */
	context: object;
	mode: ActivationMode;
	budgetMs: number;
	/** Whether this n8n tells it. */
	hasBudget: boolean;
}

/** What the engine is connected to. */
export interface EngineParts {
	timing: SimulatedTiming;
	random: SeededRandom;
	disk: Disk;
	/** How long a poll of the durable scheduler may take. */
	schedulerLimitMs: number;
	/** The trigger's poll. */
	poll(life: Life, call: PollCall): Promise<TriggerItem[]>;
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
	activate(life: Life, mode: 'activate' | 'update'): Promise<void>;
	/** n8n starts with an active workflow. Rejects when it has to be tried again. */
	resume(life: Life): Promise<void>;
	/** A scheduled poll. Never rejects. */
	tick(life: Life): Promise<void>;
	/** The workflow is switched off or saved: a poll that is under way belongs to the past. */
	deactivate(): void;
}

/** State and execution in two writes, neither of which waits for the other. */
export async function emitInTwoWrites(
	{ timing, random, touchState, execute, batchTorn }: EngineParts,
	life: Life,
	items: TriggerItem[],
	save: () => void,
): Promise<void> {
	let isSaved = false;
	let isExecuted = false;
	const write = async (apply: () => void) => {
		await timing.sleep(1 + random.integer(0, 40));
		touchState(life);
		if (!life.isOver) apply();
	};
	await Promise.all([
		write(() => {
			save();
			isSaved = true;
		}),
		write(() => {
			execute(life, items);
			isExecuted = true;
		}),
	]);
	if (isSaved !== isExecuted) batchTorn(isSaved ? 'lost' : 'repeated', items);
}
