/** What counts as an edit: what the seller can change, and nothing else (design 4, edits). */
import { fingerprintOf } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';

const line = {
	id: 1,
	isReturn: false,
	product: { id: 7, code: 'P7' },
	quantity: 2,
	price: 3,
	total: 6,
	comments: null,
	isReward: false,
	discount: null,
};
const order = {
	customer: { id: 4, code: 'C4' },
	type: { id: 9 },
	sellerComment: null,
	scheduledDateForDelivery: '2026-07-20T00:00:00Z',
	totalSales: 12,
	items: [line, { ...line, id: 2 }],
};
const before = fingerprintOf(order);

test.each([
	['the ID of the customer', { customer: { ...order.customer, id: 5 } }],
	['the code of the customer', { customer: { ...order.customer, code: 'C5' } }],
	['the type', { type: { id: 8 } }],
	['the comment', { sellerComment: 'soon' }],
	['the delivery date', { scheduledDateForDelivery: '2026-07-21T00:00:00Z' }],
	['the total', { totalSales: 13 }],
	['a line less', { items: [line] }],
	...Object.keys(line).map((field): [string, object] => [
		`${field} of a line`,
		{ items: [line, { ...line, id: 2, [field]: 'other' }] },
	]),
	['the code of a product', { items: [line, { ...line, id: 2, product: { id: 7, code: 'P8' } }] }],
	['the ID of a product', { items: [line, { ...line, id: 2, product: { id: 8, code: 'P7' } }] }],
])('%s changes it', (_, change) => {
	expect(fingerprintOf({ ...order, ...change })).not.toBe(before);
});

test.each([
	['the sequence of the lines', { items: [...order.items].reverse() }],
	['what the service and we set', { exported: true, billed: true, externalId: 'ERP-1' }],
	['the name of the customer', { customer: { ...order.customer, description: 'New name' } }],
])('%s does not', (_, change) => {
	expect(fingerprintOf({ ...order, ...change })).toBe(before);
});

test('it is short, also for an order whose lines are none', () => {
	expect(before).toMatch(/^.{8}$/);
	expect(fingerprintOf({ items: 'none' })).toBe(fingerprintOf({ items: [] }));
});
