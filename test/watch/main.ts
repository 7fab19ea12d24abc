/**
 * `npm run test:watch`: runs the tests that a file touches whenever one is saved. With files after `--` it runs theirs
 * once and ends. Random tests make half of their repetitions.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';

import { folders, readImports, touchedTests } from './touchedTests';

const root = path.resolve(__dirname, '..', '..');
/** Editors write a file in several steps. */
const SETTLING_MS = 100;

/** Starts the tests that these files touch; undefined where there are none. */
function startTests(files: Iterable<string>): ChildProcess | undefined {
	const imports = readImports();
	const tests = [...new Set([...files].flatMap((file) => touchedTests(file, imports)))];
	if (tests.length === 0) return undefined;
	const args = ['--selectProjects', 'unit', 'engine', '--runTestsByPath', ...tests];
	const env = { ...process.env, REPETITIONS: '0.5' };
	return spawn(process.execPath, [require.resolve('jest/bin/jest'), ...args], {
		cwd: root,
		env,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
}

function watchFolders(): void {
	const changed = new Set<string>();
	let running: ChildProcess | undefined;
	let timer: NodeJS.Timeout | undefined;
	const run = () => {
		timer = undefined;
		running?.kill();
		running = startTests(changed);
		// What failed, or was broken off by the next change, is run again with that.
		running?.once('exit', (code) => {
			if (code === 0 && timer === undefined) changed.clear();
		});
	};
	for (const folder of folders) {
		watch(path.join(root, folder), { recursive: true }, (_, file) => {
			if (file === null || !file.endsWith('.ts')) return;
			changed.add(path.posix.join(folder, file));
			clearTimeout(timer);
			timer = setTimeout(run, SETTLING_MS);
		});
	}
	console.log(`Waiting for a change in ${folders.join(', ')}.`);
}

async function main(files: string[]): Promise<void> {
	if (files.length === 0) return watchFolders();
	const running = startTests(files.map((file) => path.relative(root, path.resolve(file))));
	if (running) [process.exitCode] = (await once(running, 'exit')) as [number];
	else console.log('No unit or engine test is about that.');
}

void main(process.argv.slice(2));
