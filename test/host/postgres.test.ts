/** The temporary PostgreSQL server answers, keeps nothing, and is gone when it is stopped or when we are. */
import { existsSync } from 'node:fs';

import { startPostgres } from '../../host';
import { eventually, processIsThere } from './processes';
import { runScript } from './runScript';

jest.setTimeout(300_000);

it('two servers run side by side, each with its own data', async () => {
	const servers = await Promise.all([startPostgres(), startPostgres({ database: 'Second "one"' })]);
	try {
		for (const [index, server] of servers.entries()) {
			await server.query('CREATE TABLE orders (id bigint PRIMARY KEY, note text)');
			await server.query('INSERT INTO orders VALUES ($1, $2)', [index, 'ñandú']);
			await expect(server.query('SELECT current_database(), id::int, note FROM orders')).resolves.toEqual([
				{ current_database: server.database, id: index, note: 'ñandú' },
			]);
		}
		expect(servers.map(({ database }) => database)).toEqual(['orders', 'Second "one"']);
	} finally {
		await Promise.all(servers.map(async (server) => await server.stop()));
	}
});

it('stop ends the server, removes its data, and may be called twice', async () => {
	const server = await startPostgres();
	const [row] = await server.query<{ folder: string; pid: number }>(
		"SELECT current_setting('data_directory') AS folder, pg_backend_pid() AS pid",
	);
	if (!row) throw new Error('no row');
	await server.stop();
	await server.stop();
	expect(existsSync(row.folder)).toBe(false);
	await eventually('the session is gone', () => !processIsThere(row.pid));
	await expect(server.query('SELECT 1')).rejects.toThrow();
});

it('a server whose process is killed with SIGKILL leaves no process and no folder', async () => {
	const { child, line, ended } = await runScript<{ folder: string; pids: number[] }>('abandoned.ts', [
		'postgres',
	]);
	expect(line.pids.every(processIsThere)).toBe(true);
	child.kill('SIGKILL');
	await ended;
	await eventually('all of its processes are gone', () => !line.pids.some(processIsThere));
	await eventually('its folder is gone', () => !existsSync(line.folder));
});
