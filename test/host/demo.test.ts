/** The demo as a person runs it: what it leaves, what it says, and that Ctrl+C, a kill and a failed start leave nothing behind. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { eventually } from '../support/eventually';

const root = path.resolve(__dirname, '../..');
const timeoutMs = 600_000;

/**
 * A copy of the project. The demo builds the package, and where Ctrl+C ends that, the build is incomplete: other host
 * tests pack the project's own at the same time.
 */
let project: string;
beforeAll(async () => {
	project = await mkdtemp(path.join(tmpdir(), 'demo-project-'));
	const notCopied = ['.git', 'node_modules', 'dist', 'demo-output'].map((name) => path.join(root, name));
	await cp(root, project, { recursive: true, filter: (source) => !notCopied.includes(source) });
	await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
});
afterAll(async () => await rm(project, { recursive: true, force: true }));

let home: string;
/** The folder of the demo's temporary folders. */
let temporary: string;
beforeEach(async () => {
	home = await mkdtemp(path.join(tmpdir(), 'demo-test-'));
	temporary = path.join(home, 'temporary');
	await mkdir(temporary);
});
afterEach(async () => await rm(home, { recursive: true, force: true }));

/** Starts the demo in a process group of its own, as a shell does, with its temporary folders in one of ours. */
function startDemo(args: string[] = [], env: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts', ...args], {
		cwd: project,
		env: { ...process.env, TMPDIR: temporary, ...env },
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let said = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
	}
	const ended = once(child, 'exit') as Promise<[number | null]>;
	return {
		said: () => said,
		ended: async () => (await ended)[0],
		says: async (text: string) => await eventually(text, () => said.includes(text), timeoutMs),
		/** As the terminal does: to the whole group. */
		signal: (signal: NodeJS.Signals) => process.kill(-(child.pid ?? NaN), signal),
	};
}

/** Processes that the demo started, by the temporary folder in their environment or on their command line. Linux only. */
const processesLeft = () =>
	readdirSync('/proc').filter((pid) => {
		try {
			return ['environ', 'cmdline'].some((file) =>
				readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(temporary),
			);
		} catch {
			return false;
		}
	});

async function expectNothingLeft(): Promise<void> {
	await eventually('no process is left', () => processesLeft().length === 0, 60_000);
	// Caches of tsx, Node and gulp, wherever temporary files are.
	const kept = /^(tsx-\d+|node-compile-cache|\.v8flags.*)$/;
	const left = (await readdir(temporary)).filter((name) => !kept.test(name));
	expect(left).toEqual([]);
}

test('with --once: one line for each step, the first rows, a file that git ignores, and nothing else left', async () => {
	const demo = startDemo(['--once']);
	expect(await demo.ended()).toBe(0);
	const lines = demo.said().split('\n');
	const steps = lines.filter((line) => / \.\.\. /.test(line));
	expect(steps).toHaveLength(4);
	expect(steps.filter((line) => !/ \.\.\. done \(\d+ s\)$/.test(line))).toEqual([]);
	expect(demo.said()).toMatch(/The first of \d+ rows:\n.*\n.*salesOrderId.*customerDescription/);
	expect(lines.length).toBeLessThan(25);

	const [, file = ''] = /^File +(.*)$/m.exec(demo.said()) ?? [];
	const [, orders] =
		/Orders in the service (\d+), in the file \1, with external ID \1\./.exec(demo.said()) ?? [];
	expect(parse(await readFile(path.resolve(project, file)))).toHaveLength(Number(orders) + 1);
	expect(execFileSync('git', ['check-ignore', file], { cwd: root, encoding: 'utf8' }).trim()).toBe(file);
	await expectNothingLeft();
});

test.each([
	['Ctrl+C', 'Building the package', 'SIGINT'],
	['Ctrl+C', 'Starting n8n', 'SIGINT'],
	['a kill', 'Executing the workflow', 'SIGKILL'],
] as const)('%s after "%s" leaves nothing behind', async (_, line, signal) => {
	const demo = startDemo();
	await demo.says(line);
	demo.signal(signal);
	expect(await demo.ended()).not.toBe(0);
	await expectNothingLeft();
});

test('at the end it prints how to reach editor and sandbox, and Ctrl+C stops both and leaves nothing behind', async () => {
	const demo = startDemo();
	await demo.says('Ctrl+C stops n8n and the sandbox');
	const [, editor = ''] = /^Editor +(http\S+)$/m.exec(demo.said()) ?? [];
	const [, sandbox = ''] = /^Sandbox +(http\S+)$/m.exec(demo.said()) ?? [];
	const [, token = ''] = /^Token +(\S+) /m.exec(demo.said()) ?? [];
	expect((await fetch(editor)).status).toBe(200);
	const users = await fetch(`${sandbox}/api/v2/user`, { headers: { Authorization: `Bearer ${token}` } });
	expect(users.status).toBe(200);
	demo.signal('SIGINT');
	expect(await demo.ended()).toBe(0);
	await expectNothingLeft();
});

test('without a network it says what is missing, and leaves nothing behind', async () => {
	const demo = startDemo([], {
		HOME: home,
		SALES_ORDER_INTEGRATION_CACHE: path.join(home, 'cache'),
		npm_config_registry: 'http://127.0.0.1:9',
		npm_config_fetch_retries: '0',
		npm_config_cache: path.join(home, 'npm'),
	});
	expect(await demo.ended()).toBe(1);
	expect(demo.said()).toContain('n8n is not installed yet, and the npm registry cannot be reached.');
	await expectNothingLeft();
});
