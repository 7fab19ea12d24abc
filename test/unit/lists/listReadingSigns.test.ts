/** Design 3.1: what one reading of a list notices, sign by sign. */
import {
	isCounted,
	readListOnce,
	recordKey,
	signs,
	type ListReading,
} from '../../../nodes/SalesOrderIntegration/lists/listReading';
import type { WireRecord } from '../../../nodes/SalesOrderIntegration/lists/wire';
import { clientFixture, failureOf } from '../../support/clientFixture';
import { BASE_URL } from '../../support/sandboxClient';
import { PAGE } from '../../../sandbox';

const AT = Date.parse('2026-07-15T12:00:00Z');

interface SentPage {
	ids: number[];
	totalCount?: number;
	totalPages?: number;
	fields?: WireRecord;
}

function page(ids: number[], totalCount?: number, fields?: WireRecord): SentPage {
	return { ids, totalCount, fields };
}

const createdQuery = { kind: 'salesOrders', parameters: { deleted: 'false' } } as const;

/** Reads a list whose pages are these, at noon; `deleted` are the IDs on the deleted list, look by look. */
async function readingOf(
	pages: SentPage[],
	{
		deleted,
		enteredAt,
		previous,
		date = new Date(AT).toUTCString(),
	}: { deleted?: number[][]; enteredAt?: string; previous?: ListReading<WireRecord>; date?: string } = {},
): Promise<ListReading<WireRecord>> {
	const { client } = clientFixture();
	const looks = [...(deleted ?? [])];
	client.transport = async ({ url }) => {
		const { searchParams } = new URL(url);
		const number = Number(searchParams.get(PAGE) ?? 1);
		const isLook = searchParams.get('deleted') === 'true';
		const sent: SentPage = isLook ? page(looks.shift() ?? []) : (pages[number - 1] as SentPage);
		const { ids, totalCount, totalPages, fields } = sent;
		const nextPage =
			isLook || number === pages.length ? null : `${BASE_URL}/api/v2/salesOrder?${PAGE}=${number + 1}`;
		const salesOrders = ids.map((id) => ({ id, deleted: isLook, ...fields }));
		const body = JSON.stringify({ pagination: { totalCount, totalPages, nextPage }, salesOrders });
		return { status: 200, headers: { date }, body };
	};
	const query = { ...createdQuery, enteredAt };
	const deletedQuery = deleted && ({ kind: 'salesOrders', parameters: { deleted: 'true' } } as const);
	return await readListOnce(client, { query, deletedQuery }, previous);
}

test('a page adds what no page before it had, and the newest version of the rest', async () => {
	const { results } = await readingOf([page([1, 2], 3), page([2, 3], 3, { isEdited: true })]);
	expect([...results.keys()]).toEqual(['1', '2', '3']);
	expect([...results.values()].map(({ isEdited }) => isEdited)).toEqual([undefined, true, true]);
});

test('a hundred pages without news are accepted, one more is a loop; news in between end the count', async () => {
	const repeated = (pages: number) => Array.from({ length: pages }, () => page([1]));
	const { records } = await readingOf([...repeated(101), page([2]), ...repeated(100)]);
	expect(records.size).toBe(2);
	expect(await failureOf(readingOf(repeated(102)))).toMatchObject({ kind: 'pageLoop' });
});

describe('the counts', () => {
	test.each<[string, SentPage[], string[]]>([
		['that fit are no sign', [page([1, 2], 4), page([3, 4], 4)], []],
		['that grow with a new order are none', [page([1, 2], 3), page([3], 4), page([4], 4)], []],
		['that fall are a sign', [page([1, 2], 4), page([4], 3)], ['totalCountDecreased', 'fewerThanPromised']],
		[
			'that fall behind a page without one are one',
			[page([1, 2], 5), page([3]), page([5], 4)],
			['totalCountDecreased', 'fewerThanPromised'],
		],
		['that fall below what came are none', [page([1, 2], 2), page([3], 1)], []],
		['above what came are a sign', [page([1, 2], 4), page([3], 4)], ['fewerThanPromised']],
		['that are missing are none', [page([1, 2]), page([3])], []],
	])('%s', async (_, pages, expected) => {
		expect(signs(await readingOf(pages))).toEqual(expected);
	});

	test.each([
		[3, ['fewerPagesThanPromised']],
		[2, []],
		[1, []],
		[undefined, []],
	])('of pages, %p of which were promised and two sent: %j', async (totalPages, expected) => {
		expect(signs(await readingOf([page([1]), { ids: [2], totalPages }]))).toEqual(expected);
	});

	test.each([
		[true, [page([1, 2])]],
		[true, [page([1, 2], 4), page([3, 4], 4)]],
		[true, [page([1, 2], 3), page([3, 4], 4), page([])]],
		[false, [page([1, 2]), page([3, 4], 4)]],
		[false, [page([1, 2], 2), page([3, 4], 2)]],
		[false, [page([1, 2], 4), page([3, 4], 3)]],
	])('could have shown a skip: %s, of %j', async (expected, pages) => {
		expect(isCounted(await readingOf(pages))).toBe(expected);
	});
});

describe('an order that may have entered the list while it was read', () => {
	const second = async (
		date: unknown,
		options: { enteredAt?: string; previous?: ListReading<WireRecord>; date?: string } = {
			enteredAt: 'dateCreated',
		},
	) =>
		await readingOf(
			[page([1], 2, { dateCreated: '2026-07-15T12:00:00Z' }), page([2], 2, { dateCreated: date })],
			options,
		);

	test.each([
		['in the second of the first page', '2026-07-15T12:00:00Z', { certain: 0, possible: 1 }],
		['after it', '2026-07-15T12:00:01Z', { certain: 1, possible: 0 }],
		['at no date that can be read', 'today', { certain: 0, possible: 1 }],
		['without a date', undefined, { certain: 0, possible: 1 }],
		['ten minutes before it', '2026-07-15T11:50:00Z', { certain: 0, possible: 1 }],
		['earlier', '2026-07-15T11:49:59Z', { certain: 0, possible: 0 }],
	])('%s: %s counts %j', async (_, date, newcomers) => {
		expect((await second(date)).newcomers).toEqual(newcomers);
	});

	test('may have entered a day before it, where the service does not tell its time', async () => {
		const { newcomers } = await second('2026-07-14T13:00:00Z', { enteredAt: 'dateCreated', date: 'none' });
		expect(newcomers).toEqual({ certain: 0, possible: 1 });
	});

	test('does not count where an earlier reading saw it with the same date, or where the list has no such date', async () => {
		const date = '2026-07-15T12:00:05Z';
		const none = { certain: 0, possible: 0 };
		const previous = await second(date);
		expect((await second(date, { enteredAt: 'dateCreated', previous })).newcomers).toEqual(none);
		const later = await second('2026-07-15T12:00:06Z', { enteredAt: 'dateCreated', previous });
		expect(later.newcomers).toEqual({ certain: 1, possible: 0 });
		expect((await second(date, {})).newcomers).toEqual(none);
		const odd = await second([2026, 7, 15]);
		expect((await second([2026, 7, 15], { enteredAt: 'dateCreated', previous: odd })).newcomers).toEqual(
			none,
		);
	});

	const fewer = ['fewerThanPromised'];
	test.each([
		['makes up for none', '2026-07-15T12:00:01Z', 2, 2, fewer],
		['of the same second does where the list did not grow', '2026-07-15T12:00:00Z', 2, 2, []],
		['of the same second makes up for none where it grew', '2026-07-15T12:00:00Z', 2, 3, fewer],
	])('%s', async (_, dateCreated, first, last, expected) => {
		const pages = [page([1], first), page([2], last, { dateCreated })];
		const options = { enteredAt: 'dateCreated', deleted: [[8], [8]] };
		expect(signs(await readingOf(pages, options))).toEqual(expected);
	});
});

test('without a look at the deleted list, one of the same second makes up for none', async () => {
	const pages = [page([1], 2), page([2], 2, { dateCreated: '2026-07-15T12:00:00Z' })];
	expect(signs(await readingOf(pages, { enteredAt: 'dateCreated' }))).toEqual(['fewerThanPromised']);
});

describe('the deleted list', () => {
	const pages = [page([1], 2), page([2], 2)];
	test.each<[string, number[], number[], string[]]>([
		['that stayed as it was is no sign', [8], [8], []],
		['that changed is one', [8], [9], ['deletedListChanged']],
		['with an order that was read is one', [1], [1], ['readAndDeleted']],
		['that lost an order that was read is one', [2, 8], [8], ['deletedListChanged', 'readAndDeleted']],
		['that got an order that was read is one', [8], [8, 2], ['deletedListChanged', 'readAndDeleted']],
	])('%s', async (_, before, after, expected) => {
		expect(signs(await readingOf(pages, { deleted: [before, after] }))).toEqual(expected);
	});

	test.each(['false', 0, null])('with an order that was read is one, also with deleted: %j', async (flag) => {
		const flagged = pages.map((each) => ({ ...each, fields: { deleted: flag } }));
		expect(signs(await readingOf(flagged, { deleted: [[1], [1]] }))).toEqual(['readAndDeleted']);
	});

	const marks = [{ deleted: true }, { deleted: null, dateDeleted: '2026-07-14T00:00:00Z' }];
	test.each(marks)('with an order that the list itself marks as deleted is none: %j', async (fields) => {
		const marked = pages.map((each) => ({ ...each, fields }));
		expect(signs(await readingOf(marked, { deleted: [[1], [1]] }))).toEqual([]);
	});
});

test('records without a usable ID are told from each other by their content', () => {
	expect(recordKey({ id: 1, a: 1 })).toBe(recordKey({ id: 1, a: 2 }));
	expect(recordKey({ a: 1 })).toBe(recordKey({ a: 1 }));
	expect(recordKey({ a: 1 })).not.toBe(recordKey({ a: 2 }));
});
