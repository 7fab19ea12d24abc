/** Makes the tarball that npm would publish, and opens it where Node finds the modules that n8n lends to nodes. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

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
		const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', temporary];
		const { stdout } = await run('npm', pack, { cwd: root });
		const [packed] = JSON.parse(stdout) as Array<{ filename: string; size: number }>;
		if (!packed) throw new Error(`npm pack made no tarball: ${stdout}`);
		const directory = join(temporary, 'package');
		await mkdir(directory);
		await run('tar', ['-xzf', join(temporary, packed.filename), '-C', directory, '--strip-components=1']);
		await symlink(join(root, 'node_modules'), join(temporary, 'node_modules'), 'dir');
		return { directory, packedBytes: packed.size, remove };
	} catch (error) {
		await remove();
		throw error;
	}
}
