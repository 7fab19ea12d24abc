/** Looks into n8n's SQLite database, for what its REST interface does not tell. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Where the database is, and the Node.js that can read it. */
interface DatabaseLocation {
	readonly userFolder: string;
	readonly nodeBinFolder: string;
}

// Node 24 has an SQLite of its own; the process that drives n8n may be older. Text goes through JSON both ways. Not opened
// read-only: after a kill, SQLite first undoes what was half written.
const readerProgram = `
const { DatabaseSync } = require('node:sqlite');
const [file, sql, parameters] = process.argv.slice(1);
const database = new DatabaseSync(file, { timeout: 5000 });
const rows = database.prepare(sql).all(...JSON.parse(parameters));
process.stdout.write(JSON.stringify(rows));
`;

/**
 * Runs one reading SQL statement and gives its rows. n8n may be running or not.
 * Errors: SQLite's own (no such table, database is busy).
 */
export async function readDatabase<Row>(
	{ userFolder, nodeBinFolder }: DatabaseLocation,
	sql: string,
	parameters: ReadonlyArray<string | number> = [],
): Promise<Row[]> {
	const file = path.join(userFolder, '.n8n', 'database.sqlite');
	const { stdout } = await promisify(execFile)(
		path.join(nodeBinFolder, 'node'),
		['--no-warnings', '-e', readerProgram, file, sql, JSON.stringify(parameters)],
		{ env: {}, maxBuffer: 1024 * 1024 * 1024 },
	);
	return JSON.parse(stdout) as Row[];
}
