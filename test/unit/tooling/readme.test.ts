/** The README names every field of the credential and the nodes, quotes real messages, and has no dead link. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { SalesOrderIntegrationApi } from '../../../credentials/SalesOrderIntegrationApi.credentials';
import { SalesOrderIntegration } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegration.node';
import { SalesOrderIntegrationTrigger } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegrationTrigger.node';

const root = path.resolve(__dirname, '../../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** The first column of each table, without its head. */
function tables(text: string): string[][] {
	const blocks = [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([block]) => block.trimEnd());
	if (blocks.length === 0) throw new Error('There are no tables');
	return blocks.map((block) => {
		const rows = block.split('\n').slice(2);
		return rows.map((row) => row.split('|')[1]?.trim() ?? '');
	});
}

/** The names under which the editor shows fields, those in collections and their groups included. */
function shownNames(properties: INodeProperties[]): string[] {
	return properties
		.filter(({ type }) => type !== 'notice')
		.flatMap(({ displayName, type, options = [] }) =>
			type === 'collection' ? [displayName, ...shownNames(options as INodeProperties[])] : [displayName],
		);
}

test.each([
	['the credential', new SalesOrderIntegrationApi().properties],
	['the node', new SalesOrderIntegration().description.properties],
	['the trigger', new SalesOrderIntegrationTrigger().description.properties],
])('every field of %s is in the README', (_, properties) => {
	const ignored = new Set(['Resource', 'Operation']);
	const missing = shownNames(properties).filter((name) => !ignored.has(name) && !readme.includes(name));
	expect(missing).toEqual([]);
});

test('every message that the symptoms quote is one of the nodes', () => {
	const folder = path.join(root, 'nodes/SalesOrderIntegration');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);
	const sources = files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
	const quotes = (tables(readme).at(-1) ?? []).flatMap((symptom) => /"(.+)"/.exec(symptom)?.[1] ?? []);
	expect(quotes.length).toBeGreaterThan(3);
	for (const quote of quotes) expect(sources.filter((source) => source.includes(quote))).not.toEqual([]);
});

test('every link and picture leads to a file', () => {
	for (const [, target = ''] of readme.matchAll(/\]\(([^)#]+?)(?:#[^)]*)?\)/g)) {
		if (/^https?:/.test(target)) continue;
		if (!existsSync(path.join(root, target))) throw new Error(`${target} is missing`);
	}
});
