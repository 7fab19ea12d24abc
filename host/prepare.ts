/** Prepares a whole n8n of a given version in the cache folder, so that it can be started in seconds afterwards. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './cacheFolder';
import { installOnce } from './install/installOnce';
import { defaultN8nVersion, n8nRecipe, type N8nVersion } from './install/n8nVersions';
import { type NodeRuntime, nodeMajor, prepareNodeRuntime } from './install/nodeRuntime';
import { requestsDetail, runNpm } from './install/npmCommand';
import type { Keeper } from './keeper/keeper';
import type { ProgramToRun } from './keeper/messages';
import { runToEnd } from './keeper/runToEnd';
import { withProgress } from './progress';

/** An n8n that is installed and ready to be started. */
export interface HostInstallation {
	readonly version: N8nVersion;
	/** The folder whose node_modules holds n8n, as an absolute path. */
	readonly folder: string;
	readonly node: NodeRuntime;
}

/** n8n's program inside an installation's folder. */
export function n8nProgram(folder: string): string {
	return path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

/**
 * Prepares n8n and the Node.js it runs on. Does nothing where both are there already; takes three to five minutes
 * and 1.4 to 2.2 GB where they are not. An interrupted attempt leaves nothing behind, and of two at once one waits.
 * Errors: npm failed (the message ends with npm's output), or what was installed does not run.
 */
export async function prepareHost(version: N8nVersion = defaultN8nVersion): Promise<HostInstallation> {
	if (process.platform === 'win32') {
		throw new Error('A real n8n can be prepared on Linux and macOS only; on Windows use WSL');
	}
	const cache = cacheFolder();
	const node = await prepareNodeRuntime(cache);
	const manifest = {
		name: 'n8n-host',
		private: true,
		dependencies: { n8n: version },
		overrides: n8nRecipe(version).overrides,
	};
	const folder = await installOnce(
		{
			name: `n8n-${version}`,
			title: `n8n ${version}`,
			recipe: { manifest, nodeMajor, platform: process.platform, architecture: process.arch },
			fill: async (work, keeper) => {
				await writeFile(path.join(work, 'package.json'), JSON.stringify(manifest, null, '\t') + '\n');
				await fillWithN8n(version, work, node, keeper);
			},
		},
		cache,
	);
	return { version, folder, node };
}

async function fillWithN8n(
	version: N8nVersion,
	folder: string,
	node: NodeRuntime,
	keeper: Keeper,
): Promise<void> {
	const npm = (logFile: string, args: readonly string[]) =>
		runNpm({
			keeper,
			folder,
			logFile,
			args: [...args, '--no-audit', '--no-fund', '--loglevel=http'],
			nodeBinFolder: node.binFolder,
			nodeHeadersFolder: node.headersFolder,
		});
	const installLog = path.join(folder, 'npm-install.log');
	await withProgress(
		`n8n ${version}: downloading and unpacking packages (3 to 5 minutes the first time)`,
		async () => await npm(installLog, ['install', '--ignore-scripts', '--legacy-peer-deps']),
		() => requestsDetail(installLog),
	);
	await withProgress(
		`n8n ${version}: building its database driver (about a minute)`,
		async () =>
			await npm(path.join(folder, 'npm-rebuild.log'), ['rebuild', 'sqlite3', '--ignore-scripts=false']),
	);
	await withProgress(
		`n8n ${version}: checking that it runs`,
		async () => await checkItRuns(folder, node, keeper),
	);
}

/** Loads all that `n8n start` loads, so that a part that is missing or broken is noticed here and not at a start. */
async function checkItRuns(folder: string, node: NodeRuntime, keeper: Keeper): Promise<void> {
	const home = path.join(folder, 'check');
	await mkdir(home);
	const program = (args: readonly string[]): ProgramToRun => ({
		command: path.join(node.binFolder, 'node'),
		args,
		cwd: folder,
		env: { PATH: node.binFolder, HOME: home, N8N_USER_FOLDER: home, N8N_DIAGNOSTICS_ENABLED: 'false' },
		logFile: path.join(folder, 'check.log'),
		endSignal: 'SIGKILL',
		endGraceMs: 0,
	});
	await runToEnd(
		keeper,
		program(['-e', "require('sqlite3'); require('isolated-vm')"]),
		"n8n's native modules",
	);
	await runToEnd(keeper, program([n8nProgram(folder), 'start', '--help']), 'n8n start --help');
	await rm(home, { recursive: true });
}
