/** Prepares a whole n8n of a given version in the cache folder, so that it can be started in seconds afterwards. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './cacheFolder';
import { installOnce } from './install/installOnce';
import { defaultN8nVersion, n8nRecipe, type N8nVersion } from './install/n8nVersions';
import { type NodeRuntime, nodeMajor, prepareNodeRuntime } from './install/nodeRuntime';
import { type NpmRun, requestsDetail, runNpm } from './install/npmCommand';
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
	const logFile = path.join(folder, 'npm-install.log');
	const install = ['install', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=http'];
	await withProgress(
		`n8n ${version}: downloading and unpacking packages (3 to 5 minutes the first time)`,
		async () => await npmOn(node, { keeper, folder, logFile, args: install }),
		() => requestsDetail(logFile),
	);
	const driver = path.join('node_modules', 'sqlite3');
	const manifest = await readFile(path.join(folder, driver, 'package.json'), 'utf8');
	const { version: driverVersion } = JSON.parse(manifest) as { version: string };
	const build = path.join(driver, 'build');
	const built = path.join(await prepareDatabaseDriver(driverVersion, node), build);
	await cp(built, path.join(folder, build), { recursive: true });
	await withProgress(
		`n8n ${version}: checking that it runs`,
		async () => await checkItRuns(folder, node, keeper),
	);
}

/** The driver of n8n's database, which versions of n8n share: it is compiled where none is there for this machine. */
async function prepareDatabaseDriver(version: string, node: NodeRuntime): Promise<string> {
	const name = `sqlite3-${version}`;
	const fill = async (folder: string, keeper: Keeper) => {
		await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
		const args = ['install', `sqlite3@${version}`, '--ignore-scripts=false'];
		await withProgress(
			`${name}: building the driver of n8n's database (about a minute)`,
			async () => await npmOn(node, { keeper, folder, logFile: path.join(folder, 'npm-install.log'), args }),
		);
	};
	const recipe = { version, nodeMajor, platform: process.platform, architecture: process.arch };
	return await installOnce({ name, title: name, recipe, fill }, cacheFolder());
}

async function npmOn({ binFolder, headersFolder }: NodeRuntime, run: NpmRun): Promise<void> {
	const args = [...run.args, '--no-audit', '--no-fund'];
	await runNpm({ ...run, args, nodeBinFolder: binFolder, nodeHeadersFolder: headersFolder });
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
