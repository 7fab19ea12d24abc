/** What the next node receives (design 2, `output`): flat rows that never shift, returns with their sign, money as sent. */
import * as fc from 'fast-check';
import { toRows, type OutputChoice } from '../../../nodes/SalesOrderIntegration/output';
import type { WireRecord } from '../../../nodes/SalesOrderIntegration/lists/wire';
import { seed } from '../dates/seed';
import { fullOrder, oddOrders, returnLine, saleLine } from './orders';
import { TestSandbox } from '../../support/testSandbox';
import { repetitions } from '../../support/seeds';
import expected from './rows.json';

const rowsOf = (order: WireRecord, output: OutputChoice['output']) => toRows(order, { output });
const simplified = (order: WireRecord) => rowsOf(order, 'simplified')[0] ?? {};
const items = (order: WireRecord) => rowsOf(order, 'items');

/** The columns that a sheet relies on. To change one is to shift the sheets of everybody. */
const { simplifiedRow, returnRow } = expected;
const { salesOrderId: _, ...orderHeader } = simplifiedRow;
const simplifiedNames = Object.keys(simplifiedRow);
const itemsNames = Object.keys(returnRow);

describe('simplified', () => {
	test('is one flat row with every column in its place', () => {
		const rows = rowsOf(fullOrder(), 'simplified');
		expect(rows).toStrictEqual([simplifiedRow]);
		expect(Object.keys(rows[0] ?? {})).toEqual(simplifiedNames);
	});

	test('has the same columns for an order of which nothing was sent', () => {
		const row = simplified({});
		expect(Object.keys(row)).toEqual(simplifiedNames);
		expect(Object.values(row).every((cell) => cell === null)).toBe(true);
	});

	test('gets no column from a field that the specification does not know', () => {
		const order = {
			...fullOrder(),
			novelty: 1,
			customer: { ...(fullOrder().customer as object), novelty: 2 },
		};
		expect(simplified(order)).toStrictEqual(simplifiedRow);
	});

	test('counts no lines where none were sent, and does not guess where no list was sent', () => {
		expect(simplified({ ...fullOrder(), items: [] })).toMatchObject({ itemCount: 0, returnCount: 0 });
		expect(simplified({ ...fullOrder(), items: 'none' })).toMatchObject({
			itemCount: null,
			returnCount: null,
		});
	});

	const unclear = [{ isReturn: 'true' }, { isReturn: null }, 'odd'];
	test.each(unclear)('counts no returns where a line does not say whether it is one (%j)', (line) => {
		const order = { ...fullOrder(), items: [returnLine(), line] };
		expect(simplified(order)).toMatchObject({ itemCount: 2, returnCount: null });
	});
});

describe('items', () => {
	test('is one row per line, each with the columns of the order', () => {
		const rows = items(fullOrder());
		expect(rows).toHaveLength(2);
		expect(rows[1]).toStrictEqual(returnRow);
		expect(rows[0]).toMatchObject({
			...orderHeader,
			salesOrderId: 10482,
			itemId: 901,
			lineNumber: 1,
			total: 49.9,
		});
		for (const row of rows) expect(Object.keys(row)).toEqual(itemsNames);
	});

	const none: unknown[][] = [[[]], [null], [undefined]];
	test.each(none)('gives one row with empty line columns for an order without lines (%j)', (lines) => {
		const rows = items({ ...fullOrder(), items: lines });
		expect(rows).toHaveLength(1);
		const [row = {}] = rows;
		expect(Object.keys(row)).toEqual(itemsNames);
		expect(row).toMatchObject({ salesOrderId: 10482, customerCode: 'C-031', totalSales: 31.9 });
		const ofLine = Object.entries(row).filter(([name]) => !(name in orderHeader) && name !== 'salesOrderId');
		expect(ofLine.map(([, cell]) => cell).every((cell) => cell === null)).toBe(true);
	});

	test('does not carry a value from one line to the next', () => {
		const { product: _, ...withoutProduct } = returnLine();
		const [, second] = items({ ...fullOrder(), items: [saleLine(), withoutProduct] });
		expect(second).toMatchObject({ itemId: 902, productCode: null, productFamilyDescription: null });
	});

	test.each([
		['a sale', { isReturn: false, quantity: 2.5 }, 2.5],
		['a return', { isReturn: true, quantity: 3 }, -3],
		['a return that was sent with the sign already', { isReturn: true, quantity: -3 }, -3],
		['a return of nothing', { isReturn: true, quantity: 0 }, 0],
		['a line that does not say which it is', { isReturn: null, quantity: 3 }, null],
		['a line whose isReturn is a text', { isReturn: 'true', quantity: 3 }, null],
		['a quantity that is a text', { isReturn: true, quantity: '3' }, null],
	])('gives the signed quantity of %s', (_, fields, signedQuantity) => {
		const [row = {}] = items({ ...fullOrder(), items: [{ ...saleLine(), ...fields }] });
		expect(row.signedQuantity).toBe(signedQuantity);
		expect(row.quantity).toBe(fields.quantity);
	});

	test('the totals of an order add up, and no amount is touched', () => {
		const { sandbox } = new TestSandbox({ seed: 11, orders: { count: 500, days: 30 } });
		let returns = 0;
		for (const { id } of sandbox.world.all()) {
			const order = sandbox.world.find(id) as unknown as WireRecord & {
				items: WireRecord[];
				totalSales: number;
			};
			const rows = items(order);
			expect(rows.map(({ total }) => total)).toEqual(order.items.map(({ total }) => total));
			expect(rows.map(({ price }) => price)).toEqual(order.items.map(({ price }) => price));
			expect(sumInCents(rows.map(({ total }) => total as number))).toBe(Math.round(order.totalSales * 100));
			for (const row of rows) {
				expect(row.totalSales).toBe(order.totalSales);
				if (!row.isReturn) continue;
				returns++;
				expect(row.signedQuantity).toBeLessThan(0);
				expect(row.total).toBeLessThanOrEqual(0);
			}
		}
		expect(returns).toBeGreaterThan(50);
	});

	test('hands amounts on to the last digit', () => {
		const total = 0.1 + 0.2;
		const order = { ...fullOrder(), totalSales: 1e15 + 0.3, items: [{ ...saleLine(), total }] };
		expect(items(order)[0]).toMatchObject({ total, totalSales: 1e15 + 0.3 });
		expect(simplified(order).totalSales).toBe(1e15 + 0.3);
	});
});

describe('raw', () => {
	test('has the ID of the order where the service has a field named like our column for it', () => {
		const order: WireRecord = { ...fullOrder(), salesOrderId: 777 };
		expect(rowsOf(order, 'raw')).toEqual([{ ...order, salesOrderId: 10482 }]);
		const { id: _, ...withoutId } = order;
		expect(rowsOf(withoutId, 'raw')).toEqual([{ ...withoutId, salesOrderId: null }]);
	});

	test('is the order as it came, with what the specification does not know', () => {
		const order = { ...fullOrder(), novelty: { of: ['any', 'kind'] } };
		const copy = JSON.parse(JSON.stringify(order)) as WireRecord;
		expect(rowsOf(order, 'raw')).toStrictEqual([copy]);
	});
});

describe('odd data', () => {
	test('nested deeper than can be written costs no row', () => {
		const promoIds = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
		const told = '(nested too deeply to be written as text)';
		expect(simplified({ ...fullOrder(), promoIds })).toEqual({ ...simplifiedRow, promoIds: told });
	});

	test('stays in its column as it came, a list or an object as its JSON text', () => {
		const odd = { totalSales: '31.90', dateCreated: 1772636940, exported: 'no' };
		const order = { ...fullOrder(), ...odd, promoIds: [4, 9], deletedBy: { id: 3 } };
		const asText = { promoIds: '[4,9]', deletedBy: '{"id":3}' };
		expect(simplified(order)).toStrictEqual({ ...simplifiedRow, ...odd, ...asText });
	});

	test('in place of an object stands in the column of its id', () => {
		const order = { ...fullOrder(), customer: 'C-031', type: [2], createdBy: null };
		expect(simplified(order)).toMatchObject({
			customerId: 'C-031',
			customerCode: null,
			customerZoneId: null,
			typeId: '[2]',
			typeDescription: null,
			createdById: null,
		});
		const [ofNoList] = items({ ...fullOrder(), items: 'two bottles' });
		expect(ofNoList).toMatchObject({ salesOrderId: 10482, itemId: 'two bottles', lineNumber: null });
		const lines = items({ ...fullOrder(), items: ['a bottle', { ...saleLine(), product: 55 }] });
		expect(lines[0]).toMatchObject({ itemId: 'a bottle', lineNumber: 1, quantity: null });
		expect(lines[1]).toMatchObject({ itemId: 901, lineNumber: 2, productId: 55, productCode: null });
	});

	test(`shifts no column and throws nothing (seed ${seed})`, () => {
		fc.assert(
			fc.property(oddOrders, (order) => {
				const before = JSON.stringify(order);
				const flat = [...rowsOf(order, 'simplified'), ...items(order)];
				for (const row of flat) {
					expect(Object.values(row).every((cell) => cell === null || typeof cell !== 'object')).toBe(true);
					expect(Object.values(row)).not.toContain(undefined);
				}
				expect(Object.keys(simplified(order))).toEqual(simplifiedNames);
				for (const row of items(order)) expect(Object.keys(row)).toEqual(itemsNames);
				const lines = order.items;
				expect(items(order)).toHaveLength(Array.isArray(lines) && lines.length > 0 ? lines.length : 1);
				expect(JSON.stringify(order)).toBe(before);
			}),
			{ seed, numRuns: repetitions(400) },
		);
	});
});

function sumInCents(amounts: number[]): number {
	return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
}
