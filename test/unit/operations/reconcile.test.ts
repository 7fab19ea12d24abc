/** Reconcile Sales Orders finds every difference and nothing else, against an oracle that compares pair by pair. */
import * as fc from 'fast-check';
import {
	compare,
	explain,
	keyText,
	orderIdText,
} from '../../../nodes/SalesOrderIntegration/operations/reconcile/compare';
import type {
	Finding,
	OwnRecord,
	Rules,
	ServiceOrder,
} from '../../../nodes/SalesOrderIntegration/operations/reconcile/compare';
import { seed } from '../dates/seed';
import { repetitions } from '../../support/seeds';

const KEYS = ['A', 'B', 'C', 'D', ''];

/** Few keys and amounts, so that they often meet. */
const recordsOf = fc.array(
	fc.record({
		key: fc.constantFrom(...KEYS, '1', '2'),
		amount: fc.option(fc.constantFrom(10, 20, 30, 10.004)),
	}),
	{ maxLength: 8 },
);
const ordersOf = fc
	.uniqueArray(
		fc.record({
			orderId: fc.integer({ min: 1, max: 12 }).map(String),
			externalId: fc.constantFrom(...KEYS),
			isInWindow: fc.boolean(),
			isDeleted: fc.boolean(),
			row: fc.record({ totalSales: fc.constantFrom(10, 20, 30, 40, null, '10') }),
		}),
		{ maxLength: 10, selector: ({ orderId }) => orderId },
	)
	.map((orders) => ({
		live: orders.filter(({ isDeleted }) => !isDeleted),
		deleted: orders.filter(({ isDeleted }) => isDeleted),
	}));
const rulesOf = fc.record<Rules>({
	matchBy: fc.constantFrom('externalId', 'orderId'),
	amountTolerance: fc.constantFrom(0, 0.005, 10),
	severalPerOrder: fc.boolean(),
	includeMatching: fc.boolean(),
});

const shown = ({ difference, key, amount, order, items }: Finding) =>
	`${difference} key=${key} amount=${amount} order=${order?.orderId} items=${items.join()}`;

/** Each rule of design 2 on its own, by looking at every record and order for each. */
function expected(
	records: OwnRecord[],
	live: ServiceOrder[],
	deleted: ServiceOrder[],
	rules: Rules,
): string[] {
	const found: Finding[] = [];
	const keyOf = (order: ServiceOrder) => order[rules.matchBy];
	const with_ = <T>(values: T[], key: (value: T) => string, wanted: string) =>
		values.filter((value) => wanted !== '' && key(value) === wanted);
	const share = (order: ServiceOrder) =>
		with_(live, (other) => other.externalId, order.externalId).length > 1;
	records.forEach((record, position) => {
		const same = with_(records, ({ key }) => key, record.key);
		const isFirst = records.findIndex(({ key }) => key === record.key) === position;
		const liveOnes = with_(live, keyOf, record.key);
		const order = liveOnes[0] ?? with_(deleted, keyOf, record.key)[0];
		if (record.key !== '' && !isFirst && rules.severalPerOrder) return;
		const lines = rules.severalPerOrder && record.key !== '' ? same : [record];
		const amounts = lines.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
		const amount =
			amounts.length > 0 ? amounts.reduce((sum, each) => Math.round((sum + each) * 1e9) / 1e9, 0) : undefined;
		const add = (difference: Finding['difference']) =>
			found.push({ difference, key: record.key, amount, order, items: lines.map(({ item }) => item) });
		if (!order) {
			if (isFirst || record.key === '') add('unknown');
			else add('duplicateRecord');
			return;
		}
		if (!isFirst) return void add('duplicateRecord');
		if (liveOnes.length === 0) return void add('deleted');
		if (rules.matchBy === 'externalId' && liveOnes.some(share)) return;
		const isEqual =
			amount === undefined ||
			(order.row.totalSales !== null &&
				Math.abs(amount - Number(order.row.totalSales)) < rules.amountTolerance + 1e-6);
		if (!isEqual) add('amountDiffers');
		else if (rules.includeMatching) add('matching');
	});
	for (const order of live) {
		const items = with_(records, ({ key }) => key, keyOf(order)).map(({ item }) => item);
		const touches = (other: ServiceOrder) =>
			other.isInWindow || with_(records, ({ key }) => key, keyOf(other)).length > 0;
		const key = keyOf(order);
		if (order.isInWindow && items.length === 0) {
			found.push({ difference: key === '' ? 'unlinked' : 'missing', key, order, items });
		}
		if (share(order) && live.some((other) => other.externalId === order.externalId && touches(other))) {
			found.push({ difference: 'duplicate', key, order, items });
		}
	}
	return found.map(shown).sort();
}

test(`every difference is found, and nothing else (seed ${seed})`, () => {
	const seen = new Set<string>();
	fc.assert(
		fc.property(recordsOf, ordersOf, rulesOf, (given, { live, deleted }, rules) => {
			const records = given.map(({ key, amount }, item) => ({ item, key, amount: amount ?? undefined }));
			const findings = compare(records, live, deleted, rules);
			for (const { difference } of findings) seen.add(difference);
			expect(findings.map(shown).sort()).toEqual(expected(records, live, deleted, rules));
		}),
		{ seed, numRuns: repetitions(1000) },
	);
	expect(seen.size).toBe(8);
});

const rules: Rules = {
	matchBy: 'externalId',
	amountTolerance: 0.005,
	severalPerOrder: false,
	includeMatching: false,
};
const order = (externalId: string, totalSales: unknown = 10, isInWindow = true): ServiceOrder => ({
	orderId: '1',
	externalId,
	isInWindow,
	row: { totalSales } as ServiceOrder['row'],
});
const found = (...parameters: Parameters<typeof compare>) =>
	compare(...parameters).map(({ difference, items }) => [difference, ...items]);

test('by order ID, a wrong amount is found also for orders that share an external ID', () => {
	const byOrderId = { ...rules, matchBy: 'orderId' } as const;
	const shared = ['1', '2'].map((orderId) => ({ ...order('INVOICE-7'), orderId }));
	const records = ['1', '2'].map((key, item) => ({ item, key, amount: item === 0 ? 10 : 99 }));
	expect(found(records, shared, [], byOrderId).at(0)).toEqual(['amountDiffers', 1]);
});

test('an order without an ID is not called unlinked where records are matched by order ID', () => {
	const byOrderId = { ...rules, matchBy: 'orderId' } as const;
	expect(found([], [{ ...order('A'), orderId: '' }], [], byOrderId)).toEqual([['missing']]);
});

test('lines of one order are added, and compared without the errors of binary fractions', () => {
	const lines = [0.1, 0.2].map((amount, item) => ({ item, key: 'A', amount }));
	const several = { ...rules, severalPerOrder: true, amountTolerance: 0 };
	expect(found(lines, [order('A', 0.3)], [], several)).toEqual([]);
	const andReturned = [...lines, ...[100, -100.1].map((amount, at) => ({ item: at + 2, key: 'A', amount }))];
	expect(found(andReturned, [order('A', 0.2)], [], several)).toEqual([]);
	expect(found(lines, [order('A', 0.31)], [], several)).toEqual([['amountDiffers', 0, 1]]);
	expect(found(lines, [order('A', 0.3)], [], rules)).toEqual([
		['amountDiffers', 0],
		['duplicateRecord', 1],
	]);
});

test.each([['ten'], [''], ['Infinity'], [null], [{}]])('a total of %j is equal to no amount', (total) => {
	const findings = found([{ item: 3, key: 'A', amount: 0 }], [order('A', total)], [], rules);
	expect(findings).toEqual([['amountDiffers', 3]]);
});

test('a total that comes as text is compared as the number that it shows', () => {
	const record = { item: 0, key: 'A', amount: 10 };
	expect(found([record], [order('A', '10.00')], [], rules)).toEqual([]);
	expect(found([record], [order('A', '10.01')], [], rules)).toEqual([['amountDiffers', 0]]);
});

test.each([
	[1_234_567.89, 1_234_567.895],
	[987_654_321.05, 987_654_321.055],
	[9_999_999_999.99, 9_999_999_999.995],
	[0.295, 0.3],
])('amounts of any size may differ by exactly the tolerance: %d and %d', (amount, total) => {
	expect(found([{ item: 0, key: 'A', amount }], [order('A', total)], [], rules)).toEqual([]);
	const beyond = found([{ item: 0, key: 'A', amount }], [order('A', total + 0.0002)], [], rules);
	expect(beyond).toEqual([['amountDiffers', 0]]);
});

test('a large amount is compared as it is', () => {
	const amount = 12_345_678_901_234.56;
	expect(found([{ item: 0, key: 'A', amount }], [order('A', amount)], [], rules)).toEqual([]);
});

test.each<[Partial<Finding>, string]>([
	[{ difference: 'missing', key: 'A' }, 'Order 1 is in the service as A, but in none of your records.'],
	[
		{ difference: 'unlinked', key: '' },
		'Order 1 is in the service without an external ID, and none of your records can match it.',
	],
	[{ difference: 'deleted' }, 'Order 1 was deleted in the service, but you still have it.'],
	[
		{ difference: 'unknown', key: '', items: [0] },
		"'Match Field' is empty in record 1, so no order can match it.",
	],
	[
		{ difference: 'unknown' },
		'The service has no order with the external ID A, neither a live nor a deleted one, in this time.',
	],
	[{ difference: 'amountDiffers', amount: 9 }, 'Your amount is 9, but the total of order 1 is 10.'],
	[
		{ difference: 'amountDiffers', amount: 9, order: order('A', ' ') },
		'Your amount is 9, but the total of order 1 is not known.',
	],
	[{ difference: 'duplicate' }, 'Order 1 has the same external ID as another order: A.'],
	[{ difference: 'duplicateRecord' }, 'Another of your records has the same number: A.'],
	[{ difference: 'matching' }, 'Your record and order 1 match.'],
])('%j is explained in a sentence', (finding, sentence) => {
	const whole = { key: 'A', items: [], order: order('A'), ...finding } as Finding;
	expect(explain(whole, rules)).toBe(sentence);
});

test.each<[unknown, string]>([
	[1215, '1215'],
	[' SO-1\n', 'SO-1'],
	[{ number: 7 }, '{"number":7}'],
	[null, ''],
	[undefined, ''],
	['  ', ''],
	['x'.repeat(300), 'x'.repeat(255)],
	[` ${'x'.repeat(255)}`, 'x'.repeat(254)],
	[`${'x'.repeat(254)}😀`, 'x'.repeat(254)],
	[`${'x'.repeat(254)} y`, 'x'.repeat(254)],
	['Pedido N\u0303', 'Pedido Ñ'],
])('the key of %j is the text that the service would keep', (value, key) => {
	expect(keyText(value)).toBe(key);
});

test.each([
	['0001042', '1042'],
	[' 1042 ', '1042'],
	['1042.0', '1042'],
	['1040', '1040'],
	['0', '0'],
	['A-007', 'A-007'],
	['1042.5', '1042.5'],
])('the order ID %j is compared as %s', (value, id) => {
	expect(orderIdText(value)).toBe(id);
});

// Each with each, they would take longer than a test may.
test('100,000 records and orders are not compared each with each', () => {
	const ids = Array.from({ length: 100_000 }, (_, position) => `SO-${position}`);
	const records = ids.map((key, item) => ({ item, key, amount: 10 }));
	const live = ids.map((id) => order(id));
	expect(compare(records, live, [], rules)).toEqual([]);
	const ofOneKey = records.slice(0, 1_000).map((record) => ({ ...record, key: '0' }));
	const found = compare(
		ofOneKey,
		Array.from(ofOneKey, () => order('0')),
		[],
		rules,
	);
	expect(Math.max(...found.map(({ items }) => items.length))).toBe(100);
});
