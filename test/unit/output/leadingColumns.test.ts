/** The columns that the trigger puts before those of the order. */
import { withLeadingColumns } from '../../../nodes/SalesOrderIntegration/output';

test('columns of our own come first in a row, and win over fields of the same name', () => {
	const row = withLeadingColumns({ event: 'created', delivered: null }, { id: 1, event: 'of the service' });
	expect(Object.entries(row)).toEqual([
		['event', 'created'],
		['delivered', null],
		['id', 1],
	]);
});
