/** Mistakes in what a poll decides and remembers: what is new, what is forgotten, what comes again. */
import type { PlantedBug } from './plantedBug';

export const decidingBugs: PlantedBug[] = [
	{
		name: 'the state moves before the poll has ended',
		edits: [
			{
				file: 'trigger/statefulPoll.ts',
				find: 'const result = await poll(',
				replace:
					'nodeData.state = { ...state, newOrders: { readUntil: now, readAt: now }, lateOrders: { lastBegan: now }, sweptWholeAt: now, deletions: { lastBegan: now } };\n\tconst result = await poll(',
			},
		],
	},
	{
		name: 'what is new is decided by time alone',
		edits: [
			{
				file: 'trigger/decide.ts',
				find: 'return seenDeleted.has(id) || (!seen.has(id) && latest >= state.forgottenBefore);',
				replace:
					'return arrival >= state.polledAt && seen.size + seenDeleted.size >= 0 && id + latest !== "";',
			},
		],
	},
	{
		name: 'orders are forgotten while windows still show them',
		edits: [
			{
				file: 'trigger/poll.ts',
				find: 'const forgotten = seen.forgetDaysBefore(limit);',
				replace: 'const forgotten = seen.forgetDaysBefore(limit + 5 * 24 * 60 * 60_000) && 0;',
			},
		],
	},
	{
		name: 'nothing is ever forgotten',
		edits: [
			{
				file: 'trigger/poll.ts',
				find: 'const forgotten = seen.forgetDaysBefore(limit);',
				replace: 'const forgotten = seen.forgetDaysBefore(0 * limit);',
			},
		],
	},
	{
		name: 'a wider window hands over again what was forgotten',
		edits: [
			{
				file: 'trigger/decide.ts',
				find: '(!seen.has(id) && latest >= state.forgottenBefore)',
				replace: '(!seen.has(id) && latest >= 0)',
			},
		],
	},
	{
		name: 'deletions are forgotten and come again',
		edits: [
			{
				file: 'trigger/poll.ts',
				find: 'const forgottenDeletions = seenDeleted.forgetDaysBefore(deletionsShownFrom(state, settings));',
				replace: 'const forgottenDeletions = seenDeleted.forgetDaysBefore(state.deletions.lastBegan) && 0;',
			},
		],
	},
	{
		name: 'packed ids are cut to 32 bits',
		edits: [
			{
				file: 'trigger/memory/packedIds.ts',
				find: 'let rest = id - previous;',
				replace: 'let rest = (id - previous) >>> 0 & 0x7fffffff;',
			},
		],
	},
	{
		name: 'an order that was restored is not noticed',
		edits: [
			{ file: 'trigger/decide.ts', find: 'run.forget(dated);', replace: '' },
			{
				file: 'trigger/decide.ts',
				find: 'return seenDeleted.has(id) || (',
				replace: 'return seenDeleted.size >= 0 && (',
			},
		],
	},
	{
		name: 'a second deletion is not noticed',
		edits: [{ file: 'trigger/decide.ts', find: 'run.seenDeleted.remove(id);', replace: '' }],
	},
	{
		name: 'a deletion does not know what was delivered',
		edits: [
			{ file: 'trigger/decide.ts', find: 'return seen.has(id) || (created', replace: 'return (created' },
		],
	},
	{
		name: 'nothing is ever handed over again',
		edits: [
			{
				file: 'trigger/receipts.ts',
				find: 'now - lastDelivery >= settings.redeliverMs',
				replace: 'now - lastDelivery >= settings.redeliverMs * Infinity',
			},
		],
	},
	{
		name: 'orders are handed over again although they have an external ID',
		edits: [
			{
				file: 'trigger/receipts.ts',
				find: 'if (hasExternalId(dated.order)) run.pending.delete(dated.id);',
				replace: 'if (hasExternalId(dated.order) && entry[3] > 5) run.pending.delete(dated.id);',
			},
			{
				file: 'trigger/receipts.ts',
				find: 'if (hasExternalId(order)) return void',
				replace: 'if (hasExternalId(order) && entry[3] > 5) return void',
			},
		],
	},
	{
		name: 'an edit that came with another delivery comes again',
		firstSeed: 480,
		edits: [{ file: 'trigger/receipts.ts', find: 'run.rememberFingerprint(dated);', replace: '' }],
	},
	{
		name: 'the first of the remembered orders of a day is overlooked',
		edits: [
			{
				file: 'trigger/memory/idsOfDay.ts',
				find: 'let from = 0;',
				replace: 'let from = 1;',
			},
		],
	},
	{
		name: 'two polls run at once',
		edits: [{ file: 'trigger/oneAtATime.ts', find: 'underWay.add(key);', replace: '' }],
	},
	{
		name: 'the starting point is the first poll with a memory, not activation',
		edits: [
			{
				file: 'trigger/memory/workflowNote.ts',
				find: "if (typeof noted?.at === 'number') return noted;",
				replace: "if (typeof noted?.at === 'bigint') return noted;",
			},
		],
	},
	{
		name: 'a poll that ran into the rate limit begins again from the start',
		firstSeed: 350,
		edits: [
			{
				file: 'trigger/poll.ts',
				find: 'if (run.successes > 0) return true;',
				replace: 'if (run.successes < 0) return true;',
			},
			{ file: 'trigger/poll.ts', find: '|| run.isPartlyRead) return true;', replace: ') return true;' },
		],
	},
	{
		name: 'a renamed node goes on from what is filed under its name',
		edits: [
			{
				file: 'trigger/memory/workflowNote.ts',
				find: 'return storedUnder === noted.nodeName ? stored : noted;',
				replace: 'return stored;',
			},
		],
	},
	{
		name: 'a renamed node remembers nothing of today',
		edits: [
			{
				file: 'trigger/memory/workflowNote.ts',
				find: 'Number(day) >= firstDay',
				replace: 'Number(day) > firstDay',
			},
		],
	},
	{
		name: 'the clock of the service is taken for ours',
		edits: [
			{
				file: 'trigger/statefulPoll.ts',
				find: 'return note.at + note.clockOffsetMs;',
				replace: 'return note.at + 0 * note.clockOffsetMs;',
			},
		],
	},
];
