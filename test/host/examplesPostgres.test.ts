/** The example that writes into PostgreSQL, in a real n8n and with a real PostgreSQL. */
import { type PostgresServer, startPostgres, tableStatements } from '../../host';
import type { SalesOrder } from '../../sandbox';
import { DAY_MS, ExampleHost, sum } from './support/exampleHost';
import { pollingOften } from './support/workflows';

const running = new ExampleHost();

describe('orders-to-postgres', () => {
	let postgres: PostgresServer;
	beforeAll(async () => {
		postgres = await startPostgres();
	}, 300_000);
	afterAll(async () => await postgres?.stop(), 60_000);

	test('keeps orders, lines and deletions, forgets a deletion that is taken back, writes external IDs back, and doubles nothing when all comes again', async () => {
		const { host, world } = running;
		const { user, password, database, port } = postgres;
		const credential = await host.createCredential('postgres', 'Postgres', {
			...{ host: '127.0.0.1', user, password, database, port },
			...{ ssl: 'disable', allowUnauthorizedCerts: false, maxConnections: 5 },
		});
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

		world.restore(newest);
		await running.waitForSuccess(id, 4);
		expect(await markedOrders()).toEqual([]);

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
		const rows = await postgres.query<{ order_id: string }>(
			'select order_id from sales_order where deleted_at is not null',
		);
		return rows.map(({ order_id }) => Number(order_id));
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
