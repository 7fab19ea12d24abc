/** Users as flat rows (List Users). */
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../lists/wire';
import type { WireRecord } from '../lists/wire';

/** What is known of every user (api-specification 2.5): these columns are always there, and first. */
export const userColumns = [
	{ column: 'id', meaning: 'Number of the user in the service' },
	{ column: 'username', meaning: 'Username' },
	{ column: 'name', meaning: 'Name' },
	{ column: 'enabled', meaning: 'Whether the user is enabled' },
] as const;

const noUser = Object.fromEntries(userColumns.map(({ column }) => [column, null]));

/** Objects further inside than this are handed on as they are. */
const MAX_DEPTH = 4;

/** A value and where it stands. */
interface Cell {
	path: string[];
	value: unknown;
}

/**
 * One row for a user: id, username, name and enabled (null where missing), then whatever else the service sends in
 * its order (the specification says that further fields exist, not which). The fields of an object inside get its
 * name as prefix (`zone.description` becomes `zoneDescription`), or keep their path where that name is taken. Lists
 * are handed on as they came.
 */
export function userRow(user: WireRecord): IDataObject {
	const taken = new Set(Object.keys(user));
	const cells = cellsOf(user).map(({ path, value }) => {
		const column = columnOf(path, taken);
		taken.add(column);
		return [column, value ?? null] as const;
	});
	return { ...noUser, ...Object.fromEntries(cells) } as IDataObject;
}

function cellsOf(source: WireRecord, outerPath: string[] = []): Cell[] {
	return Object.entries(source).flatMap(([key, value]) => {
		const path = [...outerPath, key];
		const isOpened = isRecord(value) && Object.keys(value).length > 0 && path.length < MAX_DEPTH;
		return isOpened ? cellsOf(value, path) : [{ path, value }];
	});
}

function columnOf(path: string[], taken: Set<string>): string {
	const [first = '', ...inside] = path;
	if (inside.length === 0) return first;
	const flat = first + inside.map((step) => step.charAt(0).toUpperCase() + step.slice(1)).join('');
	return taken.has(flat) ? path.join('.') : flat;
}
