/** Finds PostgreSQL's server programs, or installs them from Debian's packages where that is possible. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Keeper } from '../keeper/keeper';
import { runToEnd } from '../keeper/runToEnd';
import { withProgress } from '../progress';

const execute = promisify(execFile);

/** Folders that hold one folder per installed version: Debian's, and Homebrew's on both kinds of Mac. */
const versionedFolders = [
	{ folder: '/usr/lib/postgresql', version: /^(\d+)$/ },
	{ folder: '/opt/homebrew/opt', version: /^postgresql@(\d+)$/ },
	{ folder: '/usr/local/opt', version: /^postgresql@(\d+)$/ },
];

async function versionedBinFolders(): Promise<string[]> {
	const found: Array<{ major: number; binFolder: string }> = [];
	for (const { folder, version } of versionedFolders) {
		for (const entry of await readdir(folder).catch(() => [])) {
			const major = version.exec(entry)?.[1];
			if (major !== undefined)
				found.push({ major: Number(major), binFolder: path.join(folder, entry, 'bin') });
		}
	}
	return found.sort((a, b) => b.major - a.major).map(({ binFolder }) => binFolder);
}

async function configuredBinFolder(): Promise<string[]> {
	try {
		return [(await execute('pg_config', ['--bindir'])).stdout.trim()];
	} catch {
		return [];
	}
}

/** The folder with `initdb` and `postgres` of the newest PostgreSQL on this machine, or undefined. */
async function findPostgresPrograms(): Promise<string | undefined> {
	const onPath = (process.env.PATH ?? '').split(path.delimiter);
	const candidates = [...(await versionedBinFolders()), ...(await configuredBinFolder()), ...onPath];
	return candidates.find((folder) =>
		['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program))),
	);
}

/** Debian makes and starts a server of its own when the package is installed, unless told not to before. */
const debianClusterFile = '/etc/postgresql-common/createcluster.conf';

async function installWithApt(): Promise<void> {
	const { keeper, folder } = await Keeper.startWithFolder('postgres-install-');
	const program = {
		command: 'apt-get',
		cwd: '/',
		env: { PATH: process.env.PATH ?? '', DEBIAN_FRONTEND: 'noninteractive' },
		logFile: path.join(folder, 'apt.log'),
		endSignal: 'SIGTERM',
		endGraceMs: 30_000,
	} as const;
	const apt = async (args: readonly string[]) =>
		await runToEnd(keeper, { ...program, args }, `apt-get ${args[0]}`);
	try {
		await withProgress('PostgreSQL: installing it from the system packages', async () => {
			await apt(['update', '--quiet']);
			await apt(['install', '--quiet', '--yes', '--no-install-recommends', 'postgresql-common']);
			const original = await readFile(debianClusterFile);
			try {
				await writeFile(debianClusterFile, 'create_main_cluster = false\n');
				await apt(['install', '--quiet', '--yes', '--no-install-recommends', 'postgresql']);
			} finally {
				await writeFile(debianClusterFile, original);
			}
		});
	} finally {
		await keeper.close();
	}
}

/**
 * Gives the folder with PostgreSQL's server programs, installing them first if we are root on a Debian or Ubuntu
 * without them. Errors: they are not there and cannot be installed; the message says what to install.
 */
export async function preparePostgresPrograms(): Promise<string> {
	const present = await findPostgresPrograms();
	if (present) return present;
	if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installWithApt();
	const installed = await findPostgresPrograms();
	if (installed) return installed;
	throw new Error(
		'PostgreSQL is not installed. Debian or Ubuntu: apt-get install postgresql; macOS: brew install postgresql@17',
	);
}
