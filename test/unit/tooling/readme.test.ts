/** The README names every field of the credential and the nodes and quotes real messages; no page has a dead link. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { SalesOrderIntegrationApi } from '../../../credentials/SalesOrderIntegrationApi.credentials';
import { SalesOrderIntegration } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegration.node';
import { SalesOrderIntegrationTrigger } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegrationTrigger.node';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');
const sources = path.join(root, 'nodes/SalesOrderIntegration');
const sourceFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	...readdirSync(path.join(root, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

/** The text below a heading, up to the next one of the same level. */
function section(text: string, heading: string): string {
	const [, rest] = text.split(`\n## ${heading}\n`);
	if (rest === undefined) throw new Error(`There is no heading ${heading}`);
	return rest.split('\n## ')[0] ?? '';
}

/** The first column of the tables in a text, without their heads. */
function firstColumn(text: string): string[] {
	const tables = [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trimEnd());
	return tables.flatMap((table) =>
		table
			.split('\n')
			.slice(2)
			.map((row) => row.split('|')[1]?.trim() ?? ''),
	);
}

/** The anchors of the headings of a page, as GitHub and npm make them. */
function anchors(text: string): string[] {
	return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\w -]/g, '')
			.replaceAll(' ', '-'),
	);
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

test('every message that Troubleshooting quotes is one of the nodes, or of n8n', () => {
	const ofN8n = ['unknown column name'];
	const code = sourceFiles.map((file) => readFileSync(path.join(sources, file), 'utf8')).join('\n');
	const symptoms = firstColumn(section(readme, 'Troubleshooting'));
	const quotes = symptoms.flatMap((symptom) =>
		[...symptom.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote),
	);
	expect(quotes.length).toBeGreaterThan(15);
	expect(quotes.filter((quote) => !code.includes(quote) && !ofN8n.includes(quote))).toEqual([]);
});

test.each(pages)('every link and picture in %s leads to a file and a heading', (page) => {
	const links = [...read(page).matchAll(/(?:\]\(|src(?:set)?=")([^)#"]*)(?:#([^)]*))?[)"]/g)];
	const dead = links.filter(([, target = '', anchor]) => {
		if (/^https?:/.test(target)) return false;
		const file = target === '' ? page : path.join(path.dirname(page), target);
		if (!existsSync(path.join(root, file))) return true;
		return anchor !== undefined && !anchors(read(file)).includes(anchor);
	});
	expect(dead.map(([link]) => link)).toEqual([]);
});

test.each(pages)('every file and folder that %s names exists', (page) => {
	const isGenerated = (name: string) => read('.gitignore').includes(`${name}/`);
	const folders = [...readdirSync(root), ...readdirSync(sources)]
		.filter((name) => !isGenerated(name))
		.join('|');
	const named = [...read(page).matchAll(new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g'))];
	const exists = (file: string) =>
		[root, sources].some((start) =>
			['', '.ts', '.test.ts'].some((ending) => existsSync(path.join(start, file + ending))),
		);
	expect(named.flatMap(([, file = '']) => (exists(file) ? [] : file))).toEqual([]);
});

test('the tests that show what the trigger does exist', () => {
	// The last code of a statement or of a row.
	const ends = read('docs/how-the-trigger-works.md').match(/(?:`[^`]+` ?)+\|?$/gm) ?? [];
	const names = ends.flatMap((end) => end.match(/(?<=`)\w+(?=`)/g) ?? []);
	expect(names.length).toBeGreaterThan(30);
	const tests = readdirSync(path.join(root, 'test/unit/trigger'));
	expect(names.filter((name) => !tests.includes(`${name}.test.ts`))).toEqual([]);
});

test('the architecture has a line for every file that ships', () => {
	const architecture = read('docs/architecture.md');
	expect(sourceFiles.filter((file) => !architecture.includes(path.basename(file)))).toEqual([]);
});
