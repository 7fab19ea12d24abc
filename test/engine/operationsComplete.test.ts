/** A list that changes while the node reads it (design 3.1), as rows: each sign of a skip needs a field of the orders. */
import type { INodeParameters } from 'n8n-workflow';
import { serve, type ServedSandbox } from './support';

let served: ServedSandbox;

async function idsOf(operation: string): Promise<number[]> {
	const parameters: INodeParameters = { resource: 'salesOrder', operation };
	const { items, error } = await served.run(parameters);
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

describe('With Always Read Twice', () => {
	const list = { resource: 'salesOrder', operation: 'list', options: { verify: 'twice' } };

	beforeEach(async () => {
		served = await serve({
			orders: { count: 20, deletedShare: 0 },
			switches: { pageSize: 7, sortOrder: 'id asc' },
		});
	});

	test('a list is read until two readings agree', async () => {
		await idsOf('list');
		const once = served.sandbox.log.total;
		await served.run(list);
		expect(served.sandbox.log.total - once).toBeGreaterThanOrEqual(once + 3);
	});

	test('one with a limit is so where it ends before the limit, and gives what was skipped', async () => {
		const [first = 0, ...others] = existing(false);
		// One goes and one comes: the total stays as it was, but the first order of page 2 is skipped.
		served.sandbox.faults.beforePage(2, () => {
			served.sandbox.world.delete(first);
			served.sandbox.world.add();
		});
		const parameters = { ...list, returnAll: false, limit: 500 };
		const { items, hints } = await served.run(parameters);
		expect(hints).toEqual([]);
		expect(items.map(({ json }) => json.salesOrderId)).toEqual(expect.arrayContaining(others));
		served.sandbox.log.clear();
		await served.run({ ...parameters, limit: 15 });
		expect(served.sandbox.log.entries).toHaveLength(3);
	});
});
