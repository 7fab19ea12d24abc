/** What the trigger remembers of orders: fast to look up here, packed in the state. */
import { z } from 'zod/v4';
import type { TrackedOrder } from '../trackedOrder';

/** The furthest that a date can be from 1970. */
const MAX_INSTANT = 8.64e15;
/** Epoch milliseconds. */
export const instant = z.number().min(-MAX_INSTANT).max(MAX_INSTANT);

/**
 * IDs by the day (UTC, such as 2026-01-31) of the later date of the order: a text with the first number and by how much
 * each further one is greater than the one before it, which takes a third of the space; then the IDs that are no numbers.
 */
const packedIdsSchema = z.record(z.iso.date(), z.tuple([z.string().regex(/^(\d+(,\d+)*)?$/)], z.string()));
type PackedIds = z.infer<typeof packedIdsSchema>;

/** An order that waits for its external ID. */
const waitingSchema = z.object({
	id: z.string(),
	mobileDateCreated: instant,
	/** Whether it had no usable phone date when a list last showed it. */
	isUndated: z.boolean().optional(),
	dateCreated: instant,
	deliveries: z.int().min(1),
	/** When it was last delivered, or looked for. */
	last: instant,
	/** The dates where this attempt has not looked yet; both, unless it is here. */
	left: z.array(instant).optional(),
});
export type WaitingOrder = z.infer<typeof waitingSchema>;

const deletionSchema = z.object({
	/** `dateDeleted`; where that is not known, when the deletion was delivered. */
	at: instant,
	/** Deletions without a date: the later date of the order. As long as windows show it, it must be remembered. */
	latestDate: instant.optional(),
	/** When the round began that last saw it in the deleted list. */
	shownAt: instant.optional(),
	/** Whether the order was delivered as created since. */
	isRestored: z.boolean().optional(),
	/** Whether the workflow has not heard of it, because it was before the starting point. Without it, it has. */
	isUntold: z.boolean().optional(),
});

export const storedMemorySchema = z.object({
	/** Delivered orders. */
	orders: packedIdsSchema,
	/** Those that need no delivery, because somebody else has confirmed them. */
	notDelivered: z.array(z.string()),
	/** Delivered deletions, by ID. */
	deletions: z.record(z.string(), deletionSchema),
	/** What events note about orders: by event, by the day of the later date of the order, by ID. */
	marks: z.record(z.string(), z.record(z.iso.date(), z.record(z.string(), z.string()))),
	/** Orders that wait for their external ID: only with delivery `untilExternalId`. */
	waiting: z.array(waitingSchema),
});
export type StoredMemory = z.infer<typeof storedMemorySchema>;

export const emptyMemory: StoredMemory = {
	orders: {},
	notDelivered: [],
	deletions: {},
	marks: {},
	waiting: [],
};

export class OrderMemory {
	private readonly orders: Map<string, string>;
	private readonly notDelivered: Set<string>;
	/** Orders that were not delivered before this round. */
	private readonly newlyDelivered = new Set<string>();
	private readonly marks: StoredMemory['marks'];
	readonly deletions: Map<string, z.infer<typeof deletionSchema>>;
	readonly waiting: Map<string, WaitingOrder>;

	constructor(stored: StoredMemory) {
		this.orders = unpack(stored.orders);
		this.notDelivered = new Set(stored.notDelivered);
		this.marks = structuredClone(stored.marks);
		this.deletions = new Map(Object.entries(stored.deletions));
		this.waiting = new Map(stored.waiting.map((order) => [order.id, order]));
	}

	/** Whether the order was delivered, or needs no delivery. */
	has(id: string): boolean {
		return this.orders.has(id);
	}

	hasDelivered(id: string): boolean {
		return this.orders.has(id) && !this.notDelivered.has(id);
	}

	/** Whether the order's deletion was delivered, and no restoration since. */
	isDeleted(id: string): boolean {
		const deletion = this.deletions.get(id);
		return deletion !== undefined && !deletion.isRestored;
	}

	/** Remembers an order until no window shows one of its dates any more. */
	remember({ id, latestDate }: TrackedOrder, { isDelivered }: { isDelivered: boolean }): void {
		if (!this.hasDelivered(id)) this.newlyDelivered.add(id);
		const day = dayOf(latestDate);
		if (day > (this.orders.get(id) ?? '')) this.orders.set(id, day);
		this.notDelivered[isDelivered ? 'delete' : 'add'](id);
	}

	/** Its dates may have moved: what is remembered of it follows them. */
	refresh(tracked: TrackedOrder): void {
		const { id, mobileDateCreated, isUndated, dateCreated } = tracked;
		if (this.has(id)) this.remember(tracked, { isDelivered: this.hasDelivered(id) });
		const waiting = this.waiting.get(id);
		const dates = { mobileDateCreated, isUndated, dateCreated, left: undefined };
		if (waiting) this.waiting.set(id, { ...waiting, ...dates });
	}

	/** An order that this round has delivered is not delivered after all. */
	withdraw(id: string): void {
		if (this.newlyDelivered.delete(id)) this.orders.delete(id);
	}

	/** What an event noted about an order. */
	markOf(event: string, id: string): string | undefined {
		return Object.values(this.marks[event] ?? {}).find((ofDay) => Object.hasOwn(ofDay, id))?.[id];
	}

	setMark(event: string, { id, latestDate }: TrackedOrder, mark: string): void {
		const days = (this.marks[event] ??= {});
		for (const ofDay of Object.values(days)) delete ofDay[id];
		(days[dayOf(latestDate)] ??= {})[id] = mark;
	}

	/**
	 * Forgets whole days of orders with both dates before `horizon`, deletions from before `deletionHorizon`, and those
	 * without a date of orders with both dates before `undatedHorizon` (epoch milliseconds).
	 */
	forget(horizon: number, deletionHorizon: number, undatedHorizon: number): void {
		const firstKept = dayOf(horizon);
		for (const [id, day] of this.orders) if (day < firstKept) this.orders.delete(id);
		for (const id of this.notDelivered) if (!this.has(id)) this.notDelivered.delete(id);
		for (const days of Object.values(this.marks)) {
			for (const day of Object.keys(days)) if (day < firstKept) delete days[day];
		}
		for (const [id, { at, latestDate, shownAt = 0 }] of this.deletions) {
			const isOld =
				latestDate === undefined ? at < deletionHorizon : Math.max(latestDate, shownAt) < undatedHorizon;
			if (isOld && !this.has(id)) this.deletions.delete(id);
		}
	}

	toStored(): StoredMemory {
		return {
			orders: pack(this.orders),
			notDelivered: [...this.notDelivered],
			deletions: Object.fromEntries(this.deletions),
			marks: this.marks,
			waiting: [...this.waiting.values()],
		};
	}
}

/** The day (UTC) of an instant in epoch milliseconds, such as 2026-01-31. */
function dayOf(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

function pack(days: Map<string, string>): PackedIds {
	const idsOf: Record<string, string[]> = {};
	for (const [id, day] of days) (idsOf[day] ??= []).push(id);
	return Object.fromEntries(Object.entries(idsOf).map(([day, ids]) => [day, packDay(ids)]));
}

function packDay(ids: string[]): PackedIds[string] {
	// Up to fifteen digits are exact as a number, and become the same text again.
	const isNumber = (id: string) => /^[1-9]\d{0,14}$/.test(id);
	const numbers = ids.filter(isNumber).map(Number);
	numbers.sort((one, other) => one - other);
	const steps = numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
	return [steps.join(','), ...ids.filter((id) => !isNumber(id))];
}

/** The day of each ID. */
function unpack(packed: PackedIds): Map<string, string> {
	const days = new Map<string, string>();
	for (const [day, [steps, ...texts]] of Object.entries(packed)) {
		let number = 0;
		if (steps !== '') for (const step of steps.split(',')) days.set(String((number += Number(step))), day);
		for (const id of texts) days.set(id, day);
	}
	return days;
}
