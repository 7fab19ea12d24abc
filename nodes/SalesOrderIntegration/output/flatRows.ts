/**
 * Orders as flat rows: the same columns in the same order for every order, whatever the service sent, so that a
 * sheet never shifts (design 2, `output`).
 */
import type { IDataObject } from 'n8n-workflow';
import { jsonText } from '../http/json';
import { isRecord } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import { isFieldColumn, lineColumns, orderColumns } from './columns';
import type { CalculatedColumn, Column } from './columns';

type Row = Record<string, unknown>;

/** The columns to be filled from one object, and from the objects inside it. */
interface ObjectColumns {
	/** Where a value stands that came in place of the object: the column of its `id`. */
	idColumn: string;
	own: Array<{ key: string; column: string }>;
	inner: Array<{ key: string; object: ObjectColumns }>;
}

/** How the columns of a list are filled; worked out once, since lists are long. */
interface Plan {
	fields: ObjectColumns;
	calculated: CalculatedColumn[];
}

/** The columns that tell a line from every other come first, then the order, then the rest of the line. */
const isKeyOfLine = ({ column }: Column) => ['salesOrderId', 'itemId', 'lineNumber'].includes(column);
const ofBoth = [...orderColumns, ...lineColumns];

/** The columns of `simplified`, in their order. */
export const simplifiedColumns: readonly Column[] = orderColumns;

/** The columns of `items`, in their order. Paths of line columns begin at the line. */
export const itemsColumns: readonly Column[] = [
	...ofBoth.filter((column) => isKeyOfLine(column)),
	...ofBoth.filter((column) => !isKeyOfLine(column)),
];

const orderPlan = planOf(orderColumns);
const linePlan = planOf(lineColumns);
const emptySimplifiedRow = emptyRow(simplifiedColumns);
const emptyItemsRow = emptyRow(itemsColumns);

/** One row for an order. A field that is missing is null; see {@link itemRows} for odd ones. */
export function simplifiedRow(order: WireRecord): IDataObject {
	const row = { ...emptySimplifiedRow };
	fill(row, orderPlan, order, 0);
	return row as IDataObject;
}

/**
 * One row for each line of an order, with the columns of the order repeated; one row with empty line columns for an
 * order without lines.
 *
 * A list or an object where a plain value belongs becomes its JSON text: nodes that write files would make columns
 * of its parts. Something else in place of an object, such as a text for `customer`, stands in the column of the
 * object's id. Nothing is lost, nothing shifts, nothing throws (design 3.6).
 */
export function itemRows(order: WireRecord): IDataObject[] {
	const header = { ...emptyItemsRow };
	fill(header, orderPlan, order, 0);
	const { items } = order;
	if (!Array.isArray(items)) {
		header[linePlan.fields.idColumn] = asCell(items);
		return [header as IDataObject];
	}
	if (items.length === 0) return [header as IDataObject];
	return items.map((line: unknown, position) => {
		const row = { ...header };
		fill(row, linePlan, line, position);
		return row as IDataObject;
	});
}

function fill(row: Row, plan: Plan, record: unknown, position: number): void {
	fillFields(row, plan.fields, record);
	for (const { column, calculate } of plan.calculated) row[column] = calculate(record, position);
}

function fillFields(row: Row, { idColumn, own, inner }: ObjectColumns, source: unknown): void {
	if (!isRecord(source)) {
		row[idColumn] = asCell(source);
		return;
	}
	for (const { key, column } of own) row[column] = asCell(source[key]);
	for (const { key, object } of inner) fillFields(row, object, source[key]);
}

function asCell(value: unknown): unknown {
	if (value === undefined || value === null) return null;
	return typeof value === 'object' ? jsonText(value) : value;
}

function planOf(columns: readonly Column[]): Plan {
	const fields: ObjectColumns = { idColumn: '', own: [], inner: [] };
	for (const { column, path } of columns.filter(isFieldColumn)) addColumn(fields, path.split('.'), column);
	return {
		fields,
		calculated: columns.filter((column): column is CalculatedColumn => !isFieldColumn(column)),
	};
}

function addColumn(object: ObjectColumns, [key = '', ...rest]: string[], column: string): void {
	if (rest.length === 0) {
		object.own.push({ key, column });
		if (key === 'id') object.idColumn = column;
		return;
	}
	let inner = object.inner.find((candidate) => candidate.key === key);
	if (!inner) {
		inner = { key, object: { idColumn: '', own: [], inner: [] } };
		object.inner.push(inner);
	}
	addColumn(inner.object, rest, column);
}

/** Rows are copies of this one: they then share one hidden class in the engine, which keeps long lists small. */
function emptyRow(columns: readonly Column[]): Row {
	return Object.fromEntries(columns.map(({ column }) => [column, null]));
}
