/** Of which type a column is, from the types of the fields: for the output previews and the field reference. */
import { z } from 'zod/v4';
import { lineFields, orderFields } from '../../nodes/SalesOrderIntegration/lists/orderFields';
import type { Column } from '../../nodes/SalesOrderIntegration/output/columns';

/** What JSON calls the types of a plain value. */
export type JsonType = 'boolean' | 'null' | 'number' | 'string';

/** The part of JSON Schema that n8n reads, for one column. The editor shows the first type. */
export interface ColumnSchema {
	type: JsonType[];
	format?: 'date-time';
}

/** The parts of a JSON schema that are looked at here. */
interface JsonSchema {
	type?: string | string[];
	anyOf?: JsonSchema[];
	pattern?: string;
}

const types = new Map([
	...orderFields.map(({ path, type }) => [path, type] as const),
	...lineFields.map(({ path, type }) => [`items.${path}`, type] as const),
]);

const A_TIMESTAMP = '2026-03-04T05:06:07Z';

/** Where the specification has only seen null. Lists and objects stand in a flat row as text. */
const ANY_CELL: ColumnSchema = { type: ['null', 'string', 'number', 'boolean'] };

/** The dotted paths of all fields of an order that hold no further ones; those of its lines begin with `items.`. */
export function leafPaths(): string[] {
	return [...types.keys()];
}

/** The type of a column of the flat rows. Each may also be null: rows have all columns, whatever the service sent. */
export function columnSchema({ path }: Pick<Column, 'path'>): ColumnSchema {
	if (!path) return { type: ['number', 'null'] };
	const type = types.get(path);
	if (!type) throw new Error(`The specification has no field ${path}`);
	const schema = z.toJSONSchema(type) as JsonSchema;
	const alternatives = schema.anyOf ?? [schema];
	const names = alternatives.flatMap((each) => each.type ?? []) as JsonType[];
	if (names.length === 0) return ANY_CELL;
	const isTimestamp = alternatives.some(({ pattern }) => pattern && new RegExp(pattern).test(A_TIMESTAMP));
	return { type: [...new Set([...names, 'null' as const])], ...(isTimestamp && { format: 'date-time' }) };
}

/** The type of a column of List Users: what is known of a user is as in `createdBy`. */
export function userColumnSchema(column: string): ColumnSchema {
	return columnSchema({ path: `createdBy.${column}` });
}
