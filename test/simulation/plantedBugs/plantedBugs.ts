/** The mistakes. Each is one that somebody could make in earnest. */
import type { PlantedBug } from './plantedBug';

export const plantedBugs: PlantedBug[] = [
	{
		name: 'the cursor moves although not all of the window was handed over',
		edits: [
			{
				file: 'trigger/readOn.ts',
				find: 'if (isSettled && isHandedOver) cursor.readUntil',
				replace: 'cursor.readUntil',
			},
		],
	},
	{
		name: 'the watermark goes to now although windows were left',
		edits: [
			{
				file: 'trigger/steps.ts',
				find: 'Math.max(watermark, Math.min(cursor.readUntil, run.readAt))',
				replace: 'run.readAt',
			},
		],
	},
	{
		name: 'the state moves before the poll has ended',
		edits: [
			{
				file: 'trigger/statefulPoll.ts',
				find: 'const result = await poll(',
				replace:
					'nodeData.state = { ...state, newOrders: { readUntil: now } };\n\tconst result = await poll(',
			},
		],
	},
	{
		name: 'windows are in another time zone',
		edits: [
			{
				file: 'trigger/reading.ts',
				find: 'query: createdOrders(client, toServiceWindow(window, zone)),',
				replace: "query: createdOrders(client, toServiceWindow(window, 'UTC')),",
			},
		],
	},
	{
		name: 'no overlap from poll to poll',
		edits: [
			{
				file: 'trigger/steps.ts',
				find: 'export const OVERLAP_MS = 15 * MINUTE_MS;',
				replace: 'export const OVERLAP_MS = 0 * MINUTE_MS;',
			},
		],
	},
	{
		name: 'windows end now, not a day ahead',
		edits: [{ file: 'trigger/reading.ts', find: 'AHEAD_MS = DAY_MS', replace: 'AHEAD_MS = 0 * DAY_MS' }],
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
		name: 'deletions are looked for in the window of new orders',
		edits: [
			{
				file: 'trigger/steps.ts',
				find: 'reach: settings.deletedMs,',
				replace: 'reach: Math.min(settings.deletedMs, OVERLAP_MS),',
			},
		],
	},
	{
		name: 'deletions are looked for from now, not from the last round',
		edits: [
			{
				file: 'trigger/readOn.ts',
				find: 'readUntil: round.lastBegan - reach',
				replace: 'readUntil: run.readAt - reach',
			},
		],
	},
	{
		name: 'a round counts from its end, not from its beginning',
		edits: [
			{
				file: 'trigger/readOn.ts',
				find: 'round.lastBegan = round.current.began;',
				replace: 'round.lastBegan = run.client.timing.now() + (run.client.clockOffsetMs ?? 0);',
			},
		],
	},
	{
		name: 'orders are never swept',
		edits: [
			{
				file: 'trigger/steps.ts',
				find: 'if (!round.current && hasBaseline && run.readAt - round.lastBegan < settings.sweepMs) return;',
				replace: 'if (hasBaseline || settings.sweepMs > 0) return;',
			},
		],
	},
	{
		name: 'the sweep begins late by a minute',
		edits: [
			{
				file: 'trigger/steps.ts',
				find: 'reach: settings.lateSyncMs,',
				replace: 'reach: settings.lateSyncMs - MINUTE_MS,',
			},
		],
	},
	{
		name: 'orders are forgotten while windows still show them',
		edits: [
			{
				file: 'trigger/poll.ts',
				find: 'const forgotten = seen.forgetDaysBefore(shownFrom - 2 * DAY_MS);',
				replace: 'const forgotten = seen.forgetDaysBefore(shownFrom + 2 * DAY_MS) && 0;',
			},
		],
	},
	{
		name: 'nothing is ever forgotten',
		edits: [
			{
				file: 'trigger/poll.ts',
				find: 'const forgotten = seen.forgetDaysBefore(shownFrom - 2 * DAY_MS);',
				replace: 'const forgotten = seen.forgetDaysBefore(0 * shownFrom);',
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
				find: 'const forgottenDeletions = seenDeleted.forgetDaysBefore(deletionsShownFrom - 2 * DAY_MS);',
				replace:
					'const forgottenDeletions = seenDeleted.forgetDaysBefore(deletionsShownFrom + settings.deletedMs) && 0;',
			},
		],
	},
	{
		name: 'the time that a poll may take is ignored',
		edits: [
			{
				file: 'trigger/run.ts',
				find: 'clockOffsetMs, deadline, transport:',
				replace: 'clockOffsetMs, deadline: undefined, transport:',
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
		name: 'packed ids are cut to 32 bits',
		edits: [
			{
				file: 'trigger/packedIds.ts',
				find: 'let rest = id - previous;',
				replace: 'let rest = (id - previous) >>> 0 & 0x7fffffff;',
			},
		],
	},
	{
		name: 'an order that was restored is not noticed',
		edits: [
			{ file: 'trigger/decide.ts', find: 'run.seen.remove(id);', replace: '' },
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
		name: 'lists are not checked for skips',
		edits: [
			{
				file: 'api/completeList.ts',
				find: 'Object.keys(signsOfASkip).filter(',
				replace: 'Object.keys({}).filter(',
			},
		],
	},
	{
		name: 'an unsettled list counts as complete, and only its first page is read',
		edits: [
			{
				file: 'api/pages.ts',
				find: 'url = page.isLast ? undefined :',
				replace: 'url = page.isLast || visited.size > 0 ? undefined :',
			},
			{ file: 'trigger/readOn.ts', find: 'isSettled &&= window.isSettled;', replace: 'isSettled &&= true;' },
		],
	},
	{
		name: 'parameters that a link dropped are not put back',
		edits: [
			{
				file: 'api/links.ts',
				find: '...Object.entries(query.parameters),\n\t\t...added,',
				replace: '...added,',
			},
		],
	},
	{
		name: 'nothing is ever handed over again',
		edits: [
			{
				file: 'trigger/redeliver.ts',
				find: 'now - last >= settings.redeliverMs',
				replace: 'now - last >= settings.redeliverMs * Infinity',
			},
		],
	},
	{
		name: 'orders are handed over again although they have an external ID',
		edits: [
			{
				file: 'trigger/redeliver.ts',
				find: 'if (hasExternalId(order)) return void run.pending.delete(id);',
				replace: 'if (hasExternalId(order) && deliveries > 5) return void run.pending.delete(id);',
			},
			{
				file: 'trigger/redeliver.ts',
				find: 'const entry = run.pending.get(id);\n\tif (!entry) return undefined;\n\tif',
				replace:
					'const entry = run.pending.get(id);\n\tif (!entry) return undefined;\n\tconst { 3: deliveries } = entry;\n\tif',
			},
			{
				file: 'trigger/redeliver.ts',
				find: 'const [, , , deliveries] = entry;',
				replace: '',
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
				file: 'trigger/statefulPoll.ts',
				find: "if (typeof noted?.at === 'number') return noted;",
				replace: "if (typeof noted?.at === 'bigint') return noted;",
			},
		],
	},
	{
		name: 'a poll that ran into the rate limit begins again from the start',
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
		name: 'the clock of the service is taken for ours',
		edits: [
			{
				file: 'trigger/statefulPoll.ts',
				find: 'return activation.at + activation.clockOffsetMs;',
				replace: 'return activation.at + 0 * activation.clockOffsetMs;',
			},
		],
	},
];
