/** What a round reads: readings that are due, what lies around waiting orders, and what could not be read (design 4). */
import { readAtOf, readAtOnce, type Stretch } from '../dates/coverage';
import { HOUR_MS, LOST_CLOCKS, outside, startingAt, type Span } from '../dates/durations';
import { presentOf } from '../lists/windowLength';
import type { Draft } from './draft';
import { eventsOf } from './events';
import type { Knowledge, Part } from './known';
import { leftOf, portionsOf, readingNames, readings, readingsOf, type ReadingName } from './readings';
import { leftOfWaiting, noteRead } from './waiting';

/** Each poll leaves a stretch to the far reading. If there are more, it comes early, so that the state stays small. */
const MOST_STRETCHES = 100;

/** What is to be read in this round, in the usual sequence: near before waiting before far, deleted before created. */
export function dueParts(draft: Draft, knowledge: Knowledge): Part[] {
	const parts = readingNames.map((name) => readingPart(draft, name, knowledge));
	for (const part of parts) setDue(draft, part, knowledge);
	// A process that has just started does not know whose turn it is, but the state does.
	const presentReadAt = ({ list }: Part) => readAtOf(draft.coverage[list], draft.began - HOUR_MS);
	const near = parts.filter(({ isNear }) => isNear);
	const sequence: Part[] = [
		...near.sort((one, other) => presentReadAt(one) - presentReadAt(other)),
		waitingPart(draft, knowledge),
		...parts.filter(({ isNear }) => !isNear),
		...unreadable.map((part) => unreadablePart(draft, part, knowledge)),
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

function readingPart(draft: Draft, name: ReadingName, knowledge: Knowledge): Part {
	const reading = readings[name];
	const { list } = reading;
	const { began, undecided } = draft;
	const known = knowledge.part(name);
	return {
		name,
		...reading,
		left() {
			const others = [...knowledge.unreadable[list], ...undecided[list], ...known.leftOut(began)];
			const portions = unreadOf(draft, name, knowledge);
			const spans = outside(leftOf(portions, began), others);
			const isOnlyAhead = spans.every(({ from }) => from >= known.newSince);
			if (!isOnlyAhead) return startingAt(spans, known.next);
			// What lies ahead has hardly an order: what was read longest ago comes first, and what came meanwhile last.
			const oldestFirst = portions.sort((one, other) => one.readAt - other.readAt);
			const oldest = outside(oldestFirst, others)[0]?.from ?? 0;
			return startingAt(spans, Math.max(oldest, presentOf(began)));
		},
		pass: (window) => draft.pass(list, window),
	};
}

/**
 * Windows that could not be read have turns of their own, so that nothing else of their list waits for them; and so have
 * those of lost clocks, where each hour may fail.
 */
const unreadable: Array<Pick<Part, 'name' | 'list' | 'what'>> = [
	{ name: 'deletedUnreadable', list: 'deleted', what: 'Some deleted orders' },
	{ name: 'createdUnreadable', list: 'created', what: 'Some sales orders' },
	{ name: 'deletedLostUnreadable', list: 'deleted', what: 'Some deleted orders of phones without a clock' },
	{ name: 'createdLostUnreadable', list: 'created', what: 'Some orders of phones without a clock' },
];

function unreadablePart(draft: Draft, part: (typeof unreadable)[number], knowledge: Knowledge): Part {
	const { name, list } = part;
	const isOfLostClocks = name.includes('Lost');
	const isOwn = ({ from }: Span) => from < LOST_CLOCKS.to === isOfLostClocks;
	return {
		...part,
		left() {
			const spans = knowledge.unreadable[list].filter(isOwn);
			const waiting = list === 'created' ? leftOfWaiting(draft) : [];
			const left = [
				...readingsOf(list).flatMap((reading) => leftOf(unreadOf(draft, reading, knowledge), draft.began)),
				...waiting,
			];
			// Of what is set aside, only what is still to be read.
			const isOver = outside(spans, left);
			return startingAt(outside(spans, isOver), knowledge.part(name).next);
		},
		pass: (window) => draft.pass(list, window),
		givesUp: true,
	};
}

/** What a reading has not read since it was due. */
function unreadOf(draft: Draft, name: ReadingName, knowledge: Knowledge): Stretch[] {
	// Another poll may have begun since, and share what the process knows.
	return portionsOf(draft, name, Math.min(knowledge.part(name).dueBefore, draft.began));
}

/**
 * A reading that is under way goes on until all is read that can be. One that is not reads what was read before it was last
 * time to.
 */
function setDue(draft: Draft, { name, list, isNear, left }: Part, knowledge: Knowledge): void {
	const { began, sweptAt } = draft;
	const events = eventsOf(draft, list);
	// Without events, nothing is left to read: an event that is chosen later counts from then on.
	if (events.length === 0) draft.coverage[list] = readAtOnce(began);
	const known = knowledge.part(name);
	// A clock may have been ahead.
	known.dueBefore = Math.min(known.dueBefore, began);
	if (known.isUnderWay && left().length > 0) return;
	known.isUnderWay = false;
	const changes = events.filter(([, { isChange }]) => isChange);
	const unmarked = changes.map(([event]) => draft.since(event) + 1);
	// What cannot be read keeps its own.
	const most = MOST_STRETCHES + 2 * knowledge.unreadable[list].length;
	const isLong = draft.coverage[list].length > most;
	known.dueBefore = isNear || isLong ? began : Math.min(began, Math.max(sweptAt, ...unmarked));
}
