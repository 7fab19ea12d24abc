/** n8n's own package scan, run on the sources or on what is published. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Finding } from './finding';

const run = promisify(execFile);

/** Scans the node and credential sources and package.json of the project in `root`. */
export const scanSources = (root: string): Promise<Finding[]> => scan(root, 'source');

/** Scans the JavaScript and package.json of an unpacked package. */
export const scanPublished = (directory: string): Promise<Finding[]> => scan(directory, 'dist');

async function scan(folder: string, kind: 'source' | 'dist'): Promise<Finding[]> {
	// The scan makes a temporary folder when it is loaded, and leaves it behind.
	const temporary = await mkdtemp(join(tmpdir(), 'n8n-scan-'));
	try {
		const { stdout } = await run(process.execPath, [join(__dirname, 'n8nScan.mjs'), folder, kind], {
			env: { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
			maxBuffer: 64 * 1024 * 1024,
		});
		return JSON.parse(stdout) as Finding[];
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}
