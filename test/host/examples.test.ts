/** Examples in a real n8n: what holds for each, and what those do that need nothing outside: their files and table are read. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Workbook } from 'exceljs';
import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';
import { callingWorkflow, errorMessage, outputRows, withParameters } from '../../host';
import { pollingOften } from '../../host/workflowParts';
import type { SalesOrder } from '../../sandbox';
import { report } from '../support/seeds';
import { withEditor } from './support/duringTests';
import { DAY_MS, ExampleHost, localDay } from './support/exampleHost';

const running = new ExampleHost(withEditor);

test('every example uses only nodes, operations and parameters that this n8n knows, and is explained by notes', async () => {
	// n8n lists a type once for each generation of its versions.
	const types = await running.host.nodeTypes();
	for (const file of await readdir(path.resolve(__dirname, '../../examples'))) {
		const { nodes } = await running.example(file.replace('.json', ''));
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

test('orders-to-csv writes each order to a file and an external ID to each, what is new the next time to a second file, and names an order that got none', async () => {
	const { world, faults } = running;
	const filesWritten = async () => await running.filesLike(/^new-orders-.*\.csv$/);
	const idsIn = async (file = '') => (await running.readRows(file)).map((row) => row.salesOrderId).sort();
	const definition = await running.example('orders-to-csv');
	await running.runOnce(definition);
	const files = await filesWritten();
	const expected = running.liveOrders().map(({ id }) => String(id));
	expect(await Promise.all(files.map(idsIn))).toEqual([expected.sort()]);
	expect(running.liveOrders().every(({ id, externalId }) => externalId === `CSV-${id}`)).toBe(true);

	const id = world.add();
	await running.runOnce(definition);
	const again = await running.runOnce(definition);
	expect(outputRows(again, 'Set External ID')).toEqual([]);
	expect(await Promise.all((await filesWritten()).map(idsIn))).toEqual([expected, [String(id)]]);

	const left = world.add();
	faults.schedule({ method: 'PUT' }, { kind: 'status', status: 404 });
	await expect(running.runOnce(definition)).rejects.toThrow(`would have them again: ${left}.`);
});

test('yesterday-to-files writes one row per line of yesterday to an XLSX and a CSV file', async () => {
	const { world } = running;
	await running.awayFromMidnight();
	const day = localDay(Date.now() - DAY_MS);
	const at = (time: string) => ({
		mobileDateCreated: Date.parse(`${day}T${time}-06:00`),
		dateCreated: Date.now(),
	});
	const first = world.add(at('00:00:00'));
	// Excel must not take it for a formula.
	const customer = { ...world.find(first)?.customer, code: '=1+1' } as SalesOrder['customer'];
	world.add({ ...at('23:59:59'), customer });
	await running.runOnce(await running.example('yesterday-to-files'), 'By Hand');

	const orders = running.liveOrders().filter(({ mobileDateCreated }) => localDay(mobileDateCreated) === day);
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
	const shown = ['salesOrderId', 'itemId', 'customerCode', 'productCode', 'signedQuantity', 'total'];
	const cellsOf = (row: Record<string, unknown>) =>
		shown.map((column) => (column.endsWith('Code') ? String(row[column]) : Number(row[column])));
	const byLine = (rows: unknown[][]) => rows.sort(([, a], [, b]) => Number(a) - Number(b));
	const csv = await running.readRows(`orders-${day}.csv`);
	expect(byLine(csv.map(cellsOf))).toEqual(byLine(expected));

	const [header = [], ...lines] = await sheetOf(`orders-${day}.xlsx`);
	expect(header).toEqual(Object.keys(csv[0] ?? {}));
	const inSheet = lines.map((line) => Object.fromEntries(header.map((name, at) => [String(name), line[at]])));
	expect(byLine(inSheet.map(cellsOf))).toEqual(byLine(expected));
	report(`yesterday: ${orders.length} orders, ${expected.length} lines in each of both files`);
});

/** The cells of a spreadsheet that was written, without its empty ones. */
async function sheetOf(file: string): Promise<unknown[][]> {
	const workbook = new Workbook();
	await workbook.xlsx.readFile(running.pathOf(file));
	const rows = workbook.worksheets[0]?.getSheetValues() ?? [];
	return rows
		.slice(1)
		.map((row) => Array.from((row as unknown[]).slice(1), (cell) => (cell === '' ? undefined : cell)));
}

describe('lines-to-import-file', () => {
	const columns = {
		Fecha: 'mobileDateCreated',
		Cliente: 'customerCode',
		Moneda: '=MXN',
		Observaciones: '',
		'Detalle - Producto': 'productCode',
		'Detalle - Cantidad': 'signedQuantity',
		'Detalle - Entrega': 'scheduledDateForDelivery',
		'No. de pedido': 'salesOrderId',
	};
	const importFiles = async () => await running.filesLike(/^import-\d.*\.xlsx$/);

	test('writes a row for each line of the orders without external ID, with columns, names and dates of a template, once', async () => {
		const { world } = running;
		const imported = await running.example('lines-to-import-file');
		const withColumns = (changed: Record<string, string>) =>
			withParameters(imported, 'Columns', (parameters) => ({
				...parameters,
				jsonOutput: JSON.stringify(changed),
			}));
		for (const { id, externalId } of running.liveOrders()) if (!externalId) world.setExternalId(id, 'before');
		const evening = world.add({
			mobileDateCreated: Date.now() - DAY_MS,
			scheduledDateForDelivery: '2026-03-01T02:00:00Z',
		});
		const withoutLines = world.add({ items: [] });
		const misspelt = withColumns({ ...columns, Vendedor: 'sellerName' });
		await expect(running.runOnce(misspelt, 'By Hand')).rejects.toThrow('No column is named sellerName');
		expect(await importFiles()).toEqual([]);

		const definition = withColumns(columns);
		await running.runOnce(definition, 'By Hand');
		const [file = '', ...others] = await importFiles();
		expect(others).toEqual([]);
		const order = world.find(evening);
		expect(await sheetOf(file)).toEqual([
			Object.keys(columns),
			...(order?.items ?? []).map(({ product, quantity, isReturn }) => [
				localDay(Date.now() - DAY_MS)
					.split('-')
					.reverse()
					.join('/'),
				...[order?.customer.code, 'MXN', undefined, product.code, isReturn ? -quantity : quantity],
				...['28/02/2026', Number(evening)],
			]),
		]);
		expect(order?.externalId).toBe(`${file.replace('.xlsx', '')}-${evening}`);
		expect(world.find(withoutLines)?.externalId).toBeNull();

		await running.runOnce(definition, 'By Hand');
		expect(await importFiles()).toEqual([file]);
	});
});

/** One row of the Data Table. */
interface Row {
	id: number;
	salesOrderId: string;
	totalSales: number;
	dateDeleted: string | null;
}

async function rows(): Promise<Row[]> {
	const { host } = running;
	const { data: tables } = await host.request<{ data: Array<{ id: string; projectId: string }> }>(
		'GET',
		'/data-tables-global',
	);
	const [table, ...others] = tables;
	if (!table || others.length > 0) throw new Error(`There are ${tables.length} tables`);
	const { data } = await host.request<{ data: Row[] }>(
		'GET',
		`/projects/${table.projectId}/data-tables/${table.id}/rows?take=250`,
	);
	return data;
}

test('new-orders with process-order-data-table creates its table, keeps one row per order, writes the number of the row back to the right order, and marks deletions without storing new rows', async () => {
	const { host, world } = running;
	const imported = await running.example('process-order-data-table');
	for (let times = 0; times < 2; times += 1) await running.runOnce(imported, 'By Hand');
	const trigger = callingWorkflow(await running.example('new-orders'), await running.publish(imported));
	const { id } = await host.createWorkflow(pollingOften(trigger));
	await host.activateWorkflow(id);
	const [first, second, third] = [world.add(), world.add(), world.add()];
	await running.waitForSuccess(id, 1);
	const stored = await rows();
	expect(stored.map(({ salesOrderId }) => salesOrderId).sort()).toEqual([first, second, third].map(String));
	for (const { id: row, salesOrderId, totalSales } of stored) {
		const order = world.find(Number(salesOrderId));
		expect([salesOrderId, order?.externalId, order?.totalSales]).toEqual([
			salesOrderId,
			`ROW-${row}`,
			totalSales,
		]);
	}

	for (const order of [second, world.add()]) world.delete(order);
	await running.waitForSuccess(id, 2);
	const marked = async () =>
		(await rows()).filter(({ dateDeleted }) => dateDeleted).map(({ salesOrderId }) => salesOrderId);
	expect(await rows()).toHaveLength(3);
	expect(await marked()).toEqual([String(second)]);

	world.restore(second);
	await running.waitForSuccess(id, 3);
	expect(await rows()).toHaveLength(3);
	expect(await marked()).toEqual([]);

	// Reported as well. n8n itself passes on what a Data Table does not accept as if it had.
	const odd = world.add({ totalSales: '12,50' as never });
	world.delete(third);
	world.distort(third, { dateDeleted: 'yesterday' });
	const executions = await host.waitForExecutions(id, 5, { timeoutMs: 150_000 });
	await host.deactivateWorkflow(id);
	const messages = executions.map((execution) => errorMessage(execution)).join();
	for (const [order, event] of [
		[odd, 'created'],
		[third, 'deleted'],
	])
		expect(messages).toContain(`order ${order} (${event}: The table did not accept it)`);
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
