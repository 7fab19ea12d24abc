/** Design 3.1: counts that are missing, sent as text or wrong never silently make a list short. */
import { readCompleteList } from '../../../nodes/SalesOrderIntegration/lists/completeList';
import { orderQuery } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import { PAGE } from '../../../sandbox';
import { clientFixture, type ClientFixture } from '../../support/clientFixture';
import { rewriteLists, type ListBody } from '../../support/rewriteLists';
import { deleteOldest, present, read as readAccount } from './changingAccount';

type Counts = { totalCount?: unknown; totalPages?: unknown; nextPage?: unknown };

/** The pagination that the sandbox would send. */
type Right = { totalCount: number; nextPage: string | null };

/** A list of so many pages, with the counts of each page replaced. */
function listOf(pages: number, counts: (right: Right) => Counts): ClientFixture {
	const fixture = clientFixture({
		orders: { count: pages * 5 - 1, deletedShare: 0 },
		switches: { pageSize: 5, sortOrder: 'id asc' },
	});
	const change = ({ pagination }: ListBody) => Object.assign(pagination, counts(pagination as Right));
	rewriteLists(fixture, change, {});
	return fixture;
}

async function read(fixture: ClientFixture) {
	const list = await readAccount(fixture, 'signs');
	const kinds = fixture.client.hints.list().map(({ kind }) => kind);
	return { ids: [...list.records.keys()], isMiscounted: list.isMiscounted, kinds };
}

test('counts that come as text show a skip as numbers do', async () => {
	const fixture = listOf(4, ({ totalCount }) => ({ totalCount: String(totalCount) }));
	const { sandbox, client } = fixture;
	sandbox.faults.beforePage(2, () => deleteOldest(sandbox.world), { deleted: false });
	// Without the list of deleted orders there is but the count.
	const list = await readCompleteList(client, { query: orderQuery(client, 'created', {}) });
	expect(list.isSettled).toBe(true);
	expect([...list.records.keys()]).toEqual(present(fixture));
	expect(client.hints.list().map(({ kind }) => kind)).toEqual(['oddData']);
});

test('links that end early are noticed by the number of pages, without a total too', async () => {
	const fixture = listOf(4, ({ nextPage }) => ({
		totalCount: undefined,
		nextPage: nextPage?.includes(`${PAGE}=3`) ? null : nextPage,
	}));
	const { ids, isMiscounted, kinds } = await read(fixture);
	expect([ids.length, isMiscounted]).toEqual([10, true]);
	expect(kinds).toContain('miscounted');
	expect(fixture.client.hints.list().map(({ message }) => message)).toContainEqual(
		expect.stringContaining('has 4 pages, but sent 2, and the same ones'),
	);
});

test('a total that is that of the page does not switch off the look at the deleted orders', async () => {
	const fixture = listOf(4, () => ({ totalCount: 5 }));
	const { faults, world } = fixture.sandbox;
	faults.beforePage(2, () => deleteOldest(world), { deleted: false });
	expect((await read(fixture)).ids).toEqual(expect.arrayContaining(present(fixture)));
});

describe('a list of several pages is read twice, and that is said', () => {
	test.each<[string, (right: Right) => Counts]>([
		['without a total', () => ({ totalCount: undefined })],
		['with a total that is none', () => ({ totalCount: 'many' })],
		['with a total lower than what came', () => ({ totalCount: 6 })],
		['with a total of nothing', () => ({ totalCount: 0 })],
		['with the total of each page', ({ nextPage }) => ({ totalCount: nextPage === null ? 4 : 5 })],
	])('%s', async (_, counts) => {
		for (const pages of [2, 3]) {
			const fixture = listOf(pages, counts);
			const { ids, isMiscounted, kinds } = await read(fixture);
			expect(kinds.filter((kind) => kind !== 'oddData')).toEqual(['uncounted']);
			expect([ids.length, isMiscounted]).toEqual([pages * 5 - 1, false]);
			expect(fixture.sandbox.log.total).toBe(2 * pages + 3);
		}
	});

	test('but not of one page', async () => {
		const fixture = listOf(1, () => ({ totalCount: undefined }));
		expect((await read(fixture)).kinds).toEqual(['oddData']);
	});

	test('nor where orders arrive while it is read', async () => {
		const fixture = listOf(3, () => ({}));
		const { sandbox } = fixture;
		sandbox.faults.before({ deleted: false }, () => void sandbox.world.add(), { times: 3 });
		expect((await read(fixture)).kinds).toEqual([]);
	});
});
