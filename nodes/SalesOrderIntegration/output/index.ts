/**
 * What the next node receives: orders and users as rows. Flat rows have the same columns in the same order, whatever the
 * service sent, so that a sheet never shifts (design 2, `output`).
 */
import type { IDataObject } from 'n8n-workflow';
import { named } from '../errors/hints';
import { TOO_DEEP } from '../http/json';
import type { WireRecord } from '../lists/wire';
import { asCell, itemsColumns, lineColumns, orderColumns, userColumns, type Column } from './columns';

/** The shapes in which an order can be passed on (design 2, `output`), and the rows of an order in each. */
const outputs = {
	simplified: (order) => [simplifiedRow(order)],
	items: itemRows,
	raw: (order) => [rawRow(order)],
	selectedFields: (order, fields) => [selectedRow(order, fields)],
} satisfies Record<string, (order: WireRecord, fields: string[]) => IDataObject[]>;

type OutputMode = keyof typeof outputs;
export const outputModes = Object.keys(outputs) as OutputMode[];

/** What the user chose under Output and Fields. */
export interface OutputChoice {
	output: OutputMode;
	/** Dotted paths; only for `selectedFields`. */
	fields?: string[];
}

/** The rows for an order. Odd orders become odd values, never an error (design 3.6); money is passed on as it arrived. */
export function toRows(order: WireRecord, { output, fields = [] }: OutputChoice): IDataObject[] {
	return outputs[output](order, fields);
}

/** The order as sent. If it has a field `salesOrderId`, that holds the order ID, as in every other output. */
function rawRow(order: WireRecord): IDataObject {
	const row = order as IDataObject;
	return 'salesOrderId' in row ? { ...row, salesOrderId: row.id ?? null } : row;
}

/** A row with columns of our own before it, such as the `event` of a trigger; they win over fields of the same name. */
export function withLeadingColumns(columns: IDataObject, row: IDataObject): IDataObject {
	return { ...columns, ...row, ...columns };
}

// Rows begin as copies of these: V8 is slower with an object that gets many columns one by one.
const emptyUserRow: IDataObject = Object.fromEntries(userColumns.map((column) => [column, null]));
const emptyOrderRow: IDataObject = Object.fromEntries(orderColumns.map(({ column }) => [column, null]));
const emptyItemsRow: IDataObject = Object.fromEntries(itemsColumns.map(({ column }) => [column, null]));

/** One row for a user: the known fields, then whatever else the service sends, as it is (api-specification 2.5). */
export function userRow(user: WireRecord): IDataObject {
	return { ...emptyUserRow, ...(user as IDataObject) };
}

/** One row for an order. A field that is missing is null. */
export function simplifiedRow(order: WireRecord): IDataObject {
	return fill({ ...emptyOrderRow }, orderColumns, order);
}

/** One row for each line, with the columns of the order repeated; one with empty line columns for an order without lines. */
function itemRows(order: WireRecord): IDataObject[] {
	const header = fill({ ...emptyItemsRow }, orderColumns, order);
	const { items } = order;
	if (!Array.isArray(items)) return [{ ...header, itemId: asCell(items) }];
	if (items.length === 0) return [header];
	return items.map((line: unknown, position) => fill({ ...header }, lineColumns, line, position));
}

function fill(row: IDataObject, columns: readonly Column[], record: unknown, position = 0): IDataObject {
	for (const { column, cellOf } of columns) row[column] = cellOf(record, position);
	return row;
}

/**
 * One row with the given fields in the given order, as the service sent them; null for what is missing. The order ID
 * always comes first.
 *
 * A field is a dotted path such as `customer.zone.description`. A path through a list returns the list of what each
 * element has there, in their order: `items.product.code` is a list with one code (or null) for each line, and
 * `items.0.product.code` or `items[0].product.code` the code of the first. The name of a column of `simplified` or
 * `items` (`customerCode`, `itemCount`) works too, unless the service has a field of just that name.
 */
function selectedRow(order: WireRecord, fields: string[]): IDataObject {
	const row = Object.fromEntries(fields.map((field) => [field, readField(order, field)])) as IDataObject;
	// Not by name: the service could have a field of that name, and the next write would go to another order.
	return withLeadingColumns({ salesOrderId: (order as IDataObject).id ?? null }, row);
}

/** The chosen fields that the specification does not know, by whether a row has them: those that none has may be misspelt. */
export function unknownFields({ fields = [] }: OutputChoice, rows: IDataObject[]) {
	// A path leads through few lists; where it ends, they may be nested without end.
	const isEmpty = (value: unknown) => [value].flat(9).every((part) => part === null);
	const known = itemsColumns.flatMap(({ column, path = column }) => [`${column}.`, `${path}.`]);
	const unknown = fields.filter((field) => {
		const path = stepsOf(field).filter((step) => !/^\d+$/.test(step));
		return !known.some((name) => name.startsWith(`${path.join('.')}.`));
	});
	const filled = unknown.filter((field) => rows.some((row) => !isEmpty(row[field])));
	return { filled, empty: rows.length > 0 ? unknown.filter((field) => !filled.includes(field)) : [] };
}

/** A sentence with the fields that are empty in every row; undefined if there are none. */
export function sentenceOfEmpty(fields: string[]): string | undefined {
	if (fields.length === 0) return undefined;
	return `${named(fields)}: empty in every order. If that is wrong, check the spelling under 'Fields'.`;
}

/** The steps of a path, with `[0]` as another way to write `.0`. */
export function stepsOf(field: string): string[] {
	return field.replace(/\[(\d+)\]/g, '.$1').split('.');
}

function readField(order: WireRecord, field: string): unknown {
	const column = Object.hasOwn(order, field) ? undefined : itemsColumns.find((own) => own.column === field);
	try {
		if (!column) return valueAlong(order, stepsOf(field));
	} catch {
		return TOO_DEEP;
	}
	if (!lineColumns.includes(column)) return column.cellOf(order, 0);
	return Array.isArray(order.items) ? order.items.map(column.cellOf) : null;
}

/** Null if the path ends early. */
function valueAlong(value: unknown, steps: string[]): unknown {
	const [step, ...rest] = steps;
	if (step === undefined) return value;
	if (Array.isArray(value) && !/^\d+$/.test(step)) return value.map((element) => valueAlong(element, steps));
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
	return valueAlong((value as WireRecord)[step], rest);
}
