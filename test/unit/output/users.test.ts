/** List Users: a row begins with what is known of every user, and holds whatever else the service sends. */
import * as fc from 'fast-check';
import { userRow, withLeadingColumns } from '../../../nodes/SalesOrderIntegration/output';
import { seed } from '../dates/seed';
import { repetitions } from '../../support/seeds';

describe('List Users', () => {
	test('gives id, username, name and enabled first, then the rest in its order', () => {
		const row = userRow({ email: 'maria@example.com', name: 'María', id: 5, phone: null, username: 'maria' });
		expect(Object.entries(row)).toEqual([
			['id', 5],
			['username', 'maria'],
			['name', 'María'],
			['enabled', null],
			['email', 'maria@example.com'],
			['phone', null],
		]);
	});

	test('passes objects and lists on as they came', () => {
		const more = { zone: { id: 7, description: 'Norte' }, roles: ['seller'], settings: {} };
		expect(userRow({ id: 5, ...more })).toStrictEqual({
			id: 5,
			username: null,
			name: null,
			enabled: null,
			...more,
		});
	});

	test(`takes any record (seed ${seed})`, () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (user) => {
				const row = userRow(user);
				expect(
					Object.keys(row)
						.filter((name) => !/^\d+$/.test(name))
						.slice(0, 4),
				).toEqual(['id', 'username', 'name', 'enabled']);
				expect(Object.values(row)).not.toContain(undefined);
			}),
			{ seed, numRuns: repetitions(100) },
		);
	});
});

test('columns of our own come first in a row, and win over fields of the same name', () => {
	const row = withLeadingColumns({ event: 'created', delivered: null }, { id: 1, event: 'of the service' });
	expect(Object.entries(row)).toEqual([
		['event', 'created'],
		['delivered', null],
		['id', 1],
	]);
});
