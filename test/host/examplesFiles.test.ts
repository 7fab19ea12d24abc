/** The examples that write files, in a real n8n: the files are opened again. */

import { Workbook } from 'exceljs';

import { outputRows } from '../../host';
import { report } from '../support/seeds';
import { DAY_MS, ExampleHost, localDay } from './support/exampleHost';

const running = new ExampleHost();

describe('orders-to-csv', () => {
	const filesWritten = async () => await running.filesLike(/^new-orders-.*\.csv$/);

	test('writes each order to a file and an external ID to each order', async () => {
		const expected = running.liveOrders().map(({ id }) => String(id));
		await running.runOnce(await running.example('orders-to-csv'));
		const [file = '', ...others] = await filesWritten();
		expect(others).toEqual([]);
		expect((await running.readRows(file)).map(({ salesOrderId }) => salesOrderId).sort()).toEqual(
			expected.sort(),
		);
		expect(running.liveOrders().every(({ id, externalId }) => externalId === `CSV-${id}`)).toBe(true);
	}, 120_000);

	test('writes what is new the next time to a second file, and leaves the first as it was', async () => {
		const [first = ''] = await filesWritten();
		const before = await running.readRows(first);
		const id = running.world.add();
		const definition = await running.example('orders-to-csv');
		await running.runOnce(definition);
		const files = await filesWritten();
		expect(files).toEqual([first, expect.any(String)]);
		expect((await running.readRows(String(files[1]))).map((row) => row.salesOrderId)).toEqual([String(id)]);
		expect(await running.readRows(first)).toEqual(before);

		const again = await running.runOnce(definition);
		expect(outputRows(again, 'Set External ID')).toEqual([]);
		expect(await filesWritten()).toEqual(files);
	}, 120_000);
});

describe('yesterday-to-files', () => {
	test('writes one row per line of yesterday to an XLSX and a CSV file', async () => {
		const { world } = running;
		await running.awayFromMidnight();
		const day = localDay(Date.now() - DAY_MS);
		world.add({ mobileDateCreated: Date.parse(`${day}T00:00:00-06:00`), dateCreated: Date.now() });
		world.add({ mobileDateCreated: Date.parse(`${day}T23:59:59-06:00`), dateCreated: Date.now() });
		await running.runOnce(await running.example('yesterday-to-files'), 'By Hand');

		const orders = running
			.liveOrders()
			.filter(({ mobileDateCreated }) => localDay(mobileDateCreated) === day);
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

		const workbook = new Workbook();
		await workbook.xlsx.readFile(running.pathOf(`orders-${day}.xlsx`));
		const sheet = workbook.worksheets[0];
		const [header = [], ...lines] = (sheet?.getSheetValues() ?? [])
			.slice(1)
			.map((row) => (row as unknown[]).slice(1));
		expect(header).toEqual(Object.keys(csv[0] ?? {}));
		const inSheet = lines.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at]])));
		expect(byLine(inSheet.map(cellsOf))).toEqual(byLine(expected));
		report(`yesterday: ${orders.length} orders, ${expected.length} lines in each of both files`);
	}, 200_000);
});
