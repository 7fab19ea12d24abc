/** Runs the system's npm so that it dies with us, shows how far it is, and says what went wrong when it fails. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Keeper } from '../keeper/keeper';
import { runToEnd } from '../keeper/runToEnd';

/** What to run npm with. */
export interface NpmRun {
	readonly keeper: Keeper;
	readonly args: readonly string[];
	/** The folder whose package.json npm works on. */
	readonly folder: string;
	/** Where npm's output goes; appended. */
	readonly logFile: string;
	/** The folder of the `node` that npm and its build scripts run on; the one that runs us if left out. */
	readonly nodeBinFolder?: string;
	/** The folder with `include/node`, for native modules that are compiled. */
	readonly nodeHeadersFolder?: string;
}

/** npm's settings that describe the machine and its network, as opposed to the project that npm was called for. */
const machineSetting =
	/^(registry|proxy|https_proxy|noproxy|ca|cafile|strict_ssl|fetch_retries|cache|userconfig|globalconfig|python)$/;

/** True of a setting such as `registry`, of a registry's own (`//host/:...`) and of a scope's (`@scope:registry`). */
function describesMachine(setting: string): boolean {
	return machineSetting.test(setting) || setting.startsWith('//') || setting.startsWith('@');
}

/**
 * The environment for npm: ours, without what an outer `npm run` or `npx` adds. Those settings describe this
 * project (scripts off, a prefix, a workspace); registry, proxy and cache settings stay.
 */
function npmEnvironment(nodeBinFolder: string): Record<string, string> {
	const result: Record<string, string> = {};
	for (const [name, value] of Object.entries(process.env)) {
		const lower = name.toLowerCase();
		const setting = lower.startsWith('npm_config_') ? lower.slice('npm_config_'.length) : undefined;
		if (value === undefined || lower === 'node_options' || lower === 'node_env' || lower === 'init_cwd')
			continue;
		if (setting === undefined ? lower.startsWith('npm_') : !describesMachine(setting)) continue;
		result[name] = value;
	}
	result.PATH = [nodeBinFolder, process.env.PATH].filter(Boolean).join(path.delimiter);
	return result;
}

/** Runs npm to its end. Errors: npm failed; the message holds the end of its output. */
export async function runNpm(run: NpmRun): Promise<void> {
	const nodeBinFolder = run.nodeBinFolder ?? path.dirname(process.execPath);
	const env = npmEnvironment(nodeBinFolder);
	if (run.nodeHeadersFolder) env.npm_config_nodedir = run.nodeHeadersFolder;
	await runToEnd(
		run.keeper,
		{
			command: 'npm',
			args: run.args,
			cwd: run.folder,
			env,
			logFile: run.logFile,
			endSignal: 'SIGTERM',
			endGraceMs: 2_000,
		},
		`npm ${run.args[0]}`,
		/^npm (http|warn)\b/,
	);
}

/**
 * `1,024 requests answered` to npm so far, from its output in `logFile` (needs `--loglevel=http`); undefined before the
 * first. It tells a slow network from a standstill.
 */
export function requestsDetail(logFile: string): string | undefined {
	const output = existsSync(logFile) ? readFileSync(logFile, 'latin1') : '';
	const count = output.match(/^npm http (fetch|cache) /gm)?.length;
	return count ? `${count.toLocaleString('en')} requests answered` : undefined;
}
