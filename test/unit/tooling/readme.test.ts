/** The pages name every field, event and reason and quote real messages; no page has a dead link. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { SalesOrderIntegrationApi } from '../../../credentials/SalesOrderIntegrationApi.credentials';
import { defaultN8nVersion, n8nVersions } from '../../../host/install/n8nVersions';
import { HOUR_MS } from '../../../nodes/SalesOrderIntegration/dates/durations';
import { reportReasons } from '../../../nodes/SalesOrderIntegration/errors/reportTexts';
import { differences } from '../../../nodes/SalesOrderIntegration/operations/reconcile/compare';
import { numberOptions } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { SalesOrderIntegration } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegration.node';
import { SalesOrderIntegrationTrigger } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegrationTrigger.node';
import { NEAR_MS } from '../../../nodes/SalesOrderIntegration/trigger/readings';
import { MOST_WAITING } from '../../../nodes/SalesOrderIntegration/trigger/waiting';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = path.join(root, 'nodes/SalesOrderIntegration');
const sourceFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

/** The text below a heading, up to the next one. */
function section(text: string, heading: string): string {
	const [, rest] = text.split(`\n${heading}\n`);
	if (rest === undefined) throw new Error(`There is no heading ${heading}`);
	return rest.split(/\n#+ /)[0] ?? '';
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

const { properties: ofTrigger } = new SalesOrderIntegrationTrigger().description;

test.each([
	['the credential', 'README.md', new SalesOrderIntegrationApi().properties],
	['the node', 'docs/reference.md', new SalesOrderIntegration().description.properties],
	['the trigger', 'docs/reference.md', ofTrigger],
])('every field of %s is in %s', (_, page, properties) => {
	const text = read(page);
	const ignored = new Set(['Resource', 'Operation']);
	const missing = shownNames(properties).filter((name) => !ignored.has(name) && !text.includes(name));
	expect(missing).toEqual([]);
});

test.each<[string, readonly string[]]>([
	['### Attention Needed', reportReasons],
	['## Reconcile Sales Orders', Object.keys(differences)],
])('the table under "%s" has a row for each value, and no other', (heading, values) => {
	const rows = firstColumn(section(read('docs/reference.md'), heading));
	const named = rows.filter((row) => row.startsWith('`')).map((row) => row.replaceAll('`', ''));
	expect(named.sort()).toEqual([...values].sort());
});

test.each(Object.values(numberOptions))('the default of $displayName is that of the code', (option) => {
	const row = new RegExp(
		`^\\| Options > ${option.displayName.replaceAll(/[()]/g, '\\$&')} \\|.*\\| (\\d+) \\|$`,
		'm',
	);
	expect(row.exec(read('docs/reference.md'))?.[1]).toBe(String(option.default));
});

test('the table of events has the name of each event', () => {
	const events = ofTrigger.find(({ name }) => name === 'events')?.options as INodePropertyOptions[];
	const rows = [...section(read('docs/reference.md'), '### Events').matchAll(/^\| ([^|]+) \| `(\w+)` \|/gm)];
	const named = rows.map(([, name, value]) => `${name} ${value}`);
	expect(named.sort()).toEqual(events.map(({ name, value }) => `${name} ${String(value)}`).sort());
});

test('every message that Troubleshooting quotes is one of the nodes, or of n8n', () => {
	const ofN8n = ['unknown column name'];
	const code = sourceFiles.map((file) => readFileSync(path.join(sources, file), 'utf8')).join('\n');
	const symptoms = firstColumn(read('docs/troubleshooting.md'));
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
	const [, tree = ''] = read('docs/architecture.md').split('```');
	const named = tree.match(/[\w.]+\.ts\b/g);
	expect(new Set(named)).toEqual(new Set(sourceFiles.map((file) => path.basename(file))));
});

test('the times that the pages tell are those of the code', () => {
	const [late, days] = [numberOptions.lateSyncHours.default, numberOptions.deletedDays.default];
	const how = read('docs/how-the-trigger-works.md');
	expect(how).toContain(`created since ${late} hours before (_Late Arrivals_) | since ${days} days before`);
	expect(how).toContain(`created since ${NEAR_MS / HOUR_MS} hours before | since ${late} hours before`);
	const hoursAndDays = `of the last ${late} hours, and within about an hour for those of the last ${days} days`;
	expect(read('README.md')).toContain(hoursAndDays);
	for (const page of [how, read('docs/reference.md')])
		expect(page).toContain(`${MOST_WAITING.toLocaleString('en')} orders wait for`);
});

test('the README says of each known n8n which tests have passed', () => {
	const [, table = ''] =
		/<!-- compatibility -->\n\n([^]*)\n\n<!-- \/compatibility -->/.exec(read('README.md')) ?? [];
	const versions = firstColumn(`${table}\n`).map((engine) => engine.split(' ')[0]);
	expect([...new Set(versions)]).toEqual(n8nVersions);
});

test.each(['docs/compose.yml', 'docs/scaling.compose.yml'])('%s names the n8n that is tested', (file) => {
	const images = [...read(file).matchAll(/n8nio\/n8n:(\S+)/g)].map(([, version]) => version);
	expect(new Set(images)).toEqual(new Set([defaultN8nVersion]));
});
