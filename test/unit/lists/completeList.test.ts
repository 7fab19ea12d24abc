/** Design 3.1: what a skip leads to, what happens if the list does not settle, and a list with a limit. */
import { readCompleteList } from '../../../nodes/SalesOrderIntegration/lists/completeList';
import { orderQuery, orderWindow, readOrders } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import { users } from '../../../nodes/SalesOrderIntegration/lists/orders';
import { readPage } from '../../../nodes/SalesOrderIntegration/lists/pages';
import type { WireRecord } from '../../../nodes/SalesOrderIntegration/lists/wire';
import { clientFixture, type ClientFixture } from '../../support/clientFixture';
import { rewriteLists } from '../../support/rewriteLists';
import { account, deleteOldest, PAGE_SIZE, present, read, requests } from './changingAccount';

describe('a list that does not settle', () => {
	test('gives all that was seen, and says so', async () => {
		const fixture = account({
			pages: 5,
			before: (world, request) => {
				world.add();
				if (request > 0) deleteOldest(world);
			},
		});
		const before = new Set(present(fixture));
		const list = await read(fixture);
		expect(list).toMatchObject({ isSettled: false, isMiscounted: false });
		expect(requests(fixture).filter((request) => request === 'created 1')).toHaveLength(5);
		const found = [...list.records.keys()];
		for (const id of present(fixture)) if (before.has(id)) expect(found).toContain(id);
		expect(fixture.client.hints.list()).toMatchObject([
			{ kind: 'listChanged', message: expect.stringMatching(/^The list changed during each of 5 readings/) },
		]);
	});

	test('whose second reading begins in the second of an arrival is not counted wrong', async () => {
		const fixture = account({
			pages: 3,
			// The first page of the second reading: the deleted list was asked once, and is refused.
			before: (world, request, now) => {
				if (request === 4) world.add({ dateCreated: now });
			},
		});
		const { faults } = fixture.sandbox;
		faults.schedule({ deleted: true }, { kind: 'status', status: 403 }, { times: Infinity });
		const list = await read(fixture);
		expect(list).toMatchObject({ isSettled: true, isMiscounted: false });
		expect([...list.records.keys()].sort()).toEqual(present(fixture).sort());
	});

	test('because the service counts wrong, is read twice and no more, and says that', async () => {
		const fixture = account({ pages: 3 });
		const { sandbox, client } = fixture;
		rewriteLists(fixture, ({ pagination }) => (pagination.totalCount = 31));
		const list = await read(fixture);
		expect(list).toMatchObject({ isSettled: true, isMiscounted: true });
		expect(list.records.size).toBe(29);
		expect(sandbox.log.total).toBe(2 * 3 + 3);
		expect(client.hints.list()).toMatchObject([
			{ kind: 'miscounted', message: expect.stringMatching(/has 31 entries, but sent 29 different ones/) },
		]);
	});
});

describe('a list that is read up to a limit', () => {
	const upTo = async ({ client }: ClientFixture, limit: number) => {
		const { records } = await readCompleteList(client, {
			query: orderQuery(client, 'created', {}),
			limit,
		});
		return [...records.keys()];
	};

	test('and ends before it is searched for signs of a skip, and has what was skipped', async () => {
		const fixture = account({ pages: 4, before: (world, request) => request === 2 && deleteOldest(world) });
		const ids = await upTo(fixture, 1000);
		// Page 3 began one place further on: the order that had been first on it was skipped at first.
		expect(ids).toEqual(present(fixture));
		expect(requests(fixture)).toHaveLength(2 * 4);
	});

	test('that is reached is not searched for signs of a skip', async () => {
		const fixture = account({ pages: 4, before: (world, request) => request === 1 && deleteOldest(world) });
		expect(await upTo(fixture, 3 * PAGE_SIZE)).toHaveLength(3 * PAGE_SIZE);
		expect(requests(fixture)).toEqual(['created 1', 'created 2', 'created 3']);
	});

	test('does not count an order that an edit takes out of what is wanted while the list is read', async () => {
		const fixture = account({
			pages: 4,
			before: (world, request) => {
				if (request !== 1) return;
				// The last order of page 1 comes once more, as the first of page 2.
				world.edit(BigInt(lastOfPage1), { sellerComment: 'edited' });
				world.add();
			},
		});
		const lastOfPage1 = present(fixture).reverse()[PAGE_SIZE - 1] ?? '';
		fixture.sandbox.switches.sortOrder = 'id desc';
		const limit = 2 * PAGE_SIZE - 1;
		const convert = (order: WireRecord) => (order.sellerComment === 'edited' ? undefined : order);
		const window = orderWindow(fixture.client, 'created', { from: -Infinity, to: Infinity });
		const { records } = await readOrders(fixture.client, window, { limit, convert });
		expect(records.size).toBeGreaterThanOrEqual(limit);
		expect([...records.keys()]).not.toContain(lastOfPage1);
	});

	test('asks for the deleted list only if the limit lies beyond its end', async () => {
		const fixture = account({ pages: 3 });
		const orders = orderWindow(fixture.client, 'created', { from: -Infinity, to: Infinity });
		await readOrders(fixture.client, orders, { limit: 3 * PAGE_SIZE - 1 });
		expect(requests(fixture)).toEqual(['created 1', 'created 2', 'created 3']);
		expect((await readOrders(fixture.client, orders, { limit: 1000 })).records.size).toBe(3 * PAGE_SIZE - 1);
		expect(requests(fixture).filter((each) => each.startsWith('deleted'))).toHaveLength(2);
	});

	test.each([
		['of which few are wanted is looked at for what was deleted', 0],
		['that ends before it was expected to is read once more', PAGE_SIZE],
	])('%s', async (_, wantedOfFirstPage) => {
		const fixture = account({ pages: 4 });
		const { client, sandbox } = fixture;
		const ids = present(fixture);
		const last = BigInt(ids.at(-1) ?? '');
		sandbox.world.delete(last);
		// All are as old as before, and as many, but the first order of page 3 is skipped.
		sandbox.faults.beforePage(3, () => {
			deleteOldest(sandbox.world);
			sandbox.world.restore(last);
		});
		const skipped = ids[2 * PAGE_SIZE] ?? '';
		const wanted = new Set([...ids.slice(0, wantedOfFirstPage), skipped]);
		const convert = (order: WireRecord) => (wanted.has(String(order.id)) ? order : undefined);
		const window = orderWindow(client, 'created', { from: -Infinity, to: Infinity });
		const { records } = await readOrders(client, window, { limit: PAGE_SIZE + 2, convert });
		expect([...records.keys()]).toContain(skipped);
	});

	test('gives each record once, users too', async () => {
		const { client, sandbox } = clientFixture({
			sellers: 25,
			switches: { pageSize: 4 },
		});
		const { records } = await readCompleteList(client, { query: users, limit: 1000 });
		expect(records.size).toBeGreaterThan(4);
		expect(sandbox.log.total).toBe(Math.ceil(records.size / 4));
	});
});

describe('the deleted list', () => {
	test('is not read again because an order was deleted in the second in which it is read', async () => {
		const fixture = account({ pages: 1, deleted: 2 * PAGE_SIZE });
		const { client, sandbox, timing } = fixture;
		sandbox.switches.sortOrder = 'id desc';
		timing.current += 300 - (timing.current % 1000);
		deleteOldest(sandbox.world);
		const list = await readCompleteList(client, { query: orderQuery(client, 'deleted', {}) });
		expect(list).toMatchObject({ isSettled: true });
		expect(requests(fixture)).toEqual(['deleted 1', 'deleted 2', 'deleted 3']);
	});

	test('if sorted the oldest first, is looked at on its last page for what was deleted', async () => {
		const fixture = account({ pages: 6, deleted: 35 });
		fixture.sandbox.switches.sortOrder = 'dateDeleted asc';
		await read(fixture);
		const looks = requests(fixture).filter((request) => request.startsWith('deleted'));
		expect(looks).toEqual(['deleted 1', 'deleted 4']);
	});

	test.each([2, 3])('shows a skip in a list of %i pages that the counts do not', async (pages) => {
		const fixture = account({
			pages,
			before: (world, request) => {
				if (request !== 2) return;
				deleteOldest(world);
				world.add();
			},
		});
		expect([...(await read(fixture)).records.keys()]).toEqual(expect.arrayContaining(present(fixture)));
	});

	test('if longer than a page, makes page 1 be read again, and the earlier page 1 does not count any more', async () => {
		const fixture = account({
			pages: 3,
			deleted: 25,
			before: (world, request) => request === 1 && deleteOldest(world),
		});
		const list = await read(fixture);
		expect(list.isSettled).toBe(true);
		expect([...list.records.keys()]).toEqual(present(fixture));
		expect(requests(fixture).filter((request) => request === 'created 1')).toHaveLength(2);
	});
});

describe('a first page that the caller has read', () => {
	const first = async ({ client }: ClientFixture) =>
		await readPage(client, orderQuery(client, 'created', {}));

	test('is not requested again, and the deleted list is looked at before the rest', async () => {
		const fixture = account({ pages: 3 });
		const firstPage = await first(fixture);
		expect((await read(fixture, 'signs', firstPage)).records.size).toBe(3 * PAGE_SIZE - 1);
		expect(requests(fixture)).toEqual(['created 1', 'deleted 1', 'created 2', 'created 3', 'deleted 1']);
	});

	test('is all there is of a list of one page', async () => {
		const fixture = account({ pages: 1 });
		const firstPage = await first(fixture);
		expect((await read(fixture, 'signs', firstPage)).records.size).toBe(PAGE_SIZE - 1);
		expect(requests(fixture)).toEqual(['created 1']);
	});

	test.each([3, 25])('hides no skip by a deletion right after it (%i deleted before)', async (deleted) => {
		// Sorted by ID, the new deletion is on the last page, while the dates suggest the first.
		const fixture = account({ pages: 3, deleted, deletedInReverse: true });
		const firstPage = await first(fixture);
		deleteOldest(fixture.sandbox.world);
		fixture.sandbox.world.add();
		const list = await read(fixture, 'signs', firstPage);
		expect(list.isSettled).toBe(true);
		expect([...list.records.keys()]).toEqual(expect.arrayContaining(present(fixture)));
	});

	test('is read again when the list is', async () => {
		const fixture = account({ pages: 2 });
		const firstPage = await first(fixture);
		await read(fixture, 'twice', firstPage);
		expect(requests(fixture).filter((request) => request === 'created 1')).toHaveLength(2);
	});
});
