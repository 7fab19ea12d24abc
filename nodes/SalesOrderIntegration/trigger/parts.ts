/** Where the trigger looks: two lists, each in three parts (design 4). */
import { DAY_MS, wholeSecond } from '../dates/durations';
import type { Span } from '../dates/durations';
import type { OrderListName } from '../lists/orderWindow';
import { NEAR_MS } from './draft';
import type { Draft } from './draft';
import { eventsOf } from './events';
import { isFilteredOut } from './events/created';
import type { TriggerSettings } from '../parameters/triggerSettings';
import { SkippedPart } from './skipped';
import { readingNames } from './state/state';
import type { ReadingName, SkippedWindow } from './state/state';
import type { TrackedOrder } from './trackedOrder';
import { WaitingPart } from './waiting';
import type { Part } from './windows';

/** Phones can be ahead by up to a year. Reading ahead costs nothing: no other orders lie there. */
const AHEAD_MS = 365 * DAY_MS;

/** A phone that lost its clock starts again in 1970 or 2000, perhaps at its own midnight, and puts its orders there. */
const LOST_CLOCKS: Span = { from: Date.UTC(1969, 11, 31), to: Date.UTC(2002, 0, 1) };

/** A reading that is due at this poll does not wait for the next one because the last one began a moment late. */
const TOLERANCE_MS = 30_000;

interface PartRow {
	list: OrderListName;
	/** As a report names it. */
	what: string;
	/** How far it looks back from when the last complete reading of it began; undefined for the lost clocks. */
	lookbackMs?(settings: TriggerSettings): number;
	/** The part at whose beginning it ends; undefined for a part that every poll reads, up to a year ahead. */
	endsAt?: ReadingName;
}

const rows: Record<ReadingName, PartRow> = {
	deletedNear: { list: 'deleted', what: 'Deleted orders', lookbackMs: ({ lateSyncMs }) => lateSyncMs },
	createdNear: { list: 'created', what: 'Sales orders', lookbackMs: () => NEAR_MS },
	deletedFar: {
		list: 'deleted',
		what: 'Older deleted orders',
		lookbackMs: ({ deletedMs }) => deletedMs,
		endsAt: 'deletedNear',
	},
	createdFar: {
		list: 'created',
		what: 'Late orders',
		lookbackMs: ({ lateSyncMs }) => lateSyncMs,
		endsAt: 'createdNear',
	},
	deletedLost: { list: 'deleted', what: 'Deleted orders of phones without a clock' },
	createdLost: { list: 'created', what: 'Orders of phones without a clock' },
};

/** What is to be read in this round, in the usual sequence: near before far, deleted before created. */
export function dueParts(draft: Draft): Part[] {
	const due: Part[] = readingNames
		.filter((name) => isDue(draft, name))
		.map((name) => new ReadingPart(draft, name));
	const isWaitingPossible = draft.since('created') < Infinity;
	if (isWaitingPossible) due.splice(due.findLastIndex(isNear) + 1, 0, new WaitingPart(draft));
	const lists = new Set(draft.skipped.map(({ list }) => list));
	return [...due, ...[...lists].map((list) => new SkippedPart(draft, list))];
}

function isNear({ name }: Pick<Part, 'name'>): boolean {
	return name === 'deletedNear' || name === 'createdNear';
}

/** Near parts are read with each poll, the others when it is time, and while they are open. */
function isDue(draft: Draft, name: ReadingName): boolean {
	const { list, endsAt, lookbackMs } = rows[name];
	const events = eventsOf(draft, list);
	if (events.length === 0) {
		// An event that is chosen later counts from then on.
		draft.readings[name] = { lastCompleteBegan: draft.began };
		return false;
	}
	if (lookbackMs && !endsAt) return true;
	const { lastCompleteBegan, open } = draft.readings[name];
	const lacksMarks = events.some(([event, { mark }]) => mark && lastCompleteBegan <= draft.since(event));
	const { sweepMs } = draft.settings;
	const isTime = draft.began - lastCompleteBegan >= sweepMs - Math.min(sweepMs / 10, TOLERANCE_MS);
	return open !== undefined || lacksMarks || isTime;
}

/** One of the six readings, as far as this round gets. */
class ReadingPart implements Part {
	readonly list: OrderListName;

	readonly what: string;

	private span: Span | undefined;

	constructor(
		private readonly draft: Draft,
		readonly name: ReadingName,
	) {
		const { list, what } = rows[name];
		this.list = list;
		this.what = what;
		this.span = draft.readings[name].open ?? this.begin();
	}

	left(): Span | undefined {
		const { span } = this;
		// With nothing to read, a reading is complete.
		if (span && span.from >= span.to) this.pass(span);
		if (!this.span) return undefined;
		const { from, to } = this.span;
		const skipped = this.draft.skipped.filter((window) => window.list === this.list && window.to > from);
		const first = skipped.find((window) => window.from <= from);
		if (!first) return { from, to: Math.min(to, ...skipped.map((window) => window.from)) };
		this.pass({ from, to: Math.min(to, first.to) });
		return this.left();
	}

	/** The years of lost clocks hold nobody up. */
	skips(window: Span): SkippedWindow | undefined {
		if (!rows[this.name].lookbackMs) return undefined;
		return { ...window, list: this.list, since: this.draft.readings[this.name].lastCompleteBegan };
	}

	/** The one place where a position moves. */
	pass({ to: from }: Span): void {
		const { span, draft, name } = this;
		if (!span) return;
		const { lastCompleteBegan, open } = draft.readings[name];
		// If a clock was behind, a near reading ended too early: it counts as begun that much earlier.
		const covered = isNear(this) ? span.to - AHEAD_MS : Infinity;
		const began = Math.min(open?.began ?? draft.began, covered);
		this.span = from < span.to ? { from, to: span.to } : undefined;
		draft.readings[name] = this.span
			? { lastCompleteBegan, open: { began, ...this.span } }
			: { lastCompleteBegan: began };
	}

	private begin(): Span {
		const { draft, name } = this;
		const { endsAt } = rows[name];
		const from = startOf(draft, name);
		if (from === undefined) return LOST_CLOCKS;
		return { from, to: endsAt ? (startOf(draft, endsAt) ?? from) : draft.began + AHEAD_MS };
	}
}

/** Where the next reading of a part begins, or where it stands; epoch milliseconds. */
function startOf({ readings, settings }: Draft, name: ReadingName): number | undefined {
	const { open, lastCompleteBegan } = readings[name];
	const lookbackMs = rows[name].lookbackMs?.(settings);
	return lookbackMs === undefined ? undefined : (open?.from ?? lastCompleteBegan - lookbackMs);
}

/**
 * Counts the orders of a window that the filters hold back, each once: those that arrived since the last complete
 * reading of the same part began. An order that two parts may show is counted by the one that shows it for certain.
 */
export function countHeldBack(draft: Draft, { name }: Part, orders: TrackedOrder[]): void {
	const reading = readingNames.find((each) => each === name);
	if (!reading || rows[reading].list === 'deleted') return;
	// Arrivals have whole seconds.
	const from = wholeSecond(draft.before.readings[reading].lastCompleteBegan);
	const to = wholeSecond(draft.readings[reading].open?.began ?? draft.began);
	draft.heldBack += orders.filter((tracked) => {
		const date = tracked[draft.settings.windowDate];
		const usual = tracked.dateCreated - date > NEAR_MS ? 'createdFar' : 'createdNear';
		const counts = (date < LOST_CLOCKS.to ? 'createdLost' : usual) === reading;
		const isNew = from <= tracked.dateCreated && tracked.dateCreated < to;
		return counts && isNew && isFilteredOut(draft, tracked);
	}).length;
}
