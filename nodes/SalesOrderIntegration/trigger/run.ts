/** One poll under way: what it may still do, what it found, and what it will remember if it ends well. */
import type { Client } from '../api/client';
import { parseTimestamp } from '../api/dates';
import { recordId } from '../api/wire';
import type { WireRecord } from '../api/wire';
import { fingerprintOf } from './fingerprint';
import { RememberedIds } from './rememberedIds';
import type { TriggerEvent, TriggerSettings } from './settings';
import type { Pending, TriggerState } from './state';
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

/** An order with what the trigger decides by. Instants in epoch milliseconds. */
export interface DatedOrder {
	order: WireRecord;
	id: string;
	/** `dateCreated`: when it reached the server. */
	arrival: number;
	/** The date that windows are held against. */
	date: number;
}

/** Orders that wait for their external ID beyond this hold new ones back: the state stays small (design 4). */
const MAX_PENDING = 5_000;
/** Bounds the memory that one window can take. */
const MIN_WINDOW_ORDERS = 500;
/** A first guess, until a call has been timed. */
const FIRST_CALL_MS = 1_000;

/** One poll. Nothing outside of it changes: its {@link state} replaces the old one when the poll has ended well. */
export class PollRun {
	readonly items: TriggerItem[] = [];

	readonly seen: RememberedIds;

	readonly seenDeleted: RememberedIds;

	readonly pending: Map<string, Pending>;

	/** Deletions that were found in this poll: a list that is a moment behind must not revive them. */
	readonly deletedNow = new Set<string>();

	private calls = 0;

	private readonly began: number;

	constructor(
		readonly client: Client,
		readonly settings: TriggerSettings,
		/** A copy of its own: cursors are moved in it. */
		readonly state: TriggerState,
		/** Epoch milliseconds at the beginning of the poll. */
		readonly now: number,
		private readonly deadline: number,
		/** For what the user should find in n8n's log. */
		readonly warn: (message: string) => void,
	) {
		this.client = { ...client, deadline, transport: this.counted(client.transport) };
		this.began = client.timing.now();
		this.seen = RememberedIds.from(state.seen);
		this.seenDeleted = RememberedIds.from(state.seenDeleted);
		this.pending = new Map(state.pending.map((entry) => [entry[0], entry]));
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

	/** How much may be read in one go. */
	room(): Room {
		const left = this.deadline - this.client.timing.now();
		return {
			// Half of the time that is left: the calls to come may be slower than those before.
			pages: Math.max(1, Math.floor(left / (2 * this.callMs))),
			orders: Math.max(this.settings.maxOrdersPerRun, MIN_WINDOW_ORDERS),
		};
	}

	/** Whether another window of a few calls would end in time. */
	get hasTime(): boolean {
		return this.client.timing.now() + 4 * this.callMs < this.deadline;
	}

	/** What the trigger decides by. An order without a usable date or id is still told from others by its content. */
	dated(order: WireRecord): DatedOrder {
		const id = recordId(order) ?? `#${fingerprintOf(order)}`;
		const arrival = parseTimestamp(order.dateCreated) ?? parseTimestamp(order.mobileDateCreated) ?? this.now;
		return { order, id, arrival, date: parseTimestamp(order[this.settings.windowDate]) ?? arrival };
	}

	private get callMs(): number {
		return this.calls === 0 ? FIRST_CALL_MS : (this.client.timing.now() - this.began) / this.calls;
	}

	private counted(transport: Client['transport']): Client['transport'] {
		return async (request, signal) => {
			this.calls++;
			return await transport(request, signal);
		};
	}
}
