/** What an order says of itself: its external ID, what is written, and its deletion (api-specification 2, 4.2). */
import { hasExternalId, isDeletion, putExternalId } from '../../../nodes/SalesOrderIntegration/lists/orders';
import { clientFixture, failureOf } from '../../support/clientFixture';

test.each([
	[{}, false],
	[{ externalId: null }, false],
	[{ externalId: '' }, false],
	[{ externalId: ' ' }, false],
	[{ externalId: 'ERP-1' }, true],
	[{ externalId: 0 }, true],
	[{ externalId: [] }, false],
	[{ externalId: [null] }, false],
	[{ externalId: [' '] }, false],
	[{ externalId: [['A']] }, true],
	[{ externalId: { toString: 1 } }, true],
])('%j has one: %s', (order, expected) => {
	expect(hasExternalId(order)).toBe(expected);
});

test.each([
	[{}, true],
	[{ deleted: 'S', dateDeleted: '14/07/2026 12:00:00' }, true],
	[{ deleted: '', dateDeleted: null }, false],
	[{ deleted: 'no', dateDeleted: null }, false],
	[{ deleted: false, dateDeleted: '2026-07-14T12:00:00-06:00' }, false],
])('%j in the deleted list is a deletion: %s', (order, expected) => {
	expect(isDeletion(order)).toBe(expected);
});

describe('writing one', () => {
	function orderToWrite() {
		const fixture = clientFixture({ orders: { count: 1, deletedShare: 0 } });
		return { ...fixture, id: fixture.sandbox.world.all()[0]?.id ?? 0 };
	}

	it('to an order that does not exist names it, and says what the service said', async () => {
		const { client, sandbox } = orderToWrite();
		sandbox.faults.schedule({}, { kind: 'status', status: 404, body: 'Archived' });
		expect(await failureOf(putExternalId(client, '140456', 'ERP-1'))).toMatchObject({
			kind: 'notFound',
			httpCode: 404,
			message: 'The service has no order 140456 (404)',
			description: expect.stringMatching(
				/deleted.* 'Order ID' is the salesOrderId.* Base URL.* Details: Archived$/,
			),
		});
	});

	it('that is refused says what may be wrong with the order', async () => {
		const { client, sandbox } = orderToWrite();
		sandbox.faults.schedule({}, { kind: 'status', status: 409, body: 'In use' });
		const { description } = await failureOf(putExternalId(client, '140456', 'ERP-1'));
		expect(description).toMatch(/^Its reason .* Order 140456 may be deleted or closed,.* Details: In use$/);
	});

	it('that fails otherwise says how, without a word of the order', async () => {
		const { client, sandbox, id } = orderToWrite();
		sandbox.faults.schedule({}, { kind: 'status', status: 403 });
		const failure = await failureOf(putExternalId(client, String(id), 'ERP-1'));
		expect(failure).toMatchObject({ kind: 'forbidden', httpCode: 403 });
		expect(failure.message).not.toContain(String(id));
	});
});
