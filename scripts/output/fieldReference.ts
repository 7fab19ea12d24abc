/** docs/fields.md: what each output gives, from the table of columns and the schemas of the wire. */
import { isFieldColumn, lineColumns, pathFromOrder } from '../../nodes/SalesOrderIntegration/output/columns';
import type { Column } from '../../nodes/SalesOrderIntegration/output/columns';
import { itemsColumns, simplifiedColumns } from '../../nodes/SalesOrderIntegration/output/flatRows';
import { userColumns } from '../../nodes/SalesOrderIntegration/output/userRow';
import { columnSchema, userColumnSchema } from './columnTypes';
import type { ColumnSchema } from './columnTypes';
import { markdownTable } from './markdownTable';
import { triggerColumns } from './triggerColumns';

/** Where the field reference stands, from the root of the repository. */
export const fieldReferenceFile = 'docs/fields.md';

const outputs = [
	['Simplified', 'one flat row per order', 'tables, messages, comparisons'],
	['Items', 'one flat row per order line, with the columns of its order', 'spreadsheets, lines for an ERP'],
	['Raw', 'the order as the service sent it', 'code, archives, fields of your own'],
	['Selected Fields', 'one row per order with the fields you choose', 'AI agents, small and exact messages'],
];

const paths = [
	['`totalSales`', 'the field as sent; null where the order lacks it'],
	['`customer.code`', 'a field of an object inside'],
	['`customer`', 'the whole object'],
	['`items`', 'all lines, as sent'],
	['`items.product.code`', 'a list with one value for each line, in their order; null where a line lacks it'],
	['`items.0.product.code` or `items[0].product.code`', 'the value of the first line'],
	['`customerCode`, `itemCount`', 'the same as the column of that name above; of a column of lines, a list'],
];

const columnsOfLines = itemsColumns.filter(
	(column) => column.column === 'orderId' || lineColumns.includes(column),
);
const keyColumns = columnsOfLines
	.slice(0, 3)
	.map(({ column }) => code(column))
	.join(', ');

/** The text of docs/fields.md. */
export function fieldReference(): string {
	return `# Fields

What the node and the trigger hand on for each order, by the choice under **Output**. This page is generated from the
code by \`npx tsx scripts/generateFieldReference.ts\`; a test fails when it is not up to date.

${markdownTable(['Output', 'What it gives', 'Good for'], outputs)}

The columns of **Simplified** are known before the first run: open the next node, and drag them from there. For another
output, run the node once.

![The columns of the orders in the next node, before anything has run](preview.png)

## What holds for every row

- The columns have the service's own field names, prefixed by the object they come from: \`code\` of \`customer\` is
  \`customerCode\`.
- **Simplified** and **Items** have the same columns in the same order for every order. What the service did not send
  is null. A field that the service has beyond its specification adds no column; it is in **Raw** and can be named in
  **Selected Fields**.
- Dates are in UTC, \`2026-03-04T15:06:07Z\`, as the service sent them.
- Money is handed on as it came, up to the 15 digits that a number can hold: nothing is recomputed or rounded.
- An ID is a number. One that is too large for a number (above 9,007,199,254,740,991) is a text with all its digits.
- A field of another type than the specification says is handed on as it came, and a hint on the node (n8n's log,
  for the trigger) names it. In the
  flat outputs a list or an object becomes its JSON text, because nodes that write files would otherwise make columns
  of its parts; something else in place of an object (a text for \`customer\`) stands in the column of its ID.

## Simplified: one row per order

${columnTable(simplifiedColumns)}

## Items: one row per order line

\`orderId\` and \`itemId\` together name a line: use them as the key when lines are written to a database or an ERP. An
order without lines gives one row whose line columns are null.

**Add up \`total\`, not \`totalSales\`**: the columns of the order are repeated on each of its lines. For stock, add up
\`signedQuantity\`: it is negative for returns, while \`quantity\` is positive for sales and returns alike.

The first columns are ${keyColumns}; then come all columns of Simplified but \`id\`; then the
others of this table.

${columnTable(columnsOfLines)}

## The trigger's own columns

The trigger puts these before the columns of every output. They are there for every event, so that a sheet never
shifts; a field of the service of the same name gives way.

${markdownTable(
	['Column', 'Type', 'Meaning'],
	triggerColumns.map(({ column, typeText: type, meaning }) => [code(column), type, meaning]),
)}

## Raw: the order as sent

Objects and lists inside, every field of the service, nothing left out and nothing changed; the trigger puts \`event\`, \`delivered\` and \`delivery\` before them. The paths in the tables
above say where things are; those of a line begin with \`items.\`.

## Selected Fields: what you name

The columns are the names that you chose, in your order. Dots reach inside: \`customer.zone.description\`.

${markdownTable(['You name', 'You get'], paths)}

Under **Fields** everything that the specification knows can be chosen. For another field, switch Fields to Expression
and write the names with commas between them, for example \`externalId, customer.code, newField\`.

## List Users: one row per user

${markdownTable(
	['Column', 'Type', 'Meaning'],
	userColumns.map(({ column, meaning }) => [code(column), typeText(userColumnSchema(column)), meaning]),
)}

Whatever else the service sends of a user follows in its own order; the fields of an object inside get its name as
prefix (\`zone.description\` becomes \`zoneDescription\`).
`;
}

function columnTable(columns: readonly Column[]): string {
	return markdownTable(
		['Column', 'Type', 'Meaning', 'Path'],
		columns.map((column) => [
			code(column.column),
			typeText(columnSchema(column)),
			column.meaning,
			isFieldColumn(column) ? code(pathFromOrder(column)) : 'calculated',
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
