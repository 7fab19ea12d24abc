/**
 * The state as one round changes it: taking an order is delivering it. The draft becomes the state if its items are
 * delivered; otherwise it is discarded (design 4). Instants are epoch milliseconds by the clock of the service.
 */
import { DAY_MS, outside, secondOf, wholeSecond, type Span } from '../dates/durations';
import type { Client } from '../http/client';
import { isDeleted, SHOWN_LATE_MS } from '../lists/orders';
import type { OrderListName } from '../lists/orderWindow';
import { AHEAD_SINCE_MS } from '../lists/windowLength';
import { triggerFilter } from '../parameters/orderFilter';
import type { TriggerSettings } from '../parameters/triggerSettings';
import { notAfter, readAtOf, type Coverage } from '../dates/coverage';
import { lastRead, portionsOf, toStored, withPassed, type Coverages } from './readings';
import type { Attention } from './reports';
import { OrderMemory } from './state/orderMemory';
import { serviceTime, type ServiceState } from './state/state';
import type { OrderItem, TrackedOrder } from './trackedOrder';

/** What cannot be read for longer no longer makes the memory grow: neither lost clocks, nor what lies ahead, nor windows. */
export const LONGEST_MEMORY_MS = 30 * DAY_MS;

/** What cannot be read must not make the state grow for ever: more than a window has. */
const MOST_COUNTED = 5_000;

export class Draft {
	/** What the workflow receives of this round. */
	readonly items: OrderItem[] = [];
	/** Of the account; none if they are not known. */
	users: string[];
	/** How many orders arrived and did not match the filters. */
	heldBack = 0;
	/** The orders that were counted, with their arrival: kept for as long as they may look new again. */
	private readonly counted: Map<string, number>;
	/** Seconds of orders that may have been restored. Only the other list can tell, so the next round reads them again. */
	readonly undecided: Record<OrderListName, Span[]> = { created: [], deleted: [] };
	readonly memory: OrderMemory;
	/** When each stretch of time of the two lists was last read: only {@link pass} changes it. */
	readonly coverage: Coverages;
	/** When the far readings last became due: what was read before then is read again. */
	readonly sweptAt: number;
	/** When the round began, as far as the clock of the service was known then. */
	readonly began: number;
	private readonly beganByOurClock: number;
	private readonly filters;
	/** When each stretch of the created list was last read before this round. */
	private readonly readBefore: Coverage;
	/** The latest arrival or deletion that a list has shown. */
	latestArrival: number;

	/** @param before the state before the round, which decides throughout what is known */
	constructor(
		readonly before: Readonly<ServiceState>,
		readonly settings: TriggerSettings,
		private readonly client: Client,
		readonly attention: Attention,
	) {
		this.users = before.users;
		this.memory = new OrderMemory(before.memory);
		this.counted = new Map(Object.entries(before.heldBack));
		this.filters = before.filters.map(({ since, filters }) => ({ since, filter: triggerFilter(filters) }));
		this.latestArrival = before.latestArrival;
		this.beganByOurClock = client.timing.now();
		this.began = serviceTime(before, this.beganByOurClock, client.clock.offsetMs);
		const first = Math.min(...Object.values(before.since));
		this.sweptAt = first + Math.floor((this.began - first) / settings.sweepMs) * settings.sweepMs;
		// What was read while a clock was ahead is read again.
		const latest = this.began - 1;
		for (const [id, { shownAt = 0, ...deletion }] of this.memory.deletions)
			this.memory.deletions.set(id, { ...deletion, shownAt: Math.min(shownAt, latest) });
		// No earlier than the last arrival that a list has shown.
		const certain = Math.min(latest, Math.max(first, before.latestArrival));
		const { created, deleted } = before.coverage;
		this.readBefore = notAfter(created, latest, certain);
		this.coverage = { created: this.readBefore, deleted: notAfter(deleted, latest, certain) };
	}

	/** The starting point of an event; Infinity for one that is not chosen. */
	since(event: string): number {
		return this.before.since[event] ?? Infinity;
	}

	/** Whether an order passes the filter that applied when it arrived. */
	passesFilter({ order, dateCreated }: TrackedOrder): boolean {
		const applies = this.filters.findLast(({ since }) => since <= dateCreated) ?? this.filters[0];
		return applies?.filter.matches(order) ?? true;
	}

	/**
	 * Whether an order that is not remembered was delivered long ago, or needs no delivery: both its dates lie before the
	 * horizon, or it arrived before the horizon and was not where it is now when that was last read: its date has moved.
	 */
	isKnown(tracked: TrackedOrder): boolean {
		const { horizon } = this.before;
		const { latestDate, dateCreated, [this.settings.windowDate]: date } = tracked;
		return latestDate < horizon || dateCreated < Math.min(horizon, readAtOf(this.readBefore, date));
	}

	/** Whether an order arrived after the starting point of an event, and nothing was delivered of it before. */
	isNewFor(event: string, tracked: TrackedOrder): boolean {
		const { id, dateCreated } = tracked;
		return dateCreated >= this.since(event) && !this.memory.has(id) && !this.isKnown(tracked);
	}

	/** The filters hold an order back: it is counted once, unless it was shown when its place was last read. */
	noteHeldBack({ id, dateCreated, [this.settings.windowDate]: date }: TrackedOrder): void {
		if (dateCreated < readAtOf(this.readBefore, date) - SHOWN_LATE_MS) return;
		if (!this.counted.has(id)) this.heldBack++;
		// One without a date, or whose place lies ahead, counts as arriving each time it is shown.
		this.counted.set(id, date > this.began ? this.began : dateCreated);
	}

	/**
	 * The created list shows an order.
	 *
	 * @returns whether it is live. After its deletion, it was restored once the deleted list was read without it: the created
	 *   list may lag.
	 */
	noteShown(tracked: TrackedOrder): boolean {
		const { memory, began } = this;
		const { id, order, dateCreated, [this.settings.windowDate]: date } = tracked;
		memory.refresh(tracked);
		this.noteArrival(dateCreated);
		if (!memory.isDeleted(id)) return true;
		if (isDeleted(order)) return false;
		if (this.hasLeftDeleted(tracked)) return true;
		const isListedAsDeleted = memory.deletions.get(id)?.shownAt === began;
		if (!isListedAsDeleted) this.undecided.created.push(secondOf(date), secondOf(dateCreated));
		return false;
	}

	/** The deleted list shows an order: it waits no longer, and the round does not deliver it as created. */
	noteShownAsDeleted(tracked: TrackedOrder, dateDeleted = 0): void {
		const { memory, items } = this;
		const { id } = tracked;
		this.noteArrival(Math.max(tracked.dateCreated, dateDeleted));
		memory.waiting.delete(id);
		const position = items.findIndex((item) => item.id === id && item.event === 'created');
		const [withdrawn] = position < 0 ? [] : items.splice(position, 1);
		const isNoLongerNew = withdrawn !== undefined && (withdrawn.delivery ?? 1) === 1;
		const deletion = memory.deletions.get(id);
		const isRestored = deletion?.isRestored && !isNoLongerNew;
		if (deletion) memory.deletions.set(id, { ...deletion, shownAt: this.began, isRestored });
		if (isNoLongerNew) memory.withdraw(id);
	}

	/** Whether the deleted list was read since it last showed an order whose deletion is remembered. */
	hasLeftDeleted({ id, [this.settings.windowDate]: date }: TrackedOrder): boolean {
		const { shownAt = 0 } = this.memory.deletions.get(id) ?? {};
		// If deletions are not chosen, nothing was read: the created list may lag.
		const lateMs = this.since('deleted') === Infinity ? SHOWN_LATE_MS : 0;
		return readAtOf(this.coverage.deleted, date) - lateMs > shownAt;
	}

	/** A window was read completely, and all of it is delivered: the one place where a position moves. */
	pass(list: OrderListName, window: Span): void {
		for (const span of outside([window], this.undecided[list]))
			this.coverage[list] = withPassed(this.coverage[list], span, this.began);
	}

	/** The state after this round, if its items are delivered. */
	toState(): ServiceState {
		const { before, settings, client, memory, beganByOurClock } = this;
		// By now, responses have shown the clock of the service.
		const { offsetMs } = client.clock;
		const polledAt = serviceTime({ ...before, latestArrival: this.latestArrival }, beganByOurClock, offsetMs);
		// The clock of the service may have been ahead.
		this.latestArrival = Math.min(this.latestArrival, polledAt);
		const read = { settings, coverage: toStored(this, polledAt) };
		// A service may refuse what lies ahead.
		const present = this.began - AHEAD_SINCE_MS;
		const unread = [...portionsOf(read, 'createdFar'), ...portionsOf(read, 'createdNear')];
		const oldest = Math.min(...unread.map(({ from }) => from));
		const horizon = this.horizonOf(before.horizon, oldest, lastRead(read, ['createdLost', 'createdNear']));
		const deletedAt = Math.min(lastRead(read, ['deletedNear'], present), lastRead(read, ['deletedFar']));
		// An order that was restored shows in the created list.
		const deletedAtAll = lastRead(read, ['deletedNear', 'deletedLost', 'createdNear', 'createdFar']);
		const deletionHorizon = this.horizonOf(before.deletionHorizon, deletedAt, deletedAtAll);
		// Never moves back, also if the trigger begins to look further back.
		const undatedHorizon = Math.max(before.undatedHorizon, deletionHorizon - settings.deletedMs);
		const shownSince = lastRead(read, ['createdFar', 'createdNear'], present) - SHOWN_LATE_MS;
		const latest = wholeSecond(Math.max(polledAt, beganByOurClock));
		memory.forget(horizon, deletionHorizon, undatedHorizon);
		return {
			...before,
			users: this.users,
			// What begins ahead of both clocks was chosen while one of them was ahead.
			begun: Math.min(before.begun, latest),
			since: Object.fromEntries(
				Object.entries(before.since).map(([event, since]) => [event, Math.min(since, latest)]),
			),
			filters: before.filters.map(({ since, filters }) => ({ since: Math.min(since, latest), filters })),
			coverage: read.coverage,
			polledAt,
			clockOffsetMs: offsetMs ?? before.clockOffsetMs,
			latestArrival: this.latestArrival,
			horizon,
			deletionHorizon,
			undatedHorizon,
			heldBack: Object.fromEntries(
				[...this.counted].filter(([, arrived]) => arrived >= shownSince).slice(-MOST_COUNTED),
			),
			memory: memory.toStored(),
		};
	}

	/**
	 * A day before the earliest of: what the usual parts of a list still have to read (`usual`); when the others were last
	 * complete (`others`, at most a month before that); the latest arrival; our time. The last two count because a clock that
	 * is ahead would skip what was not read. The horizon moves back only if it lies ahead of both: then both clocks were wrong.
	 */
	private horizonOf(before: number, usual: number, others: number): number {
		const read = Math.min(usual, Math.max(others, usual - LONGEST_MEMORY_MS));
		const clocks = [this.latestArrival, this.beganByOurClock];
		return Math.min(Math.max(before, Math.min(read, ...clocks) - DAY_MS), Math.max(...clocks) - DAY_MS);
	}

	private noteArrival(at: number): void {
		// A date ahead of the clock of the service says nothing.
		if (at <= this.began) this.latestArrival = Math.max(this.latestArrival, at);
	}
}
