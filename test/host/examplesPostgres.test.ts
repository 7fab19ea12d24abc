/** The examples that need PostgreSQL, in a real n8n and with a real PostgreSQL. */
import { readFile } from 'node:fs/promises';
import {
	callingWorkflow,
	errorMessage,
	type PostgresServer,
	type SavedCredential,
	startPostgres,
	tableStatements,
} from '../../host';
import type { Identifier, SalesOrder } from '../../sandbox';
import { DAY_MS, ExampleHost, localDay, sum } from './support/exampleHost';
import { fillInForm } from './support/form';
import { pollingOften } from '../../host/workflowParts';

const running = new ExampleHost();

let postgres: PostgresServer;
let credential: SavedCredential;
/** The sub-workflow that all others call. */
let processOrder: string;
beforeAll(async () => {
	postgres = await startPostgres();
	const { user, password, database, port } = postgres;
	credential = await running.host.createCredential('postgres', 'Postgres', {
		...{ host: '127.0.0.1', user, password, database, port },
		...{ ssl: 'disable', allowUnauthorizedCerts: false, maxConnections: 5 },
	});
	const imported = await running.example('process-order-postgres', credential);
	await postgres.query(tableStatements(imported));
	processOrder = await running.publish(imported);
});
afterAll(async () => await postgres?.stop());

/** An example that calls the sub-workflow. */
const caller = async (name: string) => callingWorkflow(await running.example(name), processOrder);

test('new-orders keeps orders, lines, edits and deletions, forgets a deletion that is taken back, names an order that is rejected, and doubles nothing when all comes again', async () => {
	const { host, world } = running;
	const imported = await caller('new-orders');
	const startFrom = (daysAgo: number) =>
		pollingOften(imported, {
			startFrom: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
			maxOrdersPerRun: 500,
		});

	const { id } = await host.createWorkflow(startFrom(40));
	await host.activateWorkflow(id);
	await running.waitForSuccess(id, 1);
	const newest = world.add();
	await running.waitForSuccess(id, 2);
	await expectSameAsService();

	// Created and deleted between two polls: no row.
	world.delete(world.add());
	world.delete(newest);
	await running.waitForSuccess(id, 3);
	expect(await markedOrders()).toEqual([Number(newest)]);

	// An order of this minute, which each poll reads again: the restoration or edit of an older one shows in a sweep.
	world.restore(newest);
	await running.waitForSuccess(id, 4);
	const [line] = orderOf(newest).items.slice(-1);
	world.edit(newest, { items: line ? [{ ...line, quantity: 7 }] : [] });
	await running.waitForSuccess(id, 5);
	expect(await markedOrders()).toEqual([]);
	await expectSameAsService();

	// Nobody knows whether the lines of two orders may have the same IDs.
	const { items } = orderOf(newest);
	const [tooMuch, good] = [world.add({ totalSales: 1e15 }), world.add({ items })];
	const failed = (await host.waitForExecutions(id, 6)).at(-1);
	expect(failed && errorMessage(failed)).toMatch(
		`1 not done: order ${tooMuch} (created: numeric field overflow`,
	);
	expect(orderOf(good).externalId).toMatch(/^SO-\d+$/);
	await host.deactivateWorkflow(id);
	world.delete(tooMuch);

	// A fresh start brings everything again.
	for (const order of running.liveOrders()) world.setExternalId(order.id, undefined);
	await host.updateWorkflow(id, startFrom(41));
	await host.activateWorkflow(id);
	await host.waitForExecutions(id, 7, { timeoutMs: 150_000 });
	await host.deactivateWorkflow(id);
	await expectSameAsService();
});

describe('backfill-a-year', () => {
	const months = 12;

	test('processes the orders of twelve months that have no external ID, one month at a time, goes on after one that is rejected, and doubles nothing when it runs again', async () => {
		const { host, world } = running;
		for (let month = 1; month < months - 1; month += 3)
			world.add({ mobileDateCreated: Date.now() - month * 30 * DAY_MS });
		// In one month with another order, whatever today is.
		const tooMuch = world.add({ mobileDateCreated: Date.now() - 7 * 30 * DAY_MS, totalSales: 1e15 });
		const definition = await caller('backfill-a-year');
		const { id } = await host.createWorkflow(definition);
		const execution = await host.runWorkflow(id, { timeoutMs: 120_000 });
		expect(errorMessage(execution)).toMatch(
			/^\d{4}-\d{2}: 1 of 2 not done: order \d+ \(numeric field overflow/,
		);
		expect(errorMessage(execution)).toContain(String(tooMuch));
		// What an execution keeps until it ends is what n8n stores of it.
		expect(JSON.stringify(execution.data).length).toBeLessThan(100_000);
		world.delete(tooMuch);
		await expectSameAsService();

		const rows = await numbers();
		await running.runOnce(definition);
		expect(await numbers()).toEqual(rows);
	});
});

test('orders-again processes the orders that the form names, live and deleted ones, says what was not done, and nothing if one is not there', async () => {
	const { world } = running;
	const definition = await caller('orders-again');
	const today = localDay(Date.now());
	const monthAgo = localDay(Date.now() - 30 * DAY_MS);
	const [again, gone] = running
		.liveOrders()
		.filter(({ mobileDateCreated }) => localDay(mobileDateCreated) > monthAgo);
	if (!again || !gone) throw new Error('Too few orders');
	await postgres.query(`
		delete from sales_order_line where sales_order_id = ${again.id};
		delete from sales_order where sales_order_id = ${again.id}`);
	world.delete(gone.id);
	const ask = async (...answers: string[]) => await fillInForm(running.host, definition, answers);
	expect(await ask(monthAgo, today, `${again.id}, 77`)).toContain('No order of these days has the ID 77');
	for (const typed of ['none', `SO-${again.id}`])
		expect(await ask(monthAgo, today, typed)).toContain('Order IDs are numbers of the service');
	expect(await ask(monthAgo, '', `${again.id}\n${gone.id}`)).toMatch(/2 processed[^]*All of them are done/);
	expect(await markedOrders()).toEqual([Number(gone.id)]);
	world.restore(gone.id);

	const odd = world.add({ totalSales: '1,5' as never });
	expect(await ask(monthAgo, '', '')).toMatch(
		new RegExp(`Not done: order ${odd} \\(created: invalid input syntax for type numeric: [^ ]+\\)`),
	);
	world.delete(odd);
	await expectSameAsService();
});

test('daily-reconciliation leaves an empty file when the database has what the service has, and names each kind of difference otherwise', async () => {
	const { world } = running;
	const definition = await running.example('daily-reconciliation', credential);
	const told: string[] = [];
	const findings = async () => {
		await running.runOnce(definition, 'By Hand').catch(({ message }: Error) => told.push(message));
		const text = await readFile(running.pathOf('reconciliation.csv'), 'utf8');
		return text.trim() === '' ? [] : await running.readRows('reconciliation.csv');
	};
	expect(await findings()).toEqual([]);

	const before = Date.now() - 2 * DAY_MS;
	const [missing, other, gone] = running
		.liveOrders()
		.filter(({ mobileDateCreated }) => Date.parse(mobileDateCreated) < before)
		.filter(({ mobileDateCreated }) => Date.parse(mobileDateCreated) > Date.now() - 10 * DAY_MS);
	if (!missing || !other || !gone) throw new Error('Too few orders');
	const unlinked = world.add({ mobileDateCreated: before });
	world.delete(gone.id);
	await postgres.query(`
		delete from sales_order_line where sales_order_id = ${missing.id};
		delete from sales_order where sales_order_id = ${missing.id};
		update sales_order set total = total + 1 where sales_order_id = ${other.id};
		insert into sales_order (number, total, made_at) values ('SO-77', 10, now() - interval '2 days')`);
	const named = (await findings()).map(
		({ difference, key, salesOrderId }) => `${difference} ${key} ${salesOrderId}`,
	);
	expect(named.sort()).toEqual(
		[
			`amountDiffers ${other.externalId} ${other.id}`,
			`deleted ${gone.externalId} ${gone.id}`,
			`missing ${missing.externalId} ${missing.id}`,
			`unknown SO-77 `,
			`unlinked  ${unlinked}`,
		].sort(),
	);
	expect(told).toEqual([expect.stringMatching(/^5 differences are in .*reconciliation\.csv: /)]);
});

function orderOf(id: Identifier): SalesOrder {
	const order = running.world.find(Number(id));
	if (!order) throw new Error(`There is no order ${id}`);
	return order;
}

/** The orders that the table shows as deleted. */
async function markedOrders(): Promise<number[]> {
	const rows = await postgres.query<{ sales_order_id: string }>(
		'select sales_order_id from sales_order where deleted_at is not null',
	);
	return rows.map(({ sales_order_id }) => Number(sales_order_id));
}

/** The number of each order that the table shows as live, by its ID. */
async function numbers(): Promise<Record<string, string>> {
	const rows = await postgres.query<{ sales_order_id: string; number: string }>(
		'select sales_order_id, number from sales_order where deleted_at is null order by 1',
	);
	return Object.fromEntries(rows.map(({ sales_order_id, number }) => [sales_order_id, number]));
}

/** Each live order of the service is in the tables once, with its lines, and its number there is its external ID. */
async function expectSameAsService(): Promise<void> {
	const orders = running.liveOrders();
	expect(await numbers()).toEqual(Object.fromEntries(orders.map(({ id, externalId }) => [id, externalId])));
	const [tables] = await postgres.query<Record<string, string>>(`
		with live as (select * from sales_order where deleted_at is null)
		select (select sum(total) from live) as sales,
		       (select count(*) from sales_order_line join live using (sales_order_id)) as lines,
		       (select sum(l.total) from sales_order_line l join live using (sales_order_id)) as line_total,
		       (select sum(quantity) * 1000 from sales_order_line join live using (sales_order_id)
		        where quantity < 0) as returned`);
	const lines = orders.flatMap(({ items }) => items);
	expect(
		Object.fromEntries(Object.entries(tables ?? {}).map(([name, value]) => [name, Number(value)])),
	).toEqual({
		sales: sum(orders.map(({ totalSales }) => totalSales)),
		lines: lines.length,
		line_total: sum(lines.map(({ total }) => total)),
		returned: sum(lines.map(({ quantity, isReturn }) => (isReturn ? -quantity * 1000 : 0))),
	});
}
