/** Bugs in what a round reads: parts, positions, windows, turns, failures. Each is one that somebody could make in earnest. */
import type { PlantedBug } from './plantedBug';
import { hasFewPlaces, isCalm, isOld, tells } from './suitable';

export const readingBugs: PlantedBug[] = [
	{
		name: 'a window passes although the round had no room for all its orders',
		file: 'round.ts',
		find: 'if (isFull(draft)) return;',
		replace: 'if (isFull(draft)) break;',
		suits: hasFewPlaces,
	},
	{
		name: 'the near reading does not look back',
		file: 'readings.ts',
		find: '({ from: readAt - NEAR_MS, to: Infinity })',
		replace: '({ from: readAt, to: Infinity })',
		suits: isCalm,
	},
	{
		name: 'what no round has read counts as read',
		file: 'draft.ts',
		find: 'const latest = this.began - 1;',
		replace:
			'const latest = this.began - 1; before.coverage.created.forEach((each) => (each.readAt = latest));',
		suits: hasFewPlaces,
	},
	{
		name: 'a window counts as read a day later than it was',
		file: 'draft.ts',
		find: 'withPassed(this.coverage[list], span, this.began)',
		replace: 'withPassed(this.coverage[list], span, this.began + DAY_MS)',
		suits: isCalm,
	},
	{
		name: 'lost clocks are looked for in 1970 alone',
		file: '../dates/durations.ts',
		find: 'to: Date.UTC(2002, 0, 1)',
		replace: 'to: Date.UTC(1999, 0, 1)',
		suits: isCalm,
	},
	{
		name: 'windows are not cut after an overload',
		file: '../lists/windowLength.ts',
		find: 'if (!isTooMuch) return undefined;',
		replace: 'if (!isRefused) return undefined;',
		traits: ['long windows are refused'],
	},
	{
		name: 'what fails ahead shortens what is read of the present',
		file: '../lists/windowLength.ts',
		find: 'return isAhead(window, now) ? this.ahead : this.past;',
		replace: 'return this.past;',
		traits: ['what lies ahead is refused', 'behind'],
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
		name: 'a part that fails hides the others of its list',
		file: 'reports.ts',
		find: '!failing.some((other) => failsWith(part, other))',
		replace: 'part === failing.findLast(({ list }) => list === part.list)',
		traits: ['one moment fails'],
		suits: tells,
	},
];
