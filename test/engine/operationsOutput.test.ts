/** The outputs of a list, as the engine hands them to the next node (design 2, `output`). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NOON } from '../support/time';
import { serve, type NodeOutcome, type ServedSandbox } from './support';

const list: INodeParameters = { resource: 'salesOrder', operation: 'list' };
let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({
		clock: { now: () => NOON },
		orders: { count: 60, deletedShare: 0.2 },
		switches: { pageSize: 7 },
	});
});

const run = async (parameters: INodeParameters) => await served.run(parameters);

function valuesOf({ items, error }: NodeOutcome, key: string): Array<IDataObject[string]> {
	expect(error).toBeUndefined();
	return items.map(({ json }) => json[key]);
}

describe('Output', () => {
	test('simplified, the default, gives one flat row for each order', async () => {
		const { items } = await run({ ...list, returnAll: false, limit: 5 });
		expect(items).toHaveLength(5);
		for (const { json } of items) {
			const order = served.sandbox.world.find(Number(json.salesOrderId));
			expect(json).toMatchObject({
				customerCode: order?.customer.code,
				totalSales: order?.totalSales,
				itemCount: order?.items.length,
			});
			expect(Object.values(json).filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
		}
	});

	test('items gives one flat row for each line, and a limit counts orders', async () => {
		const outcome = await run({ ...list, returnAll: false, limit: 5, output: 'items' });
		const ids = [...new Set(valuesOf(outcome, 'salesOrderId'))].map(Number);
		expect(ids).toHaveLength(5);
		const lines = ids.flatMap((id) => served.sandbox.world.find(id)?.items ?? []);
		expect(valuesOf(outcome, 'itemId')).toEqual(lines.map(({ id }) => id));
		expect(valuesOf(outcome, 'total')).toEqual(lines.map(({ total }) => total));
	});

	test('raw gives the order exactly as the service sent it', async () => {
		served.sandbox.switches.externalIdWhenUnset = 'absent';
		const { items } = await run({ ...list, returnAll: false, limit: 5, output: 'raw' });
		expect(items.map(({ json }) => json)).toEqual(
			items.map(({ json }) => served.sandbox.world.find(Number(json.id))),
		);
	});

	test('an output that an expression makes up is refused', async () => {
		const { error } = await run({ ...list, output: '={{ "xml" }}' });
		expect(error?.message).toBe(`'Output' cannot be "xml"`);
	});
});
