/** The examples in a real n8n with their real targets: a PostgreSQL, files that are opened again, an ERP over HTTP. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { parse } from 'csv-parse/sync';
import { Workbook } from 'exceljs';
import Fastify, { type FastifyInstance } from 'fastify';
import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';

import {
	errorMessage,
	type Execution,
	outputRows,
	type PostgresServer,
	startPostgres,
	withCredential,
	type WorkflowDefinition,
} from '../../host';
import { importExample, tableStatements, withParameters } from '../../host/exampleWorkflows';
import { startServiceHost, type ServiceHost } from '../../host/serviceHost';
import type { SalesOrder } from '../../sandbox';
import { report } from '../support/seeds';

const examplesFolder = path.resolve(__dirname, '../../examples');
const DAY_MS = 24 * 60 * 60 * 1000;

let running: ServiceHost;

beforeAll(async () => {
	running = await startServiceHost({
		env: { GENERIC_TIMEZONE: 'America/Mexico_City' },
		sandbox: { orders: { count: 160, days: 5 }, switches: { pageSize: 50 } },
	});
	await mkdir(running.filesFolder, { recursive: true });
}, 900_000);
afterAll(async () => await running?.stop(), 60_000);

/** An example as it is imported: with the credential chosen, and the folder of n8n's Docker image replaced. */
const example = async (name: string) => await importExample(name, running.filesFolder, running.credential);

const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };

async function runOnce(definition: WorkflowDefinition, from?: string) {
	const { id } = await running.host.createWorkflow(definition);
	const execution = await running.host.runWorkflow(id, { from, timeoutMs: 120_000 });
	if (execution.status !== 'success') throw new Error(errorMessage(execution));
	return execution;
}

/** Waits until so many executions of an active workflow have ended, all of them well. */
async function waitForSuccess(workflowId: string, count: number): Promise<void> {
	const executions = await running.host.waitForExecutions(workflowId, count, { timeoutMs: 150_000 });
	expect(executions.map((execution) => errorMessage(execution))).toEqual(executions.map(() => undefined));
}

const readRows = async (file: string) =>
	parse(await readFile(path.join(running.filesFolder, file)), { columns: true, bom: true }) as Array<
		Record<string, string>
	>;

/** The orders of the service that are not deleted, as it sends them. */
function liveOrders(): SalesOrder[] {
	const { world } = running.sandbox;
	return world.all().flatMap(({ id, deleted }) => (deleted ? [] : (world.find(id) ?? [])));
}
/** The day of a timestamp in the time zone of this n8n. */
const localDay = (date: string) =>
	new Date(date).toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
const sum = (numbers: number[]) =>
	Math.round(numbers.reduce((total, number) => total + number, 0) * 100) / 100;

describe('orders-to-csv', () => {
	test('writes each order to the file and an external ID to each order, and does nothing the second time', async () => {
		const expected = liveOrders().map(({ id }) => String(id));
		const definition = await example('orders-to-csv');
		await runOnce(definition);
		expect((await readRows('orders.csv')).map(({ id }) => id).sort()).toEqual(expected.sort());
		expect(liveOrders().every(({ id, externalId }) => externalId === `CSV-${id}`)).toBe(true);
		const again = await runOnce(definition);
		expect(outputRows(again, 'Set External ID')).toEqual([]);
	}, 120_000);
});

describe('orders-to-postgres', () => {
	let postgres: PostgresServer;
	beforeAll(async () => {
		postgres = await startPostgres();
	}, 300_000);
	afterAll(async () => await postgres?.stop(), 60_000);

	test('keeps orders, lines and deletions, writes external IDs back, and doubles nothing when all comes again', async () => {
		const { host, sandbox } = running;
		for (const { id } of liveOrders()) sandbox.world.setExternalId(id, undefined);
		const { user, password, database, port } = postgres;
		const credential = await host.createCredential('postgres', 'Postgres', {
			...{ host: '127.0.0.1', user, password, database, port },
			...{ ssl: 'disable', allowUnauthorizedCerts: false, maxConnections: 5 },
		});
		const imported = withCredential(await example('orders-to-postgres'), credential);
		await postgres.query(tableStatements(imported));
		const startFrom = (daysAgo: number) =>
			withParameters(imported, 'New and Deleted Orders', (parameters) => ({
				...parameters,
				...everyMinute,
				options: { startFrom: new Date(Date.now() - daysAgo * DAY_MS).toISOString() },
			}));

		const { id } = await host.createWorkflow(startFrom(40));
		await host.activateWorkflow(id);
		await waitForSuccess(id, 1);
		const orders = liveOrders();
		await expectTables(orders);
		expect(liveOrders().every((order) => order.externalId === `PG-${order.id}`)).toBe(true);

		const deleted = orders[0];
		sandbox.world.delete(Number(deleted?.id));
		await waitForSuccess(id, 2);
		const marked = await postgres.query<{ order_id: string }>(
			'select order_id from sales_order where deleted_at is not null',
		);
		expect(marked.map(({ order_id }) => Number(order_id))).toEqual([Number(deleted?.id)]);

		// A fresh start brings everything again.
		await host.deactivateWorkflow(id);
		for (const order of liveOrders()) sandbox.world.setExternalId(order.id, undefined);
		await host.updateWorkflow(id, startFrom(41));
		await host.activateWorkflow(id);
		await waitForSuccess(id, 3);
		await host.deactivateWorkflow(id);
		await expectTables(orders);
	}, 600_000);

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

describe('yesterday-to-files', () => {
	test('writes one row per line of yesterday to an XLSX and a CSV file', async () => {
		const { world } = running.sandbox;
		const day = new Date(Date.now() - DAY_MS).toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
		world.add({ mobileDateCreated: Date.parse(`${day}T00:00:00-06:00`), dateCreated: Date.now() });
		world.add({ mobileDateCreated: Date.parse(`${day}T23:59:59-06:00`), dateCreated: Date.now() });
		await runOnce(await example('yesterday-to-files'), 'By Hand');

		const orders = liveOrders().filter(({ mobileDateCreated }) => localDay(mobileDateCreated) === day);
		const expected = orders.flatMap(({ id, customer, items }) =>
			items.map((item) => [
				Number(id),
				Number(item.id),
				customer.code,
				item.product.code,
				item.isReturn ? -item.quantity : item.quantity,
				item.total,
			]),
		);
		const shown = ['orderId', 'itemId', 'customerCode', 'productCode', 'signedQuantity', 'total'];
		const cellsOf = (row: Record<string, unknown>) =>
			shown.map((column) => (column.endsWith('Code') ? String(row[column]) : Number(row[column])));
		const byLine = (rows: unknown[][]) => rows.sort(([, a], [, b]) => Number(a) - Number(b));
		const csv = await readRows(`orders-${day}.csv`);
		expect(byLine(csv.map(cellsOf))).toEqual(byLine(expected));

		const workbook = new Workbook();
		await workbook.xlsx.readFile(path.join(running.filesFolder, `orders-${day}.xlsx`));
		const sheet = workbook.worksheets[0];
		const [header = [], ...lines] = (sheet?.getSheetValues() ?? [])
			.slice(1)
			.map((row) => (row as unknown[]).slice(1));
		expect(header).toEqual(Object.keys(csv[0] ?? {}));
		const inSheet = lines.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at]])));
		expect(byLine(inSheet.map(cellsOf))).toEqual(byLine(expected));
		report(`yesterday: ${orders.length} orders, ${expected.length} lines in each of both files`);
	}, 120_000);
});

describe('deletions-to-erp', () => {
	let erp: FastifyInstance;
	let erpUrl: string;
	const cancelled: string[] = [];
	beforeAll(async () => {
		erp = Fastify();
		erp.post<{ Params: { id: string } }>('/orders/:id/cancel', ({ params }) => {
			cancelled.push(params.id);
			return { status: 'cancelled' };
		});
		erpUrl = await erp.listen({ port: 0, host: '127.0.0.1' });
	});
	afterAll(async () => await erp?.close());

	test('cancels the document of each deleted order that reached the ERP, and no other', async () => {
		const { host, sandbox } = running;
		const definition = withParameters(await example('deletions-to-erp'), 'ERP', (parameters) => {
			const text = JSON.stringify(parameters);
			return JSON.parse(text.replace('https://erp.example.com', erpUrl));
		});
		const { id } = await host.createWorkflow(
			withParameters(definition, 'Order Deleted', (parameters) => ({ ...parameters, ...everyMinute })),
		);
		await host.activateWorkflow(id);
		const [known, other] = [sandbox.world.add(), sandbox.world.add()];
		sandbox.world.setExternalId(known, 'SO/2026 7');
		sandbox.world.delete(known);
		sandbox.world.delete(other);
		await waitForSuccess(id, 1);
		await host.deactivateWorkflow(id);
		expect(cancelled).toEqual(['SO/2026 7']);
	}, 240_000);
});

describe('daily-reconciliation', () => {
	test('gives the totals per seller and day of the orders without external ID, as a table and as a chart', async () => {
		const { world } = running.sandbox;
		const all = liveOrders();
		for (const { id } of all) world.setExternalId(id, undefined);
		for (const { id } of all.slice(0, 20)) world.setExternalId(id, `ERP-${id}`);
		// In the evening in Mexico it is the next day in UTC already.
		const evening = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
		world.add({ mobileDateCreated: Date.parse(`${evening}T02:00:00Z`) });
		await runOnce(await example('daily-reconciliation'), 'By Hand');

		const totals = new Map<string, number[]>();
		const open = liveOrders().filter(({ externalId }) => !externalId);
		for (const { mobileDateCreated, createdBy, totalSales } of open) {
			const key = `${localDay(mobileDateCreated)} ${createdBy.username}`;
			totals.set(key, [...(totals.get(key) ?? []), totalSales]);
		}
		const expected = [...totals].map(([key, sales]) => `${key} ${sum(sales).toFixed(2)}`);
		const rows = await readRows('reconciliation.csv');
		const table = rows.map(
			({ day, createdByUsername, sum_totalSales: total }) =>
				`${day} ${createdByUsername} ${Number(total).toFixed(2)}`,
		);
		expect(table.sort()).toEqual(expected.sort());
		expect(rows.map(({ count_id: count }) => Number(count)).reduce((a, b) => a + b)).toBe(open.length);

		const chart = await readFile(path.join(running.filesFolder, 'reconciliation.svg'), 'utf8');
		const bars = [...chart.matchAll(/<rect [^>]*height="([\d.]+)"[^>]*><title>([^<]+)<\/title><\/rect>/g)];
		const sold = expected.filter((line) => !/ (-|0\.00$)/.test(line));
		expect(bars.map(([, , title]) => title).sort()).toEqual(sold.sort());
		expect(bars.every(([, height]) => Number(height) > 0)).toBe(true);
		report(`reconciliation: ${open.length} of ${all.length + 1} orders in ${rows.length} totals`);
	}, 120_000);
});

describe('backfill-a-year', () => {
	test('writes each month of the last twelve to a file of its own, complete, with one month at a time in the memory', async () => {
		const { world } = running.sandbox;
		for (let months = 1; months <= 10; months += 3)
			world.add({ mobileDateCreated: Date.now() - months * 30 * DAY_MS });
		const execution = await runOnce(await example('backfill-a-year'));
		const files = (await readdir(running.filesFolder)).filter((name) =>
			/^orders-\d{4}-\d{2}\.csv$/.test(name),
		);
		expect(files).toHaveLength(12);
		const rowsOf = async (file: string) => (await readRows(file)).filter(({ itemId }) => itemId);
		const rows = (await Promise.all(files.map(rowsOf))).flat();
		const expected = liveOrders().flatMap(({ items }) => items.map(({ id }) => Number(id)));
		expect(rows.map(({ itemId }) => Number(itemId)).sort()).toEqual(expected.sort());

		// What an execution keeps until it ends is what n8n stores of it.
		const counts = outputRows(execution, 'Read One Month');
		expect(counts).toHaveLength(12);
		expect(counts.map(({ lines }) => Number(lines)).reduce((a, b) => a + b)).toBe(expected.length);
		expect(execution.data.resultData.runData).not.toHaveProperty('Lines of the Month');
		const kept = JSON.stringify(execution.data).length;
		expect(kept).toBeLessThan(100_000);
		const months = (await running.host.waitForExecutions(execution.workflowId, 13)).filter(
			({ id }) => id !== execution.id,
		);
		const linesOf = (month: Execution) =>
			outputRows(month, 'Lines of the Month').filter(({ itemId }) => itemId).length;
		expect(months.map(linesOf).sort()).toEqual(counts.map(({ lines }) => Number(lines)).sort());
		report(`backfill: ${expected.length} lines in 12 months; ${kept} characters kept for the whole year`);
	}, 240_000);
});

describe('every example', () => {
	test('uses only nodes, operations and parameters that this n8n knows, and is explained by notes', async () => {
		// n8n lists a type once for each generation of its versions.
		const types = await running.host.nodeTypes();
		for (const file of await readdir(examplesFolder)) {
			const { nodes } = await example(file.replace('.json', ''));
			expect(nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
			for (const { name, type, typeVersion, parameters } of nodes) {
				const description = types.find(
					(known) => known.name === type && [known.version].flat().includes(typeVersion),
				);
				if (!description) throw new Error(`${file}: ${name} is of the unknown type ${type} ${typeVersion}`);
				const values = NodeHelpers.getNodeParameters(
					description.properties,
					parameters,
					true,
					false,
					{ typeVersion },
					description,
				);
				// n8n drops what it does not know, and what it does not show for this operation.
				expect({ file, name, ...values }).toMatchObject({ file, name, ...parameters });
				for (const option of optionsChosen(description.properties, parameters))
					expect({ file, name, ...option }).toEqual({ file, name, ...option, isKnown: true });
			}
		}
	});
});

/** The choices of these parameters that come from a fixed list, and whether they are on it. */
function optionsChosen(properties: INodeProperties[], parameters: INode['parameters']) {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const lists = properties.filter((property) => property.name === name && property.type === 'options');
		const fixed = lists.filter(({ options = [] }) => options.length > 0);
		if (fixed.length === 0 || String(value).startsWith('=')) return [];
		const known = fixed.flatMap(({ options = [] }) =>
			options.map((option) => ('value' in option ? option.value : undefined)),
		);
		return [{ parameter: name, value, isKnown: known.includes(value as string) }];
	});
}
