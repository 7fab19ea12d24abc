/** Tells whether a seller has changed an order since it was last seen (design 4, edits). */
import { createHash } from 'node:crypto';
import { valueAt } from '../../lists/wire';
import type { WireRecord } from '../../lists/wire';

/** What the seller can change. Flags that the service or we set (exported, billed, externalId) are no edits. */
const ORDER_PATHS = [
	'customer.id',
	'customer.code',
	'type.id',
	'sellerComment',
	'scheduledDateForDelivery',
	'totalSales',
];
const ITEM_PATHS = [
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

/** Enough that two versions of one order do not look alike by chance, and little to store for each. */
const LENGTH_BYTES = 6;
/** Of the text: a multiple of three bytes is not padded in base64. */
export const FINGERPRINT_LENGTH = (LENGTH_BYTES / 3) * 4;

/** A short text (base64) that changes when the seller changes the order. The order of its lines does not matter. */
export function fingerprintOf(order: WireRecord): string {
	const items = Array.isArray(order.items) ? order.items : [];
	const lines = items.map((item) => JSON.stringify(ITEM_PATHS.map((path) => valueAt(item, path)))).sort();
	const content = JSON.stringify([ORDER_PATHS.map((path) => valueAt(order, path)), lines]);
	return createHash('sha1').update(content).digest().subarray(0, LENGTH_BYTES).toString('base64');
}
