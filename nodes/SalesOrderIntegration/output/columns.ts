/**
 * The columns of the flat rows, as data. A column has the service's own field name, prefixed by the object it comes from.
 * The ID of the order is `salesOrderId`, never `id`: databases and ERPs put their own numbers in a column of that name,
 * and such a number must not be mistaken for an order (design 2).
 */
import type { IDataObject } from 'n8n-workflow';
import { jsonText } from '../http/json';
import { lineFields, orderFields, type Field } from '../lists/orderFields';
import { isRecord, valueAt } from '../lists/wire';

export interface Column {
	column: string;
	/** Dotted path of its field from the order; none for what the service does not send. */
	path?: string;
	meaning: string;
	/** For an order, or for the line at a position (from 0): null where it does not tell. */
	cellOf(record: unknown, position: number): IDataObject[string];
}

/** What the service does not send: counts, a position and a sign; by the column that they stand behind. */
const calculated: Record<string, Column[]> = {
	totalSales: [
		{ column: 'itemCount', meaning: 'How many lines the order has', cellOf: countItems },
		{
			column: 'returnCount',
			meaning: 'How many of its lines are returns; null where a line does not say whether it is one',
			cellOf: countReturns,
		},
	],
	itemId: [
		{ column: 'lineNumber', meaning: 'Position of the line in its order, from 1', cellOf: lineNumber },
	],
	quantity: [
		{
			column: 'signedQuantity',
			meaning: 'Quantity with its sign: negative for a return; null where the line does not say which it is',
			cellOf: signedQuantity,
		},
	],
};

/** The columns of `simplified`: what a row says of the order as a whole. */
export const orderColumns = columnsOf(orderFields);

/** What a row says of one line of the order. */
export const lineColumns = columnsOf(lineFields, 'items.');

/** The columns of `items`: those that identify a line, those of the order, the rest of the line. */
export const itemsColumns: readonly Column[] = [
	...orderColumns.slice(0, 1),
	...lineColumns.slice(0, 2),
	...orderColumns.slice(1),
	...lineColumns.slice(2),
];

/** What is known of every user (api-specification 2.5): these columns are always there, and first. */
export const userColumns = ['id', 'username', 'name', 'enabled'] as const;

function columnsOf(fields: readonly Field[], prefix = ''): readonly Column[] {
	return fields.flatMap(({ path, meaning, column = inCamelCase(path) }) => {
		const own: Column = { column, path: prefix + path, meaning, cellOf: cellAt(path) };
		return [own, ...(calculated[column] ?? [])];
	});
}

function inCamelCase(path: string): string {
	return path.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The value at a path. Something else in place of an object is in the column of the object's ID. */
function cellAt(path: string): Column['cellOf'] {
	// Lists are long, so it is split once.
	const steps = path.split('.');
	const name = steps.pop() ?? '';
	return (record) => {
		const holder = valueAt(record, steps);
		if (isRecord(holder)) return asCell(holder[name]);
		return name === 'id' ? asCell(holder) : null;
	};
}

/** A plain value: nodes that write files would make columns of the parts of a list or an object. */
export function asCell(value: unknown): IDataObject[string] {
	if (value === undefined || value === null) return null;
	return typeof value === 'object' ? jsonText(value) : (value as IDataObject[string]);
}

function countItems(order: unknown): number | null {
	const lines = valueAt(order, 'items');
	return Array.isArray(lines) ? lines.length : null;
}

/** Null if a line does not say whether it is a return: a count would be a guess. */
function countReturns(order: unknown): number | null {
	const lines = valueAt(order, 'items');
	const flags = Array.isArray(lines) ? lines.map((line) => valueAt(line, 'isReturn')) : [null];
	return flags.every((flag) => typeof flag === 'boolean') ? flags.filter((flag) => flag).length : null;
}

function lineNumber(_line: unknown, position: number): number {
	return position + 1;
}

/** Null if `isReturn` is neither true nor false: a guess could book a return as a sale. */
function signedQuantity(line: unknown): number | null {
	const quantity = valueAt(line, 'quantity');
	const isReturn = valueAt(line, 'isReturn');
	if (typeof quantity !== 'number' || typeof isReturn !== 'boolean') return null;
	return isReturn && quantity !== 0 ? -Math.abs(quantity) : quantity;
}
