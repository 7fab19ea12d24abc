/** Design 3.1: what one reading of a list notices, sign by sign. */
import type { DeletedList } from '../../../nodes/SalesOrderIntegration/lists/deletedList';
import { ListReading, recordKey } from '../../../nodes/SalesOrderIntegration/lists/listReading';
import type { Page } from '../../../nodes/SalesOrderIntegration/lists/pages';

const AT = Date.parse('2026-07-15T12:00:00Z');

/** A page with these orders, read at noon. */
function page(ids: number[], totalCount?: number, fields: Record<string, unknown> = {}): Page {
	const records = ids.map((id) => ({ id, deleted: false, ...fields }));
	return { records, totalCount, isLast: false, nextPage: '?page=2', readAt: AT };
}

function readingOf(...pages: Page[]): ListReading {
	const reading = new ListReading({ kind: 'salesOrders', parameters: {} });
	for (const each of pages) reading.add(each);
	return reading;
}

test('a page adds what no page before it had, and the newest version of the rest', () => {
	const reading = readingOf(page([1, 2], 3));
	expect([...reading.records.keys()]).toEqual(['1', '2']);
	reading.add(page([2, 3], 3, { isEdited: true }));
	expect([...reading.records.keys()]).toEqual(['1', '2', '3']);
	expect([...reading.records.values()].map(({ isEdited }) => isEdited)).toEqual([undefined, true, true]);
});

test('a hundred pages without news are accepted, one more is a loop; news in between end the count', () => {
	const reading = readingOf(page([1]));
	const repeat = () => {
		const { size } = reading.records;
		for (let pages = 0; pages < 100; pages++) reading.add(page([1]));
		expect(reading.records.size).toBe(size);
	};
	repeat();
	reading.add(page([2]));
	repeat();
	expect(() => reading.add(page([2]))).toThrow(expect.objectContaining({ kind: 'pageLoop' }));
});

describe('the counts', () => {
	test.each<[string, Array<[number[], number | undefined]>, string[]]>([
		[
			'that fit are no sign',
			[
				[[1, 2], 4],
				[[3, 4], 4],
			],
			[],
		],
		[
			'that grow with an order that was not there are none',
			[
				[[1, 2], 3],
				[[3], 4],
				[[4], 4],
			],
			[],
		],
		[
			'that fall are a sign',
			[
				[[1, 2], 4],
				[[3, 4], 3],
			],
			['totalCountDecreased'],
		],
		[
			'that fall behind a page without one are one',
			[
				[[1, 2], 4],
				[[3], undefined],
				[[4], 3],
			],
			['totalCountDecreased'],
		],
		[
			'above what came are a sign',
			[
				[[1, 2], 4],
				[[3], 4],
			],
			['fewerThanPromised'],
		],
		[
			'that are missing are none',
			[
				[[1, 2], undefined],
				[[3], undefined],
			],
			[],
		],
	])('%s', (_, pages, signs) => {
		expect(readingOf(...pages.map(([ids, count]) => page(ids, count))).signs()).toEqual(signs);
	});

	test.each<[boolean, Array<[number[], number | undefined]>]>([
		[true, [[[1, 2], undefined]]],
		[
			true,
			[
				[[1, 2], 4],
				[[3, 4], 4],
			],
		],
		[
			true,
			[
				[[1, 2], 3],
				[[3, 4], 4],
				[[], undefined],
			],
		],
		[
			false,
			[
				[[1, 2], undefined],
				[[3, 4], 4],
			],
		],
		[
			false,
			[
				[[1, 2], 2],
				[[3, 4], 2],
			],
		],
		[
			false,
			[
				[[1, 2], 4],
				[[3, 4], 3],
			],
		],
	])('could have shown a skip: %s, of %j', (isCounted, pages) => {
		expect(readingOf(...pages.map(([ids, count]) => page(ids, count))).isCounted()).toBe(isCounted);
	});
});

describe('an order that entered the list while it was read', () => {
	const query = { kind: 'salesOrders', parameters: {}, enteredAt: 'dateDeleted' } as const;
	const second = (date: unknown, previous?: ListReading, enteredAt?: string) => {
		const reading = new ListReading({ ...query, enteredAt }, previous);
		reading.add(page([1], 2, { dateDeleted: '2026-07-15T12:00:00Z' }));
		reading.add(page([2], 2, { dateDeleted: date }));
		return reading;
	};

	test.each([
		['in the second of the first page', '2026-07-15T12:00:00Z', 1],
		['before it', '2026-07-15T11:59:59Z', 0],
		['at no date that can be read', 'today', 0],
	])('%s: %s counts %i', (_, date, newcomers) => {
		expect(second(date, undefined, 'dateDeleted').newcomers).toBe(newcomers);
	});

	test('does not count where no date shows it, or where an earlier reading saw it with the same date', () => {
		const date = '2026-07-15T12:00:05Z';
		expect(second(date).newcomers).toBe(0);
		const earlier = second(date, undefined, 'dateDeleted');
		expect(earlier.newcomers).toBe(1);
		expect(second(date, earlier, 'dateDeleted').newcomers).toBe(0);
		expect(second('2026-07-15T12:00:06Z', earlier, 'dateDeleted').newcomers).toBe(1);
	});

	test('after the first page counts, also if it was there before a later one was read', () => {
		const reading = new ListReading(query);
		reading.add(page([1], 2, { dateDeleted: '2026-07-14T00:00:00Z' }));
		reading.add({ ...page([2], 2, { dateDeleted: '2026-07-15T12:00:05Z' }), readAt: AT + 10_000 });
		expect(reading.newcomers).toBe(1);
	});

	test('does not make up for one that is missing', () => {
		const reading = second('2026-07-15T12:00:00Z', undefined, 'dateDeleted');
		expect(reading.signs()).toEqual(['fewerThanPromised']);
	});
});

describe('the deleted list', () => {
	const list = (...ids: string[]): DeletedList => ({ ids: new Set(ids), isWhole: true, newestPage: 1 });

	test.each<[string, DeletedList, DeletedList, string[]]>([
		['that stayed as it was is no sign', list('8'), list('8'), []],
		['that changed is one', list('8'), list('9'), ['deletedListChanged']],
		['with an order that was read is one', list('1'), list('1'), ['readAndDeleted']],
		[
			'that lost an order that was read is one',
			list('2', '8'),
			list('8'),
			['deletedListChanged', 'readAndDeleted'],
		],
		[
			'that got an order that was read is one',
			list('8'),
			list('8', '2'),
			['deletedListChanged', 'readAndDeleted'],
		],
	])('%s', (_, before, after, signs) => {
		const reading = readingOf(page([1, 2], 2));
		reading.deletions = { before, after };
		expect(reading.signs()).toEqual(signs);
	});

	test('with an order that the list itself marks as deleted is none', () => {
		const reading = readingOf(page([1, 2], 2, { deleted: true }));
		reading.deletions = { before: list('1'), after: list('1') };
		expect(reading.signs()).toEqual([]);
	});
});

test('records without a usable ID are told from each other by their content', () => {
	expect(recordKey({ id: 1, a: 1 })).toBe(recordKey({ id: 1, a: 2 }));
	expect(recordKey({ a: 1 })).toBe(recordKey({ a: 1 }));
	expect(recordKey({ a: 1 })).not.toBe(recordKey({ a: 2 }));
});
