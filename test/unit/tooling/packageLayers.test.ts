/** The arrows of design 5 are kept by the linter: each forbidden import is refused, each allowed one is not. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(__dirname, '../../..');
const node = 'nodes/SalesOrderIntegration';
/** From the lowest to the highest; a layer imports those before it, except that trigger and operations stay apart. */
const layers = ['errors', 'dates', 'http', 'lists', 'parameters', 'output', 'trigger', 'operations'];
const partOf = (layer: string) => `${node}/${layer}/part.ts`;
const nodeFile = `${node}/SalesOrderIntegration.node.ts`;
const credential = 'credentials/SalesOrderIntegrationApi.credentials.ts';
const sandbox = 'sandbox/part.ts';

const pairsOfLayers = layers.flatMap((from, high) => layers.map((to, low) => ({ from, to, high, low })));
const isAllowed = ({ from, to, high, low }: (typeof pairsOfLayers)[number]) =>
	low < high && !(from === 'operations' && to === 'trigger');

const forbidden: Array<[from: string, to: string]> = [
	...pairsOfLayers
		.filter((pair) => pair.from !== pair.to && !isAllowed(pair))
		.map(({ from, to }): [string, string] => [partOf(from), partOf(to)]),
	...layers.map((layer): [string, string] => [partOf(layer), nodeFile]),
	[credential, partOf('output')],
	[credential, partOf('lists')],
	[credential, nodeFile],
	[partOf('http'), sandbox],
	[credential, sandbox],
];
const allowed: Array<[from: string, to: string]> = [
	...pairsOfLayers.filter(isAllowed).map(({ from, to }): [string, string] => [partOf(from), partOf(to)]),
	[nodeFile, partOf('operations')],
	[nodeFile, partOf('trigger')],
	[credential, partOf('http')],
	[credential, partOf('errors')],
	[sandbox, partOf('http')],
];

const ownRules = [
	'import-x/no-restricted-paths',
	'@typescript-eslint/no-restricted-imports',
	'no-restricted-globals',
	'no-restricted-syntax',
];

const runtimeOfN8n = "import { sleep } from 'n8n-workflow';\nexport const wait = sleep;\n";
const typesOfN8n = "import type { INode } from 'n8n-workflow';\nexport type Node = INode;\n";

const callPastN8n = "export const call = () => fetch('https://orders.test');\n";

const castOfAParameter = `import type { IExecuteFunctions } from 'n8n-workflow';
export const read = (context: IExecuteFunctions) => context.getNodeParameter('start', 0) as string;
`;

let project: string;

beforeAll(async () => {
	project = await mkdtemp(join(tmpdir(), 'layers-'));
	await symlink(join(root, 'node_modules'), join(project, 'node_modules'), 'dir');
	for (const path of [...layers.map(partOf), nodeFile, credential, sandbox]) {
		await write(path, 'export interface Part {}\n');
	}
	const config = JSON.stringify(pathToFileURL(join(root, 'eslint.shipped.config.mjs')).href);
	await write('eslint.config.mjs', `export { default } from ${config};\n`);
});

afterAll(() => rm(project, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
	await mkdir(dirname(join(project, path)), { recursive: true });
	await writeFile(join(project, path), text);
}

/** This project's own rules for shipped code, of which the linter says that they are broken, by file. */
async function brokenRules(): Promise<Record<string, string[]>> {
	const eslint = join(root, 'node_modules/eslint/bin/eslint.js');
	const output = await new Promise<string>((done) => {
		execFile(process.execPath, [eslint, '--format', 'json', '.'], { cwd: project }, (_error, stdout) =>
			done(stdout),
		);
	});
	const results = JSON.parse(output) as Array<{ filePath: string; messages: Array<{ ruleId: string }> }>;
	return Object.fromEntries(
		results.map(({ filePath, messages }) => [
			filePath.split('/').pop() ?? '',
			messages.map(({ ruleId }) => ruleId).filter((rule) => ownRules.includes(rule)),
		]),
	);
}

/** A file beside `from` that imports `to`, named by its number. */
async function writeImports(pairs: Array<[string, string]>, kind: string): Promise<void> {
	for (const [index, [from, to]] of pairs.entries()) {
		const specifier = relative(dirname(from), to.replace(/\.ts$/, ''));
		const path = specifier.startsWith('.') ? specifier : `./${specifier}`;
		await write(join(dirname(from), `${kind}${index}.ts`), `export type { Part } from '${path}';\n`);
	}
}

test('layers import downwards only, n8n at run time only where it is wired, and no shipped code casts or fetches', async () => {
	const [beside, below] = [forbidden, allowed].map((pairs) =>
		pairs.map(([from, to]): [string, string] => [from === nodeFile ? `${node}/x.ts` : from, to]),
	);
	await writeImports(beside ?? [], 'forbidden');
	await writeImports(below ?? [], 'allowed');
	for (const layer of layers) {
		await write(`${node}/${layer}/${layer}Runtime.ts`, runtimeOfN8n);
		await write(`${node}/${layer}/${layer}Types.ts`, typesOfN8n);
	}
	await write(`${node}/operations/cast.ts`, castOfAParameter);
	await write(`${node}/operations/noCast.ts`, castOfAParameter.replace(' as string', ''));
	await write(`${node}/http/call.ts`, callPastN8n);
	const rules = await brokenRules();
	expect(rules['call.ts']).toEqual(['no-restricted-globals']);
	expect(rules['cast.ts']).toEqual(['no-restricted-syntax']);
	expect(rules['noCast.ts']).toEqual([]);
	for (const [index, [from, to]] of forbidden.entries()) {
		expect([from, to, rules[`forbidden${index}.ts`]]).toEqual([from, to, ['import-x/no-restricted-paths']]);
	}
	for (const [index, [from, to]] of allowed.entries()) {
		expect([from, to, rules[`allowed${index}.ts`] ?? []]).toEqual([from, to, []]);
	}
	for (const layer of layers.filter((name) => name !== 'operations')) {
		expect(rules[`${layer}Runtime.ts`]).toEqual(['@typescript-eslint/no-restricted-imports']);
	}
	expect(rules['operationsRuntime.ts']).toEqual([]);
	for (const layer of layers) expect(rules[`${layer}Types.ts`]).toEqual([]);
}, 60_000);
