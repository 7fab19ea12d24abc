/** Mistakes in the sweeps that count instead of reading. */
import type { PlantedBug } from './plantedBug';

export const countingBugs: PlantedBug[] = [
	{
		name: 'a deleted order still counts',
		edits: [
			{
				file: 'trigger/run.ts',
				find: 'else this.ordersByHour.remove(date);',
				replace: '',
			},
		],
	},
	{
		name: 'counts reach no further back than an hour',
		edits: [
			{
				file: 'trigger/reach.ts',
				find: 'lateOrders.lastBegan - lateSyncMs - Math.min(sweepMs, BETWEEN_WHOLE_SWEEPS_MS)',
				replace: 'lateOrders.lastBegan - 60 * 60_000',
			},
		],
	},
	{
		name: 'a search that gave up counts as a sweep',
		edits: [
			{
				file: 'trigger/steps/counting.ts',
				find: 'if (!(await findAll(run, window))) return;',
				replace: 'await findAll(run, window);',
			},
		],
	},
	{
		name: 'more orders than are known are as good as the same number, for ever',
		edits: [
			{
				file: 'trigger/steps/counting.ts',
				find: 'state.lateOrders = { lastBegan: readAt };',
				replace: 'state.lateOrders = { lastBegan: readAt };\n\tstate.sweptWholeAt = readAt;',
			},
			{
				file: 'trigger/steps/counting.ts',
				find: 'if (unknown === 0) return true;',
				replace: 'if (unknown <= 2) return true;',
			},
		],
	},
];
