/** Design 3.1: how many requests a complete list costs, which docs/complete-lists.md tells. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCompleteList } from '../../../nodes/SalesOrderIntegration/lists/completeList';
import { orderQuery } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import { report } from '../../support/seeds';
import { account, deleteOldest, read, type Account } from './changingAccount';

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
	['quiet, Always Read Twice', { verify: 'twice' }],
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
				cells.push(`${fixture.sandbox.log.total}${list.isSettled ? '' : ' (a hint says so)'}`);
			}
			table.push(`| ${name} | ${cells.join(' | ')} |`);
		}
		table.forEach(report);
		const page = readFileSync(join(__dirname, '../../../docs/complete-lists.md'), 'utf8');
		const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
		expect(page.split('\n').map(cellsOf)).toEqual(expect.arrayContaining(table.map(cellsOf)));
	});

	test('a list of one page needs no check, nor does one whose service links on to an empty page behind it', async () => {
		const fixture = account({ pages: 1 });
		fixture.sandbox.switches.pageLinks = 'pastTheEnd';
		expect(await read(fixture)).toMatchObject({ isSettled: true });
		expect(fixture.sandbox.log.total).toBe(2);
	});

	test('nor is a deleted list read twice because it shows orders that are not deleted', async () => {
		const fixture = account({ pages: 3 });
		fixture.sandbox.switches.ignoresDeleted = true;
		const query = orderQuery(fixture.client, 'deleted', {});
		expect(await readCompleteList(fixture.client, { query })).toMatchObject({ isSettled: true });
		expect(fixture.sandbox.log.total).toBe(3);
	});
});
