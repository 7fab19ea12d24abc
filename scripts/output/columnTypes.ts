/** Of which type a column is, from the zod schemas of the wire: for the output previews and the field reference. */
import { z } from 'zod/v4';
import { createdBySchema, salesOrderSchema, userSchema } from '../../nodes/SalesOrderIntegration/lists/wire';
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
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

const jsonSchemaOf = (schema: z.ZodType) => z.toJSONSchema(schema) as JsonSchema;
const order = jsonSchemaOf(salesOrderSchema);
const user = jsonSchemaOf(userSchema);
const createdBy = jsonSchemaOf(createdBySchema);

const A_TIMESTAMP = '2026-03-04T05:06:07Z';

/** Where the specification has only seen null. Lists and objects stand in a flat row as text. */
const ANY_CELL: ColumnSchema = { type: ['null', 'string', 'number', 'boolean'] };

/** The dotted paths of all fields of an order that hold no further ones; those of its lines begin with `items.`. */
export function leafPaths(schema: JsonSchema = order, path: string[] = []): string[] {
	const { properties } = schema.items ?? schema;
	if (!properties) return [path.join('.')];
	return Object.entries(properties).flatMap(([key, inner]) => leafPaths(inner, [...path, key]));
}

/** The type of a column of the flat rows. Each may also be null: rows have all columns, whatever the service sent. */
export function columnSchema({ path }: Column): ColumnSchema {
	return path ? fieldSchema(order, path) : { type: ['number', 'null'] };
}

/** The type of a column of List Users, which for name and enabled is known from `createdBy` only. */
export function userColumnSchema(column: string): ColumnSchema {
	return fieldSchema(user.properties?.[column] ? user : createdBy, column);
}

function fieldSchema(record: JsonSchema, path: string): ColumnSchema {
	const field = path.split('.').reduce((schema, step) => {
		const inner = (schema.items ?? schema).properties?.[step];
		if (!inner) throw new Error(`The schema of the wire has no field ${path}`);
		return inner;
	}, record);
	const alternatives = field.anyOf ?? [field];
	const types = alternatives.flatMap(({ type = [] }) => type) as JsonType[];
	if (types.length === 0) return ANY_CELL;
	const isTimestamp = alternatives.some(({ pattern }) => pattern && new RegExp(pattern).test(A_TIMESTAMP));
	return { type: [...new Set([...types, 'null' as const])], ...(isTimestamp && { format: 'date-time' }) };
}
