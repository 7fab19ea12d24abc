/** What a round reads: readings that are due, what lies around waiting orders, and what could not be read (design 4). */
import { readAtOf, readAtOnce, type Stretch } from '../dates/coverage';
import {
	byTime,
	HOUR_MS,
	joined,
	LOST_CLOCKS,
	outside,
	startingAt,
	within,
	type Span,
} from '../dates/durations';
import type { OrderListName } from '../lists/orderWindow';
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
	// Without events, nothing is left to read: an event that is chosen later counts from then on.
	for (const { list } of Object.values(readings))
		if (eventsOf(draft, list).length === 0) draft.coverage[list] = readAtOnce(draft.began);
	for (const list of ['created', 'deleted'] as const) knowledge.keepUnreadable(list, leftOfList(draft, list));
	const parts = readingNames.map((name) => readingPart(draft, name, knowledge));
	// A process that has just started does not know whose turn it is, but the state does.
	const presentReadAt = ({ list }: Part) => readAtOf(draft.coverage[list], draft.began - HOUR_MS);
	const near = parts.filter(({ isNear }) => isNear);
	const sequence: Part[] = [
		...near.sort((one, other) => presentReadAt(one) - presentReadAt(other)),
		waitingPart(draft, knowledge),
		...parts.filter(({ isNear }) => !isNear),
		...unreadable.map((part) => unreadablePart(draft, part, knowledge)),
	];
	// A part may set something aside in this round, which is then tried in this round as well.
	return sequence.filter(({ left, aside }) => aside || left().length > 0);
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
	const { list, isNear } = reading;
	const { began, undecided } = draft;
	const known = knowledge.part(name);
	return {
		name,
		...reading,
		left() {
			const others = [...knowledge.unreadable[list], ...undecided[list], ...known.leftOut(began)];
			const portions = unreadOf(draft, name);
			const spans = outside(leftOf(portions, began), others);
			const present = presentOf(began);
			if (isNear && knowledge.out.has(list)) {
				// An outage ends when the last hour can be read, which no service refuses as too long.
				const lastHour = within(spans, [{ from: began - HOUR_MS, to: present }]);
				if (lastHour.length > 0) return lastHour;
			}
			const { goesOnAt } = known;
			const inTurn = startingAt(spans, goesOnAt);
			if (goesOnAt < Infinity && inTurn[0] && inTurn[0].from < present) return inTurn;
			// What lies ahead has hardly an order: what was read longest ago comes first.
			const oldestFirst = portions.sort((one, other) => one.readAt - other.readAt);
			const oldest = outside(oldestFirst, others)[0]?.from ?? 0;
			return startingAt(spans, Math.max(oldest, present));
		},
		pass: (window) => draft.pass(list, window),
	};
}

/**
 * What was set aside because it could not be read has turns of its own, so that nothing else of its list waits for it. What
 * was set aside of lost clocks has others, because there each hour may fail.
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
	const aside = () => knowledge.unreadable[list].filter(isOwn);
	return {
		...part,
		aside,
		left() {
			// Each has one try in a round.
			const own = aside().filter(({ triedAt }) => triedAt !== draft.began);
			const { goesOnAt } = knowledge.part(name);
			// The last one was read: what follows may be readable too, in longer windows.
			if (own.some(({ from }) => from === goesOnAt)) return startingAt(joined(own.sort(byTime)), goesOnAt);
			// First what was tried longest ago, else the newest: a service may refuse all that is older.
			return own.sort((one, other) => one.triedAt - other.triedAt || other.from - one.from);
		},
		pass: (window) => draft.pass(list, window),
	};
}

/** What the parts of a list still have to read. */
function leftOfList(draft: Draft, list: OrderListName): Span[] {
	const waiting = list === 'created' ? leftOfWaiting(draft) : [];
	return [...readingsOf(list).flatMap((name) => leftOf(unreadOf(draft, name), draft.began)), ...waiting];
}

/** What a reading has not read since it was due: each round, or when it was last time to. */
function unreadOf(draft: Draft, name: ReadingName): Stretch[] {
	const { list, isNear } = readings[name];
	const { began, sweptAt, coverage } = draft;
	const changes = eventsOf(draft, list).filter(([, { isChange }]) => isChange);
	const unmarked = changes.map(([event]) => draft.since(event) + 1);
	const isLong = coverage[list].length > MOST_STRETCHES;
	const dueBefore = isNear || isLong ? began : Math.min(began, Math.max(sweptAt, ...unmarked));
	return portionsOf(draft, name, dueBefore);
}
