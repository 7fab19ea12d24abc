/** One page of a list: what is taken from it, and what is told about it (design 3.2, 3.6). */
import { orderQuery } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import { nextPageUrl, readPage } from '../../../nodes/SalesOrderIntegration/lists/pages';
import { clientFixture, failureOf } from '../../support/clientFixture';
import { PAGE } from '../../../sandbox';

/** Reads a page of a service that responds with this. */
async function read(body: unknown, link?: string) {
	const { client, timing } = clientFixture();
	const urls: string[] = [];
	client.transport = async ({ url }) => {
		urls.push(url);
		const headers = { date: new Date(timing.now() + 5_000).toUTCString() };
		return await Promise.resolve({ status: 200, headers, body: JSON.stringify(body) });
	};
	const query = orderQuery(client, 'created', {});
	const page = await readPage(client, query, link && nextPageUrl(client.connection, query, link));
	return { page, url: urls[0], hints: client.hints.list().map(({ kind }) => kind), now: timing.now() };
}

const plain = { currentPage: '1', prevPage: null, firstPage: '', lastPage: '' };
const pagination = { ...plain, totalCount: 0, totalPages: 0, nextPage: null };

test.each([
	[0, 0, []],
	[12, 12, []],
	['12', 12, ['oddData']],
	['123456789012345', 123456789012345, ['oddData']],
	['1234567890123456', undefined, ['oddData']],
	['12 orders', undefined, ['oddData']],
	['about 12', undefined, ['oddData']],
	['', undefined, ['oddData']],
	[-1, undefined, []],
	[1.5, undefined, []],
	[null, undefined, ['oddData']],
])('a total of %j counts as %p', async (total, expected, told) => {
	const counts = { ...pagination, totalCount: total, totalPages: total };
	const { page, hints } = await read({ pagination: counts, salesOrders: [] });
	expect([page.totalCount, page.totalPages]).toEqual([expected, expected]);
	expect(hints).toEqual(told);
});

test.each([
	[null, '', true],
	[undefined, '', true],
	['', '', true],
	[false, '', true],
	[`?${PAGE}=2`, `?${PAGE}=2`, false],
	[7, 7, false],
])('the link %j is %j, and the last: %s', async (nextPage, link, isLast) => {
	const { page } = await read({ pagination: { ...pagination, nextPage }, salesOrders: [] });
	expect(page).toMatchObject({ nextPage: link, isLast });
});

test('entries that are no records are left out, and long IDs kept', async () => {
	const { page, hints } = await read({
		pagination,
		salesOrders: ['text', { id: '9007199254740993' }, null, 7],
	});
	expect(page.records).toEqual([{ id: '9007199254740993' }]);
	expect(hints).toEqual(['leftOut', 'oddData']);
});

const fields = ['createdBy', 'deletedBy', 'editedFrom'];
test.each(fields)('a token is masked in %s, and in any text in escapes', async (field) => {
	const { client, sandbox } = clientFixture();
	const token = Buffer.from(sandbox.users[0]?.apiToken ?? '');
	const escaped = Array.from(token, (code) => `\\u00${code.toString(16)}`).join('');
	const order = { [field]: { note: token.toString('base64') }, sellerComment: 'ESCAPED' };
	const body = JSON.stringify({ pagination: {}, salesOrders: [order] }).replace('ESCAPED', escaped);
	client.transport = async () => await Promise.resolve({ status: 200, headers: {}, body });
	const { records } = await readPage(client, orderQuery(client, 'deleted', {}));
	expect(records).toEqual([{ [field]: { note: '***' }, sellerComment: '***' }]);
});

test('it is asked for by its link, and read in a whole second of the clock of the service', async () => {
	const first = await read({ pagination, salesOrders: [] });
	expect(first.url).toBe('https://service.example/api/v2/salesOrder?deleted=false');
	expect(first.page.readAt).toBe(Math.floor((first.now + 5_000) / 1000) * 1000);
	const other = await read({ pagination, salesOrders: [] }, `?${PAGE}=3`);
	expect(other.url).toBe(`https://service.example/api/v2/salesOrder?deleted=false&${PAGE}=3`);
});

test.each([null, undefined])('%p is an empty list if nothing is counted', async (salesOrders) => {
	const { page } = await read({ pagination, salesOrders });
	expect(page).toMatchObject({ records: [], totalCount: 0, isLast: true });
});

test.each([
	[[]],
	[null],
	[{ salesOrders: [] }],
	[{ pagination, salesOrders: {} }],
	[{ pagination: { ...pagination, totalCount: 1 }, salesOrders: null }],
	[{ pagination: { ...pagination, totalCount: 1 }, users: [] }],
])('%j is no page', async (body) => {
	const failure = await failureOf(read(body));
	expect(failure).toMatchObject({ kind: 'notAnEnvelope', httpCode: 200 });
	expect(failure.description).toContain(`Details: ${JSON.stringify(body)}`);
});
