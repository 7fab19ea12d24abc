/** Our side of the keeper (program.ts): starts one, has it run programs, and hears how they end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MessageFromKeeper, MessageToKeeper, ProgramToRun } from './messages';
import { signalGroup } from './processGroup';

const projectRoot = path.resolve(__dirname, '..', '..');
/** Removing an installation of 2 GB takes a while on a slow disk; this comes on top of the program's own grace. */
const closingGraceMs = 60_000;

/** How a program ended: an exit code, or the signal that ended it. */
export interface ProgramExit {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

/** A program that a keeper runs. */
export interface RunningProgram {
	/** Its process id, which is the id of its process group too. */
	readonly pid: number;
	/** Resolves once the program has ended and the rest of its process group was killed. Never rejects. */
	readonly exited: Promise<ProgramExit>;
	/** Signals the program alone. */
	signal(signal: NodeJS.Signals): void;
	/** Kills the program and all its children at once (SIGKILL). */
	kill(): void;
}

/** A keeper process. It runs one program at a time; everything it runs dies with us. */
export class Keeper {
	private current: { program: ProgramToRun; pid?: number } | undefined;
	private closing: Promise<void> | undefined;
	private complaint = '';
	private readonly gone: Promise<unknown>;
	private readonly messages: AsyncIterator<[MessageFromKeeper]>;

	private constructor(
		private readonly child: ChildProcess,
		private readonly folders: readonly string[],
	) {
		this.gone = once(child, 'exit');
		this.messages = on(child, 'message') as AsyncIterator<[MessageFromKeeper]>;
		child.stderr?.on('data', (chunk: Buffer) => {
			this.complaint = (this.complaint + chunk.toString()).slice(-4_000);
		});
	}

	/**
	 * Starts a keeper that removes `folders` when it is closed or when we are gone.
	 * Errors: the keeper's own output, where it does not come up.
	 */
	static async start(folders: readonly string[]): Promise<Keeper> {
		const args = ['--import', 'tsx', path.join(__dirname, 'program.ts'), ...folders];
		const child = spawn(process.execPath, args, {
			cwd: projectRoot,
			env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
			// Out of the terminal's reach: Ctrl-C must end us, and the keeper then ends the rest in order.
			detached: true,
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		});
		const keeper = new Keeper(child, folders);
		if (!(await keeper.hear())) throw new Error(`The keeper process did not start. ${keeper.complaint}`);
		return keeper;
	}

	/**
	 * Starts a keeper and makes a temporary folder, `prefix` and random letters, that it removes. It knows the folder
	 * before it is there, so a kill in between leaves nothing behind. Errors: those of `start`.
	 */
	static async startWithFolder(prefix: string): Promise<{ keeper: Keeper; folder: string }> {
		const folder = path.join(tmpdir(), prefix + randomBytes(6).toString('hex'));
		const keeper = await Keeper.start([folder]);
		await mkdir(folder, { mode: 0o700 });
		return { keeper, folder };
	}

	/** Starts `program` and resolves once it runs. Errors: it cannot be started, or another one runs already. */
	async run(program: ProgramToRun): Promise<RunningProgram> {
		if (this.closing || !this.child.connected) throw new Error('This keeper is closed');
		if (this.current) throw new Error('This keeper already runs a program');
		const run: { program: ProgramToRun; pid?: number } = { program };
		this.current = run;
		this.say({ kind: 'run', program });
		const answer = await this.hear();
		if (answer?.kind !== 'started') {
			this.current = undefined;
			const reason = answer?.kind === 'notStarted' ? answer.reason : `the keeper ended. ${this.complaint}`;
			throw new Error(`${program.command}: ${reason}`);
		}
		const { pid } = answer;
		run.pid = pid;
		return {
			pid,
			exited: this.endOf(pid),
			signal: (signal) => {
				if (this.current === run) process.kill(pid, signal);
			},
			kill: () => {
				if (this.current === run) signalGroup(pid, 'SIGKILL');
			},
		};
	}

	private async endOf(pid: number): Promise<ProgramExit> {
		const answer = await this.hear();
		this.current = undefined;
		if (answer?.kind === 'exited') return { code: answer.code, signal: answer.signal };
		// The keeper itself is gone: its program must not outlive it.
		signalGroup(pid, 'SIGKILL');
		return { code: null, signal: 'SIGKILL' };
	}

	/** Ends what runs, in order if it can, removes the folders, and resolves when all of it is gone. */
	async close(): Promise<void> {
		this.closing ??= this.closeOnce();
		await this.closing;
	}

	private async closeOnce(): Promise<void> {
		const graceMs = closingGraceMs + (this.current?.program.endGraceMs ?? 0);
		this.say({ kind: 'close' });
		const timer = setTimeout(() => {
			if (this.current?.pid !== undefined) signalGroup(this.current.pid, 'SIGKILL');
			this.child.kill('SIGKILL');
		}, graceMs);
		await this.gone;
		clearTimeout(timer);
		// Done by the keeper already, unless it was killed.
		for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
	}

	private say(message: MessageToKeeper): void {
		// A keeper that is gone is noticed by its exit, which ends the current run.
		if (this.child.connected) this.child.send(message, () => undefined);
	}

	/** What the keeper says next; undefined once it is gone. */
	private async hear(): Promise<MessageFromKeeper | undefined> {
		const gone = this.gone.then(() => undefined);
		return (await Promise.race([this.messages.next(), gone]))?.value[0];
	}
}
