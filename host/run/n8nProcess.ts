/** One n8n process: started under a keeper on free ports, waited for, stopped or killed. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import getPort from 'get-port';
import { type HostInstallation, n8nProgram } from '../prepare';
import { Keeper, type RunningProgram } from '../keeper/keeper';
import type { ProgramToRun } from '../keeper/messages';
import { runToEnd } from '../keeper/runToEnd';
import { untilItAnswers } from '../untilItAnswers';
import { n8nEnvironment, temporaryFolder } from './environment';
import { RestClient } from './restClient';

/** What to start. */
export interface N8nProcessOptions {
	readonly installation: HostInstallation;
	readonly keeper: Keeper;
	readonly userFolder: string;
	readonly env: Readonly<Record<string, string>>;
	/** Asked for first, so that the address stays the same over a restart. */
	readonly preferredPorts?: N8nPorts;
}

/** The two ports that n8n listens on. */
export interface N8nPorts {
	readonly port: number;
	readonly brokerPort: number;
}

/** n8n is ready before its routes are there, so both are asked. */
const readyPaths = ['/healthz/readiness', '/rest/options/timezones'];
const readyTimeoutMs = 180_000;
/** More than n8n's own time for an orderly shutdown, which is set to 10 s. */
const stopGraceMs = 15_000;
/** A port may be taken before it is used. */
const startAttempts = 3;
const loopback = { host: '127.0.0.1' };

/** A running n8n that answers requests. */
export interface N8nProcess {
	readonly ports: N8nPorts;
	readonly url: string;
	readonly client: RestClient;
	readonly program: RunningProgram;
}

/** Where the output of every n8n process of a user folder goes. */
export function n8nLogFile(userFolder: string): string {
	return path.join(userFolder, 'n8n.log');
}

/**
 * Starts n8n and resolves once it answers requests; takes about ten seconds, some more with a fresh user folder.
 * Errors: it ended or did not answer within three minutes; the message holds the end of its output.
 */
export async function startN8n(options: N8nProcessOptions): Promise<N8nProcess> {
	await mkdir(temporaryFolder(options.userFolder), { recursive: true });
	let ports = options.preferredPorts ?? (await freshPorts());
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await startOnPorts(options, ports);
		} catch (error) {
			const portWasTaken = /ended while it started[^]*(EADDRINUSE|port \d+ is already in use)/i;
			if (!portWasTaken.test(String(error)) || attempt === startAttempts) throw error;
			ports = await freshPorts();
		}
	}
}

async function freshPorts(): Promise<N8nPorts> {
	return { port: await getPort(loopback), brokerPort: await getPort(loopback) };
}

/** n8n with these arguments, listening on these ports if it listens. */
function n8nProgramToRun(
	{ installation, userFolder, env }: Pick<N8nProcessOptions, 'installation' | 'userFolder' | 'env'>,
	args: readonly string[],
	ports: N8nPorts,
): ProgramToRun {
	const nodeBinFolder = installation.node.binFolder;
	return {
		command: path.join(nodeBinFolder, 'node'),
		args: [n8nProgram(installation.folder), ...args],
		cwd: userFolder,
		env: n8nEnvironment({
			version: installation.version,
			userFolder,
			nodeBinFolder,
			...ports,
			extra: env,
		}),
		logFile: n8nLogFile(userFolder),
		endSignal: 'SIGTERM',
		endGraceMs: stopGraceMs,
	};
}

async function startOnPorts(options: N8nProcessOptions, ports: N8nPorts): Promise<N8nProcess> {
	const program = await options.keeper.run(n8nProgramToRun(options, ['start'], ports));
	const url = `http://127.0.0.1:${ports.port}`;
	const client = new RestClient(url);
	const started = { ports, url, client, program };
	try {
		const ask = async () => await client.checkReady(readyPaths);
		await untilItAnswers('n8n', ask, program, n8nLogFile(options.userFolder), readyTimeoutMs);
	} catch (error) {
		await killN8n(started);
		throw error;
	}
	return started;
}

/** Runs one of n8n's commands to its end. Errors: it failed; the message holds the end of its output. */
export async function runN8nCommand(
	options: Omit<N8nProcessOptions, 'keeper'>,
	args: readonly string[],
): Promise<void> {
	// A keeper runs one program at a time, and the one of the host has n8n.
	const keeper = await Keeper.start([]);
	try {
		const program = n8nProgramToRun(options, args, await freshPorts());
		await runToEnd(keeper, program, `n8n ${args.join(' ')}`);
	} finally {
		await keeper.close();
	}
}

/** Lets n8n shut down in order, or kills it where that takes too long. Resolves once it is gone. */
export async function stopN8n({ program, client }: N8nProcess): Promise<void> {
	program.signal('SIGTERM');
	const timer = setTimeout(() => program.kill(), stopGraceMs);
	await program.exited;
	clearTimeout(timer);
	await client.close();
}

/** Kills n8n and its children at once, as a power cut would. Resolves once they are gone. */
export async function killN8n({ program, client }: N8nProcess): Promise<void> {
	program.kill();
	await program.exited;
	await client.close();
}
