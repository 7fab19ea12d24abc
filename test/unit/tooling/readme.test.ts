/** The READMEs: the Spanish one says the same as the English one, and both name every field of credential and nodes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { SalesOrderIntegrationApi } from '../../../credentials/SalesOrderIntegrationApi.credentials';
import { SalesOrderIntegration } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegration.node';
import { SalesOrderIntegrationTrigger } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegrationTrigger.node';

const root = path.resolve(__dirname, '../../..');
const english = readFileSync(path.join(root, 'README.md'), 'utf8');
const spanish = readFileSync(path.join(root, 'docs/README.es.md'), 'utf8');

/** The level of each heading, in order. */
const headings = (text: string) => [...text.matchAll(/^(#+) /gm)].map(([, level]) => level?.length);

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

test('both READMEs have the same headings and as many tables', () => {
	expect(headings(spanish)).toEqual(headings(english));
	expect(tables(spanish).map(({ length }) => length)).toEqual(tables(english).map(({ length }) => length));
});

test('the tables of fields and outputs name the same things in both languages', () => {
	const isSymptom = (index: number) => index === tables(english).length - 1;
	const named = (text: string) => tables(text).filter((_, index) => !isSymptom(index));
	expect(named(spanish)).toEqual(named(english));
});

test.each([
	['the credential', new SalesOrderIntegrationApi().properties],
	['the node', new SalesOrderIntegration().description.properties],
	['the trigger', new SalesOrderIntegrationTrigger().description.properties],
])('every field of %s is in both READMEs', (_, properties) => {
	const ignored = new Set(['Resource', 'Operation']);
	const missing = shownNames(properties).filter(
		(name) => !ignored.has(name) && !(english.includes(name) && spanish.includes(name)),
	);
	expect(missing).toEqual([]);
});

test('every message that the symptoms quote is one of the nodes', () => {
	const folder = path.join(root, 'nodes/SalesOrderIntegration');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);
	const sources = files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
	for (const text of [english, spanish]) {
		const quotes = (tables(text).at(-1) ?? []).flatMap((symptom) => /"(.+)"/.exec(symptom)?.[1] ?? []);
		expect(quotes.length).toBeGreaterThan(3);
		for (const quote of quotes) expect(sources.filter((source) => source.includes(quote))).not.toEqual([]);
	}
});

test('every link and picture of both READMEs leads to a file', () => {
	for (const [text, folder] of [
		[english, root],
		[spanish, path.join(root, 'docs')],
	] as const) {
		for (const [, target = ''] of text.matchAll(/\]\(([^)#]+?)(?:#[^)]*)?\)/g)) {
			if (/^https?:/.test(target)) continue;
			if (!existsSync(path.join(folder, target))) throw new Error(`${target} is missing`);
		}
	}
});
