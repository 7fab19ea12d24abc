/** An order as the trigger sees it: its dates, its ID, and what the seller can change in it (design 4, edits). */
import { valueAt } from '../../../nodes/SalesOrderIntegration/lists/wire';
import { DAY } from '../../support/time';
import { byArrival, fingerprintOf, track } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';

const NOW = Date.parse('2026-07-15T12:00:00Z');
const [MADE, ARRIVED, NONE] = ['2026-07-13T08:00:00Z', '2026-07-14T09:00:00Z', '1970-01-01T00:00:00Z'];
const [FAR, LATEST] = ['2060-01-01T00:00:00Z', NOW + 366 * DAY] as const;
const at = (text: string) => Date.parse(text);

test.each([
	['both dates', { mobileDateCreated: MADE, dateCreated: ARRIVED }, at(MADE), at(ARRIVED), at(ARRIVED)],
	['a phone ahead', { mobileDateCreated: ARRIVED, dateCreated: MADE }, at(ARRIVED), at(MADE), at(ARRIVED)],
	// No window would show it for so long: it must be forgotten some day.
	['a phone decades ahead', { mobileDateCreated: FAR, dateCreated: MADE }, at(FAR), at(MADE), LATEST],
	['no arrival', { mobileDateCreated: MADE }, at(MADE), at(MADE), at(MADE)],
	['no time on the phone', { dateCreated: ARRIVED }, at(ARRIVED), at(ARRIVED), at(ARRIVED)],
	['an arrival in 1970', { mobileDateCreated: MADE, dateCreated: NONE }, at(MADE), at(MADE), at(MADE)],
	['no date that can be read', { mobileDateCreated: 7, dateCreated: 'soon' }, NOW, NOW, NOW],
])('with %s', (_, order, mobileDateCreated, dateCreated, latestDate) => {
	expect(track({ id: 5, ...order }, NOW)).toEqual({
		isUndated: typeof valueAt(order, 'mobileDateCreated') === 'string' ? undefined : true,
		order: { id: 5, ...order },
		id: '5',
		mobileDateCreated,
		dateCreated,
		latestDate,
	});
});

test('an order without a usable ID is told from others by its content and arrival', () => {
	const idOf = (order: object) => track({ ...order }, NOW).id;
	const first = { totalSales: 1, dateCreated: MADE };
	expect(idOf(first)).toMatch(/^#.* .{8}$/);
	expect(idOf(first)).toBe(idOf({ ...first, mobileDateCreated: ARRIVED, exported: true }));
	expect(idOf(first)).not.toBe(idOf({ ...first, totalSales: 2 }));
	expect(idOf(first)).not.toBe(idOf({ ...first, dateCreated: ARRIVED }));
	expect(idOf({ dateCreated: { toString: 1 } })).toMatch(/^#/);
});

test.each([
	[[9, 1], [2, 5], -1],
	[[2, 5], [9, 1], 1],
	[[30, 5], [31, 5], -1],
	[[31, 5], [30, 5], 1],
	[[9, 5], [10, 5], -1],
	[[10, 5], [9, 5], 1],
	[[7, 5], [7, 5], 0],
])(
	'of the orders %j and %j (ID and arrival) the sequence is %i',
	([id, at = 0], [otherId, otherAt = 0], sign) => {
		const order = (number: number | undefined, arrival: number) =>
			track({ id: number, dateCreated: new Date(NOW + arrival * 1000).toISOString() }, NOW);
		expect(Math.sign(byArrival(order(id, at), order(otherId, otherAt)))).toBe(sign);
	},
);

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

test('it is short, also if the lines are none, or a comment is nested too deeply to be written', () => {
	const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
	for (const print of [before, fingerprintOf({ sellerComment: deep })]) expect(print).toMatch(/^.{8}$/);
	expect(fingerprintOf({ items: 'none' })).toBe(fingerprintOf({ items: [] }));
});
