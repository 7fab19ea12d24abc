/** Takes a program from Debian's packages into the cache folder, without changing what the system has. */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

import type { Keeper } from '../keeper/keeper';
import { type ProgressListener, withProgress } from '../progress';
import { isRoot, runPackageTool } from './aptGet';
import { installOnce } from './installOnce';

/** An unpacked package and those that it needs beyond what the system has. */
export interface UnpackedPackage {
	/** Its root folder, with `usr/bin` and the like inside, as an absolute path. */
	readonly folder: string;
	/** Where its libraries are, for LD_LIBRARY_PATH. */
	readonly libraryFolders: readonly string[];
}

/**
 * Unpacks `packageName` into `cache` once. As root the list of packages is brought up to date first; without, the
 * machine's own list must be recent. No script of the package is run, so that no service is started.
 * Errors: apt-get does not find the package or cannot download it.
 */
export async function unpackDebianPackage(
	packageName: string,
	title: string,
	cache: string,
	listener: ProgressListener,
): Promise<UnpackedPackage> {
	const folder = await installOnce(
		{
			name: packageName,
			title,
			recipe: { packageName, platform: process.platform, architecture: process.arch },
			fill: async (work, keeper) =>
				await withProgress(listener, `${title}: unpacking Debian's package`, async () => {
					await downloadAndUnpack(packageName, work, keeper);
				}),
		},
		cache,
		listener,
	);
	const libraries = path.join(folder, 'usr', 'lib');
	const entries = await readdir(libraries).catch(() => []);
	const libraryFolders = entries
		.filter((entry) => entry.includes('-linux-'))
		.map((entry) => path.join(libraries, entry));
	return { folder, libraryFolders };
}

async function downloadAndUnpack(packageName: string, work: string, keeper: Keeper): Promise<void> {
	const archives = path.join(work, 'archives');
	const logFile = path.join(work, 'apt.log');
	await mkdir(path.join(archives, 'partial'), { recursive: true });
	if (isRoot()) await runPackageTool(keeper, 'apt-get', ['update', '--quiet'], logFile);
	const download = ['install', '--download-only', '--quiet', '--yes', '--no-install-recommends'];
	// Nothing of the system is touched, so its locks, which only root may take, are not needed.
	const elsewhere = [`Dir::Cache::archives=${archives}`, 'Debug::NoLocking=true'];
	const options = elsewhere.flatMap((option) => ['--option', option]);
	await runPackageTool(keeper, 'apt-get', [...download, ...options, packageName], logFile);
	for (const archive of await readdir(archives)) {
		if (!archive.endsWith('.deb')) continue;
		await runPackageTool(keeper, 'dpkg-deb', ['--extract', path.join(archives, archive), work], logFile);
	}
}
