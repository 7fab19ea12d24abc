/** docs/fields.md: what each output gives, from the table of columns and the schemas of the wire. */
import {
	itemsColumns,
	lineColumns,
	orderColumns,
	userColumns,
} from '../../nodes/SalesOrderIntegration/output/columns';
import type { Column } from '../../nodes/SalesOrderIntegration/output/columns';
import { columnSchema, userColumnSchema, type ColumnSchema } from './columnTypes';
import { markdownTable } from './markdownTable';
import { attentionColumns, summaryColumns, triggerColumns, type TriggerColumn } from './triggerColumns';

/** Where the field reference stands, from the root of the repository. */
export const fieldReferenceFile = 'docs/fields.md';

const columnsOfLines = itemsColumns.filter(
	(column) => column.column === 'salesOrderId' || lineColumns.includes(column),
);
const keyColumns = columnsOfLines
	.slice(0, 3)
	.map(({ column }) => code(column))
	.join(', ');

const meaningOfUser = {
	id: 'Number of the user in the service',
	username: 'Username',
	name: 'Name',
	enabled: 'Whether the user is enabled',
};

/** The text of docs/fields.md. */
export function fieldReference(): string {
	return `# Fields

What the node and the trigger pass on for each order, by the choice under **Output**: see [Outputs](reference.md#outputs) for
which one to choose. This page is generated from the code by \`npm run generate\`.

The columns of **One Row per Order** are known before the first run: open the next node, and drag them from there. For another
output, run the node once. Of the trigger, they are known after **Fetch Test Event**.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="pictures/preview.dark.webp" />
  <img src="pictures/preview.light.webp" width="405" alt="The columns of the orders in the next node, before anything has run" />
</picture>

## What holds for every row

- The columns have the service's own field names, prefixed by the object they come from: \`code\` of \`customer\` is
  \`customerCode\`.
- \`salesOrderId\` is the number of the order in the service, and the first column (in **As Sent**, it is in \`id\`). No other output calls it \`id\`: databases and
  ERPs put their own numbers in a column of that name.
- **One Row per Order** and **One Row per Line** have the same columns in the same order for every order. What the service did not send
  is null. A field that the service has beyond its specification adds no column; it is in **As Sent**.
- Dates are in UTC, \`2026-03-04T15:06:07Z\`, as the service sent them.
- Money is passed on as it arrived, up to the 15 digits that a number can hold: nothing is recomputed or rounded.
- An ID is a number. One that is too large for a number (above 9,007,199,254,740,991) is a text with all its digits.
- A field of another type than the specification says is passed on as it arrived, and a hint on the node (an
  \`attention\` item, for the trigger) names it. In the flat outputs a list or an object becomes its JSON text, because
  nodes that write files would otherwise make columns of its parts. If \`customer\` is plain text, it lands
  in \`customerId\`, a plain \`type\` in \`typeId\`, and so on.

## One Row per Order

${columnTable(orderColumns)}

## One Row per Line

\`salesOrderId\` and \`itemId\` together name a line: use them as the key when lines are written to a database or an ERP. An
order without lines has one row, and its line columns are null.

**Add up \`total\`, not \`totalSales\`**: the columns of the order are repeated on each of its lines. For stock, add up
\`signedQuantity\`: it is negative for returns, while \`quantity\` is positive for sales and returns alike.

The first columns are ${keyColumns}; then come the other columns of One Row per Order;
then the others of this table.

${columnTable(columnsOfLines)}

## The trigger's own columns

The trigger puts these before the columns of every output, for each order event, so that the columns of a sheet never move.
They replace fields of the service with the same name.

${ownColumns(triggerColumns)}

An \`attention\` item has \`event\` and these:

${ownColumns(attentionColumns)}

A \`summary\` item has \`event\` and these:

${ownColumns(summaryColumns)}

## As Sent: the order as the service sent it

Nested objects and lists, every field of the service as it was sent; the ID of the order is \`id\`. Changed are only IDs that are too large for a number (see above), texts that show the API token, which are masked, and a field of the name \`salesOrderId\`, which holds the order ID here too. The trigger puts \`event\`, \`delivered\` and \`delivery\` before them. The paths in the tables
above say where things are; those of a line begin with \`items.\`.

## List Users: one row per user

${markdownTable(
	['Column', 'Type', 'Meaning'],
	userColumns.map((column) => [code(column), typeText(userColumnSchema(column)), meaningOfUser[column]]),
)}

All other fields of a user follow, as the service sent them.
`;
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
