/** The examples that need PostgreSQL, in a real n8n and with a real PostgreSQL. */
import { readFile } from 'node:fs/promises';

import { type PostgresServer, type SavedCredential, startPostgres, tableStatements } from '../../host';
import type { SalesOrder } from '../../sandbox';
import { DAY_MS, ExampleHost, sum } from './support/exampleHost';
import { pollingOften } from './support/workflows';

const running = new ExampleHost();

let postgres: PostgresServer;
let credential: SavedCredential;
beforeAll(async () => {
	postgres = await startPostgres();
	const { user, password, database, port } = postgres;
	credential = await running.host.createCredential('postgres', 'Postgres', {
		...{ host: '127.0.0.1', user, password, database, port },
		...{ ssl: 'disable', allowUnauthorizedCerts: false, maxConnections: 5 },
	});
}, 300_000);
afterAll(async () => await postgres?.stop(), 60_000);

describe('orders-to-postgres', () => {
	test('keeps orders, lines and deletions, forgets a deletion that is taken back, writes external IDs back, and doubles nothing when all comes again', async () => {
		const { host, world } = running;
		const imported = await running.example('orders-to-postgres', credential);
		await postgres.query(tableStatements(imported));
		const startFrom = (daysAgo: number) =>
			pollingOften(imported, { startFrom: new Date(Date.now() - daysAgo * DAY_MS).toISOString() });

		const { id } = await host.createWorkflow(startFrom(40));
		await host.activateWorkflow(id);
		await running.waitForSuccess(id, 1);
		// An order of this minute, which each poll reads again: the restoration of an older one shows in a sweep.
		const newest = world.add();
		await running.waitForSuccess(id, 2);
		const orders = running.liveOrders();
		await expectTables(orders);
		expect(running.liveOrders().every((order) => order.externalId === `PG-${order.id}`)).toBe(true);

		world.delete(newest);
		await running.waitForSuccess(id, 3);
		expect(await markedOrders()).toEqual([Number(newest)]);

		// Created and deleted between two polls: no row.
		const neverStored = world.add();
		world.delete(neverStored);
		world.restore(newest);
		await running.waitForSuccess(id, 4);
		expect(await markedOrders()).toEqual([]);
		await expectTables(orders);

		// A fresh start brings everything again.
		await host.deactivateWorkflow(id);
		for (const order of running.liveOrders()) world.setExternalId(order.id, undefined);
		await host.updateWorkflow(id, startFrom(41));
		await host.activateWorkflow(id);
		await running.waitForSuccess(id, 5);
		await host.deactivateWorkflow(id);
		await expectTables(orders);
	}, 600_000);

	/** The orders that the table shows as deleted. */
	async function markedOrders(): Promise<number[]> {
		const rows = await postgres.query<{ sales_order_id: string }>(
			'select sales_order_id from sales_order where deleted_at is not null',
		);
		return rows.map(({ sales_order_id }) => Number(sales_order_id));
	}

	async function expectTables(orders: SalesOrder[]): Promise<void> {
		const [tables] = await postgres.query<Record<string, string>>(`
			select (select count(*) from sales_order) as orders, (select sum(total) from sales_order) as sales,
			       (select count(*) from sales_order_line) as lines, (select sum(total) from sales_order_line) as line_total`);
		const lines = orders.flatMap(({ items }) => items);
		expect({
			orders: Number(tables?.orders),
			sales: Number(tables?.sales),
			lines: Number(tables?.lines),
			lineTotal: Number(tables?.line_total),
		}).toEqual({
			orders: orders.length,
			sales: sum(orders.map(({ totalSales }) => totalSales)),
			lines: lines.length,
			lineTotal: sum(lines.map(({ total }) => total)),
		});
	}
});

describe('daily-reconciliation', () => {
	test('leaves an empty file when the database has what the service has, and names each kind of difference otherwise', async () => {
		const { world } = running;
		const definition = await running.example('daily-reconciliation', credential);
		const findings = async () => {
			await running.runOnce(definition, 'By Hand');
			const text = await readFile(running.pathOf('reconciliation.csv'), 'utf8');
			return text.trim() === '' ? [] : await running.readRows('reconciliation.csv');
		};
		expect(await findings()).toEqual([]);

		const before = Date.now() - 2 * DAY_MS;
		const [missing, other, gone] = running
			.liveOrders()
			.filter(({ mobileDateCreated }) => Date.parse(mobileDateCreated) < before)
			.map(({ id }) => id);
		if (missing === undefined || other === undefined || gone === undefined) throw new Error('Too few orders');
		const unlinked = world.add({ mobileDateCreated: before });
		world.delete(gone);
		await postgres.query(`
			delete from sales_order_line where sales_order_id = ${missing};
			delete from sales_order where sales_order_id = ${missing};
			update sales_order set total = total + 1 where sales_order_id = ${other};
			insert into sales_order (sales_order_id, total, made_at) values (77, 10, now() - interval '2 days')`);
		const named = (await findings()).map(
			({ difference, key, salesOrderId }) => `${difference} ${key} ${salesOrderId}`,
		);
		expect(named.sort()).toEqual(
			[
				`amountDiffers PG-${other} ${other}`,
				`deleted PG-${gone} ${gone}`,
				`missing PG-${missing} ${missing}`,
				`unknown PG-77 `,
				`unlinked  ${unlinked}`,
			].sort(),
		);
	}, 240_000);
});
