/** Compares the integrator's own records with the orders of the service (design 2). No n8n, no network, no clock. */

/** What a finding is about, in the order of {@link compare}. */
export const differences = [
	'missing',
	'unlinked',
	'deleted',
	'unknown',
	'amountDiffers',
	'duplicate',
	'duplicateRecord',
	'matching',
] as const;
export type Difference = (typeof differences)[number];

/** One of the integrator's own records. */
export interface OwnRecord {
	/** Position of its input item, from 0. */
	item: number;
	/** As {@link keyText} writes it; empty for a record without one. */
	key: string;
	/** Undefined if amounts are not compared. */
	amount?: number;
}

/** An order of the service, as far as it is compared. */
export interface ServiceOrder {
	/** As {@link keyText} writes it; empty for an order without one. */
	orderId: string;
	externalId: string;
	/** `totalSales` as sent. */
	total: unknown;
	/** False in the margin around the window, where orders are only matched. */
	isInWindow: boolean;
}

/** How to compare. */
export interface Rules {
	matchBy: 'externalId' | 'orderId';
	/** Amounts that differ by no more than this are equal. */
	amountTolerance: number;
	/** Records with the same key are lines of one order, and their amounts are added. */
	severalPerOrder: boolean;
	includeMatching: boolean;
}

/** One difference, or a match if those were asked for. */
export interface Finding<Order extends ServiceOrder> {
	difference: Difference;
	/** Empty if neither the record nor the order has one. */
	key: string;
	/** Of the records; undefined if there is none. */
	amount?: number;
	/** Undefined if the service has no such order. */
	order?: Order;
	/** The input items of the records that it is about. */
	items: number[];
}

/** The service cuts texts at this length (api-specification 7). */
const MAX_KEY_LENGTH = 255;

/** A key as it is compared: as text, without blanks around it, of at most 255 characters; empty for nothing. */
export function keyText(value: unknown): string {
	return String(value ?? '')
		.trim()
		.slice(0, MAX_KEY_LENGTH)
		.trim();
}

/**
 * Every difference between the records and the orders: findings about records in their order, then those about orders
 * that no record has, then orders that share an external ID.
 *
 * @param live orders that are not deleted, each once; those outside the window only serve to find matches
 * @param deleted orders that are deleted; one that is also live counts as live
 */
export function compare<Order extends ServiceOrder>(
	records: OwnRecord[],
	live: Order[],
	deleted: Order[],
	rules: Rules,
): Array<Finding<Order>> {
	const keyOf = (order: Order) => order[rules.matchBy];
	const liveByKey = groupByKey(live, keyOf);
	const deletedByKey = groupByKey(deleted, keyOf);
	const recordsByKey = groupByKey(records, ({ key }) => key);
	const shared = [...groupByKey(live, ({ externalId }) => externalId).values()].filter(
		(orders) => orders.length > 1,
	);
	const sharing = new Set(shared.flat());
	const findings: Array<Finding<Order>> = [];

	for (const { item, amount } of records.filter(({ key }) => key === '')) {
		findings.push({ difference: 'unknown', key: '', amount, items: [item] });
	}
	for (const [key, group] of recordsByKey) {
		const [first, ...others] = group;
		const compared = rules.severalPerOrder ? group : [first];
		const orders = liveByKey.get(key) ?? [];
		const order = orders[0] ?? deletedByKey.get(key)?.[0];
		const finding = { key, amount: sumOf(compared), order, items: compared.map(({ item }) => item) };
		const difference = differenceOf(finding, orders, sharing, rules);
		if (difference) findings.push({ difference, ...finding });
		if (rules.severalPerOrder) continue;
		for (const { item, amount } of others) {
			findings.push({ difference: 'duplicateRecord', key, amount, order, items: [item] });
		}
	}
	for (const order of live.filter(({ isInWindow }) => isInWindow)) {
		const key = keyOf(order);
		if (key !== '' && recordsByKey.has(key)) continue;
		const isUnlinked = rules.matchBy === 'externalId' && key === '';
		findings.push({ difference: isUnlinked ? 'unlinked' : 'missing', key, order, items: [] });
	}
	for (const orders of shared) {
		const recordsOf = (order: Order) => recordsByKey.get(keyOf(order)) ?? [];
		if (!orders.some((order) => order.isInWindow || recordsOf(order).length > 0)) continue;
		for (const order of orders) {
			const items = recordsOf(order).map(({ item }) => item);
			findings.push({ difference: 'duplicate', key: keyOf(order), order, items });
		}
	}
	return findings;
}

/** What is to be said of a record, or of records that are lines of one order; undefined if nothing is. */
function differenceOf<Order extends ServiceOrder>(
	{ amount, order }: Pick<Finding<Order>, 'amount' | 'order'>,
	liveOrders: Order[],
	sharing: Set<Order>,
	{ amountTolerance, includeMatching }: Rules,
): Difference | undefined {
	if (!order) return 'unknown';
	if (liveOrders.length === 0) return 'deleted';
	// Reported as duplicates: which of them the amount belongs to is not known.
	if (liveOrders.some((each) => sharing.has(each))) return undefined;
	if (amount !== undefined && !isClose(amount, order.total, amountTolerance)) return 'amountDiffers';
	return includeMatching ? 'matching' : undefined;
}

/** Differences of binary fractions, as between 0.1 + 0.2 and 0.3, do not count. */
const ROUNDING = 1e-9;

function isClose(amount: number, total: unknown, tolerance: number): boolean {
	return typeof total === 'number' && Math.abs(amount - total) <= tolerance + ROUNDING;
}

function sumOf(records: OwnRecord[]): number | undefined {
	const amounts = records.map(({ amount }) => amount).filter((amount) => amount !== undefined);
	return amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount, 0) : undefined;
}

/** The values by their key, each group with at least one; without those that have no key. */
function groupByKey<T>(values: T[], keyOf: (value: T) => string): Map<string, [T, ...T[]]> {
	const groups = new Map<string, [T, ...T[]]>();
	for (const value of values) {
		const key = keyOf(value);
		if (key === '') continue;
		const group = groups.get(key);
		if (group) group.push(value);
		else groups.set(key, [value]);
	}
	return groups;
}
