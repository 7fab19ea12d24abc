/** n8n's own package scan, run on sources or on what is published. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Finding } from './checkFiles';

const run = promisify(execFile);

/** The sources of a project's nodes and credentials, or the JavaScript of a package; with either, its package.json. */
export type Scanned = [folder: string, kind: 'source' | 'dist'];

/** Scans each folder, all in one process: loading the linter takes longer than the scan. Gives the findings of each. */
export async function scan(...folders: Scanned[]): Promise<Finding[][]> {
	// The scan makes a temporary folder when it is loaded, and leaves it behind.
	const temporary = await mkdtemp(join(tmpdir(), 'n8n-scan-'));
	try {
		const { stdout } = await run(process.execPath, [join(__dirname, 'n8nScan.mjs'), ...folders.flat()], {
			env: { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
			maxBuffer: 64 * 1024 * 1024,
		});
		return JSON.parse(stdout) as Finding[][];
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}
