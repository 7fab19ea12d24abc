/** Packs a built package and installs it into an n8n user folder, as a user's n8n has it from npm. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { runNpm } from './install/npmCommand';
import type { Keeper } from './keeper/keeper';

/** What n8n reads of a community package's package.json. */
interface PackageManifest {
	readonly n8n?: { readonly nodes?: readonly string[]; readonly credentials?: readonly string[] };
}

async function readManifest(folder: string): Promise<PackageManifest> {
	return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as PackageManifest;
}

function missingFiles(folder: string, { n8n }: PackageManifest): string[] {
	return [...(n8n?.nodes ?? []), ...(n8n?.credentials ?? [])].filter(
		(file) => !existsSync(path.join(folder, file)),
	);
}

/**
 * Packs the package in `folder` into `destination` (an absolute path that exists) and gives the tarball's.
 * Errors: the package is not built yet, it declares no n8n nodes, or npm failed.
 */
export async function packPackage(folder: string, destination: string): Promise<string> {
	const manifest = await readManifest(folder);
	if (!manifest.n8n?.nodes?.length) throw new Error(`${folder}/package.json names no nodes for n8n`);
	const missing = missingFiles(folder, manifest);
	if (missing.length > 0)
		throw new Error(`Not built yet, run "npm run build" first. Missing: ${missing.join(', ')}`);
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
	const { stdout } = await promisify(execFile)('npm', pack, { cwd: folder });
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return path.join(destination, filename);
}

/**
 * Installs `tarball` into the n8n of `userFolder`, replacing an earlier version. n8n must be started afterwards.
 * Errors: npm failed, or the tarball lacks files that its package.json names.
 */
export async function installCommunityPackage(
	tarball: string,
	userFolder: string,
	keeper: Keeper,
): Promise<void> {
	// Where n8n looks for community packages.
	const folder = path.join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	const manifestFile = path.join(folder, 'package.json');
	if (!existsSync(manifestFile)) {
		await writeFile(
			manifestFile,
			JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
		);
	}
	// Without legacy-peer-deps, npm would install an n8n-workflow of its own beside n8n's.
	const flags = '--ignore-scripts --omit=dev --legacy-peer-deps --no-package-lock --no-audit --no-fund';
	await runNpm({
		keeper,
		folder,
		args: ['install', path.resolve(tarball), ...flags.split(' ')],
		logFile: path.join(userFolder, 'npm-install.log'),
	});
	const { dependencies = {} } = JSON.parse(await readFile(manifestFile, 'utf8')) as {
		dependencies?: Record<string, string>;
	};
	for (const name of Object.keys(dependencies)) {
		const installed = path.join(folder, 'node_modules', name);
		const missing = missingFiles(installed, await readManifest(installed));
		if (missing.length > 0) throw new Error(`The packed ${name} lacks files it names: ${missing.join(', ')}`);
	}
}
