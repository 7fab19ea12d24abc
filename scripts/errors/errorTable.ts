/** The table of docs/errors.md: every failure of the service that the nodes know, from errors/failureTable.ts. */
import { failureTable, type FailureRow } from '../../nodes/SalesOrderIntegration/errors/failureTable';
import { markdownTable, withTable } from '../output/markdownTable';

/** Where the page stands, from the root of the repository. */
export const errorTableFile = 'docs/errors.md';

function treatmentOf({ isRetried, cause }: FailureRow): string {
	if (isRetried) return 'up to 4 times, after at most 1, 2, 4 and 8 seconds';
	if (cause !== 'rate-limited') return 'no';
	return 'up to 10 times, after 60 seconds or when the service says, whichever is later';
}

/** The page with its table as it must be; what else it says is written by hand. */
export function withErrors(page: string): string {
	const rows = Object.values<FailureRow>(failureTable).map((row) => [
		row.message,
		row.advice,
		treatmentOf(row),
	]);
	return withTable(
		page,
		'What the nodes say',
		markdownTable(['Message', 'Why, and what to do', 'Retried automatically'], rows),
	);
}
