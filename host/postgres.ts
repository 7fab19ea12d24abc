/** A temporary PostgreSQL server for tests and the demo: on a free loopback port, gone when it is stopped. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { Client, type ClientConfig, Pool, type QueryResultRow } from 'pg';
import { preparePostgresPrograms } from './install/postgresPrograms';
import { Keeper } from './keeper/keeper';
import type { ProgramToRun } from './keeper/messages';
import { runToEnd } from './keeper/runToEnd';
import { untilItAnswers } from './untilItAnswers';

/** A running PostgreSQL server. */
export interface PostgresServer {
	readonly host: string;
	readonly port: number;
	readonly user: string;
	readonly password: string;
	readonly database: string;
	/** Runs one SQL statement ($1, $2 for the parameters) and gives its rows. */
	query<Row extends QueryResultRow>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
	/** Ends the server and removes its folder. */
	stop(): Promise<void>;
}

const host = '127.0.0.1';
const user = 'postgres';
const database = 'orders';
const stopGraceMs = 5_000;

/** Who is to run the server: PostgreSQL refuses root. Undefined: we do. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	for (const name of ['postgres', 'nobody']) {
		try {
			const id = async (what: '-u' | '-g') => Number((await promisify(execFile)('id', [what, name])).stdout);
			return { uid: await id('-u'), gid: await id('-g') };
		} catch {
			// No such user: the next one.
		}
	}
	throw new Error('PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody"');
}

/**
 * Starts a server with an empty database and resolves once it answers; takes about two seconds. It does without
 * everything that saves data from a power cut, since its data is thrown away.
 * Errors: PostgreSQL is not there and cannot be installed, or it does not start (the message holds its output).
 */
export async function startPostgres(): Promise<PostgresServer> {
	const binFolder = await preparePostgresPrograms();
	const runAs = await serverUser();
	const { keeper, folder } = await Keeper.startWithFolder('postgres-');
	try {
		const password = randomBytes(16).toString('hex');
		const passwordFile = path.join(folder, 'password');
		await writeFile(passwordFile, password, { mode: 0o600 });
		if (runAs) for (const entry of [folder, passwordFile]) await chown(entry, runAs.uid, runAs.gid);
		const program = (name: string, args: readonly string[]): ProgramToRun => ({
			command: path.join(binFolder, name),
			args,
			cwd: folder,
			env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
			logFile: path.join(folder, `${name}.log`),
			user: runAs,
			// A fast shutdown: running sessions are ended, and nothing stays in shared memory.
			endSignal: 'SIGINT',
			endGraceMs: stopGraceMs,
		});
		const data = path.join(folder, 'data');
		const settings = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
		const initialize = ['--pgdata', data, '--username', user, '--pwfile', passwordFile, ...settings];
		await runToEnd(keeper, program('initdb', initialize), 'initdb');
		const port = await getPort({ host });
		const switches = [
			'fsync=off',
			'synchronous_commit=off',
			'full_page_writes=off',
			`listen_addresses=${host}`,
		];
		const server = program('postgres', [
			...['-D', data, '-p', String(port), '-k', folder],
			...switches.flatMap((setting) => ['-c', setting]),
		]);
		const running = await keeper.run(server);
		const connection = { host, port, user, password };
		const ask = async () => await runSql({ ...connection, database: 'postgres' }, 'SELECT 1');
		await untilItAnswers('PostgreSQL', ask, running, server.logFile);
		await runSql({ ...connection, database: 'postgres' }, `CREATE DATABASE ${database}`);
		return connect({ ...connection, database }, keeper);
	} catch (error) {
		await keeper.close();
		throw error;
	}
}

async function runSql(connection: ClientConfig, sql: string): Promise<void> {
	const client = new Client(connection);
	try {
		await client.connect();
		await client.query(sql);
	} finally {
		await client.end();
	}
}

function connect(
	connection: Pick<PostgresServer, 'host' | 'port' | 'user' | 'password' | 'database'>,
	keeper: Keeper,
): PostgresServer {
	const pool = new Pool({ ...connection, max: 4 });
	// A connection that breaks while nobody uses it is an event of the pool, which would end us if nobody heard it.
	pool.on('error', () => undefined);
	return {
		...connection,
		query: async <Row extends QueryResultRow>(sql: string, parameters: readonly unknown[] = []) =>
			(await pool.query<Row>(sql, [...parameters])).rows,
		stop: async () => {
			if (!pool.ending) await pool.end();
			await keeper.close();
		},
	};
}
