/** The example that needs nothing outside n8n, in a real n8n: its Data Table is read again over n8n's REST interface. */
import { callingWorkflow } from '../../host';
import { pollingOften } from '../../host/workflowParts';
import { ExampleHost } from './support/exampleHost';

const running = new ExampleHost();

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

describe('new-orders with process-order-data-table', () => {
	test('creates its table, keeps one row per order, writes the number of the row back to the right order, and marks deletions without storing new rows', async () => {
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

		const neverStored = world.add();
		for (const order of [second, neverStored]) world.delete(order);
		await running.waitForSuccess(id, 2);
		const marked = async () =>
			(await rows()).filter(({ dateDeleted }) => dateDeleted).map(({ salesOrderId }) => salesOrderId);
		expect(await rows()).toHaveLength(3);
		expect(await marked()).toEqual([String(second)]);

		world.restore(second);
		await running.waitForSuccess(id, 3);
		await host.deactivateWorkflow(id);
		expect(await rows()).toHaveLength(3);
		expect(await marked()).toEqual([]);
	});
});
