/** The table of n8n versions says what jest reported, no more: also where a test failed or none was run. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { compatibilityTable, hostName, testedHosts } from '../../../host/compatibility/table';
import { n8nVersions, versionsUnderTest } from '../../../host/install/n8nVersions';

const titles = [
	'is listed with both nodes and the credential',
	'the credential test says yes to the right token and no to a wrong one',
	'List Sales Orders gives every order once',
	'Set External ID stores it on the order',
	'the activated trigger delivers exactly the orders',
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

const hosts = testedHosts(['2.41.1', '1.123.81']);
const names = hosts.map(hostName);
const rows = (table: string) => table.split('\n').slice(2);

test('a version has durable cursors in a row of their own where it has them', () => {
	expect(names).toEqual(['n8n 2.41.1', 'n8n 2.41.1 with durable cursors', 'n8n 1.123.81']);
});

test('a cell says how many tests passed', () => {
	expect(compatibilityTable(report([], ...names), hosts).split('\n')).toEqual([
		'| n8n | Loads | Credential test | Operations | Active trigger |',
		'| --- | --- | --- | --- | --- |',
		'| 2.41.1 | 1/1 | 1/1 | 2/2 | 1/1 |',
		'| 2.41.1 durable | 1/1 | 1/1 | 2/2 | 1/1 |',
		'| 1.123.81 | 1/1 | 1/1 | 2/2 | 1/1 |',
	]);
});

test.each([
	[0, '| 1.123.81 | **0/1** | 1/1 | 2/2 | 1/1 |'],
	[1, '| 1.123.81 | 1/1 | **0/1** | 2/2 | 1/1 |'],
	[3, '| 1.123.81 | 1/1 | 1/1 | **1/2** | 1/1 |'],
	[4, '| 1.123.81 | 1/1 | 1/1 | 2/2 | **0/1** |'],
])('a failure of test %d stands out in its column', (failed, row) => {
	const table = compatibilityTable(report([titles[failed] ?? ''], ...names), hosts);
	expect(rows(table)[2]).toBe(row);
});

test('a host whose tests did not run stands out everywhere', () => {
	const table = compatibilityTable(report([], 'n8n 2.41.1'), hosts);
	expect(rows(table)[2]).toBe('| 1.123.81 | **0/0** | **0/0** | **0/0** | **0/0** |');
});

test('the README has a row for each known version', () => {
	const text = readFileSync(path.resolve(__dirname, '../../../README.md'), 'utf8');
	const [, table = ''] = /<!-- compatibility -->([\s\S]*)<!-- \/compatibility -->/.exec(text) ?? [];
	const first = rows(table.trim()).map((row) => row.split('|')[1]?.trim().split(' ')[0]);
	expect([...new Set(first)]).toEqual(n8nVersions);
});

test('the host tests run on the newest and the oldest version unless told otherwise', () => {
	expect(versionsUnderTest({})).toEqual(['2.41.1', '1.123.81']);
	expect(versionsUnderTest({ N8N_VERSIONS: 'all' })).toEqual(n8nVersions);
	expect(versionsUnderTest({ N8N_VERSIONS: '2.20.12, 1.123.81' })).toEqual(['2.20.12', '1.123.81']);
	expect(() => versionsUnderTest({ N8N_VERSIONS: '0.1.0' })).toThrow('n8n 0.1.0 cannot be prepared');
});
