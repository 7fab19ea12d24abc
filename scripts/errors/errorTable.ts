/** docs/errors.md: every failure of the service that the nodes know, from the table in errors/failureTable.ts. */
import { failureTable } from '../../nodes/SalesOrderIntegration/errors/failureTable';
import type { RetryPolicy } from '../../nodes/SalesOrderIntegration/errors/failureTable';
import { markdownTable } from '../output/markdownTable';

/** Where the page stands, from the root of the repository. */
export const errorTableFile = 'docs/errors.md';

const treatment: Record<RetryPolicy, string> = {
	repeat: 'up to five times, after 1, 2, 4 and 8 seconds (less up to half of it)',
	wait: 'up to ten times, after 60 seconds or when the service says',
	final: 'no',
};

const rows = Object.values(failureTable).map(({ message, advice, retryPolicy }) => [
	message,
	advice,
	treatment[retryPolicy],
]);

const maybeMaintenance = Object.values(failureTable)
	.filter((row) => 'maybeMaintenance' in row)
	.map(({ message }) => `- ${message}`);

/** The text of docs/errors.md. */
export function errorTable(): string {
	return `# Errors

What the nodes say when something goes wrong with the service, and what to do about it. This page is generated from the
code by \`npx tsx scripts/generateErrorTable.ts\`; a test fails when it is not up to date.

An error names the input item that it belongs to and, where the service answered, its HTTP status code. It never shows
the API token. With **On Error: Continue** in the settings of the node, an item that fails becomes an item with \`error\`
(message, description and \`httpCode\`), and the others go on.

${markdownTable(['Message', 'What to do', 'Tried again by itself'], rows)}

Only status 200 is success. Reading and setting an external ID can be repeated without harm: the second time changes
nothing.

## Maintenance

The service may be in maintenance on Saturdays from 22:00 to 01:00 on Sunday, Central Mexico time. In these hours, the
following errors say so, and it is enough to try again later:

${maybeMaintenance.join('\n')}

## Values that are refused before anything is sent

A date that does not exist, an order ID that is not a positive whole number, an external ID of more than 255 characters
and the like are errors of the item alone. Their message says which value it was, and what would do.
`;
}
