/** Starts a PostgreSQL server, prints where it is, and waits to be killed. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { startPostgres } from '../../host';

async function main(): Promise<void> {
	const server = await startPostgres();
	const [row] = await server.query<{ folder: string; pid: number }>(
		"SELECT current_setting('data_directory') AS folder, pg_backend_pid() AS pid",
	);
	if (!row) throw new Error('no row');
	const serverPid = Number((await readFile(path.join(row.folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
	process.stdout.write(`${JSON.stringify({ folder: row.folder, pids: [serverPid, row.pid] })}\n`);
	await new Promise(() => setInterval(() => undefined, 1_000));
}

void main();
