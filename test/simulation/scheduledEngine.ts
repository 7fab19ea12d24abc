/** n8n with the durable scheduler: every poll has a new context, and what is saved depends on durable cursors. */
import { emitInTwoWrites, memoryOf } from './n8nModel';
import type { EngineModel, EngineParts, Life, PollCall } from './n8nModel';
import type { TriggerItem } from './triggerUnderTest';

/** Longest wait that an error may ask for, and the one after a permanent one or after many failures in a row. */
const LONGEST_BACKOFF_MS = 60 * 60_000;
const PERMANENT_BACKOFF_MS = 30 * 60_000;
/** The wait after one failure; after each more, it is twice as long. */
const FIRST_BACKOFF_MS = 5_000;
const PERMANENT = ['credential-invalid', 'configuration-invalid', 'node-defect'];

/** How long the poll of an activation may take, which is not the scheduler's. */
const ACTIVATION_BUDGET_MS = 300_000;

export class ScheduledEngine implements EngineModel {
	private backOffUntil = 0;
	private failures = 0;
	/** Counts how often the workflow was saved or switched off: what a poll from before brings is discarded. */
	private activation = 0;

	/** @param hasCursors whether durable cursors are on: state and execution are one transaction */
	constructor(
		private readonly parts: EngineParts,
		private readonly hasCursors: boolean,
	) {}

	deactivate(): void {
		this.activation++;
	}

	/** With durable cursors, what poll() stores for the node is dropped unless it emits. */
	async activate(life: Life, mode: 'activate' | 'update'): Promise<void> {
		const { disk, touchState, poll } = this.parts;
		const call = this.callOf(this.stored, {
			mode,
			budgetMs: ACTIVATION_BUDGET_MS,
			hasBudget: true,
		});
		const items = await poll(life, call);
		touchState(life);
		if (life.isOver) return;
		if (items.length > 0) {
			await this.commit(life, call, items);
			return;
		}
		if (!this.hasCursors) disk.saveRow(call);
		// A cursor goes on to count, whatever is in the row.
		disk.latest = disk.cursor ?? disk.latest;
		disk.workflowData = JSON.stringify(call.workflowData);
	}

	async resume(): Promise<void> {
		// The job of the scheduler is there already: nothing is polled.
	}

	async tick(life: Life): Promise<void> {
		const { timing, touchState, poll, failed, schedulerLimitMs } = this.parts;
		if (timing.now() < this.backOffUntil) return;
		const { activation } = this;
		const budgetMs = schedulerLimitMs;
		const call = this.callOf(this.stored, { mode: 'update', budgetMs, hasBudget: true });
		try {
			const items = await poll(life, call);
			touchState(life);
			this.failures = 0;
			if (!life.isOver && activation === this.activation) await this.commit(life, call, items);
		} catch (error) {
			if (life.isOver) return;
			this.backOff(error);
			failed(error);
		}
	}

	/** A cursor is made from the static data when it is first needed, and used from then on, with the switch on or off. */
	private get stored(): Record<string, unknown> {
		const { disk } = this.parts;
		if (this.hasCursors) disk.cursor ??= disk.nodeData;
		return JSON.parse(disk.cursor ?? disk.nodeData) as Record<string, unknown>;
	}

	private callOf(
		nodeData: Record<string, unknown>,
		others: Pick<PollCall, 'mode' | 'budgetMs' | 'hasBudget'>,
	): PollCall {
		const { workflowData } = memoryOf('{}', this.parts.disk.workflowData);
		return { nodeData, workflowData, context: {}, ...others };
	}

	private async commit(life: Life, call: PollCall, items: TriggerItem[]): Promise<void> {
		const { timing, random, disk, touchState, execute } = this.parts;
		if (disk.cursor === undefined && !this.hasCursors && items.length === 0) return;
		const save = () => this.save(call, items);
		if (!this.hasCursors && items.length > 0) {
			await emitInTwoWrites(this.parts, life, items, save);
			return;
		}
		await timing.sleep(1 + random.integer(0, 40));
		touchState(life);
		if (life.isOver) return;
		save();
		if (items.length > 0) execute(life, items);
		touchState(life);
	}

	private save(call: PollCall, items: TriggerItem[]): void {
		const { disk } = this.parts;
		if (disk.cursor === undefined && !this.hasCursors) {
			disk.saveRow(call);
			return;
		}
		disk.cursor = disk.latest = JSON.stringify(call.nodeData);
		if (items.length > 0) disk.workflowData = JSON.stringify(call.workflowData);
	}

	private backOff(error: unknown): void {
		const { failureCause, retryAfterMs } = error as { failureCause?: string; retryAfterMs?: number };
		const isPermanent = PERMANENT.includes(failureCause ?? '');
		const own = isPermanent ? PERMANENT_BACKOFF_MS : FIRST_BACKOFF_MS * 2 ** this.failures++;
		const asked = Math.min(retryAfterMs ?? 0, LONGEST_BACKOFF_MS);
		this.backOffUntil = this.parts.timing.now() + Math.max(asked, Math.min(own, PERMANENT_BACKOFF_MS));
	}
}
