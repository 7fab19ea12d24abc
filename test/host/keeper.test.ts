/** Nothing that we start outlives us, however we end. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Keeper } from '../../host/keeper/keeper';
import type { ProgramToRun } from '../../host/keeper/messages';
import { runToEnd } from '../../host/keeper/runToEnd';
import { eventually, groupIsThere, processIsThere, reasonOf } from './processes';
import { runScript } from './runScript';

jest.setTimeout(60_000);

async function temporaryFolder(): Promise<string> {
	return await mkdtemp(path.join(tmpdir(), 'keeper-test-'));
}

function shell(folder: string, script: string, endGraceMs = 2_000): ProgramToRun {
	return {
		command: 'sh',
		args: ['-c', script],
		cwd: folder,
		env: { PATH: process.env.PATH ?? '' },
		logFile: path.join(folder, 'program.log'),
		endSignal: 'SIGTERM',
		endGraceMs,
	};
}

/** Until a program that prints `ready` once its traps are set has done so. */
async function untilReady(folder: string): Promise<void> {
	const log = path.join(folder, 'program.log');
	await eventually('the program is ready', async () => (await readFile(log, 'utf8')).includes('ready'));
}

describe('when the process that started a program ends', () => {
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const;
	it.each(signals)('by %s, the program, its children and the folder go too', async (signal) => {
		const folder = await temporaryFolder();
		const { child, line, ended } = await runScript<{ pid: number }>('abandoned.ts', ['program', folder]);
		expect(groupIsThere(line.pid)).toBe(true);
		child.kill(signal);
		await ended;
		await eventually('the program is gone', () => !groupIsThere(line.pid));
		await eventually('the folder is gone', () => !existsSync(folder));
	});

	it.each(['exit', 'uncaught'])('by %s, the program, its children and the folder go too', async (ending) => {
		const folder = await temporaryFolder();
		const { line, ended } = await runScript<{ pid: number }>('abandoned.ts', ['program', folder, ending]);
		await ended;
		await eventually('the program is gone', () => !groupIsThere(line.pid));
		await eventually('the folder is gone', () => !existsSync(folder));
	});

	it('by SIGKILL, a real n8n and its folder go too', async () => {
		const { child, line, ended } = await runScript<{ pid: number; userFolder: string }>('abandoned.ts', [
			'n8n',
		]);
		expect(groupIsThere(line.pid)).toBe(true);
		child.kill('SIGKILL');
		await ended;
		await eventually('the process group is gone', () => !groupIsThere(line.pid), 30_000);
		await eventually('the folder is gone', () => !existsSync(line.userFolder), 30_000);
	}, 180_000);
});

describe('a keeper', () => {
	it('ends the program in order when it is closed, and removes the folder', async () => {
		const folder = await temporaryFolder();
		const proof = path.join(await temporaryFolder(), 'proof');
		const keeper = await Keeper.start([folder]);
		const script = `trap 'echo orderly > ${proof}; exit 7' TERM; echo ready; while :; do sleep 0.1; done`;
		const program = await keeper.run(shell(folder, script));
		await untilReady(folder);
		await keeper.close();
		await expect(program.exited).resolves.toEqual({ code: 7, signal: null });
		await expect(readFile(proof, 'utf8')).resolves.toBe('orderly\n');
		expect(existsSync(folder)).toBe(false);
		await rm(path.dirname(proof), { recursive: true });
	});

	it('kills a program that does not end in its time', async () => {
		const folder = await temporaryFolder();
		const keeper = await Keeper.start([folder]);
		const script = 'trap "" TERM; echo ready; while :; do sleep 0.1; done';
		const program = await keeper.run(shell(folder, script, 300));
		await untilReady(folder);
		await keeper.close();
		await expect(program.exited).resolves.toEqual({ code: null, signal: 'SIGKILL' });
		await eventually('the program is gone', () => !groupIsThere(program.pid));
	});

	it('ends children that their parent left running', async () => {
		const folder = await temporaryFolder();
		const keeper = await Keeper.start([folder]);
		const program = await keeper.run(shell(folder, 'sleep 600 & exit 0'));
		await expect(program.exited).resolves.toEqual({ code: 0, signal: null });
		await eventually('the child is gone', () => !groupIsThere(program.pid));
		await keeper.close();
	});

	it('that is killed itself takes the program and the folder with it', async () => {
		const folder = await temporaryFolder();
		const keeper = await Keeper.start([folder]);
		const program = await keeper.run(shell(folder, 'echo $PPID; sleep 600'));
		const log = path.join(folder, 'program.log');
		await eventually('it has told its parent', async () => (await readFile(log, 'utf8')).endsWith('\n'));
		const keeperPid = Number(await readFile(log, 'utf8'));
		process.kill(keeperPid, 'SIGKILL');
		await expect(program.exited).resolves.toEqual({ code: null, signal: 'SIGKILL' });
		await eventually('the program is gone', () => !groupIsThere(program.pid));
		await keeper.close();
		expect(processIsThere(keeperPid)).toBe(false);
		expect(existsSync(folder)).toBe(false);
	});

	it('says why a program could not be started, and can start another one', async () => {
		const folder = await temporaryFolder();
		const keeper = await Keeper.start([folder]);
		const missing = { ...shell(folder, ''), command: path.join(folder, 'no-such-program') };
		await expect(keeper.run(missing)).rejects.toThrow(/no-such-program.*ENOENT/);
		await expect(runToEnd(keeper, shell(folder, 'exit 0'), 'sh')).resolves.toBeUndefined();
		await keeper.close();
		await expect(keeper.run(shell(folder, 'exit 0'))).rejects.toThrow('closed');
	});

	it('tells the end of the output of a program that failed', async () => {
		const folder = await temporaryFolder();
		const keeper = await Keeper.start([folder]);
		await runToEnd(keeper, shell(folder, 'echo from the run before'), 'sh');
		const failing = shell(folder, 'seq 1 100; echo noise; echo cause >&2; exit 4');
		const error = await reasonOf(runToEnd(keeper, failing, 'the program', /^noise$/));
		expect(error.message).toMatch(/^the program ended with exit code 4\. The end of its output:\n/);
		expect(error.message).toMatch(/\n100\ncause$/);
		expect(error.message).not.toMatch(/noise|\n1\n|from the run before/);
		await keeper.close();
	});
});
