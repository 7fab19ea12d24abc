/** What a round reads: readings that are due, what lies around waiting orders, and what could not be read (design 4). */
import { readAtOnce, type Stretch } from '../dates/coverage';
import { outside, startingAt } from '../dates/durations';
import { AHEAD_SINCE_MS } from '../lists/windowLength';
import type { Draft } from './draft';
import { eventsOf } from './events';
import { unreadablePartOf, type Knowledge, type Part, type UnreadableName } from './known';
import {
	leftOf,
	portionsOf,
	readingNames,
	readings,
	readingsOf,
	TOLERANCE_MS,
	type Reading,
	type ReadingName,
} from './readings';
import { leftOfWaiting, noteRead } from './waiting';

/** Each poll leaves a stretch to the far reading. If there are more, it comes early, so that the state stays small. */
const MOST_STRETCHES = 100;

/** What is to be read in this round, in the usual sequence: near before waiting before far, deleted before created. */
export function dueParts(draft: Draft, knowledge: Knowledge): Part[] {
	for (const name of readingNames) beginIfDue(draft, name, knowledge);
	const parts = readingNames.map((name) => readingPart(draft, name, knowledge));
	const sequence: Part[] = [
		...parts.filter(({ isNear }) => isNear),
		waitingPart(draft, knowledge),
		...parts.filter(({ isNear }) => !isNear),
		...Object.entries(unreadable).map(([name, part]) => unreadablePart(draft, { name, ...part }, knowledge)),
	];
	return sequence.filter(({ left }) => left().length > 0);
}

function waitingPart(draft: Draft, knowledge: Knowledge): Part {
	const name = 'waiting';
	const known = knowledge.part(name);
	return {
		name,
		list: 'created',
		what: 'Orders that wait for their external ID',
		left: () => leftOfWaiting(draft, [...knowledge.unreadable.created, ...known.leftOut(draft.began)]),
		pass: (window) => noteRead(draft, window),
	};
}

function readingPart(draft: Draft, name: ReadingName, knowledge: Knowledge): Part & Reading {
	const reading = readings[name];
	const known = knowledge.part(name);
	return {
		name,
		...reading,
		left() {
			const { list } = reading;
			const { began, undecided } = draft;
			const others = [...knowledge.unreadable[list], ...undecided[list], ...known.leftOut(began)];
			const portions = unreadOf(draft, name);
			const spans = outside(leftOf(portions, began), others);
			if (spans.some(({ from }) => from < began)) return startingAt(spans, known.gapEnd);
			// What lies ahead has hardly an order: what was read longest ago comes first.
			const oldestFirst = portions.sort((one, other) => one.readAt - other.readAt);
			return startingAt(spans, outside(oldestFirst, others)[0]?.from ?? 0);
		},
		pass(window) {
			draft.pass(reading.list, window);
			if (window.from >= draft.began) known.hasTriedAhead = true;
		},
	};
}

/** Windows that could not be read have turns of their own, so that nothing else of their list waits for them. */
const unreadable: Record<UnreadableName, Pick<Part, 'list' | 'what'>> = {
	deletedUnreadable: { list: 'deleted', what: 'Some deleted orders' },
	createdUnreadable: { list: 'created', what: 'Some sales orders' },
	deletedLostUnreadable: { list: 'deleted', what: 'Some deleted orders of phones without a clock' },
	createdLostUnreadable: { list: 'created', what: 'Some orders of phones without a clock' },
};

function unreadablePart(
	draft: Draft,
	part: Pick<Part, 'name' | 'list' | 'what'>,
	knowledge: Knowledge,
): Part {
	const { name, list } = part;
	return {
		...part,
		left() {
			const spans = knowledge.unreadable[list].filter((span) => unreadablePartOf(list, span) === name);
			if (spans.length === 0) return [];
			const waiting = list === 'created' ? leftOfWaiting(draft) : [];
			const left = [
				...readingsOf(list).flatMap((reading) => leftOf(unreadOf(draft, reading), draft.began)),
				...waiting,
			];
			return startingAt(outside(spans, outside(spans, left)), knowledge.part(name).next);
		},
		pass: (window) => draft.pass(list, window),
		givesUp: true,
	};
}

/** What a reading has not read since it was due. */
function unreadOf(draft: Draft, name: ReadingName): Stretch[] {
	return portionsOf(draft, name, draft.dueAt[name] ?? 0);
}

/**
 * A reading goes on until all is read that can be, and begins again when it is time. Of what lies ahead, one window is
 * enough: the next reading goes on with another one.
 */
function beginIfDue(draft: Draft, name: ReadingName, knowledge: Knowledge): void {
	const { began, dueAt, settings } = draft;
	const { list, isNear } = readings[name];
	const events = eventsOf(draft, list);
	// Without events, nothing is left to read: an event that is chosen later counts from then on.
	if (events.length === 0) draft.coverage[list] = readAtOnce(began);
	const last = dueAt[name] ?? 0;
	const waitMs = isNear ? 0 : settings.sweepMs - Math.min(settings.sweepMs / 10, TOLERANCE_MS);
	const known = knowledge.part(name);
	const left = readingPart(draft, name, knowledge).left();
	// What came since it was due is for the next one, and what was passed over holds up none.
	const hasMore =
		left.some(({ from }) => known.gapEnd <= from && from < last - AHEAD_SINCE_MS) ||
		(left.length > 0 && !known.hasTriedAhead);
	const isUnderWay = hasMore && !known.isAtEnd;
	const lacksMarks = events.some(([event, { isChange }]) => isChange && last <= draft.since(event));
	// What cannot be read keeps its own.
	const most = MOST_STRETCHES + 2 * knowledge.unreadable[list].length;
	const isTime = began - last >= waitMs || draft.coverage[list].length > most;
	if (!lacksMarks && (!isTime || isUnderWay)) return;
	dueAt[name] = began;
	known.hasTriedAhead = false;
}
