/** Bugs in what a round reads: parts, positions, windows, turns, failures. Each is one that somebody could make in earnest. */
import type { PlantedBug } from './plantedBug';
import { hasFewPlaces, hasReports, isCalm, isCalmForDays, isOld, tells } from './suitable';

export const readingBugs: PlantedBug[] = [
	{
		name: 'a window passes although the round had no room for all its orders',
		file: 'round.ts',
		find: 'if (isFull(draft)) return;',
		replace: 'if (isFull(draft)) break;',
		suits: hasFewPlaces,
	},
	{
		name: 'the near part looks back from now',
		file: 'parts.ts',
		find: 'lookbackMs: () => NEAR_MS }',
		replace: 'lookbackMs: () => 0 }',
		suits: isCalm,
	},
	{
		name: 'parts look back from the last poll, not from the last complete reading',
		file: 'parts.ts',
		find: `startOf({ readings, settings }: Draft, name: ReadingName): number | undefined {
	const { open, lastCompleteBegan } = readings[name];`,
		replace: `startOf({ readings, settings, before }: Draft, name: ReadingName): number | undefined {
	const { open } = readings[name];
	const lastCompleteBegan = before.polledAt;`,
		suits: hasFewPlaces,
	},
	{
		name: 'a reading counts from its end',
		file: 'parts.ts',
		find: 'Math.min(open?.began ?? draft.began, covered)',
		replace: 'draft.began',
		traits: ['behind'],
	},
	{
		name: 'far parts end an hour before the near ones begin',
		file: 'parts.ts',
		find: '(startOf(draft, endsAt) ?? from)',
		replace: '(startOf(draft, endsAt) ?? from) - 3_600_000',
		suits: isCalm,
	},
	{
		name: 'windows end now, not a year ahead',
		file: 'parts.ts',
		find: ': draft.began + AHEAD_MS',
		replace: ': draft.began',
		suits: isCalm,
	},
	{
		name: 'lost clocks are skipped',
		file: 'parts.ts',
		find: 'return LOST_CLOCKS;',
		replace: 'return { from: 0, to: 0 };',
		suits: isCalm,
	},
	{
		name: 'lost clocks are looked for in 1970 alone',
		file: 'parts.ts',
		find: 'to: Date.UTC(2002, 0, 1)',
		replace: 'to: Date.UTC(1999, 0, 1)',
		suits: isCalm,
	},
	{
		name: 'a round delivers more than Max Orders per Run',
		file: 'round.ts',
		find: 'items.length >= settings.maxOrdersPerRun',
		replace: 'items.length >= 10 * settings.maxOrdersPerRun',
		suits: hasFewPlaces,
	},
	{
		name: 'a list that fails for hours is never reported',
		file: 'round.ts',
		find: 'began - since >= HOUR_MS',
		replace: 'began - since >= 1e9 * HOUR_MS',
		traits: ['one list fails'],
		suits: tells,
	},
	{
		name: 'missed turns do not count',
		file: 'known.ts',
		find: 'other.missedTurns - one.missedTurns',
		replace: '0',
		traits: ['crowded'],
		suits: hasFewPlaces,
	},
	{
		name: 'a window of one page is cut by what the service counts',
		file: 'budget.ts',
		find: 'totalPages > 1 && !isLast',
		replace: 'totalPages > 1',
		traits: ['counts the whole account'],
	},
	{
		name: 'windows are not cut after an overload',
		file: 'windowLength.ts',
		find: 'if (!isRefused && !isTooMuch) return false;',
		replace: 'if (!isRefused) return false;',
		traits: ['long windows are refused'],
	},
	{
		name: 'windows are not cut after a refusal',
		file: 'windowLength.ts',
		find: 'if (!isRefused && !isTooMuch) return false;',
		replace: 'if (!isTooMuch) return false;',
		traits: ['long windows get 400'],
	},
	{
		name: 'a poll whose workflow was saved meanwhile still delivers',
		file: 'pollWithState.ts',
		find: 'if (environment.isOutdated()) return [];',
		replace: '',
		traits: ['saved during a poll'],
		suits: isOld,
	},
	{
		name: 'a report is delivered again with each poll',
		file: 'pollWithState.ts',
		find: "if (items[0]?.event === 'attention') attention.reports.length = 0;",
		replace: '',
		suits: hasReports,
	},
	{
		name: 'a summary is never due',
		file: 'reports.ts',
		find: 'if (Math.abs(now - summary.since) < DAY_MS) return',
		replace: 'if (now - summary.since < 1e9 * DAY_MS) return',
		traits: ['summary'],
		suits: isCalmForDays,
	},
	{
		name: 'what lasts is reported with each poll',
		file: 'reports.ts',
		find: 'if (!isNew) return;',
		replace: '',
		suits: hasReports,
	},
];
