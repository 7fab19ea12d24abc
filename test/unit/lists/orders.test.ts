/** The external ID of an order: whether it has one, and what is written (api-specification 2, 4.2). */
import { InputError } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { hasExternalId, putExternalId } from '../../../nodes/SalesOrderIntegration/lists/orders';
import { clientFixture, failureOf } from '../../support/clientFixture';

test.each([
	[{}, false],
	[{ externalId: null }, false],
	[{ externalId: '' }, false],
	[{ externalId: ' ' }, false],
	[{ externalId: 'ERP-1' }, true],
	[{ externalId: 0 }, true],
])('%j has one: %s', (order, expected) => {
	expect(hasExternalId(order)).toBe(expected);
});

describe('writing one', () => {
	function orderToWrite() {
		const fixture = clientFixture({ orders: { count: 1, deletedShare: 0 } });
		return { ...fixture, id: fixture.sandbox.world.all()[0]?.id ?? 0 };
	}

	it('of 255 characters stores it as it is', async () => {
		const { client, sandbox, id } = orderToWrite();
		await putExternalId(client, String(id), 'x'.repeat(255));
		expect(sandbox.world.find(id)?.externalId).toBe('x'.repeat(255));
	});

	it('of more, which the service would cut, is refused before any call', async () => {
		const { client, sandbox, id } = orderToWrite();
		const writing = putExternalId(client, String(id), 'x'.repeat(256));
		await expect(writing).rejects.toThrow(InputError);
		await expect(writing).rejects.toThrow('longer than 255 characters (256)');
		expect(sandbox.log.total).toBe(0);
	});

	it('to an order that does not exist names it, and says what the service said', async () => {
		const { client, sandbox } = orderToWrite();
		sandbox.faults.schedule({}, { kind: 'status', status: 404, body: 'Archived' });
		const failure = await failureOf(putExternalId(client, '140456', 'ERP-1'));
		expect(failure).toMatchObject({
			kind: 'notFound',
			httpCode: 404,
			message: 'The service has no order 140456 (404)',
			description: expect.stringMatching(/'Order ID' is the salesOrderId.* Base URL.* Details: Archived$/),
		});
	});

	it('that fails otherwise says how, without a word of the order', async () => {
		const { client, sandbox, id } = orderToWrite();
		sandbox.faults.schedule({}, { kind: 'status', status: 403 });
		const failure = await failureOf(putExternalId(client, String(id), 'ERP-1'));
		expect(failure).toMatchObject({ kind: 'forbidden', httpCode: 403 });
		expect(failure.message).not.toContain(String(id));
	});
});
