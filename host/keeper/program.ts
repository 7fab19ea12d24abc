/**
 * The keeper: a small process between us and a program we start (n8n, npm, PostgreSQL). It holds a channel to us;
 * when that closes, for whatever reason (end, Ctrl-C, crash, SIGKILL), it ends the program's whole process group
 * and removes the temporary folders named on its command line. So nothing is left behind, whatever happens.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { MessageFromKeeper, MessageToKeeper, ProgramToRun } from './messages';
import { signalGroup } from './processGroup';

const folders = process.argv.slice(2);
let running: { child: ChildProcess; program: ProgramToRun; exited: Promise<void> } | undefined;
let closing = false;

function report(message: MessageFromKeeper): void {
	// The other side may be gone at any moment; there is then nobody to tell.
	if (process.connected) process.send?.(message, () => undefined);
}

function run(program: ProgramToRun): void {
	if (running) {
		report({ kind: 'notStarted', reason: 'this keeper already runs a program' });
		return;
	}
	const log = openSync(program.logFile, 'a');
	const child = spawn(program.command, program.args, {
		cwd: program.cwd,
		env: program.env,
		// A group of its own: the signal that ends it must reach its children and must not reach us.
		detached: true,
		stdio: ['ignore', log, log],
		...program.user,
	});
	closeSync(log);
	const exited = new Promise<void>((resolve) => {
		child.once('spawn', () => report({ kind: 'started', pid: child.pid ?? 0 }));
		child.once('error', (error) => {
			if (child.pid !== undefined) return;
			running = undefined;
			report({ kind: 'notStarted', reason: error.message });
			resolve();
		});
		child.once('exit', (code, signal) => {
			running = undefined;
			// Children that outlived their parent (a task runner, a compiler) still are in its group.
			if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
			report({ kind: 'exited', code, signal });
			resolve();
		});
	});
	running = { child, program, exited };
}

async function close(): Promise<void> {
	if (closing) return;
	closing = true;
	if (running) {
		const { child, program, exited } = running;
		// Only the leader is asked: it knows best how to end its own children.
		child.kill(program.endSignal);
		const timer = setTimeout(() => {
			if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
		}, program.endGraceMs);
		await exited;
		clearTimeout(timer);
	}
	await Promise.all(
		folders.map(async (folder) => await rm(folder, { recursive: true, force: true, maxRetries: 5 })),
	);
	process.exit(0);
}

process.on('message', (message: MessageToKeeper) => {
	if (message.kind === 'run') run(message.program);
	else void close();
});
process.on('disconnect', () => void close());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close());
report({ kind: 'ready' });
