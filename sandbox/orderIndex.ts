/** Orders sorted by one of their fields, then by id. */
import { firstWhere } from './firstWhere';
import type { Identifier, OrderRecord } from './model';
import type { OrderDate } from './switches';

/** The fields by which orders are kept sorted. */
export type IndexedField = OrderDate | 'id';

/** A sorted array: binary search to find, insertion near the end is cheap because new orders are recent. */
export class OrderIndex {
	private readonly sorted: OrderRecord[];

	constructor(
		private readonly field: IndexedField,
		records: OrderRecord[],
	) {
		this.sorted = records.sort((one, other) => compareBy(field, one, other));
	}

	/** The orders in ascending order. Not to be changed. */
	get records(): readonly OrderRecord[] {
		return this.sorted;
	}

	/** Adds an order that is not in the index. */
	insert(record: OrderRecord): void {
		this.sorted.splice(this.positionOf(record), 0, record);
	}

	/** Takes out an order, whose indexed field must still be what it was when it was put in. */
	remove(record: OrderRecord): void {
		const position = this.positionOf(record);
		if (this.sorted[position] !== record)
			throw new Error(`Order ${record.id} is not in the index of ${this.field}`);
		this.sorted.splice(position, 1);
	}

	/** Position of the first order whose field is `value` or more. */
	firstFrom(value: number): number {
		return firstWhere(this.sorted, (record) => keyOf(record, this.field) >= value);
	}

	private positionOf(record: OrderRecord): number {
		return firstWhere(this.sorted, (other) => compareBy(this.field, other, record) >= 0);
	}
}

/** Negative when `one` comes before `other`: by the field, then by id. */
export function compareBy(field: IndexedField, one: OrderRecord, other: OrderRecord): number {
	const [oneKey, otherKey] = [keyOf(one, field), keyOf(other, field)];
	if (oneKey < otherKey) return -1;
	if (oneKey > otherKey) return 1;
	return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

function keyOf(record: OrderRecord, field: IndexedField): Identifier {
	// Orders that are not deleted have no dateDeleted: they come first and no window holds them.
	return record[field] ?? -Infinity;
}
