/** A list that changes while the node reads it (design 3.1), as rows: each sign of a skip needs a field of the orders. */
import type { INodeParameters } from 'n8n-workflow';

import { runNode, serve } from './support';
import type { ServedSandbox } from './support';

let served: ServedSandbox;

async function idsOf(operation: string): Promise<number[]> {
	const parameters: INodeParameters = { resource: 'salesOrder', operation };
	const { items, error } = await runNode({ parameters, credential: served.credential() });
	expect(error).toBeUndefined();
	return items.map(({ json }) => Number(json.salesOrderId));
}

function existing(deleted: boolean): number[] {
	const records = served.sandbox.world.all().filter((record) => record.deleted === deleted);
	return records.map(({ id }) => Number(id)).sort((one, other) => one - other);
}

/** Changes the list behind the first page of its next reading. */
function behindTheFirstPage(change: () => void): void {
	served.sandbox.faults.before({}, change, { after: 1 });
}

test('an order that was read, and deleted while another arrived, is not among the rows', async () => {
	served = await serve({ orders: { count: 20 }, switches: { pageSize: 7, sortOrder: 'id asc' } });
	const { world } = served.sandbox;
	const [first = 0] = await idsOf('list');
	behindTheFirstPage(() => {
		world.delete(first);
		world.add();
	});
	expect(await idsOf('list')).toEqual(existing(false));
	expect(existing(false)).not.toContain(first);
});

test('a deleted order is not skipped when one is restored while another is deleted', async () => {
	served = await serve({
		orders: { count: 20, deletedShare: 1 },
		switches: { pageSize: 7, sortOrder: 'id asc' },
	});
	const { world } = served.sandbox;
	const last = world.add();
	const [first = 0] = await idsOf('listDeleted');
	behindTheFirstPage(() => {
		world.restore(first);
		world.delete(last);
	});
	expect(await idsOf('listDeleted')).toEqual(existing(true));
	expect(existing(true)).toContain(Number(last));
});
