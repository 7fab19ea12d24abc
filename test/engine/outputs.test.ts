/** The outputs, as the engine hands them to the next node (design 2, `output`). */
import type { INodeParameters } from 'n8n-workflow';
import { MINUTE, NOON } from '../support/time';
import { runTool, serve, serveTrigger, type ServedSandbox } from './support';
import { idsOf, valuesOf } from './support/outcomes';

const list: INodeParameters = { resource: 'salesOrder', operation: 'list' };
let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({
		clock: { now: () => NOON },
		orders: { count: 60, deletedShare: 0.2 },
		switches: { pageSize: 7 },
	});
});

const run = async (parameters: INodeParameters) => await served.run(parameters);

describe('Output', () => {
	test('simplified, the default, gives one flat row for each order', async () => {
		const { items } = await run({ ...list, returnAll: false, limit: 5 });
		expect(items).toHaveLength(5);
		for (const { json } of items) {
			const order = served.sandbox.world.find(Number(json.salesOrderId));
			expect(json).toMatchObject({
				customerCode: order?.customer.code,
				totalSales: order?.totalSales,
				itemCount: order?.items.length,
			});
			expect(Object.values(json).filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
		}
	});

	test('items gives one flat row for each line, and a limit counts orders', async () => {
		const outcome = await run({ ...list, returnAll: false, limit: 5, output: 'items' });
		const ids = [...new Set(idsOf(outcome))].map(Number);
		expect(ids).toHaveLength(5);
		const lines = ids.flatMap((id) => served.sandbox.world.find(id)?.items ?? []);
		expect(valuesOf(outcome, 'itemId')).toEqual(lines.map(({ id }) => id));
		expect(valuesOf(outcome, 'total')).toEqual(lines.map(({ total }) => total));
	});

	test('raw gives the order exactly as the service sent it', async () => {
		served.sandbox.switches.externalIdWhenUnset = 'absent';
		const { items } = await run({ ...list, returnAll: false, limit: 5, output: 'raw' });
		expect(items.map(({ json }) => json)).toEqual(
			items.map(({ json }) => served.sandbox.world.find(Number(json.id))),
		);
	});

	test('an output that an expression makes up is refused', async () => {
		const { error } = await run({ ...list, output: '={{ "xml" }}' });
		expect(error?.message).toBe(`'Output' cannot be "xml"`);
	});
});

describe('Selected Fields', () => {
	const selected = { ...list, output: 'selectedFields' };

	beforeEach(async () => {
		served = await serve({ orders: { count: 9, deletedShare: 0 }, switches: { pageSize: 7 } });
	});

	test.each([
		['a list', ['customer.code', 'items.product.code']],
		['a text with commas from an expression', '={{ "customer.code, items.product.code" }}'],
		['a list from an expression', '={{ ["customer.code", "items.product.code"] }}'],
	])('a row has the order ID, then the fields and no others, given as %s', async (_, fields) => {
		const { items, error } = await served.run({ ...selected, fields });
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

	test('without a field, nothing is sent', async () => {
		const { error } = await served.run({ ...selected, fields: '={{ [] }}' });
		expect(error?.message).toBe("No field is chosen under 'Fields'");
		expect(served.sandbox.log.total).toBe(0);
	});

	test('one that an order of another input item has is not named', async () => {
		const { sandbox, run } = served;
		const [first, second] = sandbox.world.all();
		sandbox.world.distort(second?.id ?? 0n, { route: 'North' });
		const input = [first, second, first].map((order) => ({
			at: new Date(order?.mobileDateCreated ?? 0).toISOString(),
		}));
		const window = { start: '={{ $json.at }}', end: '={{ $json.at }}' };
		const { items, hints } = await run({ ...selected, ...window, fields: ['route'] }, { input });
		expect(items.map(({ json }) => json.route)).toEqual([null, 'North', null]);
		expect(hints.map(({ message }) => message).filter((message) => message.includes('empty'))).toEqual([]);
	});

	test('a field that the specification does not know, and that is empty in every order, is named', async () => {
		const fields =
			'={{ "custmer, customer.cod, totalSales, deletedBy, items[0].product.code, items.discount" }}';
		const { hints } = await served.run({ ...selected, fields });
		expect(hints).toMatchObject([
			{
				message:
					"custmer, customer.cod: empty in every order. If that is wrong, check the spelling under 'Fields'.",
			},
		]);
		const none = await served.run({ ...selected, fields, start: '2099-08-01' });
		expect(none.hints).toEqual([]);
	});

	test('an agent receives only the fields that were selected, or those that it names itself', async () => {
		const window = { Start: '', End: '' };
		const orderIds = [1009, 1008, 1007, 1006, 1005, 1004, 1003, 1002, 1001];
		const codeOf = (id: number) => served.sandbox.world.find(id)?.customer.code;
		const rows = orderIds.map((id) => ({ salesOrderId: id, 'customer.code': codeOf(id) }));
		const fields = "={{ $fromAI('fields', 'Names of fields', 'string') }}";
		const entered = await runTool({ ...selected, fields: ['customer.code'] }, served.credential(), [window]);
		const named = await runTool({ ...selected, fields }, served.credential(), [
			{ ...window, fields: '["customer.code"]' },
		]);
		expect([entered, named].map(({ answers }) => answers[0]?.answer)).toEqual([rows, rows]);
	});

	test('in the trigger, the columns of the trigger come first', async () => {
		const { poll, add, time } = await serveTrigger();
		await poll();
		time.current += MINUTE;
		const salesOrderId = add();
		const [row = {}] = await poll({
			parameters: { output: 'selectedFields', fields: ['customer.code'] } as never,
		});
		expect(Object.keys(row)).toEqual(['event', 'delivered', 'delivery', 'salesOrderId', 'customer.code']);
		expect(row).toMatchObject({ event: 'created', salesOrderId });
	});
});
