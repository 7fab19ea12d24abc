/** The orders of the service and what happens to them: made, synced late, edited, deleted, restored. */
import { ChangeSchedule } from './changeSchedule';
import {
	normalizedIdentifier,
	OrderRecord,
	type Identifier,
	type OrderContent,
	type SalesOrder,
} from './model';

/** An order to add. All dates are milliseconds since 1970. */
export interface NewOrder extends OrderContent {
	/** Default: one more than the highest so far. */
	id?: Identifier;
	/** When the order reaches the service. Default: now. May lie in the future. */
	dateCreated?: number;
	/** When it was made, by the phone's clock. Default: the same as `dateCreated`. */
	mobileDateCreated?: number;
	/** When lists first show it. Default: as soon as it has reached the service. */
	visibleFrom?: number;
	externalId?: string;
}

/** Changes to an order. Dates are milliseconds since 1970. */
export interface OrderChanges extends OrderContent {
	mobileDateCreated?: number;
}

/** What happened to an order. `time` in milliseconds since 1970. */
export interface WorldEvent {
	kind: 'arrived' | 'edited' | 'deleted' | 'restored' | 'externalIdSet';
	id: Identifier;
	time: number;
}

/** Orders of one list. */
export type ListName = 'created' | 'deleted' | 'all';

/** What the world needs from the rest of the sandbox. */
export interface WorldSurroundings {
	/** Milliseconds since 1970. */
	now(): number;
	document(record: OrderRecord): SalesOrder;
	/** Called before anything reads the order again. */
	changed(record: OrderRecord): void;
}

/** The orders, in the order in which they were added. */
export class World {
	private readonly records = new Map<Identifier, OrderRecord>();
	private readonly listeners: Array<(event: WorldEvent) => void> = [];
	private readonly schedule = new ChangeSchedule();
	private nextSerial = 1;
	private changeCount = 0;

	constructor(
		private readonly surroundings: WorldSurroundings,
		private nextId: Identifier,
	) {}

	/** Adds an order and gives its id. Lists show it from its `dateCreated` on. Throws when the id is taken. */
	add(order: NewOrder = {}): Identifier {
		this.settle();
		const { id = this.nextId, externalId, dateCreated = this.surroundings.now(), ...rest } = order;
		const { mobileDateCreated = dateCreated, visibleFrom = dateCreated, ...content } = rest;
		const record = this.register(id, mobileDateCreated, dateCreated, visibleFrom);
		record.externalId = externalId;
		if (Object.keys(content).length > 0) record.changes = content;
		this.schedule.add(visibleFrom, () => this.arrive(record));
		this.settle();
		return record.id;
	}

	/**
	 * Changes an order's content as its seller would: it counts as edited. Like the other changes, it happens at `at`
	 * (milliseconds since 1970), and not before the order can be seen. Throws when there is no such order.
	 */
	edit(id: Identifier, changes: OrderChanges, at = this.surroundings.now()): void {
		const { mobileDateCreated, ...content } = changes;
		this.change(id, 'edited', at, (record) => {
			record.mobileDateCreated = mobileDateCreated ?? record.mobileDateCreated;
			record.changes = { ...record.changes, isEdited: true, ...content };
		});
	}

	/** Marks an order as deleted; `dateDeleted` is when it happens. */
	delete(id: Identifier, at = this.surroundings.now()): void {
		this.change(id, 'deleted', at, (record, time) => {
			record.deleted = true;
			record.dateDeleted = time;
		});
	}

	/** Takes a deletion back. */
	restore(id: Identifier, at = this.surroundings.now()): void {
		this.change(id, 'restored', at, (record) => {
			record.deleted = false;
			record.dateDeleted = null;
		});
	}

	/** Stores an external ID as given; the cut at 255 characters belongs to the PUT (api-specification 7). */
	setExternalId(id: Identifier, externalId: string | undefined, at = this.surroundings.now()): void {
		this.change(id, 'externalIdSet', at, (record) => {
			record.externalId = externalId;
		});
	}

	/** From now on, the wire shows these values by path (`items.0.price`) whatever the order holds; undefined: no field. */
	distort(id: Identifier, values: Record<string, unknown>): void {
		const record = this.mustFind(id);
		record.distortion = { ...record.distortion, ...values };
		this.changeCount++;
		this.surroundings.changed(record);
	}

	/** What the wire shows of an order, or would once it is synced. */
	find(id: Identifier): SalesOrder | undefined {
		const record = this.record(id);
		return record && this.surroundings.document(record);
	}

	/** The record of an order: dates in milliseconds since 1970 and flags, without its content. */
	record(id: Identifier): Readonly<OrderRecord> | undefined {
		this.settle();
		return this.records.get(normalizedIdentifier(id));
	}

	/** Records of all orders, also of those that are not synced yet, in the order in which they were added. */
	all(): ReadonlyArray<Readonly<OrderRecord>> {
		this.settle();
		return [...this.records.values()];
	}

	/** How many orders the two lists have at the moment. */
	get statistics(): Record<'created' | 'deleted', number> {
		this.settle();
		return { created: this.listed('created').length, deleted: this.listed('deleted').length };
	}

	/** Grows with every change that a list could show. */
	get version(): number {
		return this.changeCount;
	}

	/** Calls the listener after each change. */
	subscribe(listener: (event: WorldEvent) => void): void {
		this.listeners.push(listener);
	}

	/** Lets everything happen that was due up to now: arrivals and changes. */
	settle(): void {
		this.schedule.applyDue(this.surroundings.now());
	}

	/** The visible orders of a list, in the order in which they were added. */
	listed(list: ListName): OrderRecord[] {
		const isListed = (record: OrderRecord) =>
			record.arrived && (list === 'all' || record.deleted === (list === 'deleted'));
		return [...this.records.values()].filter(isListed);
	}

	private register(
		givenId: Identifier,
		mobileDateCreated: number,
		dateCreated: number,
		visibleFrom: number,
	): OrderRecord {
		const id = normalizedIdentifier(givenId);
		if (this.records.has(id)) throw new Error(`There is already an order ${id}`);
		const record = new OrderRecord(id, this.nextSerial++, mobileDateCreated, dateCreated, visibleFrom);
		this.records.set(id, record);
		if (id >= this.nextId) this.nextId = following(id);
		return record;
	}

	private arrive(record: OrderRecord): void {
		record.arrived = true;
		this.report('arrived', record, record.visibleFrom);
	}

	private change(
		id: Identifier,
		kind: WorldEvent['kind'],
		at: number,
		apply: (record: OrderRecord, time: number) => void,
	): void {
		const record = this.mustFind(id);
		// A phone that has not been online yet cannot have told the service anything: changes follow the arrival.
		const time = Math.max(at, record.visibleFrom);
		this.schedule.add(time, () => {
			apply(record, time);
			record.lastModified = time;
			this.report(kind, record, time);
		});
		this.settle();
	}

	private mustFind(id: Identifier): OrderRecord {
		const record = this.records.get(normalizedIdentifier(id));
		if (!record) throw new Error(`There is no order ${id}`);
		return record;
	}

	private report(kind: WorldEvent['kind'], record: OrderRecord, time: number): void {
		this.changeCount++;
		this.surroundings.changed(record);
		for (const listener of this.listeners) listener({ kind, id: record.id, time });
	}
}

function following(id: Identifier): Identifier {
	return typeof id === 'number' && id < Number.MAX_SAFE_INTEGER ? id + 1 : BigInt(id) + 1n;
}
