/** Looks into n8n's SQLite database, for what its REST interface does not tell (a node's static data). */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

/** Where the database is, and the Node.js that can read it. */
export interface DatabaseLocation {
	readonly userFolder: string;
	readonly nodeBinFolder: string;
}

// Node 24 has an SQLite of its own; the process that drives n8n may be older. Text goes through JSON both ways.
const readerProgram = `
const { DatabaseSync } = require('node:sqlite');
const [file, sql, parameters] = process.argv.slice(1);
const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
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

/**
 * The static data of a workflow, by n8n's own keys (`global`, `node:<name>`). Of a polling trigger with a durable
 * cursor, which n8n keeps in a table of its own, it is the cursor.
 */
export async function readStaticData(
	location: DatabaseLocation,
	workflowId: string,
): Promise<Record<string, IDataObject>> {
	const [workflow] = await readDatabase<{ nodes: string; staticData: string | null }>(
		location,
		'SELECT nodes, staticData FROM workflow_entity WHERE id = ?',
		[workflowId],
	);
	if (!workflow) throw new Error(`There is no workflow ${workflowId}`);
	const staticData = JSON.parse(workflow.staticData ?? '{}') as Record<string, IDataObject> | null;
	const cursorTable = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'poller_state'";
	const hasCursors = (await readDatabase(location, cursorTable)).length > 0;
	const cursors = hasCursors
		? await readDatabase<{ nodeId: string; cursor: string }>(
				location,
				'SELECT nodeId, cursor FROM poller_state WHERE workflowId = ?',
				[workflowId],
			)
		: [];
	const names = new Map(
		(JSON.parse(workflow.nodes) as Array<{ id: string; name: string }>).map(({ id, name }) => [id, name]),
	);
	const byName = cursors.map(
		({ nodeId, cursor }) =>
			[`node:${names.get(nodeId) ?? nodeId}`, JSON.parse(cursor) as IDataObject] as const,
	);
	return { ...staticData, ...Object.fromEntries(byName) };
}
