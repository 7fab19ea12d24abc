/** Mistakes in what a poll reads: windows, lists, positions. */
import type { PlantedBug } from './plantedBug';

export const readingBugs: PlantedBug[] = [
	{
		name: 'near readings look back to the last one alone, not for two hours',
		edits: [{ file: 'trigger/readings.ts', of: 'lookback', find: /return NEAR_MS/, replace: 'return 0' }],
	},
	{
		name: 'readings look back from the last poll, not from the last one that was complete',
		edits: [
			{
				file: 'trigger/readings.ts',
				of: 'startOf',
				find: /\{ readings \}/,
				replace: '{ readings, polledAt }',
			},
			{
				file: 'trigger/readings.ts',
				of: 'startOf',
				find: /readings\[name\]\.lastBegan/,
				replace: 'Math.max(readings[name].lastBegan, polledAt)',
			},
		],
	},
	{
		name: 'windows end now, not a year ahead',
		edits: [{ file: 'trigger/readings.ts', of: 'begin', find: /began \+ AHEAD_MS/, replace: 'began' }],
	},
	{
		name: 'windows end a month ahead, not a year',
		edits: [{ file: 'trigger/readings.ts', of: 'begin', find: /AHEAD_MS/, replace: 'AHEAD_MS / 12' }],
	},
	{
		name: 'phones that lost their clock are left out',
		edits: [
			{
				file: 'trigger/readings.ts',
				of: 'begin',
				find: /\[LOST_CLOCKS, late\] : \[LOST_CLOCKS\]/,
				replace: '[late] : [{ from: 0, to: 1 }]',
			},
		],
	},
	{
		name: 'phones that lost their clock are looked for in 1970 alone',
		edits: [
			{ file: 'trigger/readings.ts', of: 'LOST_CLOCKS', find: /Date\.UTC\(2002/, replace: 'Date.UTC(1999' },
		],
	},
	{
		name: 'far readings end an hour before near ones begin',
		edits: [
			{
				file: 'trigger/readings.ts',
				of: 'begin',
				find: /to: startOf\(near, state, settings\)/,
				replace: 'to: startOf(near, state, settings) - 60 * 60_000',
			},
		],
	},
	{
		name: 'far readings count from their beginning, although a near one is under way',
		edits: [
			{
				file: 'trigger/readings.ts',
				of: 'begin',
				find: /state\.readings\[near\]\.underWay\?\.began \?\? began/,
				replace: 'began',
			},
		],
	},
	{
		name: 'old deletions are looked for as far back as late orders',
		edits: [
			{
				file: 'trigger/readings.ts',
				of: 'lookback',
				find: /deletedMs : lateSyncMs/,
				replace: 'lateSyncMs : lateSyncMs',
			},
		],
	},
	{
		name: 'far readings are due once alone',
		edits: [
			{
				file: 'trigger/readings.ts',
				of: 'isDue',
				find: /const isTime = .*;/,
				replace: 'const isTime = lastBegan === since.created && now - lastBegan >= sweepMs;',
			},
		],
	},
	{
		name: 'far readings are due four times as seldom',
		edits: [{ file: 'trigger/readings.ts', of: 'isDue', find: />= sweepMs -/, replace: '>= 4 * sweepMs -' }],
	},
	{
		name: 'a reading counts from its end, not from its beginning',
		edits: [
			{
				file: 'trigger/poll.ts',
				of: 'nextState',
				find: /lastBegan: readingBegan/,
				replace: 'lastBegan: client.timing.now() + (client.clock.offsetMs ?? 0)',
			},
		],
	},
	{
		name: 'windows are in another time zone',
		edits: [
			{
				file: 'lists/orderWindow.ts',
				of: 'orderWindow',
				find: /toServiceWindow\(window, timezone\)/,
				replace: "toServiceWindow(window, 'UTC')",
			},
		],
	},
	{
		name: 'what comes after the first of several windows is left out',
		edits: [
			{
				file: 'trigger/readWindows.ts',
				of: 'advance',
				find: /const isAtEnd = .*;/,
				replace: 'const isAtEnd = true;',
			},
		],
	},
	{
		name: 'windows overlook the second in which they meet',
		edits: [
			{
				file: 'trigger/readWindows.ts',
				of: 'advance',
				find: /\[\{ from: window\.to,/,
				replace: '[{ from: window.to + 5 * 60_000,',
			},
		],
	},
	{
		name: 'a window that the service refuses counts as read',
		edits: [
			{
				file: 'trigger/readWindows.ts',
				of: 'readWindows',
				find: /position\.windowMs = longestMs = .*;/,
				replace: 'advance(position, window, 1);',
			},
		],
	},
	{
		name: 'lists are not checked for skips',
		edits: [
			{
				file: 'lists/listReading.ts',
				of: 'signs',
				find: /Object\.keys\(signsOfASkip\)/,
				replace: 'Object.keys({})',
			},
		],
	},
	{
		name: 'a list that did not settle counts as complete, and no more than two readings are tried',
		edits: [
			{ file: 'lists/completeList.ts', of: 'MAX_READINGS', find: /5/, replace: '1' },
			{
				file: 'trigger/readWindows.ts',
				of: 'readWindows',
				find: /const isComplete = .*;/,
				replace: 'const isComplete = orders.isSettled || client !== undefined;',
			},
		],
	},
	{
		name: 'parameters that a link dropped are not put back',
		edits: [
			{
				file: 'lists/links.ts',
				of: 'nextPageUrl',
				find: /\[\.\.\.Object\.entries\(query\.parameters\), \.\.\.added\]/,
				replace: 'added',
			},
		],
	},
	{
		name: 'long IDs are rounded',
		edits: [
			{
				file: 'trigger/trackedOrder.ts',
				of: 'track',
				find: /recordId\(order\) \?\?/,
				replace: 'String(Number(recordId(order)) || recordId(order)) ??',
			},
		],
	},
];
