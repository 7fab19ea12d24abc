/** The resources of the sandbox keep the specification's sections 2 and 3, field by field, over real HTTP. */
import type { SalesOrder } from '../../../sandbox';
import { ServedSandbox } from './servedSandbox';
import * as tables from './specificationTables';

type Json = Record<string, unknown>;

const ORDERS = 400;
let served: ServedSandbox;

beforeAll(async () => {
	served = new ServedSandbox(ORDERS);
	await served.start();
});
afterAll(async () => await served.stop());

function expectTable(resources: unknown[], table: readonly tables.FieldRow[]): void {
	expect(resources.length).toBeGreaterThan(0);
	for (const resource of resources as Json[]) {
		expect(Object.keys(resource).sort()).toEqual(table.map(([field]) => field).sort());
		expect(table.filter(([field, type]) => !tables.isOfType(resource[field], type))).toEqual([]);
	}
}

describe('2. Resources and their fields', () => {
	test('2.1 pagination object, on every page of both kinds of list', async () => {
		const pages = [...(await served.everyPage('/api/v2/salesOrder')), await served.list('/api/v2/user')];
		expectTable(
			pages.map(({ pagination }) => pagination),
			tables.paginationTable,
		);
	});

	test('2.2 sales order: every field of every order, deleted ones too', async () => {
		const orders = [...(await served.everyOrder()), ...(await served.everyOrder('?deleted=true'))];
		expect(orders).toHaveLength(ORDERS);
		expectTable(orders, tables.salesOrderTable);
	});

	test.each(['dateDeleted', 'sellerComment'] as const)(
		'2.2 %s is null for some and set for others',
		async (field) => {
			const orders = [...(await served.everyOrder()), ...(await served.everyOrder('?deleted=true'))];
			expect(orders.some((order) => order[field] === null)).toBe(true);
			expect(orders.some((order) => order[field] !== null)).toBe(true);
		},
	);

	test.each(['exported', 'tookInPlace', 'billable', 'billed', 'isEdited'] as const)(
		'2.2 %s is true for some and false for others',
		async (field) => {
			const values = new Set((await served.everyOrder()).map((order) => order[field]));
			expect(values).toEqual(new Set([true, false]));
		},
	);

	test('2.2 networkSignalQuality -1 and creationSource MOBILE appear', async () => {
		const orders = await served.everyOrder();
		expect(orders.some(({ networkSignalQuality }) => networkSignalQuality === -1)).toBe(true);
		expect(orders.some(({ creationSource }) => creationSource === 'MOBILE')).toBe(true);
	});

	test('2.3 item', async () => {
		expectTable(
			(await served.everyOrder()).flatMap(({ items }) => items),
			tables.itemTable,
		);
	});

	test('2.4 product and family; SAT codes are empty for some', async () => {
		const products = (await served.everyOrder()).flatMap(({ items }) => items).map(({ product }) => product);
		expectTable(products, tables.productTable);
		expectTable(
			products.map(({ family }) => family),
			tables.familyTable,
		);
		expect(products.some(({ satUnitCode }) => satUnitCode === '')).toBe(true);
		expect(products.some(({ satProductCode }) => satProductCode === '')).toBe(true);
	});

	test.each<[string, (order: SalesOrder) => unknown, readonly tables.FieldRow[]]>([
		['customer', (order: SalesOrder) => order.customer, tables.customerTable],
		['zone', (order: SalesOrder) => order.customer.zone, tables.familyTable],
		['order type', (order: SalesOrder) => order.type, tables.familyTable],
		['user as createdBy', (order: SalesOrder) => order.createdBy, tables.createdByTable],
	])('2.5 %s', async (_name, part, table) => {
		expectTable((await served.everyOrder()).map(part), table);
	});

	test('2.5 user in the user list: id, username, and further fields', async () => {
		const { users } = JSON.parse((await served.call('/api/v2/user')).text) as { users: Json[] };
		expect(users.length).toBeGreaterThanOrEqual(served.sandbox.users.length);
		for (const user of users) {
			for (const [field, type] of tables.listedUserTable)
				expect(tables.isOfType(user[field], type)).toBe(true);
			expect(Object.keys(user).length).toBeGreaterThan(tables.listedUserTable.length);
		}
	});

	test('2.6 returns have a positive quantity and a negative total, and the totals add up', async () => {
		const orders = await served.everyOrder();
		const items = orders.flatMap((order) => order.items);
		expect(items.some(({ isReturn }) => isReturn)).toBe(true);
		expect(items.every(({ quantity }) => quantity > 0)).toBe(true);
		expect(items.every(({ isReturn, total }) => (isReturn ? total <= 0 : total >= 0))).toBe(true);
		for (const { totalSales, items: lines } of orders) {
			expect(totalSales).toBeCloseTo(
				lines.reduce((sum, { total }) => sum + total, 0),
				6,
			);
			expect(String(totalSales)).toMatch(/^-?\d+(\.\d{1,2})?$/);
		}
	});
});

describe('3. States and transitions', () => {
	test('a deleted order leaves the created list for the deleted one', async () => {
		const id = served.sandbox.world.add();
		expect((await served.everyOrder()).find((order) => order.id === id)).toMatchObject({
			deleted: false,
			dateDeleted: null,
		});
		served.sandbox.world.delete(id);
		expect((await served.everyOrder()).some((order) => order.id === id)).toBe(false);
		expect((await served.everyOrder('?deleted=true')).find((order) => order.id === id)).toMatchObject({
			deleted: true,
			dateDeleted: '2026-07-15T12:00:00Z',
		});
	});
});
