/** n8n without the durable scheduler: 2.41, and 1.123, which also emits what a poll brings whose workflow was saved. */
import { emitInTwoWrites } from './n8nModel';
import type { ActivationMode, EngineModel, EngineParts, Life, PollMemory } from './n8nModel';

const PLAIN_BUDGET_MS = 300_000;

/** The workflow in the memory of the process, from its activation on. */
interface Active extends PollMemory {
	context: object;
	mode: ActivationMode;
}

/** State is kept in memory and saved when a poll emits. */
export class PlainEngine implements EngineModel {
	private active: Active | undefined;

	constructor(
		private readonly parts: EngineParts,
		private readonly version: '1.123' | '2.41',
	) {}

	deactivate(): void {
		this.active = undefined;
	}

	async activate(life: Life, mode: ActivationMode): Promise<void> {
		const { disk, touchState } = this.parts;
		const active = { ...disk.row, context: {}, mode };
		this.active = active;
		const items = await this.poll(life, active);
		touchState(life);
		if (life.isOver) return;
		if (items.length > 0) await this.emit(life, active, items);
		// After an activation, changed static data is saved also when nothing was emitted.
		touchState(life);
		if (!life.isOver) disk.saveRow(active);
	}

	async resume(life: Life): Promise<void> {
		await this.activate(life, 'init');
	}

	async tick(life: Life): Promise<void> {
		const { active } = this;
		if (!active) return;
		try {
			const items = await this.poll(life, active);
			this.parts.touchState(life);
			const isKept = active === this.active || this.version === '1.123';
			if (!life.isOver && items.length > 0 && isKept) await this.emit(life, active, items);
		} catch (error) {
			// Whatever the poll had changed before it threw stays in memory.
			if (!life.isOver) this.parts.failed(error);
		}
	}

	private async poll(life: Life, active: Active) {
		return await this.parts.poll(life, {
			...active,
			budgetMs: PLAIN_BUDGET_MS,
			hasBudget: this.version !== '1.123',
		});
	}

	private async emit(life: Life, active: Active, items: Parameters<EngineParts['execute']>[1]) {
		const { nodeData, workflowData } = structuredClone(active as PollMemory);
		const wasActive = active === this.active;
		await emitInTwoWrites(this.parts, life, items, () => this.parts.disk.saveRow({ nodeData, workflowData }));
		// The user saved the workflow between the end of the poll and the writes: n8n loaded the state from before.
		if (wasActive && active !== this.active) this.parts.batchTorn('repeated', items);
	}
}
