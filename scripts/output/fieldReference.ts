/** The tables of docs/fields.md: what each output gives, from the table of columns and the schemas of the wire. */
import {
	itemsColumns,
	lineColumns,
	orderColumns,
	userColumns,
} from '../../nodes/SalesOrderIntegration/output/columns';
import type { Column } from '../../nodes/SalesOrderIntegration/output/columns';
import { columnSchema, userColumnSchema, type ColumnSchema } from './columnTypes';
import { markdownTable, withTable } from './markdownTable';
import { attentionColumns, summaryColumns, triggerColumns, type TriggerColumn } from './triggerColumns';

/** Where they stand, from the root of the repository. */
export const fieldReferenceFile = 'docs/fields.md';

const columnsOfLines = itemsColumns.filter(
	(column) => column.column === 'salesOrderId' || lineColumns.includes(column),
);

const meaningOfUser = {
	id: 'Number of the user in the service',
	username: 'Username',
	name: 'Name',
	enabled: 'Whether the user is enabled',
};

/** The page with its tables as they must be; what else it says is written by hand. */
export function withFields(page: string): string {
	const tables = [
		['## One Row per Order', columnTable(orderColumns)],
		['## One Row per Line', columnTable(columnsOfLines)],
		["## The trigger's own columns", ownColumns(triggerColumns)],
		['An `attention` item has', ownColumns(attentionColumns)],
		['A `summary` item has', ownColumns(summaryColumns)],
		['## List Users', userTable()],
	] as const;
	return tables.reduce((text, [place, table]) => withTable(text, place, table), page);
}

function userTable(): string {
	return markdownTable(
		['Column', 'Type', 'Meaning'],
		userColumns.map((column) => [code(column), typeText(userColumnSchema(column)), meaningOfUser[column]]),
	);
}

function ownColumns(columns: readonly TriggerColumn[]): string {
	const rows = columns.map(({ column, typeText: type, meaning }) => [code(column), type, meaning]);
	return markdownTable(['Column', 'Type', 'Meaning'], rows);
}

function columnTable(columns: readonly Column[]): string {
	return markdownTable(
		['Column', 'Type', 'Meaning', 'Path'],
		columns.map((column) => [
			code(column.column),
			typeText(columnSchema(column)),
			column.meaning,
			column.path ? code(column.path) : 'calculated',
		]),
	);
}

function code(text: string): string {
	return `\`${text}\``;
}

function typeText({ type, format }: ColumnSchema): string {
	if (format === 'date-time') return 'date and time';
	const [first, second] = type;
	if (first === 'number') return second === 'string' ? 'ID' : 'number';
	if (first === 'string') return 'text';
	return first === 'boolean' ? 'true or false' : 'not known';
}
