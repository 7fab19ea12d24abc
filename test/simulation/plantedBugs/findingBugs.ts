/** Mistakes in what counts as new, deleted, edited, wanted or due. */
import type { PlantedBug } from './plantedBug';

export const findingBugs: PlantedBug[] = [
	{
		name: 'what is new is decided by time alone',
		edits: [
			{
				file: 'trigger/events/created.ts',
				of: 'isNew',
				find: /memory\.delivered\.has\(tracked\.id\) \|\| memory\.isForgotten\(tracked\)/,
				replace: 'tracked.dateCreated < state.polledAt',
			},
		],
	},
	{
		name: 'an order that was restored is not noticed',
		edits: [
			{ file: 'trigger/events/created.ts', of: 'isNew', find: /if \(memory\.deletions.*\n/, replace: '\n' },
			{
				file: 'trigger/events/deleted.ts',
				of: 'takeDeletion',
				find: /memory\.delivered\.remove\(id\);/,
				replace: '',
			},
		],
	},
	{
		name: 'a second deletion is not noticed',
		edits: [
			{
				file: 'trigger/events/created.ts',
				of: 'takeNew',
				find: /memory\.deletions\.delete\(id\);/,
				replace: '',
			},
			{
				file: 'trigger/events/deleted.ts',
				of: 'takeDeletion',
				find: /known !== undefined && \(dateDeleted \?\? 0\) <= known/,
				replace: 'known !== undefined',
			},
		],
	},
	{
		name: 'a deletion does not know what was delivered',
		edits: [
			{
				file: 'trigger/events/deleted.ts',
				of: 'wasDelivered',
				find: /memory\.delivered\.has\(tracked\.id\)\) return true/,
				replace: 'memory.delivered.has(tracked.id)) return false',
			},
		],
	},
	{
		name: 'deletions from before the starting point are delivered',
		edits: [
			{
				file: 'trigger/events/deleted.ts',
				of: 'takeDeletion',
				find: /happened >= since &&/,
				replace: 'happened >= 0 &&',
			},
		],
	},
	{
		name: 'a changed filter applies to orders that arrived before',
		edits: [
			{
				file: 'trigger/session.ts',
				of: 'passesFilter',
				find: /filters\.findLast\(.*\) \?\? filters\[0\]/,
				replace: 'dateCreated > 0 ? filters.at(-1) : filters[0]',
			},
		],
	},
	{
		name: 'an order that a filter kept back counts as delivered',
		edits: [
			{
				file: 'trigger/events/created.ts',
				of: 'isNew',
				find: /return passesFilter\(session, tracked\);/,
				replace:
					'if (passesFilter(session, tracked)) return true;\n\tmemory.remember(tracked);\n\treturn false;',
			},
		],
	},
	{
		name: 'the filter keeps back edits of delivered orders',
		edits: [
			{
				file: 'trigger/events/edited.ts',
				of: 'takeEdit',
				find: /memory\.delivered\.has\(tracked\.id\) \|\| /,
				replace: '',
			},
		],
	},
	{
		name: 'the filter keeps back deletions of delivered orders',
		edits: [
			{
				file: 'trigger/events/deleted.ts',
				of: 'takeDeletion',
				find: /delivered !== true && !passes/,
				replace: '!passes',
			},
		],
	},
	{
		name: 'deletions ignore the filter',
		edits: [
			{
				file: 'trigger/events/deleted.ts',
				of: 'takeDeletion',
				find: /delivered !== true && !passes/,
				replace: 'delivered === null && !passes',
			},
		],
	},
	{
		name: 'an edit is compared with what the order was at first',
		edits: [
			{
				file: 'trigger/events/edited.ts',
				of: 'takeEdit',
				find: /memory\.rememberFingerprint\(tracked\)/,
				replace: 'known ?? memory.rememberFingerprint(tracked)',
			},
		],
	},
	{
		name: 'nothing is ever delivered again',
		edits: [
			{
				file: 'trigger/redelivery.ts',
				of: 'isDue',
				find: /return .*;/,
				replace: 'return began - last >= wait * Infinity;',
			},
		],
	},
	{
		name: 'the waits between deliveries do not grow',
		edits: [
			{
				file: 'trigger/redelivery.ts',
				of: 'isDue',
				find: /2 \*\* \(deliveries - 1\)/,
				replace: '1 ** deliveries',
			},
		],
	},
	{
		name: 'orders are delivered again although they have an external ID',
		edits: [
			{
				file: 'trigger/redelivery.ts',
				of: 'noteSeen',
				find: /hasExternalId\(tracked\.order\)/,
				replace: 'hasExternalId(tracked.order) && pending[3] > 5',
			},
		],
	},
	{
		name: 'an order that waits is dropped before its window is read',
		edits: [
			{
				file: 'trigger/redelivery.ts',
				of: 'redeliver',
				find: /if \(position\.spans\.length > 0\) return .*;/,
				replace: 'void position;',
			},
		],
	},
	{
		name: 'an order that was deleted goes on waiting',
		edits: [
			{
				file: 'trigger/redelivery.ts',
				of: 'redeliver',
				find: /for \(const \[id\] of missing\) .*/,
				replace: 'void missing;',
			},
			{
				file: 'trigger/events/deleted.ts',
				of: 'takeDeletion',
				find: /memory\.pending\.delete\(id\);/,
				replace: '',
			},
		],
	},
	{
		name: 'a redelivery counts as the one before',
		edits: [
			{
				file: 'trigger/redelivery.ts',
				of: 'takeDue',
				find: /deliveries \+ 1/,
				replace: 'Math.max(2, deliveries)',
			},
		],
	},
	{
		name: 'an order that had its last delivery is not reported',
		firstSeed: 637,
		edits: [
			{
				file: 'trigger/redelivery.ts',
				of: 'takeDue',
				find: /attention\.notConfirmed\(.*\);/,
				replace: 'void attention;',
			},
		],
	},
	{
		name: 'an edit that came with a redelivery comes again',
		firstSeed: 538,
		edits: [
			{
				file: 'trigger/redelivery.ts',
				of: 'takeDue',
				find: /if \(state\.since\.edited.*/,
				replace: 'void state;',
			},
		],
	},
];
