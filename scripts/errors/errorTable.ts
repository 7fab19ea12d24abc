/** docs/errors.md: every failure of the service that the nodes know, from the table in errors/failureTable.ts. */
import { failureTable, type FailureRow } from '../../nodes/SalesOrderIntegration/errors/failureTable';
import { markdownTable } from '../output/markdownTable';

/** Where the page stands, from the root of the repository. */
export const errorTableFile = 'docs/errors.md';

function treatmentOf({ isRetried, cause }: FailureRow): string {
	if (isRetried) return 'up to 4 times, after at most 1, 2, 4 and 8 seconds';
	if (cause !== 'rate-limited') return 'no';
	return 'up to 10 times, after 60 seconds or when the service says, whichever is later';
}

const failures: FailureRow[] = Object.values(failureTable);

const rows = failures.map((row) => [row.message, row.advice, treatmentOf(row)]);

/** The text of docs/errors.md. */
export function errorTable(): string {
	return `# Errors

What the nodes say when the service does not respond as it should, and what to do about it. This page is generated from
the code by \`npm run generate\`.

An error names the input item that it belongs to, the HTTP status code if the service sent one, and after "Details" the
beginning of the response. It never shows the API token. With **On Error: Continue** in the settings of the node, an item
that fails becomes an item with \`error\` (message, description and \`httpCode\`, and from Set External ID
\`salesOrderId\`), and the other items are processed. Reconcile Sales Orders is the exception: after one wrong record, or
if a list cannot be read, it compares nothing and returns a single item with \`error\`.

${markdownTable(['Message', 'Why, and what to do', 'Retried automatically'], rows)}

Only status 200 is success. Reading and setting an external ID can be repeated without harm: the second time changes
nothing. The test of the credential does not retry, so that it responds soon.

## Maintenance

The service may be in maintenance on Saturdays from 22:00 to 01:00 on Sunday, Central Mexico time. In these hours, every
error that is retried up to 4 times says so, and it is enough to try again later.

## Values that are rejected before anything is sent

A date that does not exist, an order ID that is not a positive whole number, an external ID of more than 255 characters
and similar values are errors: with **On Error: Continue**, of that item only (see above for Reconcile). The message names the field or the value,
and the text below it says what is possible instead.
`;
}
