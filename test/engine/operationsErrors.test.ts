/** What a failing operation leaves behind: error items, and errors with their item (design 3.5). */
import type { INodeParameters } from 'n8n-workflow';
import { serve, START } from './support';

const list: INodeParameters = { resource: 'salesOrder', operation: 'list' };
const setExternalId: INodeParameters = {
	resource: 'salesOrder',
	operation: 'setExternalId',
	orderId: '={{ $json.id }}',
	externalId: '={{ $json.erp }}',
};

describe('Continue On Fail', () => {
	const input = [
		{ id: 1001, erp: 'A' },
		{ id: 'twelve', erp: 'B' },
		{ id: 1002, erp: 'C' },
		{ id: 999_999, erp: 'D' },
		{ id: 1003, erp: 'E' },
	];

	test('gives one error item for each input that failed, and the rest runs', async () => {
		const { sandbox, run } = await serve({ orders: { count: 5, deletedShare: 0 } });
		const { items, error } = await run(setExternalId, { input, continueOnFail: true });
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		expect(items.map(({ json }) => json.updated)).toEqual([true, undefined, true, undefined, true]);
		expect(items[1]?.json).toEqual({
			error: {
				message: `'Order ID' cannot be "twelve"`,
				description: expect.stringContaining('Drag in salesOrderId from the trigger or list node'),
			},
		});
		expect(items[3]?.json).toEqual({
			error: {
				salesOrderId: 999999,
				message: 'The service has no order 999999 (404)',
				description: expect.stringContaining('not a number of your own system'),
				httpCode: '404',
			},
		});
		expect([1001, 1002, 1003].map((id) => sandbox.world.find(id)?.externalId)).toEqual(['A', 'C', 'E']);
	});

	test('with the error output, failed items leave there, with the fields of their input', async () => {
		const { run } = await serve({ orders: { count: 5, deletedShare: 0 } });
		const { outputs } = await run(setExternalId, { input, settings: { onError: 'continueErrorOutput' } });
		const [succeeded = [], failed = []] = outputs;
		expect(succeeded.map(({ json }) => json.externalId)).toEqual(['A', 'C', 'E']);
		expect(failed.map(({ json }) => [json.id, json.erp])).toEqual([
			['twelve', 'B'],
			[999_999, 'D'],
		]);
		expect(failed.map(({ json }) => json.error)).toEqual([
			expect.objectContaining({ message: expect.stringContaining('twelve') }),
			expect.objectContaining({ httpCode: '404', description: expect.any(String) }),
		]);
	});

	test.each([
		['one item', 'setExternalId', 'externalId', ['A']],
		['all items at once', 'reconcile', 'key', []],
	])(
		'an expression on %s about an item of another node fails its own',
		async (_, operation, field, written) => {
			const { run } = await serve({ orders: { count: 5, deletedShare: 0 } });
			const { outputs } = await run(
				{
					...setExternalId,
					operation,
					[field]: `={{ $json.erp ?? $('${START}').itemMatching(7).json.erp }}`,
				},
				{ input: [{ id: 1001, erp: 'A' }, { id: 1002 }], settings: { onError: 'continueErrorOutput' } },
			);
			const [succeeded = [], failed = []] = outputs;
			expect(succeeded.map(({ json }) => json.externalId)).toEqual(written);
			expect(failed).toMatchObject([{ json: { id: 1002, error: {} }, pairedItem: { item: 1 } }]);
		},
	);

	test('also where nothing can work at all, such as a credential without a token', async () => {
		const { sandbox, run } = await serve();
		const credential = { apiToken: '' };
		const { items, error } = await run(list, { credential, input: [{}, {}], continueOnFail: true });
		expect(error).toBeUndefined();
		const message = expect.stringContaining('The API Token of the credential is empty') as unknown;
		const json = { error: expect.objectContaining({ message }) as unknown };
		expect(items).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
		expect(sandbox.log.total).toBe(0);
	});

	test('an expression that fails for one item fails that item alone', async () => {
		const { run } = await serve({ orders: { count: 5, deletedShare: 0 } });
		const { items } = await run(
			{ ...setExternalId, externalId: '={{ $json.erp.toUpperCase() }}' },
			{ input: [{ id: 1001 }, { id: 1002, erp: 'b' }], continueOnFail: true },
		);
		expect(items[0]?.json).toHaveProperty('error.message');
		expect(items[1]?.json).toEqual({ salesOrderId: 1002, externalId: 'B', updated: true });
	});
});

test('An error ends the run at its item, names the item, and leaves what was written before', async () => {
	const { sandbox, run } = await serve({ orders: { count: 5, deletedShare: 0 } });
	const { items, error } = await run(setExternalId, {
		input: [
			{ id: 1001, erp: 'A' },
			{ id: 999_999, erp: 'B' },
			{ id: 1002, erp: 'C' },
		],
	});
	expect(items).toEqual([]);
	expect(error?.name).toBe('NodeApiError');
	expect(error?.context.itemIndex).toBe(1);
	expect(sandbox.log.total).toBe(2);
	expect(sandbox.world.find(1001)?.externalId).toBe('A');
});
