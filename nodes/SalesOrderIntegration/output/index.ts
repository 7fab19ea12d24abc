/** What the next node receives: orders and users as rows (design 2, `output`). */
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import type { WireRecord } from '../lists/wire';
import { itemRows, simplifiedRow } from './flatRows';
import { selectedRow } from './selectedFields';

export { userRow } from './userRow';

/** The shapes that an order can be handed on in (design 2, `output`). */
export type OutputMode = 'simplified' | 'items' | 'raw' | 'selectedFields';

/** What the user chose under Output and Fields. */
export interface OutputChoice {
	output: OutputMode;
	/** Dotted paths, as readFields (properties.ts) gives them; only looked at for `selectedFields`. */
	fields: string[];
}

/**
 * The rows for an order. `simplified`, `raw` and `selectedFields` give one, `items` one for each line and one for an
 * order without lines. Odd orders give odd values, never an error (design 3.6); money is handed on as it came.
 *
 * @throws InputError for an output that does not exist, which an expression can lead to
 */
export function toRows(order: WireRecord, choice: OutputChoice): IDataObject[] {
	switch (choice.output) {
		case 'simplified':
			return [simplifiedRow(order)];
		case 'items':
			return itemRows(order);
		case 'raw':
			return [order as IDataObject];
		case 'selectedFields':
			return [selectedRow(order, choice.fields)];
		default:
			throw new InputError(
				`There is no output called ${JSON.stringify(choice.output)}`,
				'Output is one of: simplified, items, raw, selectedFields. With an expression, check what it gives.',
			);
	}
}

/** A row with columns of our own before it, such as the `event` of a trigger; they win over fields of the same name. */
export function withLeadingColumns(columns: IDataObject, row: IDataObject): IDataObject {
	return { ...columns, ...row, ...columns };
}
