/** Makes the tarball that npm would publish, and opens it where Node finds the modules that n8n lends to nodes. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../../host/communityPackage';

const run = promisify(execFile);

export interface UnpackedPackage {
	/** The folder with the published files. */
	directory: string;
	/** Size of the tarball in bytes. */
	packedBytes: number;
	/** Removes the folder. */
	remove(): Promise<void>;
}

/**
 * Packs the project in `root` as npm does and unpacks it into a temporary folder. Modules of `root` are visible
 * from there, as n8n's own are to an installed package.
 *
 * @throws when npm or tar fails, with what they printed
 */
export async function packAndUnpack(root: string): Promise<UnpackedPackage> {
	const temporary = await mkdtemp(join(tmpdir(), 'verify-package-'));
	const remove = () => rm(temporary, { recursive: true, force: true });
	try {
		const tarball = await packPackage(root, temporary);
		const directory = join(temporary, 'package');
		await mkdir(directory);
		await run('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1']);
		await symlink(join(root, 'node_modules'), join(temporary, 'node_modules'), 'dir');
		return { directory, packedBytes: (await stat(tarball)).size, remove };
	} catch (error) {
		await remove();
		throw error;
	}
}
