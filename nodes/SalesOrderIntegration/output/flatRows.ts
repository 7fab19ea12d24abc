/**
 * Orders as flat rows: the same columns in the same order for every order, whatever the service sent, so that a
 * sheet never shifts (design 2, `output`).
 */
import type { IDataObject } from 'n8n-workflow';
import { jsonText } from '../http/json';
import { isRecord } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import { isFieldColumn, lineColumns, orderColumns } from './columns';
import type { Column } from './columns';

type Row = Record<string, unknown>;

/** What stands in a column for a record, which is at this position of its list. */
type Read = (record: unknown, position: number) => unknown;

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

const orderReaders = readersOf(orderColumns);
const lineReaders = readersOf(lineColumns);
const emptySimplifiedRow = emptyRow(simplifiedColumns);
const emptyItemsRow = emptyRow(itemsColumns);

/** One row for an order. A field that is missing is null; see {@link itemRows} for odd ones. */
export function simplifiedRow(order: WireRecord): IDataObject {
	const row = { ...emptySimplifiedRow };
	fill(row, orderReaders, order, 0);
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
	const header: Row = { ...emptyItemsRow };
	fill(header, orderReaders, order, 0);
	const { items } = order;
	if (!Array.isArray(items)) {
		header.itemId = asCell(items);
		return [header as IDataObject];
	}
	if (items.length === 0) return [header as IDataObject];
	return items.map((line: unknown, position) => {
		const row = { ...header };
		fill(row, lineReaders, line, position);
		return row as IDataObject;
	});
}

function fill(row: Row, readers: Array<[string, Read]>, record: unknown, position: number): void {
	for (const [column, read] of readers) row[column] = read(record, position);
}

/** How each column is read; worked out once, since lists are long. */
function readersOf(columns: readonly Column[]): Array<[string, Read]> {
	return columns.map((column) => {
		if (!isFieldColumn(column)) return [column.column, column.calculate];
		const steps = column.path.split('.');
		return [column.column, (record) => asCell(fieldAt(record, steps))];
	});
}

function fieldAt(record: unknown, steps: string[]): unknown {
	let value = record;
	for (const step of steps) {
		if (!isRecord(value)) return step === 'id' ? value : null;
		value = value[step];
	}
	return value;
}

function asCell(value: unknown): unknown {
	if (value === undefined || value === null) return null;
	return typeof value === 'object' ? jsonText(value) : value;
}

/** Rows are copies of this one: they then share one hidden class in the engine, which keeps long lists small. */
function emptyRow(columns: readonly Column[]): Row {
	return Object.fromEntries(columns.map(({ column }) => [column, null]));
}
