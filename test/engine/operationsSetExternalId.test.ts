/** Set External ID: what is refused, cut, skipped and repeated (design 3, Set External ID). */
import { NodeConnectionTypes, type IDataObject } from 'n8n-workflow';
import { inARow, makeNode, NODE, nodeTypeNames, runWorkflow, simulateTime, START } from './support';
import { settingExternalIds } from './support/setExternalId';

const { served, set } = settingExternalIds();

const stored = (id = 1001) => served.sandbox.world.find(id)?.externalId;

describe('The external ID', () => {
	test.each([
		['a number', '={{ 4711 }}', '4711'],
		['zero', '={{ 0 }}', '0'],
		['a text with blanks inside', 'SO 2026/1', 'SO 2026/1'],
		['quotes, accents and emoji', 'Ñ"\\🧾', 'Ñ"\\🧾'],
		['a formula', '=1+1', '1+1'],
		['255 characters', 'x'.repeat(255), 'x'.repeat(255)],
	])('may be %s and is stored as that text', async (_, externalId, expected) => {
		const { items } = await set({ orderId: '1001', externalId });
		expect(items[0]?.json).toEqual({ salesOrderId: 1001, externalId: expected, updated: true });
		expect(stored()).toBe(expected);
	});

	test.each([
		['blank', '  ', "'External ID' is empty"],
		['missing in the item', '={{ $json.nothing }}', "'External ID' is empty"],
		['null', '={{ null }}', "'External ID' is empty"],
		['of two lines', '={{ "SO-1\\nSO-2" }}', "'External ID' has a line break"],
		['with a line break at its end', '={{ "SO-1\\r\\n" }}', "'External ID' has a line break"],
		['with the line break of a cell', '={{ "SO-1\\vSO-2" }}', "'External ID' has a line break"],
		['an object', '={{ ({ id: 5 }) }}', `'External ID' cannot be {"id":5}`],
		['yes or no', '={{ true }}', "'External ID' cannot be true"],
		['not a number', '={{ NaN }}', "'External ID' cannot be"],
		['a number that was rounded already', '={{ 2 ** 60 }}', "'External ID' cannot be 1152921504606847000"],
	])('is refused before anything is sent when it is %s', async (_, externalId, message) => {
		const { error } = await set({ orderId: '1001', externalId });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toContain(message);
		expect(error?.context.itemIndex).toBe(0);
		expect(served.sandbox.log.total).toBe(0);
	});

	test('of 256 characters is refused before anything is sent, since the service would cut it silently', async () => {
		const { error } = await set({ orderId: '1001', externalId: 'x'.repeat(256) });
		expect(error?.message).toContain('longer than 255 characters (256)');
		expect(error?.description).toContain("Truncate under 'If Too Long'");
		expect(served.sandbox.log.total).toBe(0);
	});

	test('is truncated when asked for, with one hint for all items, and no half of a character', async () => {
		const externalId = `={{ $json.salesOrderId === 1001 ? '${'x'.repeat(254)}🧾' : 'y'.repeat(300) }}`;
		const { items, hints } = await set({ externalId, options: { onTooLong: 'truncate' } }, [
			{ salesOrderId: 1001 },
			{ salesOrderId: 1002 },
		]);
		expect(items.map(({ json }) => json.externalId)).toEqual(['x'.repeat(254), 'y'.repeat(255)]);
		expect([stored(), stored(1002)]).toEqual(['x'.repeat(254), 'y'.repeat(255)]);
		expect(hints.map(({ message }) => message)).toEqual([expect.stringContaining('were truncated')]);
		const blank = { externalId: `${' '.repeat(255)}A`, options: { onTooLong: 'truncate' } };
		expect((await set(blank, [{ salesOrderId: 1003 }])).error?.message).toBe("'External ID' is empty");
	});
});

describe('The order ID', () => {
	test.each([
		['text', '1001'],
		['number', '={{ 1001 }}'],
		['text with blanks around', ' 1001 '],
		['text with leading zeros', '0001001'],
	])('may be a %s', async (_, orderId) => {
		const { items } = await set({ orderId, externalId: 'A' });
		expect(items[0]?.json.salesOrderId).toBe(1001);
		const call = { method: 'PUT', path: '/api/v2/salesOrder/1001', body: '{"externalId":"A"}' };
		expect(served.sandbox.log.entries[0]).toMatchObject(call);
	});

	test.each([
		['zero', '={{ 0 }}'],
		['negative', '={{ -5 }}'],
		['a fraction', '={{ 1001.5 }}'],
		['a word', 'first'],
		['a path', '../user'],
		['an exponent', '1e3'],
		['missing in the item', '={{ $json.nothing }}'],
		['a list', '={{ [1001] }}'],
		['a number that was rounded already', '={{ 2 ** 60 }}'],
	])('is refused before anything is sent when it is %s', async (_, orderId) => {
		const { error } = await set({ orderId, externalId: 'A' });
		expect(error?.message).toMatch(/^'Order ID' (is empty|cannot be )/);
		expect(served.sandbox.log.total).toBe(0);
	});

	test.each(['simplified', 'items', 'selectedFields'])(
		'is found in an order listed as %s',
		async (output) => {
			const limits = { returnAll: false, limit: 1, fields: ['totalSales'] };
			const listed = await served.run({ resource: 'salesOrder', operation: 'list', ...limits, output });
			const { json = {} } = listed.items[0] ?? {};
			const { items } = await set({ externalId: 'A' }, [json]);
			expect(items[0]?.json).toEqual({ salesOrderId: json.salesOrderId, externalId: 'A', updated: true });
		},
	);

	test.each([
		['the resource locator of the editor', { __rl: true, mode: 'id', value: '={{ $json.order }}' }],
		['an order chosen from the list', { __rl: true, mode: 'list', value: '1001' }],
		['a plain text, as a saved workflow may hold', '={{ $json.order }}'],
		['an expression in place of the whole field', '={{ ({ mode: "id", value: $json.order }) }}'],
	])('may be given as %s', async (_, orderId) => {
		const { items } = await set({ orderId, externalId: 'A' }, [{ order: 1001 }]);
		expect(items[0]?.json.salesOrderId).toBe(1001);
	});

	test('that is missing is refused with the field to drag in, also for orders as sent', async () => {
		const { error } = await set({ externalId: 'A' }, [{ id: 1001, items: [] }]);
		expect(error?.message).toBe("'Order ID' is empty");
		expect(error?.description).toContain('Drag in salesOrderId from the trigger or list node');
		expect(error?.description).toContain('(with Output As Sent: its id)');
		expect(served.sandbox.log.total).toBe(0);
	});

	test('of a write without an answer: the error says that it may have been saved', async () => {
		simulateTime();
		served.sandbox.faults.schedule({ method: 'PUT' }, { kind: 'status', status: 502 }, { times: Infinity });
		const { error } = await set({ orderId: '1002', externalId: 'A' });
		expect(error?.description).toContain('may have been saved nonetheless');
	});
});

/** What common nodes return after they stored an order: numbers of their own, and often none of the order's columns. */
const ROWS_OF_OTHER_NODES: Array<[string, IDataObject]> = [
	[
		'Data Table',
		{ id: 1002, createdAt: '2026-07-01', updatedAt: '2026-07-01', mobileDateCreated: '2026-07-01' },
	],
	['PostgreSQL', { id: 1002, order_no: 'SO-1', mobileDateCreated: '2026-07-01T00:00:00Z' }],
	['MySQL', { insertId: 1002, affectedRows: 1, id: 1002 }],
	['Odoo', { id: 1002, name: 'S00042', client_order_ref: '1001' }],
	['ERPNext', { name: '1002', doctype: 'Sales Order', docstatus: 0, idx: 1003 }],
	['Google Sheets', { row_number: 1002, id: '1002', externalId: null }],
	['Airtable', { id: 'rec1002', createdTime: '2026-07-01', fields: { orderId: 1002 } }],
];

describe('After another system’s node', () => {
	test.each(ROWS_OF_OTHER_NODES)('a number of %s is never sent to the service', async (_, row) => {
		for (const kept of [{}, { salesOrderId: null }, { salesOrderId: '' }, { orderId: 1002 }]) {
			const { error } = await set({ externalId: 'A' }, [{ ...row, ...kept }]);
			expect(error?.message).toBe("'Order ID' is empty");
		}
		expect(served.sandbox.log.total).toBe(0);
	});

	test.each(ROWS_OF_OTHER_NODES)('the order is written to whose salesOrderId %s kept', async (_, row) => {
		const { items } = await set({ externalId: 'A' }, [{ ...row, salesOrderId: 1001 }]);
		expect(items[0]?.json.salesOrderId).toBe(1001);
		expect(served.sandbox.log.entries.map(({ path }) => path)).toEqual(['/api/v2/salesOrder/1001']);
	});
});

describe('Skip Unchanged', () => {
	test('makes running again cheap: only what is not yet stored is sent', async () => {
		const write = async () =>
			await runWorkflow({
				nodes: [
					makeNode(START, nodeTypeNames.start),
					makeNode('List', nodeTypeNames.node, { resource: 'salesOrder', operation: 'list', output: 'raw' }),
					makeNode(NODE, nodeTypeNames.node, {
						resource: 'salesOrder',
						operation: 'setExternalId',
						orderId: '={{ $json.id }}',
						externalId: '=ERP-{{ $json.id }}',
						options: { skipUnchanged: true },
					}),
				],
				connections: inARow(START, 'List', NODE),
				pinData: { [START]: [{ json: {} }] },
				credential: served.credential(),
			});
		served.sandbox.faults.schedule({ method: 'PUT' }, { kind: 'status', status: 400 }, { after: 7 });
		expect((await write()).node(NODE)?.error).toBeDefined();
		served.sandbox.log.clear();
		const items = (await write()).node(NODE)?.items ?? [];
		expect(items.map(({ json }) => json.updated).filter((updated) => !updated)).toHaveLength(7);
		expect(items.map(({ json }) => json.externalId)).toEqual(
			items.map(({ json }) => `ERP-${String(json.salesOrderId)}`),
		);
		expect(served.sandbox.log.entries.filter(({ method }) => method === 'PUT')).toHaveLength(5);
	});

	test.each([
		['is another order', { salesOrderId: 1002, externalId: 'A' }],
		['is the order with another external ID', { salesOrderId: 1001, externalId: 'B' }],
		['is the order without one', { salesOrderId: 1001, externalId: null }],
		['is a user with that number', { id: 1001, externalId: 'A' }],
	])('sends when the listed item %s', async (_, item) => {
		const parameters = { orderId: '1001', externalId: 'A', options: { skipUnchanged: true } };
		const { items } = await set(parameters, [item], { isListed: true });
		expect(items[0]?.json.updated).toBe(true);
		expect(stored()).toBe('A');
	});

	test('never drops a write behind a node that may have put the new number in the column of the old', async () => {
		const row = { salesOrderId: 1001, externalId: 'NEW', mobileDateCreated: '2026-07-01T00:00:00Z' };
		const parameters = { externalId: '={{ $json.externalId }}', options: { skipUnchanged: true } };
		expect((await set(parameters, [row])).items[0]?.json.updated).toBe(true);
		expect(stored()).toBe('NEW');
		const [skipped, other] = [row, { ...row, salesOrderId: 1002, externalId: 'OLD' }];
		const both = { ...parameters, externalId: 'NEW' };
		const { items, hints } = await set(both, [skipped, other], { isListed: true });
		expect(items.map(({ json }) => json.updated)).toEqual([false, true]);
		expect(hints[0]?.message).toContain('NEW (1001 and 1002)');
	});

	test.each([
		['is disabled', { disabled: true }, 0],
		['failed', { onError: 'continueErrorOutput' }, 1],
	] as const)('sends what a node of the package hands on that %s', async (_, settings, output) => {
		if (output === 1) served.sandbox.faults.schedule({ method: 'PUT' }, { kind: 'status', status: 400 });
		const parameters = { resource: 'salesOrder', operation: 'setExternalId', externalId: 'NEW' };
		const next = [{ node: NODE, type: NodeConnectionTypes.Main, index: 0 }];
		const { node } = await runWorkflow({
			nodes: [
				makeNode(START, nodeTypeNames.start),
				{ ...makeNode('Before', nodeTypeNames.node, parameters), ...settings },
				makeNode(NODE, nodeTypeNames.node, { ...parameters, options: { skipUnchanged: true } }),
			],
			connections: {
				...inARow(START, 'Before'),
				Before: { main: output === 1 ? [[], next] : [next] },
			},
			pinData: { [START]: [{ json: { salesOrderId: 1001, externalId: 'NEW' } }] },
			credential: served.credential(),
		});
		expect(node(NODE)?.items[0]?.json.updated).toBe(true);
		expect(stored()).toBe('NEW');
	});

	test.each([
		['sends', 'has replaced', 'B', 200, 'A'],
		['sends', 'may have replaced', 'B', 403, 'A'],
		['skips', 'has refused to replace', 'x'.repeat(256), 200, null],
	])('%s the return to an external ID that this run %s', async (_, __, other, status, after) => {
		if (status !== 200) served.sandbox.faults.schedule({ method: 'PUT' }, { kind: 'status', status });
		const externalId = `={{ $itemIndex === 0 ? "${other}" : "A" }}`;
		const rows = Array(2).fill({ salesOrderId: 1001, externalId: 'A' }) as IDataObject[];
		const parameters = { externalId, options: { skipUnchanged: true } };
		const { items } = await set(parameters, rows, { isListed: true, continueOnFail: true });
		expect(items.at(-1)?.json.updated).toBe(after === 'A');
		expect(stored()).toBe(after);
	});

	test.each([
		['unless it is chosen', {}],
		['where an expression says so in a word', { skipUnchanged: '={{ "false" }}' }],
		['where an expression says nothing', { skipUnchanged: '={{ $json.nothing }}' }],
	])('is off %s', async (_, options) => {
		const { items } = await set(
			{ orderId: '1001', externalId: 'A', options },
			[{ salesOrderId: 1001, externalId: 'A' }],
			{ isListed: true },
		);
		expect(items[0]?.json.updated).toBe(true);
	});
});
