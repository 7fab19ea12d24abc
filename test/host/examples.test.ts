/** The examples in a real n8n with their real targets: a PostgreSQL, files that are opened again, an ERP over HTTP. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { parse } from 'csv-parse/sync';
import { Workbook } from 'exceljs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { INode, INodeProperties } from 'n8n-workflow';

import { errorMessage, outputRows, withCredential, type WorkflowDefinition } from '../../host';
import { startPostgres, type PostgresServer } from '../../host';
import { startServiceHost, type ServiceHost } from '../../host/serviceHost';
import type { SalesOrder } from '../../sandbox';

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
async function example(name: string): Promise<WorkflowDefinition> {
	const text = await readFile(path.join(examplesFolder, `${name}.json`), 'utf8');
	const definition = JSON.parse(
		text.replaceAll('/home/node/.n8n-files', running.filesFolder),
	) as WorkflowDefinition;
	return withCredential(definition, running.credential);
}

/** The definition with the parameters of one node changed, as a user would in the editor. */
function withParameters(
	definition: WorkflowDefinition,
	nodeName: string,
	change: (parameters: INode['parameters']) => INode['parameters'],
): WorkflowDefinition {
	const nodes = definition.nodes.map((node) =>
		node.name === nodeName ? { ...node, parameters: change(node.parameters) } : node,
	);
	return { ...definition, nodes };
}

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
		await createTablesOf(imported);
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

	/** Runs the statements that stand in the note "Tables". */
	async function createTablesOf({ nodes }: WorkflowDefinition): Promise<void> {
		const note = String(nodes.find(({ name }) => name === 'Tables')?.parameters.content);
		const [, statements = ''] = /```sql\n([\s\S]*?)```/.exec(note) ?? [];
		await postgres.query(statements);
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

describe('yesterday-to-files', () => {
	test('writes one row per line of yesterday to an XLSX and a CSV file', async () => {
		const { world } = running.sandbox;
		const day = new Date(Date.now() - DAY_MS).toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
		world.add({ mobileDateCreated: Date.parse(`${day}T00:00:00-06:00`), dateCreated: Date.now() });
		world.add({ mobileDateCreated: Date.parse(`${day}T23:59:59-06:00`), dateCreated: Date.now() });
		await runOnce(await example('yesterday-to-files'), 'By Hand');

		const local = (date: string) =>
			new Date(date).toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
		const orders = liveOrders().filter(({ mobileDateCreated }) => local(mobileDateCreated) === day);
		const lines = orders.flatMap(({ items }) => items);
		const csv = await readRows(`orders-${day}.csv`);
		expect(csv.map(({ itemId }) => Number(itemId)).sort()).toEqual(lines.map(({ id }) => Number(id)).sort());
		expect(sum(csv.map(({ total }) => Number(total)))).toBe(sum(orders.map(({ totalSales }) => totalSales)));

		const workbook = new Workbook();
		await workbook.xlsx.readFile(path.join(running.filesFolder, `orders-${day}.xlsx`));
		const sheet = workbook.worksheets[0];
		expect(sheet?.actualRowCount).toBe(lines.length + 1);
		expect((sheet?.getRow(1).values as string[]).slice(1)).toEqual(Object.keys(csv[0] ?? {}));
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
		for (const { id } of liveOrders()) running.sandbox.world.setExternalId(id, undefined);
		await runOnce(await example('daily-reconciliation'), 'By Hand');
		const rows = await readRows('reconciliation.csv');
		const orders = liveOrders();
		const key = (day: string, seller: string) => `${day} ${seller}`;
		expect(new Set(rows.map((row) => key(row.day ?? '', row.createdByUsername ?? '')))).toEqual(
			new Set(orders.map((order) => key(order.mobileDateCreated.slice(0, 10), order.createdBy.username))),
		);
		expect(sum(rows.map((row) => Number(row.sum_totalSales)))).toBe(
			sum(orders.map(({ totalSales }) => totalSales)),
		);
		const chart = await readFile(path.join(running.filesFolder, 'reconciliation.svg'), 'utf8');
		expect(chart).toMatch(/^<svg[\s\S]*<rect[\s\S]*<\/svg>$/);
	}, 120_000);
});

describe('backfill-a-year', () => {
	test('writes each month of the last twelve to a file of its own, complete', async () => {
		const { world } = running.sandbox;
		for (let months = 1; months <= 10; months += 3)
			world.add({ mobileDateCreated: Date.now() - months * 30 * DAY_MS });
		await runOnce(await example('backfill-a-year'));
		const files = (await readdir(running.filesFolder)).filter((name) =>
			/^orders-\d{4}-\d{2}\.csv$/.test(name),
		);
		expect(files).toHaveLength(12);
		const rows = (await Promise.all(files.map(readRows))).flat().filter(({ itemId }) => itemId);
		const expected = liveOrders().flatMap(({ items }) => items.map(({ id }) => Number(id)));
		expect(rows.map(({ itemId }) => Number(itemId)).sort()).toEqual(expected.sort());
	}, 180_000);
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
				const unknown = Object.keys(parameters).filter((key) => !knows(description.properties, key));
				expect({ file, name, unknown }).toEqual({ file, name, unknown: [] });
				const { operation } = parameters;
				if (typeof operation === 'string') expect(operationsOf(description.properties)).toContain(operation);
			}
		}
	});
});

const knows = (properties: INodeProperties[], name: string) =>
	properties.some((property) => property.name === name);

function operationsOf(properties: INodeProperties[]): unknown[] {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [] }) => options.map((option) => ('value' in option ? option.value : undefined)));
}
