/** A list that changes while the node reads it (design 3.1), as rows: each sign of a skip needs a field of the orders. */
import { serve, type ServedSandbox } from './support';
import { existing, idsOf } from './support/outcomes';

let served: ServedSandbox;

const idsOfRun = async (operation: string) =>
	idsOf(await served.run({ resource: 'salesOrder', operation })).map(Number);

/** Changes the list behind the first page of its next reading. */
function behindTheFirstPage(change: () => void): void {
	served.sandbox.faults.before({}, change, { after: 1 });
}

test('an order that was read, and deleted while another arrived, is not among the rows', async () => {
	served = await serve({ orders: { count: 20 }, switches: { pageSize: 7, sortOrder: 'id asc' } });
	const { world } = served.sandbox;
	const [first = 0] = await idsOfRun('list');
	behindTheFirstPage(() => {
		world.delete(first);
		world.add();
	});
	expect(await idsOfRun('list')).toEqual(existing(served, false));
	expect(existing(served, false)).not.toContain(first);
});

test('a deleted order is not skipped when one is restored while another is deleted', async () => {
	served = await serve({
		orders: { count: 20, deletedShare: 1 },
		switches: { pageSize: 7, sortOrder: 'id asc' },
	});
	const { world } = served.sandbox;
	const last = world.add();
	const [first = 0] = await idsOfRun('listDeleted');
	behindTheFirstPage(() => {
		world.restore(first);
		world.delete(last);
	});
	expect(await idsOfRun('listDeleted')).toEqual(existing(served, true));
	expect(existing(served, true)).toContain(Number(last));
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
		await idsOfRun('list');
		const once = served.sandbox.log.total;
		await served.run(list);
		expect(served.sandbox.log.total - once).toBeGreaterThanOrEqual(once + 3);
	});

	test('one with a limit is so where it ends before the limit, and gives what was skipped', async () => {
		const [first = 0, ...others] = existing(served, false);
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
