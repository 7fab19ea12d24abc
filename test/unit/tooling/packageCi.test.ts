/** .ci/run says truly what passed and failed, ends with the right code, and leaves no process behind. */
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../..');

const run = promisify(execFile);

let project: string;

beforeEach(async () => {
	project = await mkdtemp(join(tmpdir(), 'ci-run-'));
	await mkdir(join(project, '.ci'));
	await cp(join(root, '.ci/run'), join(project, '.ci/run'));
});

afterEach(async () => {
	// Gone already unless a test failed.
	const left = await survivor(1);
	if (left !== undefined) process.kill(left);
	await rm(project, { recursive: true, force: true });
});

interface Counts {
	passed: number;
	failed: number;
	brokenSuites: number;
}

/** The part of jest's report that is read, as a shell command that writes it to the file the script asks for. */
function report({ passed, failed, brokenSuites }: Counts): string {
	const json = JSON.stringify({
		success: failed + brokenSuites === 0,
		numPassedTests: passed,
		numFailedTests: failed,
		numRuntimeErrorTestSuites: brokenSuites,
	});
	return `for a; do case $a in --outputFile=*) printf '%s' '${json}' > "\${a#--outputFile=}";; esac; done`;
}

/** Puts an npm in the way that runs the given shell commands instead of the real scripts. */
async function fakeNpm(commands: {
	ci?: string;
	prepare?: string;
	test?: string;
	host?: string;
}): Promise<void> {
	const text = `#!/usr/bin/env bash
cd ${JSON.stringify(project)}
echo "$CI $*" >> calls
case "$1 $2" in
	'ci ') ${commands.ci ?? ':'};;
	'run host:prepare') ${commands.prepare ?? ':'};;
	'test --') ${commands.test ?? ':'};;
	'run test:host') ${commands.host ?? ':'};;
esac
`;
	await writeFile(join(project, 'npm'), text, { mode: 0o755 });
}

function start(): ChildProcess {
	return spawn(join(project, '.ci/run'), {
		env: { ...process.env, CI: 'false', PATH: `${project}:${process.env.PATH}`, TMPDIR: project },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}

async function finished(child: ChildProcess): Promise<{ code: number | null; lines: string[] }> {
	let output = '';
	child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const code = await new Promise<number | null>((done) => child.on('close', done));
	return { code, lines: output.trimEnd().split('\n') };
}

const closing = async () => {
	const { code, lines } = await finished(start());
	return [code, lines.at(-1)];
};

const calls = async () => (await readFile(join(project, 'calls'), 'utf8')).trim().split('\n');

/** The process that the fake npm started and left, if any; undefined once it has ended. */
async function survivor(attempts = 50): Promise<number | undefined> {
	const id = await readFile(join(project, 'child'), 'utf8').catch(() => undefined);
	if (id === undefined) return undefined;
	for (let attempt = 0; attempt < attempts; attempt++) {
		if (!(await isRunning(id.trim()))) return undefined;
		await wait(100);
	}
	return Number(id);
}

/** One that has ended and was not collected yet does not run. */
async function isRunning(id: string): Promise<boolean> {
	const { stdout } = await run('ps', ['-o', 'stat=', '-p', id]).catch((error: { code: unknown }) => {
		if (error.code === 1) return { stdout: '' };
		throw error;
	});
	return /^[^Z\s]/.test(stdout);
}

const childWasStarted = () => readFile(join(project, 'child'), 'utf8').then((id) => Number(id) > 0);

const startChild = 'sleep 300 & echo $! > child';

test('installs, runs both runs of tests in continuous mode, adds up what jest counted, and ends with 0', async () => {
	await fakeNpm({
		test: report({ passed: 40, failed: 0, brokenSuites: 0 }),
		host: report({ passed: 2, failed: 0, brokenSuites: 0 }),
	});
	expect(await closing()).toEqual([0, '42 passed, 0 failed']);
	const made = (await calls()).map((call) => call.replace(/--outputFile=\S+/, '--outputFile=F'));
	const together = ['true run host:prepare', 'true test -- --json --outputFile=F'];
	expect(made.slice(1, 3).sort()).toEqual(together);
	expect([made[0], ...made.slice(3)]).toEqual(['true ci', 'true run test:host -- --json --outputFile=F']);
});

test('n8n is prepared during npm test, and the host tests begin when both have ended', async () => {
	await fakeNpm({
		prepare: 'until [[ -e tested ]]; do sleep 0.05; done; sleep 0.2; touch prepared',
		test: `touch tested; ${report({ passed: 1, failed: 0, brokenSuites: 0 })}`,
		host: `[[ -e prepared ]] && ${report({ passed: 1, failed: 0, brokenSuites: 0 })}`,
	});
	expect(await closing()).toEqual([0, '2 passed, 0 failed']);
});

test('a preparation that fails is left to the host tests to report', async () => {
	await fakeNpm({
		prepare: 'exit 1',
		test: report({ passed: 1, failed: 0, brokenSuites: 0 }),
		host: 'exit 1',
	});
	expect(await closing()).toEqual([1, '1 passed, 1 failed']);
});

test('a failed test and a suite that did not start are counted, and the host tests still run', async () => {
	await fakeNpm({
		test: `${report({ passed: 40, failed: 3, brokenSuites: 1 })}; exit 1`,
		host: report({ passed: 2, failed: 0, brokenSuites: 0 }),
	});
	expect(await closing()).toEqual([1, '42 passed, 4 failed']);
});

test('a step that fails before any test counts as one failure', async () => {
	await fakeNpm({ test: 'exit 2', host: report({ passed: 2, failed: 0, brokenSuites: 0 }) });
	expect(await closing()).toEqual([1, '2 passed, 1 failed']);
});

test('a run that fails after its tests passed counts as one failure', async () => {
	await fakeNpm({
		test: `${report({ passed: 40, failed: 0, brokenSuites: 0 })}; exit 1`,
		host: report({ passed: 2, failed: 0, brokenSuites: 0 }),
	});
	expect(await closing()).toEqual([1, '42 passed, 1 failed']);
});

test('nothing runs after a failed install', async () => {
	await fakeNpm({ ci: 'exit 1', test: report({ passed: 1, failed: 0, brokenSuites: 0 }) });
	expect(await closing()).toEqual([1, '0 passed, 1 failed']);
	expect(await calls()).toEqual(['true ci']);
});

test('no tests at all is not a success', async () => {
	await fakeNpm({});
	expect(await closing()).toEqual([1, '0 passed, 0 failed']);
});

test('a process that a step left behind is ended', async () => {
	await fakeNpm({ test: `${startChild}; ${report({ passed: 1, failed: 0, brokenSuites: 0 })}` });
	expect(await closing()).toEqual([0, '1 passed, 0 failed']);
	expect(await childWasStarted()).toBe(true);
	expect(await survivor()).toBeUndefined();
}, 20_000);

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
	'%s ends the step in hand and what it started',
	async (signal) => {
		await fakeNpm({ test: `${startChild}; touch started; wait` });
		const child = start();
		const end = finished(child);
		await untilExists('started');
		child.kill(signal);
		const { code, lines } = await end;
		expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
		expect(lines.join('\n')).not.toContain('passed');
		expect(await childWasStarted()).toBe(true);
		expect(await survivor()).toBeUndefined();
	},
	20_000,
);

async function untilExists(name: string): Promise<void> {
	for (let tries = 0; tries < 500; tries++) {
		try {
			await readFile(join(project, name));
			return;
		} catch {
			await wait(20);
		}
	}
	throw new Error(`${name} was never written.`);
}
