/** Design 3.1: what one page of the deleted list shows, and when two looks at it are the same. */
import type { DeletedList } from '../../../nodes/SalesOrderIntegration/lists/deletedList';
import { isSameDeletedList, readDeletedList } from '../../../nodes/SalesOrderIntegration/lists/deletedList';
import { clientFixture } from '../../support/clientFixture';

const query = { kind: 'salesOrders', parameters: { deleted: 'true' } } as const;

/** A look at one page, as a service with these deletions and this pagination sends it. */
async function look(dates: Array<string | null>, pagination: Record<string, unknown>, page = 1) {
	const { client } = clientFixture();
	const urls: string[] = [];
	client.transport = async ({ url }) => {
		urls.push(url);
		const salesOrders = dates.map((dateDeleted, index) => ({ id: index + 1, dateDeleted }));
		return { status: 200, headers: {}, body: JSON.stringify({ pagination, salesOrders }) };
	};
	return { ...(await readDeletedList(client, query, page)), query: new URL(urls[0] ?? '').search };
}

const [EARLY, LATE] = ['2026-07-14T00:00:00Z', '2026-07-15T00:00:00Z'];
const LONG = { totalCount: 25, totalPages: 3, nextPage: '?page=2' };

test('of one page it is the whole list', async () => {
	expect(await look([LATE, EARLY], { totalCount: 2, totalPages: 1, nextPage: null })).toEqual({
		ids: new Set(['1', '2']),
		totalCount: 2,
		isWhole: true,
		newestPage: 1,
		query: '?deleted=true',
	});
});

test.each([
	['the newest first', [LATE, EARLY], 1],
	['the oldest first', [EARLY, LATE], 3],
	['all at the same time', [LATE, LATE], 1],
	['without dates', [null, null], 1],
	['with a date on the last alone', [null, LATE], 3],
	['empty', [], 1],
])('of several pages, %s: the newest deletions are on page %i', async (_, dates, newestPage) => {
	expect(await look(dates, LONG)).toMatchObject({ isWhole: false, newestPage });
});

test.each([
	[undefined, 1],
	[0, 1],
	[3, 3],
])(
	'a later page of %p is not the whole list, and the newest are on page %i',
	async (totalPages, newestPage) => {
		const last = await look([LATE, EARLY], { totalCount: 25, totalPages, nextPage: null }, 2);
		expect(last).toMatchObject({ isWhole: false, newestPage, query: '?deleted=true&page=2' });
	},
);

test.each<[string, Partial<DeletedList>, Partial<DeletedList>, boolean]>([
	['the same orders', {}, {}, true],
	['other orders', {}, { ids: new Set(['1', '3']) }, false],
	['more orders', {}, { ids: new Set(['1', '2', '3']) }, false],
	['another count', {}, { totalCount: 3 }, false],
	['other orders on a page of a long list', { isWhole: false }, { ids: new Set(['3']) }, true],
	['a list that has just become long', {}, { isWhole: false, ids: new Set(['3']) }, true],
	['another count of a long list', { isWhole: false }, { isWhole: false, totalCount: 3 }, false],
])('two looks: %s', (_, one, other, isSame) => {
	const plain: DeletedList = { ids: new Set(['1', '2']), totalCount: 2, isWhole: true, newestPage: 1 };
	expect(isSameDeletedList({ ...plain, ...one }, { ...plain, ...other })).toBe(isSame);
});
