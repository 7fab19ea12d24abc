/** Mistakes in what a poll reads: windows, lists, cursors, the time it takes. */
import type { PlantedBug } from './plantedBug';

export const readingBugs: PlantedBug[] = [
	{
		name: 'the cursor moves although not all of the window was handed over',
		edits: [
			{
				file: 'trigger/readOn.ts',
				find: 'if (isSettled && isHandedOver) {',
				replace: 'if (isSettled) {',
			},
		],
	},
	{
		name: 'the watermark goes to now although windows were left',
		edits: [
			{
				file: 'trigger/steps/newOrders.ts',
				find: 'Math.min(cursor.readUntil, run.readAt)',
				replace: 'run.readAt',
			},
		],
	},
	{
		name: 'windows are in another time zone',
		edits: [
			{
				file: 'trigger/reading.ts',
				find: 'query = createdOrders(client, toServiceWindow(window, client.connection.timezone));',
				replace: "query = createdOrders(client, toServiceWindow(window, 'UTC'));",
			},
		],
	},
	{
		name: 'no overlap from poll to poll',
		edits: [
			{
				file: 'trigger/reach.ts',
				find: 'export const OVERLAP_MS = 15 * 60_000;',
				replace: 'export const OVERLAP_MS = 0;',
			},
		],
	},
	{
		name: 'windows end now, not a day ahead',
		edits: [{ file: 'trigger/reading.ts', find: 'AHEAD_MS = DAY_MS', replace: 'AHEAD_MS = 0 * DAY_MS' }],
	},
	{
		name: 'deletions are looked for in the window of new orders',
		edits: [
			{
				file: 'trigger/steps/deletions.ts',
				find: 'state.deletions.lastBegan - settings.deletedMs',
				replace: 'state.deletions.lastBegan - Math.min(settings.deletedMs, 15 * 60_000)',
			},
		],
	},
	{
		name: 'deletions are looked for from now, not from the last round',
		edits: [
			{
				file: 'trigger/steps/deletions.ts',
				find: 'state.deletions.lastBegan - settings.deletedMs',
				replace: 'run.readAt - settings.deletedMs',
			},
		],
	},
	{
		name: 'a round counts from its end, not from its beginning',
		edits: [
			{
				file: 'trigger/readOn.ts',
				find: 'round.lastBegan = round.current.began;',
				replace: 'round.lastBegan = run.client.timing.now() + (run.client.clock.offsetMs ?? 0);',
			},
		],
	},
	{
		name: 'orders are never swept',
		edits: [
			{
				file: 'trigger/steps/lateOrders.ts',
				find: 'if (!round.current && hasBaseline && !isSweepDue(state, settings, run.readAt)) return;',
				replace: 'if (hasBaseline || settings.sweepMs > 0) return;',
			},
		],
	},
	{
		name: 'the sweep begins late by a minute',
		edits: [
			{
				file: 'trigger/steps/lateOrders.ts',
				find: 'from: sweepFrom(state, settings),',
				replace: 'from: sweepFrom(state, settings) + 60_000,',
			},
		],
	},
	{
		name: 'the time that a poll may take is ignored',
		edits: [
			{
				file: 'trigger/run.ts',
				find: 'clock, deadline, transport:',
				replace: 'clock, deadline: undefined, transport:',
			},
			{
				file: 'trigger/run.ts',
				find: 'return this.timeLeft > 2 * this.callMs;',
				replace: 'return this.deadline > 0;',
			},
		],
	},
	{
		name: 'maxOrdersPerRun is ignored',
		edits: [
			{
				file: 'trigger/run.ts',
				find: 'return Math.max(0, this.settings.maxOrdersPerRun - this.items.length);',
				replace: 'return 1_000_000;',
			},
		],
	},
	{
		name: 'long ids are rounded',
		edits: [
			{
				file: 'trigger/run.ts',
				find: 'const id = recordId(order) ??',
				replace: 'const id = String(Number(recordId(order)) || recordId(order)) ??',
			},
		],
	},
	{
		name: 'lists are not checked for skips',
		edits: [
			{
				file: 'lists/completeList.ts',
				find: 'Object.keys(signsOfASkip).filter(',
				replace: 'Object.keys({}).filter(',
			},
		],
	},
	{
		name: 'an unsettled list counts as complete, and only its first page is read',
		edits: [
			{
				file: 'lists/pages.ts',
				find: 'url = page.isLast ? undefined :',
				replace: 'url = page.isLast || visited.size > 0 ? undefined :',
			},
			{
				file: 'trigger/readOn.ts',
				find: 'isSettled &&= window.isSettled || window.isMiscounted;',
				replace: 'isSettled &&= true;',
			},
		],
	},
	{
		name: 'parameters that a link dropped are not put back',
		edits: [
			{
				file: 'lists/links.ts',
				find: '[...Object.entries(query.parameters), ...added]',
				replace: 'added',
			},
		],
	},
];
