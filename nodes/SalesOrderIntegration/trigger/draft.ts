/**
 * The state as one round changes it: taking an order is delivering it. The draft becomes the state if its items are
 * delivered; otherwise it is discarded (design 4). Instants are epoch milliseconds by the clock of the service.
 */
import { DAY_MS, HOUR_MS } from '../dates/durations';
import type { Client } from '../http/client';
import type { OrderListName } from '../lists/orderWindow';
import { triggerFilter } from '../parameters/orderFilter';
import type { Attention } from './reports';
import type { TriggerSettings } from '../parameters/triggerSettings';
import { notAfter } from './state/loadState';
import { OrderMemory } from './state/orderMemory';
import { serviceTime } from './state/state';
import type { Reading, ReadingName, ServiceState, SkippedWindow } from './state/state';
import type { OrderItem, TrackedOrder } from './trackedOrder';

/** How far back each poll reads the created list: the far part finds what phones send later. */
export const NEAR_MS = 2 * HOUR_MS;

/** A part of a list that cannot be read for longer no longer makes the memory grow. */
const LONGEST_MEMORY_MS = 30 * DAY_MS;

export class Draft {
	/** What the workflow receives of this round. */
	readonly items: OrderItem[] = [];

	readonly memory: OrderMemory;

	readonly readings: Record<ReadingName, Reading>;

	/** Windows that the parts leave out, because they cannot be read: skipped.ts reads them. */
	readonly skipped: SkippedWindow[];

	/** Orders that arrived and did not match the filters. */
	heldBack = 0;

	private readonly filters;

	private latestArrival: number;

	private readonly shown = new Set<string>();

	private readonly shownAsDeleted = new Set<string>();

	/** When the round began, by the clock of the service as far as it was known then. */
	readonly began: number;

	private readonly beganByOurClock: number;

	/** Uniform in [0, 1), drawn once for each round. */
	readonly random: number;

	/** @param before the state before the round, which decides throughout what is known */
	constructor(
		readonly before: Readonly<ServiceState>,
		readonly settings: TriggerSettings,
		private readonly client: Client,
		readonly attention: Attention,
	) {
		this.memory = new OrderMemory(before.memory);
		this.readings = structuredClone(before.readings);
		this.skipped = structuredClone(before.skipped);
		this.filters = before.filters.map(({ since, filters }) => ({ since, filter: triggerFilter(filters) }));
		this.latestArrival = before.latestArrival;
		this.random = client.timing.random();
		this.beganByOurClock = client.timing.now();
		this.began = serviceTime(before, this.beganByOurClock, client.clock.offsetMs);
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
	 * horizon, or it arrived before the horizon and its phone date has moved since.
	 */
	isKnown({ latestDate, dateCreated }: TrackedOrder): boolean {
		const { horizon, readings } = this.before;
		return latestDate < horizon || dateCreated < Math.min(horizon, readings.createdNear.lastCompleteBegan);
	}

	/** Whether an order arrived after the starting point of an event, and nothing was delivered of it before. */
	isNewFor(event: string, tracked: TrackedOrder): boolean {
		const { id, dateCreated } = tracked;
		const isRemembered = this.memory.has(id) || (this.memory.isDeleted(id) && this.shownAsDeleted.has(id));
		return dateCreated >= this.since(event) && !isRemembered && !this.isKnown(tracked);
	}

	/** Deletions without a date are known if the order has both dates before this. */
	get undatedDeletionHorizon(): number {
		return this.before.deletionHorizon - this.settings.deletedMs;
	}

	/** The created list shows an order. */
	noteShown(tracked: TrackedOrder): void {
		this.shown.add(tracked.id);
		this.memory.refresh(tracked);
		this.noteArrival(tracked.dateCreated);
	}

	/** Whether the created list has shown an order in this round. */
	wasShown(id: string): boolean {
		return this.shown.has(id);
	}

	/** The deleted list shows an order: it waits no longer, and the round does not deliver it as created. */
	noteShownAsDeleted(tracked: TrackedOrder, dateDeleted = 0): void {
		const { id } = tracked;
		this.shownAsDeleted.add(id);
		this.noteArrival(Math.max(tracked.dateCreated, dateDeleted));
		this.memory.waiting.delete(id);
		const position = this.items.findIndex((item) => item.id === id && item.event === 'created');
		const [withdrawn] = position < 0 ? [] : this.items.splice(position, 1);
		if (!withdrawn || (withdrawn.delivery ?? 1) > 1) return;
		const deletion = this.memory.deletions.get(id);
		if (deletion?.isRestored) this.memory.deletions.set(id, { ...deletion, isRestored: false });
		this.memory.withdraw(id);
	}

	/**
	 * Whether an order that the created list shows was restored after its deletion was delivered. Two lists that both show
	 * it contradict each other: then it was not.
	 */
	isRestored(id: string): boolean {
		return this.memory.isDeleted(id) && !this.shownAsDeleted.has(id);
	}

	/** The state after this round, if its items are delivered. */
	toState(): ServiceState {
		const { before, settings, client, memory } = this;
		// By now, responses have shown the clock of the service.
		const { offsetMs } = client.clock;
		const clockOffsetMs = offsetMs ?? before.clockOffsetMs;
		const polledAt = serviceTime(
			{ ...before, latestArrival: this.latestArrival },
			this.beganByOurClock,
			offsetMs,
		);
		// The clock of the service may have been ahead.
		const latestArrival = Math.min(this.latestArrival, polledAt);
		const readings = notAfter(this.readings, polledAt);
		// A starting point ahead of both clocks was set while one of them was ahead.
		const latestSince = Math.max(polledAt, this.beganByOurClock);
		const since = Object.entries(before.since).map(([event, at]) => [event, Math.min(at, latestSince)]);
		const { createdNear, createdFar, createdLost, deletedNear, deletedFar, deletedLost } = readings;
		const nearFrom = createdNear.open?.from ?? createdNear.lastCompleteBegan - NEAR_MS;
		const farFrom = createdFar.lastCompleteBegan - settings.lateSyncMs;
		const unreadCreated = this.unreadSince('created', createdLost);
		const horizon = this.horizonOf(before.horizon, Math.min(nearFrom, farFrom), unreadCreated);
		const deletedSince = Math.min(deletedNear.lastCompleteBegan, deletedFar.lastCompleteBegan);
		const unreadDeleted = this.unreadSince('deleted', deletedLost);
		const deletionHorizon = this.horizonOf(before.deletionHorizon, deletedSince, unreadDeleted);
		const undatedDeletions = deletionHorizon - settings.deletedMs;
		memory.forget({ orders: horizon, deletions: deletionHorizon, undatedDeletions });
		return {
			...before,
			since: Object.fromEntries(since),
			readings,
			// Whatever lies in a part's reach is found again.
			skipped: this.skipped.filter(({ since }) => since > polledAt - LONGEST_MEMORY_MS),
			polledAt,
			clockOffsetMs,
			latestArrival,
			horizon,
			deletionHorizon,
			memory: memory.toStored(),
		};
	}

	/** Since when the third part of a list, or what its parts have skipped, is not read. */
	private unreadSince(list: OrderListName, lost: Reading): number {
		const skipped = this.skipped.filter((window) => window.list === list);
		return Math.min(lost.lastCompleteBegan, ...skipped.map(({ since }) => since));
	}

	/**
	 * A day before `usual`, since which the usual parts of a list are read, or before `unread`; or a day before the latest
	 * arrival or our time, because a clock that is ahead skips what it has not read. Never moves back.
	 */
	private horizonOf(before: number, usual: number, unread: number): number {
		const seen = Math.min(usual, Math.max(unread, usual - LONGEST_MEMORY_MS));
		return Math.max(before, Math.min(seen, this.latestArrival, this.beganByOurClock) - DAY_MS);
	}

	private noteArrival(at: number): void {
		// A date ahead of the clock of the service says nothing.
		if (at <= this.began) this.latestArrival = Math.max(this.latestArrival, at);
	}
}
