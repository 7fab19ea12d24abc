/** The life of one n8n: started, stopped, killed and restarted in its folder, and asked over REST. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDatabase } from './database';
import {
	killN8n,
	n8nLogFile,
	type N8nPorts,
	type N8nProcess,
	type N8nProcessOptions,
	runN8nCommand,
	startN8n,
	stopN8n,
} from './n8nProcess';
import { logTail } from '../untilItAnswers';
import { type HttpMethod, HostRequestError, type Owner } from './restClient';

/** What a host is apart from the workflows in it. */
export class HostProcess {
	private current: N8nProcess | undefined;
	private lastPorts: N8nPorts | undefined;

	constructor(
		private options: Omit<N8nProcessOptions, 'preferredPorts'>,
		/** Who may sign in to the editor. */
		readonly owner: Owner,
	) {}

	/** n8n's version. */
	get version(): string {
		return this.options.installation.version;
	}

	/** The folder that holds n8n's database, settings and log. */
	get userFolder(): string {
		return this.options.userFolder;
	}

	/** The editor's address, without a slash at its end. */
	get url(): string {
		return this.running().url;
	}

	/** Starts n8n, on the same address as before if it was up already, and signs in. Called by `startHost`. */
	async start(): Promise<void> {
		if (this.current) throw new Error('n8n is running already');
		const started = await startN8n({ ...this.options, preferredPorts: this.lastPorts });
		this.current = started;
		this.lastPorts = started.ports;
		void started.program.exited.then(() => {
			if (this.current === started) this.current = undefined;
		});
		await started.client.signIn(this.owner);
	}

	/** Stops n8n in order, ends everything that it started, and removes the folder where it is a temporary one. */
	async stop(): Promise<void> {
		try {
			if (this.current) await stopN8n(this.current);
		} finally {
			await this.options.keeper.close();
		}
	}

	/** Kills n8n and its children at once, as a power cut would. The folder stays; `restart` goes on from there. */
	async kill(): Promise<void> {
		await killN8n(this.running());
	}

	/** Stops n8n in order if it runs, and starts it again in the same folder. */
	async restart(): Promise<void> {
		if (this.current) await stopN8n(this.current);
		await this.start();
	}

	/**
	 * As `restart`, as another n8n: of another version, or with other environment variables.
	 *
	 * @param whileDown what happens after the stop and before the start
	 */
	async restartAs(
		changes: Partial<Pick<N8nProcessOptions, 'installation' | 'env'>>,
		whileDown?: () => void,
	): Promise<void> {
		if (this.current) await stopN8n(this.current);
		whileDown?.();
		this.options = { ...this.options, ...changes };
		await this.start();
	}

	/**
	 * Runs one of n8n's commands, such as `export:workflow`, in its folder; n8n may be running or not.
	 * Errors: it failed; the message holds the end of its output.
	 */
	async command(...args: string[]): Promise<void> {
		await runN8nCommand(this.options, args);
	}

	/** All that n8n has printed since its folder was made. */
	async logs(): Promise<string> {
		return await readFile(n8nLogFile(this.userFolder), 'utf8');
	}

	/**
	 * Sends a request to `path` below /rest, signed in as the owner, and gives the `data` of the answer.
	 * Errors: HostRequestError for any status but 2xx; n8n is not running (the message tells what it printed last).
	 */
	async request<Result = unknown>(method: HttpMethod, path: string, body?: unknown): Promise<Result> {
		const { client, program } = this.running();
		try {
			return await client.request<Result>(method, path, body);
		} catch (error) {
			if (error instanceof HostRequestError) throw error;
			// A process that just broke down is known as gone a moment after its connections are.
			const gone = await Promise.race([program.exited, sleep(500, undefined)]);
			if (!gone) throw error;
			const output = await logTail(n8nLogFile(this.userFolder));
			throw new Error(`n8n ended during ${method} ${path}. The end of its output:\n${output}`, {
				cause: error,
			});
		}
	}

	/** Runs a reading SQL statement on n8n's SQLite database, also while n8n is down, and gives its rows. */
	async databaseRows<Row>(sql: string, parameters: ReadonlyArray<string | number> = []): Promise<Row[]> {
		const nodeBinFolder = this.options.installation.node.binFolder;
		return await readDatabase<Row>({ userFolder: this.userFolder, nodeBinFolder }, sql, parameters);
	}

	/** Reads a JSON file that n8n serves to its editor. */
	protected async file<Result>(path: string): Promise<Result> {
		return await this.running().client.file<Result>(path);
	}

	private running(): N8nProcess {
		if (!this.current)
			throw new Error(`n8n ${this.version} is not running; its output is in ${this.userFolder}`);
		return this.current;
	}
}
