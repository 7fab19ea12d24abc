/** .ci/run says truly what passed and failed, and ends with the right code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
let project: string;

beforeEach(() => {
	project = mkdtempSync(join(tmpdir(), 'ci-run-'));
	cpSync(join(root, '.ci/run'), join(project, '.ci/run'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** A shell command that writes jest's report, as far as it is read, to the file that the script asks for. */
function report(passed: number, failed = 0, brokenSuites = 0): string {
	const json = JSON.stringify({
		success: failed + brokenSuites === 0,
		numPassedTests: passed,
		numFailedTests: failed,
		numRuntimeErrorTestSuites: brokenSuites,
	});
	return `for a; do case $a in --outputFile=*) printf '%s' '${json}' > "\${a#--outputFile=}";; esac; done`;
}

type Commands = Partial<Record<'ci' | 'prepare' | 'test' | 'host', string>>;

/** Runs the script with an npm that runs these shell commands instead of the real scripts: its code, and its last line. */
async function run({ ci = ':', prepare = ':', test = ':', host = ':' }: Commands) {
	const npm = `#!/usr/bin/env bash
cd ${JSON.stringify(project)}
echo $CI $1 $2 >> calls
case "$1 $2" in
	'ci ') ${ci};; 'tsx host/main.ts') ${prepare};; 'test --') ${test};; 'run test:host') ${host};;
esac
`;
	for (const name of ['npm', 'npx']) writeFileSync(join(project, name), npm, { mode: 0o755 });
	const env = { ...process.env, CI: 'false', PATH: `${project}:${process.env.PATH}`, TMPDIR: project };
	const child = spawn(join(project, '.ci/run'), { env, stdio: ['ignore', 'pipe', 'inherit'] });
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const [code] = (await once(child, 'close')) as [number];
	return [code, output.trimEnd().split('\n').at(-1)];
}

const calls = () => readFileSync(join(project, 'calls'), 'utf8').trim().split('\n');

test.each<[string, Commands, number, string]>([
	['adds up both runs', { test: report(40), host: report(2) }, 0, '42 passed, 0 failed'],
	[
		'counts failed tests and suites that did not start, and still runs the host tests',
		{ test: `${report(40, 3, 1)}; exit 1`, host: report(2) },
		1,
		'42 passed, 4 failed',
	],
	[
		'counts a step that fails before any test as one failure',
		{ test: 'exit 2', host: report(2) },
		1,
		'2 passed, 1 failed',
	],
	[
		'counts a run that fails after its tests passed as one failure',
		{ test: `${report(40)}; exit 1`, host: report(2) },
		1,
		'42 passed, 1 failed',
	],
	[
		'prepares n8n during npm test, and runs the host tests when both have ended',
		{
			prepare: 'until [[ -e tested ]]; do sleep 0.05; done; sleep 0.2; touch prepared',
			test: `touch tested; ${report(1)}`,
			host: `[[ -e prepared ]] && ${report(1)}`,
		},
		0,
		'2 passed, 0 failed',
	],
	['does not take a run without any test for a success', {}, 1, '0 passed, 0 failed'],
])('it %s', async (_, commands, code, line) => {
	expect(await run(commands)).toEqual([code, line]);
	expect(calls().sort()).toEqual(['true ci', 'true run test:host', 'true test --', 'true tsx host/main.ts']);
});

test('nothing runs after a failed install', async () => {
	expect(await run({ ci: 'exit 1', test: report(1) })).toEqual([1, '0 passed, 1 failed']);
	expect(calls()).toEqual(['true ci']);
});
