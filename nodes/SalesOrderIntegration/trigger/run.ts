/** One poll under way: what it may still do, what it found, and what it will remember if it ends well. */
import type { Client } from '../http/client';
import { parseTimestamp } from '../dates';
import { recordId } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import { fingerprintOf } from './memory/fingerprint';
import { OrdersByHour } from './memory/ordersByHour';
import { RememberedFingerprints } from './memory/rememberedFingerprints';
import { RememberedIds } from './memory/rememberedIds';
import type { TriggerEvent, TriggerSettings } from './settings';
import type { Pending, TriggerState } from './memory/state';
import type { Room } from './windows';

/** Something that is to be handed to the workflow. */
export interface TriggerItem {
	event: TriggerEvent;
	order: WireRecord;
	/** Of the order, for the sequence in which items are handed over. */
	arrival: number;
	id: string;
	/** Deleted orders: whether this trigger had handed the order over before. */
	delivered?: boolean;
	/** Which delivery of the order this is, counted from 1: only with delivery `untilExternalId`. */
	delivery?: number;
}

/** An item with what is to be remembered once it is handed over. */
export interface Finding {
	item: TriggerItem;
	remember(): void;
}

/** An order with what the trigger decides by. Instants in epoch milliseconds. */
export interface DatedOrder {
	order: WireRecord;
	id: string;
	mobileDateCreated: number;
	/** `dateCreated`: when it reached the server. */
	arrival: number;
	/** The later of the two: while one of them can be in a window, the order is remembered. */
	latest: number;
}

/** Orders that wait for their external ID beyond this hold new ones back: the state stays small (design 4). */
const MAX_PENDING = 5_000;
/** Fewer are not worth a call. */
const MIN_WINDOW_ORDERS = 100;
/** A first guess, until a call has been timed. */
const FIRST_CALL_MS = 1_000;

/** One poll. Nothing outside of it changes: its {@link state} replaces the old one when the poll has ended well. */
export class PollRun {
	readonly client: Client;

	readonly items: TriggerItem[] = [];

	readonly seen: RememberedIds;

	/** How many of them lie in each hour, to be compared with what the service counts. */
	readonly ordersByHour: OrdersByHour;

	readonly seenDeleted: RememberedIds;

	readonly fingerprints: RememberedFingerprints;

	readonly pending: Map<string, Pending>;

	/** Deletions that were found in this poll: a list that is a moment behind must not revive them. */
	readonly deletedNow = new Set<string>();

	/** Orders without an external ID that are due to come again, and that a list happened to show. */
	readonly metAgain = new Map<string, DatedOrder>();

	/** Answers of status 200. */
	successes = 0;

	/** Whether all deletions are known that had happened when the poll began. */
	areDeletionsKnown = false;

	/** Whether all new orders are known that had arrived when the poll began. */
	areNewOrdersKnown = false;

	/** Whether a list was read on, but not to its end. */
	isPartlyRead = false;

	private calls = 0;

	private readonly began: number;

	constructor(
		client: Client,
		readonly settings: TriggerSettings,
		/** A copy of its own: cursors are moved in it. */
		readonly state: TriggerState,
		private readonly deadline: number,
		/** For what the user should find in n8n's log. */
		readonly warn: (message: string) => void,
	) {
		const clock = { offsetMs: client.clock.offsetMs ?? state.clockOffsetMs };
		this.client = { ...client, clock, deadline, transport: this.counted(client.transport) };
		this.began = client.timing.now();
		this.seen = RememberedIds.from(state.seen);
		this.ordersByHour = new OrdersByHour(state.ordersByHour);
		this.seenDeleted = RememberedIds.from(state.seenDeleted);
		this.fingerprints = RememberedFingerprints.from(state.fingerprints);
		this.pending = new Map(state.pending.map((entry) => [entry[0], entry]));
	}

	/** When the poll began, by the clock of the service as far as it is known; epoch milliseconds. */
	get now(): number {
		return this.began + (this.client.clock.offsetMs ?? 0);
	}

	/** What is read in this poll holds all that had arrived until then, whichever of the two clocks is wrong. */
	get readAt(): number {
		return Math.min(this.began, this.now);
	}

	/** Whether the list of orders that are not deleted is of use. */
	get wantsCreatedList(): boolean {
		const { created, edited } = this.state.since;
		return created !== undefined || edited !== undefined;
	}

	/** How many items this poll may still hand over. */
	get quota(): number {
		return Math.max(0, this.settings.maxOrdersPerRun - this.items.length);
	}

	/** How many orders this poll may still hand over for the first time. */
	get quotaOfNew(): number {
		if (this.settings.delivery === 'once') return this.quota;
		return Math.max(0, Math.min(this.quota, MAX_PENDING - this.pending.size));
	}

	/** How much may be read in one go, if the window may hold so many orders. */
	room(mostOrders: number): Room {
		return {
			// Half of the time that is left: the calls to come may be slower than those before.
			pages: Math.max(1, Math.floor(this.timeLeft / (2 * this.callMs))),
			orders: Math.max(mostOrders, MIN_WINDOW_ORDERS),
		};
	}

	/** Whether there is time for another window of one call at least. */
	get hasTime(): boolean {
		return this.timeLeft > 2 * this.callMs;
	}

	/** What the trigger decides by. An order without a usable date or id is still told from others by its content. */
	dated(order: WireRecord): DatedOrder {
		const id = recordId(order) ?? `#${fingerprintOf(order)}`;
		const made = parseTimestamp(order.mobileDateCreated);
		const arrival = parseTimestamp(order.dateCreated) ?? made ?? this.now;
		const mobileDateCreated = made ?? arrival;
		return { order, id, mobileDateCreated, arrival, latest: Math.max(mobileDateCreated, arrival) };
	}

	/** Remembers an order that was handed over or need not be. */
	remember(dated: DatedOrder): void {
		if (this.seen.has(dated.id)) return;
		this.seen.add(dated.id, dated.latest);
		const date = this.windowDateOf(dated);
		// Too few known ones cost calls, too many would hide one that is not known.
		if (date !== undefined) this.ordersByHour.add(date);
	}

	/** Keeps a remembered order whose dates have changed for as long as windows can show the new ones. */
	keep({ id, latest }: DatedOrder): void {
		// It may still count in the hour that it was in.
		if (this.seen.refile(id, latest)) this.ordersByHour.clear();
	}

	/** Forgets an order that was deleted. */
	forget(dated: DatedOrder): void {
		if (!this.seen.has(dated.id)) return;
		this.seen.remove(dated.id);
		const date = this.windowDateOf(dated);
		if (date === undefined) this.ordersByHour.clear();
		else this.ordersByHour.remove(date);
	}

	/** Remembers what the order looks like that is handed over, or that edits are to be told from. */
	rememberFingerprint({ id, latest, order }: DatedOrder): void {
		if (this.state.since.edited !== undefined) this.fingerprints.set(id, fingerprintOf(order), latest);
	}

	/** The date that the service holds windows against, where the order has one that can be read. */
	private windowDateOf({ order }: DatedOrder): number | undefined {
		return parseTimestamp(order[this.settings.windowDate]);
	}

	private get timeLeft(): number {
		return this.deadline - this.client.timing.now();
	}

	private get callMs(): number {
		return this.calls === 0 ? FIRST_CALL_MS : (this.client.timing.now() - this.began) / this.calls;
	}

	private counted(transport: Client['transport']): Client['transport'] {
		return async (request, signal) => {
			this.calls++;
			const answer = await transport(request, signal);
			if (answer.status === 200) this.successes++;
			return answer;
		};
	}
}
