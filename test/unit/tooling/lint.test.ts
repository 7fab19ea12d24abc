/** The linters refuse what this project forbids beyond n8n's rules, and no comment switches a rule off. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(__dirname, '../../..');
const node = 'nodes/SalesOrderIntegration';
const layers = ['errors', 'dates', 'http', 'lists', 'parameters', 'output', 'trigger', 'operations'];

const imports = (path: string) => `export type { Part } from '${path}';\n`;
const part = 'export interface Part {}\n';
const runtimeOfN8n = "import { sleep } from 'n8n-workflow';\nexport const wait = sleep;\n";
const castOfAParameter = `import type { IExecuteFunctions } from 'n8n-workflow';
export const read = (context: IExecuteFunctions) => context.getNodeParameter('start', 0) as string;
`;

/** Files that are refused, with the rule that refuses each. */
const refused: Array<[file: string, text: string, rule: string]> = [
	[`${node}/errors/upwards.ts`, imports('../dates/part'), 'import-x/no-restricted-paths'],
	[`${node}/operations/sideways.ts`, imports('../trigger/part'), 'import-x/no-restricted-paths'],
	[`${node}/trigger/sideways.ts`, imports('../operations/part'), 'import-x/no-restricted-paths'],
	[`${node}/http/unshipped.ts`, imports('../../../sandbox/part'), 'import-x/no-restricted-paths'],
	['credentials/upwards.ts', imports(`../${node}/lists/part`), 'import-x/no-restricted-paths'],
	[`${node}/trigger/runtime.ts`, runtimeOfN8n, '@typescript-eslint/no-restricted-imports'],
	[`${node}/http/library.ts`, "export * from 'undici';\n", 'no-restricted-imports'],
	[`${node}/http/late.ts`, "export const late = () => import('luxon');\n", 'no-restricted-syntax'],
	[`${node}/http/call.ts`, "export const call = () => fetch('x');\n", 'no-restricted-globals'],
	[`${node}/operations/cast.ts`, castOfAParameter, 'no-restricted-syntax'],
];
const accepted: Record<string, string> = {
	'sandbox/part.ts': part,
	...Object.fromEntries(layers.map((layer) => [`${node}/${layer}/part.ts`, part])),
	[`${node}/trigger/downwards.ts`]: imports('../output/part'),
	[`${node}/uses.node.ts`]: imports('./operations/part') + imports('./trigger/part'),
	'credentials/downwards.ts': imports(`../${node}/http/part`),
	[`${node}/operations/runtime.ts`]: runtimeOfN8n,
	[`${node}/operations/noCast.ts`]: castOfAParameter.replace(' as string', ''),
	[`${node}/http/lent.ts`]: "export * from 'zod/v4';\nexport * from 'node:crypto';\n",
};

/** What a linter prints of a folder with these files, JSON. */
function linted(files: Record<string, string>, program: string, cwd?: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'lint-'));
	try {
		for (const [name, text] of Object.entries(files)) {
			mkdirSync(dirname(join(folder, name)), { recursive: true });
			writeFileSync(join(folder, name), text);
		}
		const args = [join(root, 'node_modules', program), '--format', 'json', folder];
		return spawnSync(process.execPath, args, { cwd: cwd ?? folder, encoding: 'utf8' }).stdout;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

test('layers import downwards, n8n is called only where it is wired, and shipped code imports only what n8n lends', () => {
	const texts = Object.fromEntries(refused.map(([file, text]) => [file, text]));
	const config = pathToFileURL(join(root, 'eslint.shipped.config.mjs')).href;
	const files = { ...accepted, ...texts, 'eslint.config.mjs': `export { default } from '${config}';\n` };
	const ownRules = refused.map(([, , rule]) => rule);
	type Results = Array<{ filePath: string; messages: Array<{ ruleId: string }> }>;
	const found = (JSON.parse(linted(files, 'eslint/bin/eslint.js')) as Results).flatMap(
		({ filePath, messages }) => {
			const file = Object.keys(files).find((name) => filePath.endsWith(`/${name}`));
			const rules = messages.map(({ ruleId }) => ruleId);
			return rules.filter((rule) => ownRules.includes(rule)).map((rule) => [file, rule]);
		},
	);
	expect(found.sort()).toEqual(refused.map(([file, , rule]) => [file, rule]).sort());
}, 60_000);

test('files that import each other in a circle are refused', () => {
	const files = {
		'one.ts': "import { two } from './two';\nexport const one = () => two;\n",
		'two.ts': "import { one } from './one';\nexport const two = () => one;\n",
	};
	expect(linted(files, 'oxlint/bin/oxlint', root).match(/import\(no-cycle\)/g)).toHaveLength(2);
});

// The linter has no setting that ignores such comments, and its own rule against them can be switched off by one.
test('no comment switches a rule off', () => {
	const { stdout } = spawnSync('git', ['ls-files', '-z', '*.ts', '*.js', '*.mjs'], {
		cwd: root,
		encoding: 'utf8',
	});
	const sources = stdout.split('\0').filter(Boolean);
	expect(sources.length).toBeGreaterThan(400);
	const switchesOff = /(?<!['"`])\/[/*][\s*]*(?:es|ox)lint-disable/;
	expect(sources.filter((file) => switchesOff.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
