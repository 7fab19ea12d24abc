/** Records as the service sends them: their ID, their fields, and what is odd about them (design 3.6). */
import {
	findOddFields,
	isRecord,
	orderSchema,
	recordId,
	valueAt,
	type WireRecord,
} from '../../../nodes/SalesOrderIntegration/lists/wire';
import { createSandbox } from '../../../sandbox';

test.each([
	[42, '42'],
	[0, '0'],
	['9007199254740993', '9007199254740993'],
	['ABC', 'ABC'],
	['', undefined],
	['constructor', undefined],
	[2 ** 53, undefined],
	[1.5, undefined],
	[null, undefined],
	[{}, undefined],
])('the ID %p is %p', (id, expected) => {
	expect(recordId({ id })).toBe(expected);
});

test.each([
	[{}, true],
	[[], false],
	[null, false],
	['text', false],
	[7, false],
])('%j is a record: %p', (value, expected) => {
	expect(isRecord(value)).toBe(expected);
});

test.each([
	['id', 1],
	['customer.zone.description', 'North'],
	['customer.zone.description.length', undefined],
	['customer.none', undefined],
	['none.zone', undefined],
	['nothing.zone', undefined],
])('the value at %s is %p', (path, expected) => {
	const record = { id: 1, nothing: null, customer: { zone: { description: 'North' } } };
	expect(valueAt(record, path)).toBe(expected);
});

describe('odd records cost no more than good ones: what is named is not looked at again', () => {
	/** A list of so many, that counts how many of them were looked at. */
	function counted(length: number, fields: Record<string, unknown>) {
		const looked = new Set<number>();
		const list = Array.from({ length }, (_, position) => ({
			...fields,
			get id() {
				looked.add(position);
				return position;
			},
		}));
		return { list, looked };
	}

	test.each<[string, Record<string, unknown>]>([
		['empty records', {}],
		['records with a decimal as text in each', { totalSales: '1.5' }],
	])('of 100,000 %s', (_, fields) => {
		const { list, looked } = counted(100_000, fields);
		expect(findOddFields('salesOrders', list).length).toBeGreaterThan(5);
		expect(looked.size).toBeLessThan(100);
	});

	test('of one order with 100,000 empty lines', () => {
		const { list, looked } = counted(100_000, {});
		expect(findOddFields('salesOrders', [{ items: list }])).toHaveLength(20);
		expect(looked.size).toBeLessThan(100);
	});

	test('of orders without a list of lines', () => {
		const looked = jest.spyOn(orderSchema, 'safeParse');
		const { world } = createSandbox();
		const order = { ...JSON.parse(JSON.stringify(world.find(world.add()))), items: 'none' } as WireRecord;
		expect(findOddFields('salesOrders', Array<WireRecord>(50).fill(order))).toEqual(['items']);
		expect(looked).toHaveBeenCalledTimes(1);
	});

	test('of a field that is odd in each record, and hides no other one, on any page', () => {
		const looked = jest.fn(() => 7);
		const odd = Object.defineProperty({ id: 1 }, 'username', { get: looked, enumerable: true });
		const named = new Set<string>();
		for (const page of [Array<WireRecord>(50).fill(odd), [odd, { id: 'none', username: 'maria' }]])
			for (const field of findOddFields('users', page, named)) named.add(field);
		expect([...named]).toEqual(['username', 'id']);
		expect(looked.mock.calls.length).toBeLessThan(5);
	});
});

test('odd fields are named once, without places in lists, and no more than twenty of them', () => {
	const odd = findOddFields('salesOrders', [{ items: [{}, {}] }, { items: [{}] }]);
	expect(odd).toHaveLength(20);
	expect(new Set(odd).size).toBe(20);
	expect(odd.filter((name) => /\d/.test(name))).toEqual([]);
	expect(findOddFields('users', [{ id: 'none' }, { id: 'none' }])).toContain('id');
	expect(findOddFields('users', [])).toEqual([]);
});
