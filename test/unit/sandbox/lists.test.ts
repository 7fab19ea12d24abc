/** Windows and pages of the sandbox's lists under every reading of the specification. */
import { PAGE, switchChoices, type Switches } from '../../../sandbox';
import { ordersUrl, TestSandbox } from '../../support/testSandbox';
import { MINUTE, NOON, SECOND } from '../../support/time';

/** Position in the users of a sandbox: the zone with clock changes on known nights. */
const MADRID = 2;

async function inWindow(test: TestSandbox, start: string, end: string, user = 0): Promise<unknown[]> {
	return (await test.read(ordersUrl({ start, end }), user)).ids;
}

describe('ends of the window', () => {
	// 06:00:00 to 06:00:10 in Mexico City is NOON to ten seconds later.
	const offsets = [-1, 0, 1, 9, 10, 11];
	test.each<[Switches['windowEnds'], number[]]>([
		['inclusive', [0, 1, 9, 10]],
		['exclusiveEnd', [0, 1, 9]],
		['exclusiveStart', [1, 9, 10]],
		['exclusive', [1, 9]],
	])('%s', async (windowEnds, inside) => {
		for (const storedPrecision of switchChoices.storedPrecision) {
			const test = new TestSandbox({ switches: { windowEnds, storedPrecision, sortOrder: 'id asc' } });
			const ids = offsets.map((offset) =>
				test.sandbox.world.add({ mobileDateCreated: NOON + offset * SECOND }),
			);
			const found = await inWindow(test, '15/07/2026 06:00:00', '15/07/2026 06:00:10');
			expect(found.map((id) => offsets[ids.indexOf(id as number)])).toEqual(inside);
		}
	});

	test.each<[Switches['storedPrecision'], Switches['windowEnds'], boolean, boolean]>([
		['seconds', 'inclusive', true, true],
		['seconds', 'exclusiveEnd', true, false],
		['seconds', 'exclusiveStart', false, true],
		['milliseconds', 'inclusive', true, false],
		['milliseconds', 'exclusive', true, false],
	])('%s, %s: hidden milliseconds', async (storedPrecision, windowEnds, atStart, atEnd) => {
		const test = new TestSandbox({ switches: { storedPrecision, windowEnds } });
		const id = test.sandbox.world.add({ mobileDateCreated: NOON + 700 });
		expect((await inWindow(test, '15/07/2026 06:00:00', '15/07/2026 07:00:00')).includes(id)).toBe(atStart);
		expect((await inWindow(test, '15/07/2026 05:00:00', '15/07/2026 06:00:00')).includes(id)).toBe(atEnd);
	});
});

describe('clock changes in the token zone', () => {
	// Madrid, 25 October 2026: 02:00-03:00 happens twice, at 00:00Z and at 01:00Z.
	const twice = ['25/10/2026 02:00:00', '25/10/2026 02:15:00'] as const;
	const repeated = [0, 30, 60, 90].map((minutes) => Date.parse('2026-10-25T00:00:00Z') + minutes * MINUTE);
	// Madrid, 29 March 2026: 02:00-03:00 is missing; 01:00Z is 03:00.
	const missing = ['29/03/2026 02:30:00', '29/03/2026 12:00:00'] as const;
	const around = [-30, 0, 30].map((minutes) => Date.parse('2026-03-29T01:00:00Z') + minutes * MINUTE);

	test.each<[Partial<Switches>, readonly [string, string], number[], number[]]>([
		[{ ambiguousTime: 'earlier' }, twice, repeated, [0]],
		[{ ambiguousTime: 'later' }, twice, repeated, [2]],
		[{ windowComparison: 'wallTimes' }, twice, repeated, [0, 2]],
		[{ missingTime: 'later' }, missing, around, [2]],
		[{ missingTime: 'earlier' }, missing, around, [0, 1, 2]],
		[{ windowComparison: 'wallTimes' }, missing, around, [1, 2]],
	])('%j: what lies in %j', async (switches, [start, end], dates, inside) => {
		const test = new TestSandbox({ switches: { sortOrder: 'id asc', ...switches } });
		const ids = dates.map((mobileDateCreated) => test.sandbox.world.add({ mobileDateCreated }));
		const found = await inWindow(test, start, end, MADRID);
		expect(found.map((id) => ids.indexOf(id as number))).toEqual(inside);
	});
});

describe('which date the window is on', () => {
	function fourDates(switches: Partial<Switches>) {
		const test = new TestSandbox({ switches });
		const [made, synced] = [NOON - 48 * 60 * MINUTE, NOON - 24 * 60 * MINUTE];
		const id = test.sandbox.world.add({ mobileDateCreated: made, dateCreated: synced });
		test.sandbox.world.delete(id, NOON);
		return test;
	}
	const day = (number: number) => ({
		start: `${number}/07/2026 00:00:00`,
		end: `${number}/07/2026 23:59:59`,
	});

	test.each<[Switches['deletedListDate'], number]>([
		['mobileDateCreated', 13],
		['dateCreated', 14],
		['dateDeleted', 15],
	])('the deleted list on %s', async (deletedListDate, found) => {
		const test = fourDates({ deletedListDate });
		for (const number of [13, 14, 15]) {
			const { ids } = await test.read(ordersUrl({ ...day(number), deleted: true }));
			expect(ids).toHaveLength(number === found ? 1 : 0);
		}
	});

	test('a parameter switches to dateCreated, with its value alone, and not where the list has a date of its own', async () => {
		const test = fourDates({ serverDateParameter: { name: 'dateField', value: 'server' } });
		const count = async (dateField: string) => {
			return (await test.read(ordersUrl({ ...day(14), deleted: true, dateField }))).ids.length;
		};
		expect([await count('server'), await count('phone')]).toEqual([1, 0]);
		test.sandbox.switches.deletedListDate = 'dateDeleted';
		expect(await count('server')).toBe(0);
		test.sandbox.switches.serverDateParameter = null;
		test.sandbox.switches.deletedListDate = 'mobileDateCreated';
		expect(await count('server')).toBe(0);
	});

	test('a service that ignores deleted shows the same with it and without', async () => {
		const test = fourDates({ ignoresDeleted: true });
		const id = test.sandbox.world.add();
		expect((await test.read(ordersUrl({ deleted: true }))).ids).toEqual([id]);
		test.sandbox.switches.listWithoutDeleted = 'all';
		expect((await test.read(ordersUrl({ deleted: true }))).ids).toHaveLength(2);
	});
});

test.each([
	['id', [1001, 1002, 1003]],
	['mobileDateCreated', [1003, 1001, 1002]],
	['dateCreated', [1002, 1003, 1001]],
	['dateDeleted', [1001, 1003, 1002]],
	// Ties are sorted by ID.
	['lastModified', [1002, 1003, 1001]],
] as const)('sorted by %s, either way', async (field, ids) => {
	const test = new TestSandbox();
	const { switches, world } = test.sandbox;
	for (const [made, arrived, deleted, modified] of [
		[30, 10, 5, 1],
		[20, 15, 3, 2],
		[40, 12, 4, 2],
	] as const) {
		const at = (minutes: number) => NOON - minutes * MINUTE;
		const id = world.add({ mobileDateCreated: at(made), dateCreated: at(arrived) });
		world.delete(id, at(deleted));
		world.setExternalId(id, 'A', at(modified));
	}
	for (const [direction, expected] of [
		['asc', ids],
		['desc', ids.toReversed()],
	] as const) {
		switches.sortOrder = `${field} ${direction}`;
		expect((await test.read(ordersUrl({ deleted: true }))).ids).toEqual(expected);
	}
});

describe('pages', () => {
	test('a page after the last one is empty and leads nowhere', async () => {
		const test = new TestSandbox({ orders: { count: 3 } });
		const { pagination, ids } = await test.read(ordersUrl({ [PAGE]: 9 }));
		expect([ids, pagination.nextPage]).toEqual([[], null]);
	});

	test.each([0, 1])('an empty list can have %i pages', async (totalPagesWhenEmpty) => {
		const test = new TestSandbox({ switches: { totalPagesWhenEmpty } });
		expect((await test.read(ordersUrl())).pagination).toMatchObject({
			totalCount: 0,
			totalPages: totalPagesWhenEmpty,
			nextPage: null,
			prevPage: null,
		});
	});

	test('the links keep the parameters exactly as they were sent, the unknown ones too', async () => {
		const test = new TestSandbox({
			orders: { count: 9, days: 3, deletedShare: 0 },
			switches: { pageSize: 3 },
		});
		const { pagination } = await test.read(
			`/api/v2/salesOrder?zzz&a=%2f+b&${PAGE}=2&start=01/07/2026%2000:00:00`,
		);
		expect(pagination.nextPage).toBe(
			`http://sandbox.invalid/api/v2/salesOrder?zzz&a=%2f+b&start=01/07/2026%2000:00:00&${PAGE}=3`,
		);
	});
});

test.each([
	[{ start: '01/07/2026 00:00:00', end: '01/08/2026 00:00:00' }, 200],
	[{ start: '01/07/2026 00:00:00', end: '01/08/2026 00:00:01' }, 400],
	[{ start: '01/07/2026 00:00:00' }, 400],
	[{ end: '01/08/2026 00:00:00' }, 400],
	[{}, 200],
])('with windows of at most 31 days, %j gets %d', async (window, status) => {
	const test = new TestSandbox({ switches: { longestWindowDays: 31 } });
	expect((await test.call('GET', ordersUrl(window))).status).toBe(status);
});
