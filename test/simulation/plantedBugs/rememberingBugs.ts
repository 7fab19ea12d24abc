/** Mistakes in what is remembered from poll to poll: too little, too long, too early, or of the wrong service. */
import type { PlantedBug } from './plantedBug';

export const rememberingBugs: PlantedBug[] = [
	{
		name: 'the state moves before the poll has ended',
		edits: [
			{
				file: 'trigger/pollWithState.ts',
				of: 'pollWithState',
				find: /const result = await poll\(/,
				replace: `const lastBegan = client.timing.now();
	const reading = { lastBegan };
	const readings = { deletedNear: reading, createdNear: reading, deletedFar: reading, createdFar: reading };
	const services = { ...loaded.others, [service]: { ...current, readings } };
	nodeData.state = { version: 1, nodeName, service, services, attention: loaded.attention };
	const result = await poll(`,
			},
		],
	},
	{
		name: 'orders are forgotten while windows still show them',
		edits: [
			{ file: 'trigger/readings.ts', of: 'forgettable', find: /- 2 \* DAY_MS/, replace: '+ 5 * DAY_MS' },
		],
	},
	{
		name: 'no order is ever forgotten',
		edits: [
			{
				file: 'trigger/state/orderMemory.ts',
				of: 'forget',
				find: /forgetDaysBefore\(ordersBefore\)/,
				replace: 'forgetDaysBefore(0 * ordersBefore)',
			},
		],
	},
	{
		name: 'a wider window delivers again what was forgotten',
		edits: [
			{
				file: 'trigger/state/orderMemory.ts',
				of: 'isForgotten',
				find: /this\.deliveredForgottenBefore/,
				replace: '0 * this.deliveredForgottenBefore',
			},
		],
	},
	{
		name: 'deletions are forgotten at once and come again',
		edits: [
			{
				file: 'trigger/state/orderMemory.ts',
				of: 'forget',
				find: /if \(dateDeleted >= deletionsBefore\) continue;/,
				replace: 'if (dateDeleted >= deletionsBefore + 20 * 24 * 60 * 60_000) continue;',
			},
			{
				file: 'trigger/state/orderMemory.ts',
				of: 'isDeletionForgotten',
				find: /this\.deletionsForgottenBefore/,
				replace: '0 * this.deletionsForgottenBefore',
			},
		],
	},
	{
		name: 'the first of the remembered orders of a day is overlooked',
		edits: [
			{
				file: 'trigger/state/idsByDay.ts',
				of: 'unpack',
				find: /stored\.map/,
				replace: '(stored.length > 1 ? stored.slice(1) : stored).map',
			},
		],
	},
	{
		name: 'the starting point is the first poll with a memory, not activation',
		edits: [
			{
				file: 'trigger/pollWithState.ts',
				of: 'firstState',
				find: /note\.at \+/,
				replace: 'client.timing.now() +',
			},
		],
	},
	{
		name: 'a renamed node continues with what is filed under its name',
		edits: [
			{
				file: 'trigger/state/activationNote.ts',
				of: 'storedOrNoted',
				find: /return storedUnder .*;/,
				replace: 'return storedUnder === undefined && stored === undefined ? noted : stored;',
			},
		],
	},
	{
		name: 'a renamed node remembers none of the last days',
		edits: [
			{
				file: 'trigger/state/activationNote.ts',
				of: 'forNote',
				find: /- HOUR_MS/,
				replace: '+ 48 * HOUR_MS',
			},
		],
	},
	{
		name: 'the clock of the service is taken for ours',
		edits: [
			{
				file: 'trigger/pollWithState.ts',
				of: 'firstState',
				find: /note\.at \+ note\.clockOffsetMs/,
				replace: 'note.at',
			},
		],
	},
	{
		name: 'another service makes the usual one forgotten',
		edits: [
			{
				file: 'trigger/state/loadState.ts',
				of: 'loadState',
				find: /others: mostRecent\(others\)/,
				replace: 'others: mostRecent({})',
			},
		],
	},
	{
		name: 'another service begins with the orders of the usual one',
		edits: [
			{
				file: 'trigger/state/loadState.ts',
				of: 'loadState',
				find: /const current = known \? .*;/,
				replace:
					'const current = adapt(known ?? services[service] ?? startAgain(polledAt, context.settings), context);',
			},
		],
	},
];
