/** Only the fields that were asked for, under the names by which they were asked for (design 2, `selectedFields`). */
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import { isFieldColumn, itemsColumns, lineColumns, pathFromOrder } from './columns';
import type { Column } from './columns';

/** What the flat outputs call a field, so that a name seen there is understood here too. */
const columnsByName = new Map(itemsColumns.map((column) => [column.column, column]));

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
	const columns = [ORDER_ID_COLUMN, ...fields];
	return Object.fromEntries(columns.map((field) => [field, readField(order, field)])) as IDataObject;
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
		columnsByName.has(field) ||
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

function readField(order: WireRecord, field: string): unknown {
	const column = columnsByName.get(field);
	if (column && !Object.hasOwn(order, field)) return readColumn(order, column);
	return valueAlong(order, stepsOf(field) ?? [field]);
}

function readColumn(order: WireRecord, column: Column): unknown {
	if (isFieldColumn(column)) return valueAlong(order, pathFromOrder(column).split('.'));
	const { items } = order;
	if (!lineColumns.includes(column)) return column.calculate(order, 0);
	return Array.isArray(items) ? items.map(column.calculate) : null;
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
