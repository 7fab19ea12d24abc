/** The table of engines says what jest reported, no more: also where a test failed or none was run. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { compatibilityTable, engineTitle } from '../../../host/compatibility/table';
import { enginesOf } from '../../../host/engines';
import { n8nVersions } from '../../../host/install/n8nVersions';

const titles = [
	'is listed with both nodes and the credential',
	'the credential test says yes to the right token and no to a wrong one',
	'List Sales Orders gives every order once',
	'Set External ID stores it on the order',
	'the trigger delivers exactly the orders',
	'a restart loses and repeats nothing',
	'a kill loses and repeats nothing',
	'a change to it loses and repeats nothing',
];

function report(failed: readonly string[], ...hosts: string[]) {
	const assertionResults = hosts.flatMap((name) =>
		titles.map((title) => ({
			ancestorTitles: [`the package in ${name}`],
			title,
			status: failed.includes(title) ? 'failed' : 'passed',
		})),
	);
	return { success: failed.length === 0, testResults: [{ assertionResults }] };
}

const engines = enginesOf(['2.41.1', '1.123.81']);
const all = engines.map(engineTitle);
const rows = (table: string) => table.split('\n').slice(2);

test('every engine has a row, and a cell says how many tests passed', () => {
	expect(compatibilityTable(report([], ...all), engines).split('\n')).toEqual([
		'| n8n | Operations | Trigger | Restart | Kill | Change |',
		'| --- | --- | --- | --- | --- | --- |',
		'| 2.41.1 | 4/4 | 1/1 | 1/1 | 1/1 | 1/1 |',
		'| 2.41.1 durable scheduler | 4/4 | 1/1 | 1/1 | 1/1 | 1/1 |',
		'| 2.41.1 durable cursors | 4/4 | 1/1 | 1/1 | 1/1 | 1/1 |',
		'| 1.123.81 | 4/4 | 1/1 | 1/1 | 1/1 | 1/1 |',
	]);
});

test.each([
	[1, '| **3/4** | 1/1 | 1/1 | 1/1 | 1/1 |'],
	[4, '| 4/4 | **0/1** | 1/1 | 1/1 | 1/1 |'],
	[5, '| 4/4 | 1/1 | **0/1** | 1/1 | 1/1 |'],
	[6, '| 4/4 | 1/1 | 1/1 | **0/1** | 1/1 |'],
	[7, '| 4/4 | 1/1 | 1/1 | 1/1 | **0/1** |'],
])('a failure of test %d stands out in its column', (failed, row) => {
	const table = compatibilityTable(report([titles[failed] ?? ''], ...all), engines);
	expect(rows(table).at(-1)).toBe(`| 1.123.81 ${row}`);
});

test('an engine whose tests did not run stands out everywhere', () => {
	const table = compatibilityTable(report([], 'n8n 2.41.1'), engines);
	expect(rows(table)[1]).toBe(
		'| 2.41.1 durable scheduler | **0/0** | **0/0** | **0/0** | **0/0** | **0/0** |',
	);
});

test('the README has a row for each known version', () => {
	const text = readFileSync(path.resolve(__dirname, '../../../README.md'), 'utf8');
	const [, table = ''] = /<!-- compatibility -->([\s\S]*)<!-- \/compatibility -->/.exec(text) ?? [];
	const first = rows(table.trim()).map((row) => row.split('|')[1]?.trim().split(' ')[0]);
	expect([...new Set(first)]).toEqual(n8nVersions);
});
