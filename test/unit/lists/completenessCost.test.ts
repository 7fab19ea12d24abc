/** Design 3.1: what a complete list costs, and what becomes of one that will not settle. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	readCompleteList,
	readUnique,
	type Reading,
} from '../../../nodes/SalesOrderIntegration/lists/completeList';
import { createdOrders, deletedOrders, users } from '../../../nodes/SalesOrderIntegration/lists/orders';
import { recordId } from '../../../nodes/SalesOrderIntegration/lists/wire';
import type { Sandbox } from '../../../sandbox';
import { clientFixture, type ClientFixture } from '../../support/clientFixture';
import { report } from '../../support/seeds';

const PAGE = 10;
const HOUR = 60 * 60_000;

interface Account {
	pages: number;
	deleted?: number;
	verify?: Reading['verify'];
	/** What happens before each request. `request` counts from 0. */
	before?(world: Sandbox['world'], request: number, now: number): void;
}

/** A list of so many pages; each request takes 300 ms. */
function account({ pages, deleted = 3, before }: Account): ClientFixture {
	const fixture = clientFixture({
		lines: { minimum: 0, maximum: 0 },
		switches: { pageSize: PAGE, sortOrder: 'id asc' },
	});
	const { sandbox, timing } = fixture;
	const past = timing.now() - HOUR;
	for (let order = 0; order < pages * PAGE - 1 + deleted; order++) sandbox.world.add({ dateCreated: past });
	sandbox.world
		.all()
		.slice(0, deleted)
		.forEach(({ id }, position) => sandbox.world.delete(id, past + position * 1000));
	sandbox.faults.before(
		{},
		() => {
			timing.current += 300;
			before?.(sandbox.world, sandbox.log.total - 1, timing.now());
		},
		{ times: Infinity },
	);
	return fixture;
}

async function read({ client }: ClientFixture, verify: Reading['verify'] = 'signs') {
	return await readCompleteList(client, {
		query: createdOrders(client, {}),
		deletedQuery: deletedOrders(client, {}),
		verify,
	});
}

/** Deletes the oldest order that is not deleted. */
function deleteOldest(world: Sandbox['world']): void {
	const [oldest] = world.index('created', 'id').records;
	if (oldest) world.delete(oldest.id);
}

const accounts: Array<[string, Omit<Account, 'pages'>]> = [
	['quiet', {}],
	['quiet, more deleted orders than fit on a page', { deleted: 25 }],
	['busy: an order arrives before every request', { before: (world) => void world.add() }],
	[
		'busy: 5 orders arrive before every request',
		{ before: (world) => [1, 2, 3, 4, 5].forEach(() => world.add()) },
	],
	[
		'one order is deleted while it is read',
		{ before: (world, request) => request === 2 && deleteOldest(world) },
	],
	[
		'an order is deleted every second',
		{ before: (world, request) => request % 3 === 2 && deleteOldest(world) },
	],
	['quiet, verify: twice', { verify: 'twice' }],
];
const SIZES = [1, 2, 10, 50];

describe('the cost of a list', () => {
	const table: string[] = [
		`| account | ${SIZES.map((pages) => `${pages} page${pages > 1 ? 's' : ''}`).join(' | ')} |`,
	];

	test('is as the documentation says', async () => {
		for (const [name, options] of accounts) {
			const cells: string[] = [];
			for (const pages of SIZES) {
				const fixture = account({ pages, ...options });
				const list = await read(fixture, options.verify);
				cells.push(`${fixture.sandbox.log.total}${list?.isSettled ? '' : ' (says so)'}`);
			}
			table.push(`| ${name} | ${cells.join(' | ')} |`);
		}
		table.forEach(report);
		const page = readFileSync(join(__dirname, '../../../docs/complete-lists.md'), 'utf8');
		const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
		expect(page.split('\n').map(cellsOf)).toEqual(expect.arrayContaining(table.map(cellsOf)));
	}, 60_000);

	test.each([2, 10, 50])(
		'insertions alone never make a list of %i pages be read again',
		async (pages) => {
			const fixture = account({ pages, before: (world) => void world.add() });
			const list = await read(fixture);
			expect(list?.isSettled).toBe(true);
			const firstPages = fixture.sandbox.log.entries.filter(({ path }) => path.endsWith('?deleted=false'));
			expect(firstPages).toHaveLength(1);
			expect(fixture.client.hints.list()).toEqual([]);
		},
		60_000,
	);

	test('a list of one page needs no check', async () => {
		const fixture = account({ pages: 1 });
		expect(await read(fixture)).toMatchObject({ isSettled: true });
		expect(fixture.sandbox.log.total).toBe(1);
	});

	test('nor does one whose service links on to an empty page behind it', async () => {
		const fixture = account({ pages: 1 });
		fixture.sandbox.switches.pageLinks = 'pastTheEnd';
		expect(await read(fixture)).toMatchObject({ isSettled: true });
		expect(fixture.sandbox.log.total).toBe(2);
	});

	test('a list that is not welcome costs its first page', async () => {
		const fixture = account({ pages: 9 });
		const { client, sandbox } = fixture;
		const reading: Reading = {
			query: createdOrders(client, {}),
			deletedQuery: deletedOrders(client, {}),
			verify: 'signs',
			isWelcome: ({ totalPages = 0 }) => totalPages < 9,
		};
		expect(await readCompleteList(client, reading)).toBeUndefined();
		expect(sandbox.log.total).toBe(1);
	});
});

describe('a list that does not settle', () => {
	test('gives all that was seen, and says so', async () => {
		const fixture = account({
			pages: 5,
			before: (world, request) => {
				world.add();
				if (request > 0) deleteOldest(world);
			},
		});
		const present = () => fixture.sandbox.world.index('created', 'id').records.map(({ id }) => String(id));
		const before = new Set(present());
		const list = await read(fixture);
		expect(list?.isSettled).toBe(false);
		const found = new Set(list?.records.map(recordId));
		expect(found.size).toBe(list?.records.length);
		for (const id of present()) if (before.has(id)) expect(found).toContain(id);
		expect(fixture.client.hints.list()).toMatchObject([{ kind: 'listChanged' }]);
	});

	test('because the service counts wrong, is read twice and no more, and says that', async () => {
		const fixture = account({ pages: 3 });
		const { sandbox, client } = fixture;
		const rewrite = (response: { body: string; status: number; headers: Record<string, string> }) => ({
			...response,
			body: response.body.replace(/"totalCount":\d+/, '"totalCount":31'),
		});
		sandbox.faults.schedule({ deleted: false }, { kind: 'rewrite', rewrite }, { times: Infinity });
		const list = await read(fixture);
		expect(list?.isSettled).toBe(false);
		expect(list?.records).toHaveLength(29);
		expect(sandbox.log.total).toBe(2 * 3 + 3);
		expect(client.hints.list()).toMatchObject([
			{ kind: 'listChanged', message: expect.stringMatching(/has 31 entries, but sent 29/) },
		]);
	});

	test('is no list without counts: those are not needed where nothing was deleted', async () => {
		const fixture = account({ pages: 3 });
		const rewrite = (response: { body: string; status: number; headers: Record<string, string> }) => ({
			...response,
			body: response.body.replace(/"totalCount":\d+,/, ''),
		});
		fixture.sandbox.faults.schedule({}, { kind: 'rewrite', rewrite }, { times: Infinity });
		expect(await read(fixture)).toMatchObject({ isSettled: true });
	});
});

describe('a list that is read up to a limit', () => {
	test('and ends before it is searched for signs of a skip, and what was skipped follows', async () => {
		const fixture = account({ pages: 4, before: (world, request) => request === 2 && deleteOldest(world) });
		const { client, sandbox } = fixture;
		const before = sandbox.world.index('created', 'id').records.map(({ id }) => String(id));
		const ids: Array<string | undefined> = [];
		for await (const order of readUnique(client, createdOrders(client, {}))) ids.push(recordId(order));
		expect(ids).toHaveLength(new Set(ids).size);
		// Page 3 began one place further on: the order that had been first on it was skipped, and comes last.
		expect(ids.at(-1)).toBe(before[2 * PAGE]);
		expect([...ids].sort()).toEqual(before.sort());
	});

	test('gives each record once, users too', async () => {
		const { client, sandbox } = clientFixture({
			counts: { sellers: 25 },
			switches: { pageSize: 4 },
		});
		const ids: Array<string | undefined> = [];
		for await (const user of readUnique(client, users)) ids.push(recordId(user));
		expect(ids.length).toBeGreaterThan(4);
		expect(new Set(ids).size).toBe(ids.length);
		expect(sandbox.log.total).toBe(Math.ceil(ids.length / 4));
	});
});

test('where the deleted list is sorted the oldest first, its last page is looked at for what was deleted', async () => {
	const fixture = account({ pages: 6, deleted: 35 });
	fixture.sandbox.switches.sortOrder = 'dateDeleted asc';
	await read(fixture);
	const deletedReads = fixture.sandbox.log.entries
		.map(({ path }) => path)
		.filter((path) => path.includes('deleted=true'));
	expect(deletedReads.map((path) => /page=(\d+)/.exec(path)?.[1])).toEqual([undefined, '4']);
});
