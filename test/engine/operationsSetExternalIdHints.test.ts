/** Set External ID: what a hint tells of a write, and what of a write that failed (design 2, Set External ID). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { settingExternalIds } from './support/setExternalId';

const { served, set } = settingExternalIds();

describe('A hint tells', () => {
	const hintsAfter = async (input: IDataObject[], parameters: INodeParameters = {}) =>
		(await set({ externalId: '={{ $json.erp }}', ...parameters }, input)).hints.map(({ message }) => message);

	test('once of an external ID that several orders got', async () => {
		const input = [1001, 1002, 1003, 1001].map((salesOrderId) => ({ salesOrderId, erp: 'SO-1' }));
		input[2] = { salesOrderId: 1003, erp: 'SO-1 ' };
		expect(await hintsAfter(input)).toEqual([
			expect.stringContaining(
				'Different orders got the same external ID: SO-1 (1001 and 1002), SO-1  (1001 and 1003).',
			),
		]);
	});

	test('nothing of an order that is written several times, as for each of its lines', async () => {
		expect(await hintsAfter([1, 2].map((itemId) => ({ salesOrderId: 1001, itemId, erp: 'SO-1' })))).toEqual(
			[],
		);
	});

	test('nothing of an external ID that its order has no longer, or that only a blank changes', async () => {
		const input = ['SO-1', 'SO-2'].map((erp) => ({ salesOrderId: 1001, erp }));
		expect(await hintsAfter([...input, { salesOrderId: 1002, erp: 'SO-1', externalId: 'SO-1 ' }])).toEqual([
			expect.stringContaining('Orders got two external IDs'),
		]);
		const pairs = ['1001 A', '1002 A', '1001 B', '1003 A'].map((pair) => pair.split(' '));
		const [shared] = await hintsAfter(pairs.map(([salesOrderId, erp]) => ({ salesOrderId, erp })));
		expect(shared).toContain('A (1002 and 1003)');
	});

	test('of an order that got two external IDs in one run', async () => {
		const input = ['SO-1', 'SO-2'].map((erp) => ({ salesOrderId: 1001, erp }));
		expect(await hintsAfter(input)).toEqual([
			expect.stringContaining('Orders got two external IDs, one after the other: 1001 (SO-1 and SO-2).'),
		]);
	});

	test('which orders had another external ID, as far as their items show it', async () => {
		const input = [
			{ salesOrderId: 1001, externalId: 'OLD-1', erp: 'SO-1' },
			{ salesOrderId: 1002, externalId: 'SO-2', erp: 'SO-2' },
			{ salesOrderId: 1003, externalId: null, erp: 'SO-3' },
			{ salesOrderId: 1004, externalId: 'OLD-4', erp: 'SO-4' },
			// As a sheet may hold it: the write goes to the same order.
			{ salesOrderId: ' 01005', externalId: 'OLD-5', erp: 'SO-5' },
			{ salesOrderId: 1006, externalId: { toString: 1 }, erp: 'SO-6' } as unknown as IDataObject,
		];
		expect(await hintsAfter(input)).toEqual([
			expect.stringContaining('another external ID, which was replaced: 1001, 1004, 1005, 1006.'),
		]);
	});

	test.each([
		['a row', { salesOrderId: 1001, deleted: true, erp: 'A' }, {}],
		['an item of the trigger', { salesOrderId: 1001, event: 'deleted', erp: 'A' }, {}],
		[
			'an order as sent',
			{ id: 1001, mobileDateCreated: null, deleted: true, erp: 'A' },
			{ orderId: '={{ $json.id }}' },
		],
	])('once of an order that is deleted, as %s says', async (_, item, parameters) => {
		expect(await hintsAfter([item, item], parameters)).toEqual([
			expect.stringContaining('External IDs were written to deleted orders: 1001.'),
		]);
	});

	test('of an order that is deleted, as the service says of one whose ID comes from a table', async () => {
		served.sandbox.world.delete(1001);
		const row = { order_number: 1001, erp: 'A' };
		expect(await hintsAfter([row], { orderId: '={{ $json.order_number }}' })).toEqual([
			expect.stringContaining('External IDs were written to deleted orders: 1001.'),
		]);
	});

	test('of the item of another order, and nothing of its deletion', async () => {
		const item = { salesOrderId: 1002, deleted: true, erp: 'A' };
		expect(await hintsAfter([item], { orderId: '1001' })).toEqual([
			"Orders that got their external ID from the item of another order: 1001. If that is wrong, drag salesOrderId into 'Order ID'.",
		]);
		const sent = { id: 1002, mobileDateCreated: null, erp: 'A' };
		expect(await hintsAfter([sent], { orderId: '1003' })).toHaveLength(1);
		const document = { id: 90001, reference: '1001', items: [{ id: 1 }], erp: 'A' };
		expect(await hintsAfter([document], { orderId: '1001' })).toEqual([]);
		expect(await hintsAfter([{ salesOrderId: '01002', erp: 'B' }], { orderId: '1002' })).toEqual([]);
	});

	test.each(['TRUE', 1, ' true ', null])('of a deletion that a table holds as %j', async (deleted) => {
		const item = { salesOrderId: 1002, deleted, dateDeleted: '2026-07-15T12:00:00Z', erp: 'A' };
		expect(await hintsAfter([item])).toEqual([expect.stringContaining('deleted orders: 1002')]);
	});

	test.each(['empty', 'emptyObject'] as const)('nothing of one where the response is %s', async (body) => {
		served.sandbox.world.delete(1001);
		served.sandbox.switches.putResponseBody = body;
		expect(await hintsAfter([{ salesOrderId: 1001, erp: 'A' }])).toEqual([]);
	});

	test('nothing of a write that failed', async () => {
		served.sandbox.faults.schedule({ method: 'PUT' }, { kind: 'status', status: 404 });
		const input = [
			{ salesOrderId: 1001, externalId: 'OLD', deleted: true, erp: 'SO-1' },
			{ salesOrderId: 1002, erp: 'SO-1' },
			{ salesOrderId: 1001, erp: 'SO-2' },
		];
		const parameters = { externalId: '={{ $json.erp }}' };
		const { items, hints } = await set(parameters, input, { continueOnFail: true });
		expect(hints).toEqual([]);
		expect(items[0]?.json.error).toMatchObject({ message: expect.any(String), salesOrderId: 1001 });
	});
});

test.each(['attention', 'summary'])('A report (event %s) is refused with its message', async (event) => {
	const message = 'Order 1001 has no external ID yet.';
	const report = { event, message, aboutOrderId: 1001, salesOrderId: null };
	const { error } = await set({ orderId: '={{ $json.aboutOrderId }}', externalId: 'A' }, [report]);
	expect(error?.message).toBe(
		'The incoming item is a report of the trigger, not an order: Order 1001 has no external ID yet.',
	);
	expect(served.sandbox.log.total).toBe(0);
});

test('An order with a column event of its own is no report', async () => {
	const { items } = await set({ externalId: 'A' }, [{ salesOrderId: 1001, event: 'summary' }]);
	expect(items[0]?.json.updated).toBe(true);
});

test('With Continue On Fail, the error names the order also where its external ID cannot be used', async () => {
	const { items } = await set({ externalId: '={{ $json.none }}' }, [{ salesOrderId: 1001 }], {
		continueOnFail: true,
	});
	expect(items[0]?.json.error).toMatchObject({ message: "'External ID' is empty", salesOrderId: 1001 });
});
