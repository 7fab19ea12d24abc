/** Selected Fields (design 2), wherever the engine runs it: in a list, as a tool, in the trigger, before Set External ID. */
import type { INodeParameters } from 'n8n-workflow';
import { runTool, serve, serveTrigger, type ServedSandbox } from './support';

const list: INodeParameters = { resource: 'salesOrder', operation: 'list', output: 'selectedFields' };
let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({ orders: { count: 9, deletedShare: 0 }, switches: { pageSize: 7 } });
});

test.each([
	['a list', ['customer.code', 'items.product.code']],
	['a text with commas from an expression', '={{ "customer.code, items.product.code" }}'],
	['a list from an expression', '={{ ["customer.code", "items.product.code"] }}'],
])('A row has the order ID, then the fields and no others, given as %s', async (_, fields) => {
	const { items, error } = await served.run({ ...list, fields });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(9);
	for (const { json } of items) {
		const order = served.sandbox.world.find(Number(json.salesOrderId));
		expect(json).toEqual({
			salesOrderId: order?.id,
			'customer.code': order?.customer.code,
			'items.product.code': order?.items.map(({ product }) => product.code),
		});
	}
});

test('Without a field, nothing is sent', async () => {
	const { error } = await served.run({ ...list, fields: '={{ [] }}' });
	expect(error?.message).toBe("No field is chosen under 'Fields'");
	expect(served.sandbox.log.total).toBe(0);
});

test('A field that the specification does not know, and that is empty in every order, is named', async () => {
	const fields =
		'={{ "custmer, customer.cod, totalSales, deletedBy, items[0].product.code, items.discount" }}';
	const { hints } = await served.run({ ...list, fields });
	expect(hints).toMatchObject([
		{
			message:
				"custmer, customer.cod: empty in every order. If that is wrong, check the spelling under 'Fields'.",
		},
	]);
	const none = await served.run({ ...list, fields, start: '2099-08-01' });
	expect(none.hints).toEqual([]);
});

test('An agent receives only the fields that were selected, or those that it names itself', async () => {
	const window = { Start: '', End: '' };
	const orderIds = [1009, 1008, 1007, 1006, 1005, 1004, 1003, 1002, 1001];
	const codeOf = (id: number) => served.sandbox.world.find(id)?.customer.code;
	const rows = orderIds.map((id) => ({ salesOrderId: id, 'customer.code': codeOf(id) }));
	const fields = "={{ $fromAI('fields', 'Names of fields', 'string') }}";
	const entered = await runTool({ ...list, fields: ['customer.code'] }, served.credential(), [window]);
	const named = await runTool({ ...list, fields }, served.credential(), [
		{ ...window, fields: '["customer.code"]' },
	]);
	expect([entered, named].map(({ answers }) => answers[0]?.answer)).toEqual([rows, rows]);
});

test('A row of it leads Set External ID to its order', async () => {
	const { items } = await served.run({ ...list, fields: ['totalSales'] });
	const input = items.slice(0, 1).map(({ json }) => json);
	const written = await served.run(
		{ resource: 'salesOrder', operation: 'setExternalId', externalId: 'A' },
		{ input },
	);
	expect(written.items).toMatchObject([
		{ json: { salesOrderId: input[0]?.salesOrderId, externalId: 'A', updated: true } },
	]);
});

test('In the trigger, the columns of the trigger come first', async () => {
	const { poll, add, time } = await serveTrigger();
	await poll();
	time.current += 60_000;
	const salesOrderId = add();
	const [row = {}] = await poll({
		parameters: { output: 'selectedFields', fields: ['customer.code'] } as never,
	});
	expect(Object.keys(row)).toEqual(['event', 'delivered', 'delivery', 'salesOrderId', 'customer.code']);
	expect(row).toMatchObject({ event: 'created', salesOrderId });
});
