/** The rules for every file (.oxlintrc.json) hold: they are followed across files, and no comment switches one off. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
const notLinted = ['.git', 'coverage', 'dist', 'node_modules', 'tmp'];
const sources = readdirSync(root, { withFileTypes: true })
	.filter(({ name }) => !notLinted.includes(name))
	.flatMap((entry) =>
		entry.isDirectory()
			? readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' }).map((file) =>
					join(entry.name, file),
				)
			: [entry.name],
	)
	.filter((file) => /\.(ts|js|mjs|cjs)$/.test(file));

/** A comment that begins with such a word; in quotes it is no comment. */
const SWITCHES_OFF = /(?<!['"`])\/[/*][\s*]*(?:es|ox)lint-disable/;

// The word stands apart, so that this file holds no such comment.
const [eslint, oxlint] = ['eslint-disable', 'oxlint-disable'];

test.each([
	`// ${eslint}-next-line`,
	`/* ${oxlint} */`,
	`/** ${oxlint} eqeqeq */`,
	`call(); // ${oxlint}-line`,
	`/*\n * ${eslint}\n */`,
])('is a comment that switches a rule off: %j', (text) => {
	expect(text).toMatch(SWITCHES_OFF);
});

// The linter has no setting that ignores such comments, and its own rule against them can be switched off by one.
test('no file switches a rule off', () => {
	expect(sources.length).toBeGreaterThan(400);
	const switching = sources.filter((file) => SWITCHES_OFF.test(readFileSync(join(root, file), 'utf8')));
	expect(switching).toEqual([]);
});

test('files that import each other in a circle are refused, and so is an unused name', () => {
	const folder = mkdtempSync(join(tmpdir(), 'lint-'));
	try {
		writeFileSync(join(folder, 'one.ts'), "import { two } from './two';\nexport const one = () => two;\n");
		writeFileSync(join(folder, 'two.ts'), "import { one } from './one';\nexport const two = () => one;\n");
		writeFileSync(join(folder, 'three.ts'), 'export function three(_unused: number): void {}\n');
		expect(brokenRules(folder)).toEqual({
			'one.ts': ['import(no-cycle)'],
			'two.ts': ['import(no-cycle)'],
			'three.ts': ['eslint(no-unused-vars)'],
		});
	} finally {
		rmSync(folder, { recursive: true });
	}
});

/** Rules that the linter says are broken in a folder, by file. */
function brokenRules(folder: string): Record<string, string[]> {
	const linter = join(root, 'node_modules/oxlint/bin/oxlint');
	const { stdout } = spawnSync(process.execPath, [linter, '--format', 'json', folder], {
		cwd: root,
		encoding: 'utf8',
	});
	const { diagnostics } = JSON.parse(stdout) as { diagnostics: Array<{ filename: string; code: string }> };
	const rules: Record<string, string[]> = {};
	for (const { filename, code } of diagnostics) (rules[basename(filename)] ??= []).push(code);
	return rules;
}
