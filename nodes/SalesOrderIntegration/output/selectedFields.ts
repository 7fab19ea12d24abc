/** Only the fields that were asked for, under the names by which they were asked for (design 2, `selectedFields`). */
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import { isFieldColumn, itemsColumns, lineColumns, pathFromOrder } from './columns';
import type { Column } from './columns';

type Read = (order: WireRecord) => unknown;

/** Lists are long and the fields stay the same: each list of fields is looked at once. */
const readersOfFields = new WeakMap<string[], Array<[field: string, read: Read]>>();

/** What the flat outputs call a field, so that a name seen there is understood here too. */
const readersOfColumns = new Map<string, Read>(
	itemsColumns.map((column) => [column.column, readerOfColumn(column)]),
);

/** The column that every row begins with, so that an order can always be told, and written to. */
const ORDER_ID_COLUMN = 'salesOrderId';

/**
 * One row with the given fields in the given order, as the service sent them; null for what is missing. The order ID
 * always comes first.
 *
 * A field is a dotted path such as `customer.zone.description`. A path through a list returns the list of what each
 * element has there, in their order: `items.product.code` is a list with one code (or null) for each line, and
 * `items.0.product.code` or `items[0].product.code` the code of the first. The name of a column of `simplified` or
 * `items` (`customerCode`, `itemCount`) does as well, unless the service has a field of just that name.
 */
export function selectedRow(order: WireRecord, fields: string[]): IDataObject {
	let readers = readersOfFields.get(fields);
	if (!readers) {
		const columns = new Set([ORDER_ID_COLUMN, ...fields]);
		readers = [...columns].map((field) => [field, readerOf(field)]);
		readersOfFields.set(fields, readers);
	}
	return Object.fromEntries(readers.map(([field, read]) => [field, read(order)])) as IDataObject;
}

/**
 * The fields that no row has and that the specification does not know either: probably typing errors.
 *
 * @param rows from {@link selectedRow}; without rows, nothing can be said
 */
export function unknownFields(fields: string[], rows: IDataObject[]): string[] {
	if (rows.length === 0) return [];
	return fields.filter((field) => !isKnown(field) && rows.every((row) => isNothing(row[field])));
}

function isKnown(field: string): boolean {
	const path = (stepsOf(field) ?? []).filter((step) => !/^\d+$/.test(step)).join('.');
	return (
		readersOfColumns.has(field) ||
		itemsColumns.some((column) => isFieldColumn(column) && `${pathFromOrder(column)}.`.startsWith(`${path}.`))
	);
}

/** Also true for a list of nothing, as a path through the lines returns it. */
function isNothing(value: unknown): boolean {
	return Array.isArray(value) ? value.every(isNothing) : value === null;
}

/** The steps of a path, with `[0]` as another way to write `.0`; undefined for what is no path. */
export function stepsOf(field: string): string[] | undefined {
	const steps = field.replace(/\[(\d+)\]/g, '.$1').split('.');
	return steps.every((step) => step.trim() !== '') ? steps : undefined;
}

function readerOf(field: string): Read {
	const steps = stepsOf(field) ?? [field];
	const readPath: Read = (order) => valueAlong(order, steps);
	const readColumn = readersOfColumns.get(field);
	if (!readColumn) return readPath;
	return (order) => (Object.hasOwn(order, field) ? readPath(order) : readColumn(order));
}

function readerOfColumn(column: Column): Read {
	if (isFieldColumn(column)) {
		const steps = pathFromOrder(column).split('.');
		return (order) => valueAlong(order, steps);
	}
	const { calculate } = column;
	if (!lineColumns.includes(column)) return (order) => calculate(order, 0);
	return ({ items }) => (Array.isArray(items) ? items.map(calculate) : null);
}

function valueAlong(value: unknown, steps: string[], position = 0): unknown {
	const step = steps[position];
	if (step === undefined) return value ?? null;
	if (Array.isArray(value)) {
		return /^\d+$/.test(step)
			? valueAlong(value[Number(step)], steps, position + 1)
			: value.map((element) => valueAlong(element, steps, position));
	}
	if (!isRecord(value) || !Object.hasOwn(value, step)) return null;
	return valueAlong(value[step], steps, position + 1);
}
