/** Compares the integrator's own records with the orders of the service (design 2). No n8n, no network, no clock. */
import type { IDataObject } from 'n8n-workflow';
import { jsonText } from '../../http/json';
import { cutExternalId } from '../../lists/orders';
import { isBlank } from '../../parameters/values';

/** What a finding can be, in the words of a total. */
export const differences = {
	missing: 'Orders missing in your records',
	unlinked: 'Orders without an external ID',
	deleted: 'Records whose order was deleted',
	unknown: 'Records unknown to the service',
	amountDiffers: 'Records with another amount',
	duplicate: 'Orders that share an external ID',
	duplicateRecord: 'Records with the number of another record',
	matching: 'Matching records',
};
type Difference = keyof typeof differences;

/** One of the integrator's own records. */
export interface OwnRecord {
	/** Position of its input item, from 0. */
	item: number;
	/** Empty if there is none. */
	key: string;
	/** Undefined if amounts are not compared. */
	amount?: number;
}

/** An order of the service. */
export interface ServiceOrder {
	/** Both are empty if there is none. */
	orderId: string;
	externalId: string;
	/** False in the margin around the window, where orders are only matched. */
	isInWindow: boolean;
	/** The columns that a finding about it has. */
	row: IDataObject;
}

export interface Rules {
	matchBy: 'externalId' | 'orderId';
	/** Amounts that differ by no more than this are equal. */
	amountTolerance: number;
	/** Records with the same key are lines of one order, and their amounts are added. */
	severalPerOrder: boolean;
	includeMatching: boolean;
}

/** One difference, or a match if those were asked for. */
export interface Finding {
	difference: Difference;
	/** Empty if neither the record nor the order has one. */
	key: string;
	/** Of the records. */
	amount?: number;
	/** Undefined if the service has no such order. */
	order?: ServiceOrder;
	/** The input items of the records that it is about. */
	items: number[];
}

/** A wrong number, such as 0, can be that of thousands of orders and records: each order names only so many records. */
const MOST_PAIRED = 100;

/** A key as it is compared: in one Unicode form, without blanks around it, cut where the service cuts it. */
export function keyText(value: unknown): string {
	// Two objects in place of a key are not the same one.
	return cutExternalId(typeof value === 'object' && value ? jsonText(value) : String(value ?? ''))
		.normalize('NFC')
		.trim();
}

/** The ID of an order as it is compared: without zeros before the number or after its decimal point. */
export function orderIdText(value: unknown): string {
	return keyText(value).replace(/^0*(\d+?)(\.0+)?$/, '$1');
}

/**
 * Every difference between the records and the orders: findings about records, then about orders that no record has,
 * then orders that share an external ID.
 *
 * @param live orders that are not deleted, each once
 * @param deleted orders that are deleted; one that is also live counts as live
 */
export function compare(
	records: OwnRecord[],
	live: ServiceOrder[],
	deleted: ServiceOrder[],
	rules: Rules,
): Finding[] {
	const keyOf = (order: ServiceOrder) => order[rules.matchBy];
	const liveByKey = groupByKey(live, keyOf);
	const deletedByKey = groupByKey(deleted, keyOf);
	const recordsByKey = groupByKey(records, ({ key }) => key);
	const findings: Finding[] = [];
	const withoutKey = records.filter(({ key }) => key === '').map((record) => [record]);
	for (const group of [...withoutKey, ...recordsByKey.values()]) {
		const ofOneOrder = rules.severalPerOrder ? group : group.slice(0, 1);
		const key = group[0]?.key ?? '';
		const orders = liveByKey.get(key) ?? [];
		const order = orders[0] ?? deletedByKey.get(key)?.[0];
		const amount = sumOf(ofOneOrder);
		const items = ofOneOrder.map(({ item }) => item);
		let difference: Difference | undefined = rules.includeMatching ? 'matching' : undefined;
		if (!order) difference = 'unknown';
		else if (orders.length === 0) difference = 'deleted';
		// Reported as duplicates: which of them the amount belongs to is not known.
		else if (orders.length > 1) difference = undefined;
		else if (!isClose(amount, order.row.totalSales, rules.amountTolerance)) difference = 'amountDiffers';
		if (difference) findings.push({ difference, key, amount, order, items });
		for (const other of group.slice(ofOneOrder.length)) {
			findings.push({ difference: 'duplicateRecord', key, amount: other.amount, order, items: [other.item] });
		}
	}
	for (const order of live) {
		const key = keyOf(order);
		if (!order.isInWindow || recordsByKey.has(key)) continue;
		const isUnlinked = rules.matchBy === 'externalId' && key === '';
		findings.push({ difference: isUnlinked ? 'unlinked' : 'missing', key, order, items: [] });
	}
	for (const orders of groupByKey(live, ({ externalId }) => externalId).values()) {
		const isOfWindow = orders.some((order) => order.isInWindow || recordsByKey.has(keyOf(order)));
		for (const order of orders.length > 1 && isOfWindow ? orders : []) {
			const key = keyOf(order);
			const items = (recordsByKey.get(key) ?? []).slice(0, MOST_PAIRED).map(({ item }) => item);
			findings.push({ difference: 'duplicate', key, order, items });
		}
	}
	return findings;
}

/** True where amounts are not compared. */
function isClose(amount: number | undefined, totalSales: unknown, tolerance: number): boolean {
	if (amount === undefined) return true;
	const total = typeof totalSales === 'string' && !isBlank(totalSales) ? Number(totalSales) : totalSales;
	if (typeof total !== 'number' || !Number.isFinite(total)) return false;
	// Sums of binary fractions are exact in proportion to their size.
	const precision = 8 * Number.EPSILON * Math.max(Math.abs(amount), Math.abs(total));
	return Math.abs(amount - total) <= tolerance + precision;
}

/** What a finding means, in a sentence. */
export function explain({ difference, key, amount, order, items }: Finding, { matchBy }: Rules): string {
	const isByExternalId = matchBy === 'externalId';
	const name = `Order ${order?.orderId || 'without an ID'}`;
	const total = order?.row.totalSales;
	const unknown =
		key === ''
			? `'Match Field' is empty in record ${Number(items[0]) + 1}, so no order can match it.`
			: `The service has no order ${isByExternalId ? 'with the external ID ' : ''}${key}, neither a live nor a deleted one, in this time.`;
	const sentences: Record<Difference, string> = {
		missing: `${name} is in the service${key && isByExternalId ? ` as ${key}` : ''}, but in none of your records.`,
		unlinked: `${name} is in the service without an external ID, and none of your records can match it.`,
		deleted: `${name} was deleted in the service, but you still have it.`,
		unknown,
		amountDiffers: `Your amount is ${amount}, but the total of order ${order?.orderId} is ${isBlank(total) ? 'not known' : String(total)}.`,
		duplicate: `${name} has the same external ID as another order: ${order?.externalId}.`,
		duplicateRecord: `Another of your records has the same number: ${key}.`,
		matching: `Your record and order ${order?.orderId} match.`,
	};
	return sentences[difference];
}

function sumOf(records: OwnRecord[]): number | undefined {
	const [first, ...others] = records.flatMap(({ amount = [] }) => amount);
	return others.reduce((total, amount) => sum(total ?? 0, amount), first);
}

/** Rounds to the digits of the larger amount. A return may leave little of a sum but the errors of binary fractions. */
function sum(one: number, other: number): number {
	const digitsBefore = Math.floor(Math.log10(Math.max(1, Math.abs(one), Math.abs(other))));
	return Number((one + other).toFixed(Math.max(0, 14 - digitsBefore)));
}

/** The values by key, without those that have none. */
function groupByKey<T>(values: T[], keyOf: (value: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const value of values) {
		const group = groups.get(keyOf(value)) ?? [];
		group.push(value);
		groups.set(keyOf(value), group);
	}
	groups.delete('');
	return groups;
}
