/** Mistakes in how the parts of a poll share its time and its items, and in what counts as delivered. */
import type { PlantedBug } from './plantedBug';

export const sharingBugs: PlantedBug[] = [
	{
		name: 'a position passes a window of which not all was delivered',
		edits: [{ file: 'trigger/outbox.ts', of: 'lastPassed', find: /left < 0 \|\| /, replace: '' }],
	},
	{
		name: 'an order that two readings find is delivered twice',
		edits: [
			{
				file: 'trigger/outbox.ts',
				of: 'add',
				find: /\.filter\(\(\{ item \}\) => !this\.found\.has\(keyOf\(item\)\)\)/,
				replace: '.slice()',
			},
		],
	},
	{
		name: 'an order that was created and deleted since the last poll comes as both',
		edits: [
			{
				file: 'trigger/outbox.ts',
				of: 'deliverable',
				find: /!this\.deleted\.has\(item\.id\)/,
				replace: 'this.quota > 0',
			},
		],
	},
	{
		name: 'maxOrdersPerRun is ignored',
		edits: [
			{
				file: 'trigger/outbox.ts',
				of: 'deliver',
				find: /let \{ quota, roomForPending \} = this;/,
				replace: 'let [quota, roomForPending] = [Infinity, this.roomForPending];',
			},
		],
	},
	{
		name: 'whatever is first takes all the places',
		edits: [
			{
				file: 'trigger/outbox.ts',
				of: 'deliver',
				find: /queue\.taken\+\+;\s*quota--;/,
				replace:
					'const most = Math.min(quota, queue.items.length - queue.taken);\n\t\t\t\tqueue.taken += most;\n\t\t\t\tquota -= most;',
			},
			{
				file: 'trigger/poll.ts',
				of: 'dueTasks',
				find: /const inTurn = .*;/,
				replace: 'const inTurn = first.length < 0 ? first : due;',
			},
		],
	},
	{
		name: 'what waited comes in the usual sequence again',
		edits: [
			{
				file: 'trigger/poll.ts',
				of: 'dueTasks',
				find: /const inTurn = .*;/,
				replace: 'const inTurn = first.length < 0 ? first : due;',
			},
		],
	},
	{
		name: 'the time that a poll may take is ignored',
		edits: [
			{ file: 'trigger/budget.ts', of: 'hasTime', find: /return .*;/, replace: 'return this.callMs > 0;' },
			{
				file: 'trigger/poll.ts',
				of: 'openSession',
				find: /\.\.\.client, deadline,/,
				replace: '...client, deadline: undefined,',
			},
		],
	},
	{
		name: 'a poll that ran into a limit begins again from the start',
		edits: [
			{ file: 'trigger/poll.ts', of: 'isWorthKeeping', find: /return true;/, replace: 'return false;' },
		],
	},
	{
		name: 'two polls run at once',
		edits: [
			{ file: 'trigger/n8nPoll.ts', of: 'unlessPolling', find: /trigger\.isPolling = true;/, replace: '' },
		],
	},
	{
		name: 'a report and the orders come in one execution',
		edits: [
			{
				file: 'trigger/pollWithState.ts',
				of: 'pollWithState',
				find: /isReport \? report\.items\.map\((.*)\) : result\.items,/,
				replace:
					"isReport ? [...result.items, ...report.items.map((item) => ({ event: 'attention' as const, ...item }))] : result.items,",
			},
		],
	},
	{
		name: 'a poll that reports moves on as if it had delivered its orders',
		edits: [
			{
				file: 'trigger/pollWithState.ts',
				of: 'pollWithState',
				find: /isReport \? current : result\.state/,
				replace: 'result.state',
			},
		],
	},
	{
		name: 'the same is reported at every poll',
		edits: [
			{ file: 'trigger/attention.ts', of: 'report', find: /if \(!isNew\) return;/, replace: 'void isNew;' },
		],
	},
	{
		name: 'what ended and begins again is not reported again',
		edits: [
			{
				file: 'trigger/attention.ts',
				of: 'deliver',
				find: /key\.startsWith\('timeZone '\) \|\|/,
				replace: 'key.length > 0 ||',
			},
		],
	},
];
