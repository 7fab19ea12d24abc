/** Tells whether a seller has changed an order since it was last read (design 4, edits). */
import { createHash } from 'node:crypto';
import { valueAt } from '../../lists/wire';
import type { WireRecord } from '../../lists/wire';

/** What the seller can change. Flags that the service or we set (exported, billed, externalId) are not edits. */
const ORDER_PATHS = [
	'customer.id',
	'customer.code',
	'type.id',
	'sellerComment',
	'scheduledDateForDelivery',
	'totalSales',
];
const LINE_PATHS = [
	'id',
	'isReturn',
	'product.id',
	'product.code',
	'quantity',
	'price',
	'total',
	'comments',
	'isReward',
	'discount',
];

/** Six bytes: two versions of one order do not look alike by chance, and each takes little space. */
const LENGTH_BYTES = 6;

/** A short text (base64) that changes when the seller changes the order. The sequence of its lines does not matter. */
export function fingerprintOf(order: WireRecord): string {
	const items = Array.isArray(order.items) ? order.items : [];
	const lines = items.map((item) => JSON.stringify(LINE_PATHS.map((path) => valueAt(item, path)))).sort();
	const content = JSON.stringify([ORDER_PATHS.map((path) => valueAt(order, path)), lines]);
	return createHash('sha256').update(content).digest().subarray(0, LENGTH_BYTES).toString('base64');
}
