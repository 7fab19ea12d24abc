/** What the next node receives: orders and users as rows (design 2, `output`). */
import type { IDataObject } from 'n8n-workflow';
import type { WireRecord } from '../lists/wire';
import { userColumns } from './columns';
import { itemRows, simplifiedRow } from './flatRows';
import { selectedRow } from './selectedFields';

export { simplifiedRow } from './flatRows';

/** The shapes in which an order can be passed on (design 2, `output`). */
export const outputModes = ['simplified', 'items', 'raw', 'selectedFields'] as const;
export type OutputMode = (typeof outputModes)[number];

/** What the user chose under Output and Fields, as readOutputChoice (properties.ts) gives it. */
export interface OutputChoice {
	output: OutputMode;
	/** Dotted paths; only for `selectedFields`. */
	fields: string[];
}

/**
 * The rows for an order. `simplified`, `raw` and `selectedFields` give one, `items` one for each line and one for an
 * order without lines. Odd orders give odd values, never an error (design 3.6); money is passed on as it arrived.
 */
export function toRows(order: WireRecord, { output, fields }: OutputChoice): IDataObject[] {
	switch (output) {
		case 'simplified':
			return [simplifiedRow(order)];
		case 'items':
			return itemRows(order);
		case 'raw':
			return [order as IDataObject];
		case 'selectedFields':
			return [selectedRow(order, fields)];
	}
}

const noUser = Object.fromEntries(userColumns.map(({ column }) => [column, null]));

/**
 * One row for a user: id, username, name and enabled (null where missing), then whatever else the service sends, as it
 * is: the specification says that further fields exist, not which.
 */
export function userRow(user: WireRecord): IDataObject {
	return { ...noUser, ...user } as IDataObject;
}

/** A row with columns of our own before it, such as the `event` of a trigger; they win over fields of the same name. */
export function withLeadingColumns(columns: IDataObject, row: IDataObject): IDataObject {
	return { ...columns, ...row, ...columns };
}
