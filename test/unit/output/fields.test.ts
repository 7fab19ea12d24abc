/** Selected Fields (design 2): what can be chosen, how names are read, and what each gives. */
import * as fc from 'fast-check';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { WireRecord } from '../../../nodes/SalesOrderIntegration/lists/wire';
import { toRows } from '../../../nodes/SalesOrderIntegration/output';
import { outputProperties, readOutputChoice } from '../../../nodes/SalesOrderIntegration/output/properties';
import { leafPaths } from '../../../scripts/output/columnTypes';
import { seed } from '../dates/seed';
import { fullOrder, oddOrders, saleLine } from './orders';
import { inputErrorOf } from '../../support/thrownErrors';
import { repetitions } from '../../support/seeds';

const readFields = (value: unknown) =>
	readOutputChoice((name) => (name === 'fields' ? value : 'selectedFields')).fields;

function selected(order: WireRecord, ...fields: string[]): WireRecord {
	const rows = toRows(order, { output: 'selectedFields', fields });
	expect(rows).toHaveLength(1);
	const { salesOrderId, ...row } = rows[0] ?? {};
	expect(Object.keys(rows[0] ?? {})[0]).toBe('salesOrderId');
	expect(salesOrderId).toBe(order.id ?? null);
	return row;
}

describe('a selected row', () => {
	test('has the order ID first, then the names as they were given, in that order, and no other', () => {
		const row = selected(fullOrder(), 'totalSales', 'customer.zone.description', 'id');
		expect(Object.entries(row)).toEqual([
			['totalSales', 31.9],
			['customer.zone.description', 'Norte'],
			['id', 10482],
		]);
	});

	test('has null for what the order lacks', () => {
		const order = { ...fullOrder(), customer: null, type: 'Preventa' };
		expect(selected(order, 'novelty', 'customer.zone.id', 'type.description', 'id.length')).toStrictEqual({
			novelty: null,
			'customer.zone.id': null,
			'type.description': null,
			'id.length': null,
		});
		expect(selected({}, 'toString', 'constructor.name', 'items.length')).toStrictEqual({
			toString: null,
			'constructor.name': null,
			'items.length': null,
		});
	});

	test('has lists as they came, however deep', () => {
		const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], null);
		const { promoIds, 'promoIds.x': along } = selected({ promoIds: deep }, 'promoIds', 'promoIds.x');
		expect(promoIds).toBe(deep);
		expect(along).toMatch('nested too deeply');
	});

	test('reaches fields that the specification does not know', () => {
		const order = { ...fullOrder(), novelty: { of: [{ kind: 'a' }, {}] } };
		expect(selected(order, 'novelty.of.kind', 'novelty')).toStrictEqual({
			'novelty.of.kind': ['a', null],
			novelty: { of: [{ kind: 'a' }, {}] },
		});
	});

	test('has a list with one value for each line where a path leads through the lines', () => {
		const { product: _, ...withoutProduct } = saleLine();
		const order = { ...fullOrder(), items: [saleLine(), withoutProduct, 'odd'] };
		expect(selected(order, 'items.product.code', 'items.total')).toStrictEqual({
			'items.product.code': ['P-055', null, null],
			'items.total': [49.9, 49.9, null],
		});
		expect(selected({ ...order, items: [] }, 'items.total')).toStrictEqual({ 'items.total': [] });
		expect(selected({ ...order, items: null }, 'items.total')).toStrictEqual({ 'items.total': null });
	});

	test('has the value of one line where its position is given', () => {
		expect(selected(fullOrder(), 'items.1.total', 'items[0].id', 'items.7.id')).toStrictEqual({
			'items.1.total': -18,
			'items[0].id': 901,
			'items.7.id': null,
		});
	});

	test('understands the columns of the flat outputs, unless the service has a field of that name', () => {
		const order = fullOrder();
		expect(
			selected(order, 'customerCode', 'returnCount', 'productCode', 'signedQuantity', 'lineNumber'),
		).toStrictEqual({
			customerCode: 'C-031',
			returnCount: 1,
			productCode: ['P-055', 'P-055'],
			signedQuantity: [2.5, -3],
			lineNumber: [1, 2],
		});
		expect(selected({ ...order, customerCode: null }, 'customerCode')).toStrictEqual({ customerCode: null });
		const odd = { ...order, customer: 'ACME', items: [null, 5, 'x'] };
		expect(selected(odd, 'customerId', 'itemId')).toEqual({ customerId: 'ACME', itemId: [null, 5, 'x'] });
	});

	test('has the ID of the order also where the service has a field of that name', () => {
		const order: WireRecord = { ...fullOrder(), salesOrderId: 777 };
		const choices = [['totalSales'], ['salesOrderId', 'totalSales'], ['salesOrderId']];
		for (const fields of choices) {
			expect(toRows(order, { output: 'selectedFields', fields })[0]?.salesOrderId).toBe(10482);
		}
		const { id: _, ...withoutId } = order;
		expect(toRows(withoutId, { output: 'selectedFields', fields: ['type'] })[0]?.salesOrderId).toBe(null);
	});

	test('has the order ID once and first, wherever it is named', () => {
		const rows = toRows(fullOrder(), { output: 'selectedFields', fields: ['totalSales', 'salesOrderId'] });
		expect(Object.entries(rows[0] ?? {})).toEqual([
			['salesOrderId', 10482],
			['totalSales', 31.9],
		]);
	});

	test('hands objects and lists on as they came', () => {
		const order = fullOrder();
		expect(selected(order, 'customer', 'items')).toStrictEqual({
			customer: order.customer,
			items: order.items,
		});
	});

	test(`is right for each of several lists of fields in turn (seed ${seed})`, () => {
		const paths = leafPaths().filter((path) => !path.startsWith('items.'));
		fc.assert(
			fc.property(oddOrders, fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1 }), (order, fields) => {
				const row = selected(order, ...fields);
				expect(Object.keys(row)).toEqual(fields);
				for (const field of fields) expect(row[field]).toEqual(walk(order, field));
			}),
			{ seed, numRuns: repetitions(200) },
		);
	});
});

/** The plain meaning of a path, with lists mapped. */
function walk(value: unknown, path: string): unknown {
	const [step = '', ...rest] = path.split('.');
	if (Array.isArray(value)) return value.map((element) => walk(element, path));
	if (path === '') return value ?? null;
	if (typeof value !== 'object' || value === null || !Object.keys(value).includes(step)) return null;
	return walk((value as WireRecord)[step], rest.join('.'));
}

describe('the names of fields are read', () => {
	test.each<[string, unknown]>([
		['a list', ['id', 'customer.code']],
		['a text with commas', ' id, customer.code ,'],
		['a text with lines', 'id\n\ncustomer.code\r\n'],
		['a JSON list, as AI agents write it', '["id", "customer.code"]'],
		['a list with single quotes', "['id', 'customer.code']"],
		['a list whose texts hold several names', ['id, customer.code', 'id']],
	])('from %s', (_, value) => {
		expect(readFields(value)).toEqual(['id', 'customer.code']);
	});

	test('each once, in the given order', () => {
		expect(readFields('c,a,b,a')).toEqual(['c', 'a', 'b']);
		expect(readFields('items[0].id')).toEqual(['items[0].id']);
	});

	test.each<[string, unknown]>([
		['an empty list', []],
		['an empty text', ''],
		['nothing but commas', ' , ,'],
		['nothing', undefined],
		['null', null],
		['an empty list as text', '[]'],
	])('and %s is refused with what to do', (_, value) => {
		expect(inputErrorOf(() => readFields(value))).toMatchObject({
			message: "No field is chosen under 'Fields'",
			description: expect.stringContaining('Choose at least one'),
		});
	});

	test.each([[{ id: true }], [['id', true]], [[['id']]]])('and %j is refused as no list', (value) => {
		expect(inputErrorOf(() => readFields(value)).message).toBe(`'Fields' cannot be ${JSON.stringify(value)}`);
	});

	test.each(['customer..code', '.id', 'id.', 'a. .b', '2024'])('and %s is refused as no name', (name) => {
		expect(inputErrorOf(() => readFields(['id', name])).message).toBe(
			`'Fields' cannot be ${JSON.stringify(name)}`,
		);
	});
});

describe('in the editor', () => {
	const parameter = (name: string) =>
		outputProperties.find((property) => property.name === name) as INodeProperties;
	const choices = parameter('fields').options as INodePropertyOptions[];

	test('Output has the four outputs, simplified by default', () => {
		const { options, default: byDefault } = parameter('output');
		const modes = (options as INodePropertyOptions[]).map(({ value }) => value);
		expect(modes).toEqual(['raw', 'items', 'simplified', 'selectedFields']);
		expect(byDefault).toBe('simplified');
	});

	test('every field of the specification can be chosen, and gives what it says', () => {
		const values = choices.map(({ value }) => value as string);
		expect(values).toEqual(expect.arrayContaining(leafPaths().filter((path) => path !== 'id')));
		expect(values).not.toContain('id');
		expect(new Set(values).size).toBe(values.length);
		const order = fullOrder();
		for (const value of values) {
			const given = selected(order, value)[value];
			expect(given).toEqual(value.endsWith('Count') ? expect.any(Number) : walk(order, value));
		}
	});

	test('each choice has a name and a description of its own', () => {
		for (const read of [
			(choice: INodePropertyOptions) => choice.name,
			({ description }: INodePropertyOptions) => description,
		]) {
			const texts = choices.map(read);
			expect(texts.every((text) => typeof text === 'string' && text.length > 1)).toBe(true);
			expect(new Set(texts).size).toBe(texts.length);
		}
		expect(choices.find(({ value }) => value === 'customer.zone.id')?.name).toBe('Customer Zone ID');
		expect(choices.find(({ value }) => value === 'items.product.satUnitCode')?.name).toBe(
			'Lines: Product SAT Unit Code',
		);
	});

	test('Fields is shown for Selected Fields, takes names that are not in its list, and is not asked for by n8n', () => {
		const fields = parameter('fields');
		expect(fields.displayOptions).toEqual({ show: { output: ['selectedFields'] } });
		expect(fields.allowArbitraryValues).toBe(true);
		// With an expression as Output n8n would ask for it whatever the output is.
		expect(fields.required).toBeUndefined();
	});
});
