/** Design 3.1: what one page of the deleted list shows, and when two looks at it are the same. */
import type { DeletedList } from '../../../nodes/SalesOrderIntegration/lists/deletedList';
import { isSameDeletedList, lookAtDeletedList } from '../../../nodes/SalesOrderIntegration/lists/deletedList';
import { clientFixture } from '../../support/clientFixture';
import { PAGE } from '../../../sandbox';

const query = { kind: 'salesOrders', parameters: { deleted: 'true' } } as const;

/** A look at one page, as a service with these deletions and this pagination sends it. */
async function look(dates: Array<string | null>, pagination: Record<string, unknown>, page = 1) {
	const { client } = clientFixture();
	const restored = { id: 99, dateDeleted: dates[0] ?? null, deleted: false };
	const urls: string[] = [];
	client.transport = async ({ url }) => {
		urls.push(url);
		const salesOrders = dates.map((dateDeleted, index) => ({ id: index + 1, dateDeleted }));
		const body = JSON.stringify({ pagination, salesOrders: [restored, ...salesOrders] });
		return { status: 200, headers: {}, body };
	};
	return { ...(await lookAtDeletedList(client, query, page)), query: new URL(urls[0] ?? '').search };
}

const [EARLY, LATE] = ['2026-07-14T00:00:00Z', '2026-07-15T00:00:00Z'];
const LONG = { totalCount: 25, totalPages: 3, nextPage: `?${PAGE}=2` };

test('of one page it is the whole list, without orders that are not deleted', async () => {
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
])('a later page of %p is not the whole list; the newest are on page %i', async (totalPages, newestPage) => {
	const last = await look([LATE, EARLY], { totalCount: 25, totalPages, nextPage: null }, 2);
	expect(last).toMatchObject({ isWhole: false, newestPage, query: `?deleted=true&${PAGE}=2` });
});

test('odd fields of a deletion are no hint of a list that does not return it', async () => {
	const { client, sandbox } = clientFixture({ orders: { count: 3, deletedShare: 1 } });
	sandbox.faults.schedule({}, { kind: 'wrongTypes', values: { totalSales: 'a lot' } });
	await lookAtDeletedList(client, query, 1);
	expect(client.hints.list()).toEqual([]);
});

describe('a look that fails leaves the list unchecked, and the hint says why', () => {
	const lookFailing = async (status: number) => {
		const { client } = clientFixture();
		let requests = 0;
		client.transport = async () => {
			requests++;
			return { status, headers: {}, body: 'no' };
		};
		const result = await lookAtDeletedList(client, query, 1).catch((error: unknown) => error);
		return { result, requests, hints: client.hints.list() };
	};

	test.each([
		[400, 'The service refused the request (400)', 1],
		[403, 'The user of the API token may not do this (403)', 1],
		[404, 'The service does not know the requested address (404)', 1],
		[500, 'The service reported an internal error (500)', 2],
		[504, 'The service reported an internal error (504)', 2],
	])('%i', async (status, reason, tries) => {
		const message = `The list of deleted orders, which shows whether an order was skipped, could not be read: ${reason}. Without it, a whole list is read twice. If List Deleted Orders works, there is nothing to do.`;
		expect(await lookFailing(status)).toEqual({
			result: undefined,
			requests: tries,
			hints: [{ kind: 'unchecked', message }],
		});
	});

	test('but a token that is not accepted fails the list', async () => {
		expect(await lookFailing(401)).toMatchObject({ result: { kind: 'unauthorized' }, hints: [] });
	});
});

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
