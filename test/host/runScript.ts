/** Runs one of the scripts of this folder as a process of its own and reads the line that it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Starts `script` and resolves with the process and its first line of output, parsed as JSON. */
export async function runScript<Line>(
	script: string,
	args: readonly string[] = [],
): Promise<{ child: ChildProcess; line: Line; ended: Promise<unknown> }> {
	const child = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, script), ...args], {
		cwd: path.resolve(__dirname, '..', '..'),
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let complaint = '';
	child.stderr.on('data', (chunk: Buffer) => {
		complaint += chunk.toString();
	});
	const ended = once(child, 'exit');
	const lines = createInterface({ input: child.stdout });
	const first = await Promise.race([
		once(lines, 'line') as Promise<[string]>,
		ended.then(() => {
			throw new Error(`${script} ended without a word: ${complaint}`);
		}),
	]);
	return { child, line: JSON.parse(first[0]) as Line, ended };
}
