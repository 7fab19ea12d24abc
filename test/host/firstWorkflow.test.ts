/** The README's first workflow, followed to the letter in a real n8n with a real Data table. */
import { firstWorkflow, firstWorkflowSteps } from '../../host/firstWorkflow';
import type { Identifier } from '../../sandbox';
import { ExampleHost } from './support/exampleHost';
import { pollingOften } from '../../host/workflowParts';

const running = new ExampleHost();

/** One row of the table, with the column that n8n adds. */
interface Row {
	id: number;
	salesOrderId: number;
	customer: string;
	total: number;
	state: string;
}

test('keeps one row per order, writes the number of the row back to the order, marks deleted orders, and stores no others', async () => {
	const { host, world } = running;
	const steps = firstWorkflowSteps();
	expect(steps.pollMinutes).toBe(10);
	const { id: project } = await host.request<{ id: string }>('GET', '/projects/personal');
	const { id: table } = await host.request<{ id: string }>('POST', `/projects/${project}/data-tables`, {
		name: steps.table,
		columns: steps.columns,
	});
	const rows = async () => {
		const path = `/projects/${project}/data-tables/${table}/rows?take=250`;
		const { data } = await host.request<{ data: Row[] }>('GET', path);
		return data.sort((one, other) => one.salesOrderId - other.salesOrderId);
	};
	/** What the row of an order is to be; its number is the external ID that the service has. */
	const rowOf = (order: Identifier, state: string) => {
		const { externalId, totalSales, customer } = world.find(order) ?? {};
		return {
			id: Number(externalId),
			salesOrderId: Number(order),
			customer: customer?.description,
			total: totalSales,
			state,
		};
	};

	const { id } = await host.createWorkflow(pollingOften(firstWorkflow(steps, table, running.credential)));
	await host.activateWorkflow(id);
	const [kept, deletedLater, neverStored] = [world.add(), world.add(), world.add()];
	world.delete(neverStored);
	await running.waitForSuccess(id, 1);
	expect(await rows()).toMatchObject([rowOf(kept, 'created'), rowOf(deletedLater, 'created')]);

	const deletedRow = rowOf(deletedLater, 'deleted');
	world.delete(deletedLater);
	await running.waitForSuccess(id, 2);
	await host.deactivateWorkflow(id);
	expect(await rows()).toMatchObject([rowOf(kept, 'created'), deletedRow]);
	const linked = world
		.all()
		.flatMap(({ id: order, externalId }) => (/^\d+$/.test(externalId ?? '') ? order : []));
	expect(linked).toEqual([kept, deletedLater]);
});
