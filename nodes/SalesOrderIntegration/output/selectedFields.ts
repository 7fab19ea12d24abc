/** Only the fields that were chosen, under the names that the user gave them (design 2, `selectedFields`). */
import type { IDataObject } from 'n8n-workflow';
import type { WireRecord } from '../lists/wire';
import { itemsColumns, lineColumns } from './columns';

/** The names of the flat outputs, which can be chosen here too. */
const columnsByName = new Map(itemsColumns.map((column) => [column.column, column]));

/**
 * One row with the given fields in the given order, as the service sent them; null for what is missing. The order ID
 * always comes first.
 *
 * A field is a dotted path such as `customer.zone.description`. A path through a list returns the list of what each
 * element has there, in their order: `items.product.code` is a list with one code (or null) for each line, and
 * `items.0.product.code` or `items[0].product.code` the code of the first. The name of a column of `simplified` or
 * `items` (`customerCode`, `itemCount`) works too, unless the service has a field of just that name.
 */
export function selectedRow(order: WireRecord, fields: string[]): IDataObject {
	const names = ['salesOrderId', ...fields];
	const row = Object.fromEntries(names.map((field) => [field, readField(order, field)])) as IDataObject;
	// Not by name: the service could have a field of that name, and the next write would go to another order.
	return { ...row, salesOrderId: (order as IDataObject).id ?? null };
}

/** The steps of a path, with `[0]` as another way to write `.0`. */
export function stepsOf(field: string): string[] {
	return field.replace(/\[(\d+)\]/g, '.$1').split('.');
}

function readField(order: WireRecord, field: string): unknown {
	const column = Object.hasOwn(order, field) ? undefined : columnsByName.get(field);
	if (!column || column.path) return withNulls(valueAlong(order, stepsOf(column?.path ?? field)));
	if (!lineColumns.includes(column)) return column.cellOf(order, 0);
	return Array.isArray(order.items) ? order.items.map(column.cellOf) : null;
}

function withNulls(value: unknown): unknown {
	return Array.isArray(value) ? value.map(withNulls) : (value ?? null);
}

/** Undefined if the path ends early. */
function valueAlong(value: unknown, steps: string[]): unknown {
	const [step, ...rest] = steps;
	if (step === undefined) return value;
	if (Array.isArray(value) && !/^\d+$/.test(step)) return value.map((element) => valueAlong(element, steps));
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
	return valueAlong((value as WireRecord)[step], rest);
}
