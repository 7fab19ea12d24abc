/** Runs parts of the benchmark in processes of their own, bundled beforehand so that no compiler runs beside them. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildSync } from 'esbuild';

const root = path.resolve(__dirname, '../..');

/** Where the bundles go: below node_modules, so that they find the packages that they leave out. */
const bundleFolder = path.join('node_modules', '.cache', 'bench');
const bundled = new Set<string>();

function bundle(name: string): string {
	const outfile = path.join(root, bundleFolder, `${name}.js`);
	if (bundled.has(outfile)) return outfile;
	buildSync({
		entryPoints: [path.join(root, 'test', 'bench', 'programs', `${name}.ts`)],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		packages: 'external',
	});
	bundled.add(outfile);
	return outfile;
}

function start(name: string, input: unknown): ChildProcess {
	return fork(bundle(name), [JSON.stringify(input)], {
		cwd: root,
		env: { ...process.env, NODE_ENV: 'production' },
		execArgv: ['--expose-gc', '--max-old-space-size=8192'],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
}

async function answerOf(child: ChildProcess, name: string): Promise<unknown> {
	const waiting = new AbortController();
	try {
		return await Promise.race([
			once(child, 'message', waiting).then(([message]) => message as unknown),
			once(child, 'exit', waiting).then(([code, signal]) => {
				throw new Error(`The program ${name} ended without an answer (${code ?? signal})`);
			}),
		]);
	} finally {
		waiting.abort();
	}
}

/**
 * Runs a program of programs/ to its end.
 *
 * @returns what it answered
 * @throws Error when it failed; its own message is on standard error
 */
export async function runProgram<Answer>(name: string, input: unknown): Promise<Answer> {
	const child = start(name, input);
	const ended = once(child, 'exit');
	const answer = (await answerOf(child, name)) as Answer;
	await ended;
	return answer;
}

/** Starts a program of programs/ that serves others until it is stopped; `ready` is what it said when it had started. */
export async function startProgram<Ready>(name: string, input: unknown) {
	const child = start(name, input);
	const ready = (await answerOf(child, name)) as Ready;
	return {
		ready,
		stop: async () => {
			const ended = once(child, 'exit');
			child.kill();
			await ended;
		},
	};
}
