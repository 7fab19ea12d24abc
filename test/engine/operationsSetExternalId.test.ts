/** Set External ID: what is refused, cut, skipped and repeated (design 3, Set External ID). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import {
	inARow,
	makeNode,
	NODE,
	nodeTypeNames,
	runNode,
	runWorkflow,
	serve,
	simulateTime,
	START,
} from './support';
import type { NodeOutcome, ServedSandbox } from './support';

let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({ orders: { count: 12, deletedShare: 0 } });
});

async function set(parameters: INodeParameters, input?: IDataObject[]): Promise<NodeOutcome> {
	return await runNode({
		parameters: { resource: 'salesOrder', operation: 'setExternalId', ...parameters },
		credential: served.credential(),
		input,
	});
}

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
		expect(items[0]?.json).toEqual({ id: 1001, externalId: expected, updated: true });
		expect(stored()).toBe(expected);
	});

	test.each([
		['blank', '  ', 'empty or not a text'],
		['missing in the item', '={{ $json.nothing }}', 'empty or not a text'],
		['null', '={{ null }}', 'empty or not a text'],
		['an object', '={{ ({ id: 5 }) }}', '{"id":5}'],
		['yes or no', '={{ true }}', 'true'],
		['not a number', '={{ NaN }}', 'empty or not a text'],
		['a number that was rounded already', '={{ 2 ** 60 }}', 'too large to be a number'],
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
		expect(error?.description).toContain('truncate');
		expect(served.sandbox.log.total).toBe(0);
	});

	test('is truncated when asked for, with one hint for all items, and no half of a character', async () => {
		const externalId = `={{ $json.id === 1001 ? '${'x'.repeat(254)}🧾' : 'y'.repeat(300) }}`;
		const { items, hints } = await set(
			{ orderId: '={{ $json.id }}', externalId, options: { onTooLong: 'truncate' } },
			[{ id: 1001 }, { id: 1002 }],
		);
		expect(items.map(({ json }) => json.externalId)).toEqual(['x'.repeat(254), 'y'.repeat(255)]);
		expect([stored(), stored(1002)]).toEqual(['x'.repeat(254), 'y'.repeat(255)]);
		expect(hints.map(({ message }) => message)).toEqual([expect.stringContaining('were truncated')]);
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
		expect(items[0]?.json.id).toBe(1001);
		expect(served.sandbox.log.entries[0]?.path).toBe('/api/v2/salesOrder/1001');
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
		expect(error?.message).toMatch(/^The order ID is (not a positive whole number|too large)/);
		expect(served.sandbox.log.total).toBe(0);
	});

	test.each(['simplified', 'items', 'raw'])('is found in an order that was listed as %s', async (output) => {
		const listed = await runNode({
			parameters: { resource: 'salesOrder', operation: 'list', returnAll: false, limit: 1, output },
			credential: served.credential(),
		});
		const { json = {} } = listed.items[0] ?? {};
		const { items } = await set({ externalId: 'A' }, [json]);
		expect(items[0]?.json).toEqual({ id: json.orderId ?? json.id, externalId: 'A', updated: true });
	});

	test("is not taken from an item of another system, whose id is another order's", async () => {
		const { error } = await set({ externalId: 'A' }, [{ id: 1001, name: 'SO-1', state: 'draft' }]);
		expect(error?.message).toContain('not a positive whole number');
		expect(error?.description).toContain('drag it in from the node that read the order');
		expect(served.sandbox.log.total).toBe(0);
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
			items.map(({ json }) => `ERP-${String(json.id)}`),
		);
		expect(served.sandbox.log.entries.filter(({ method }) => method === 'PUT')).toHaveLength(5);
	});

	test.each([
		['is no longer the order, but merely carries the external ID', { id: 1001, externalId: 'A' }],
		['is another order', { id: 1002, externalId: 'A', mobileDateCreated: '2026-01-01T00:00:00Z' }],
		['is the order with another external ID', { id: 1001, externalId: 'B', mobileDateCreated: '2026' }],
		['is the order without one', { id: 1001, externalId: null, mobileDateCreated: '2026' }],
	])('sends when the incoming item %s', async (_, item) => {
		const { items } = await set({ orderId: '1001', externalId: 'A', options: { skipUnchanged: true } }, [
			item,
		]);
		expect(items[0]?.json.updated).toBe(true);
		expect(stored()).toBe('A');
	});

	test.each([
		['unless it is chosen', {}],
		['where an expression says so in a word', { skipUnchanged: '={{ "false" }}' }],
		['where an expression says nothing', { skipUnchanged: '={{ $json.nothing }}' }],
	])('is off %s', async (_, options) => {
		const { items } = await set({ orderId: '1001', externalId: 'A', options }, [
			{ id: 1001, externalId: 'A', mobileDateCreated: '2026-01-01T00:00:00Z' },
		]);
		expect(items[0]?.json.updated).toBe(true);
	});
});

describe('The answer to the write', () => {
	test.each([201, 202, 204, 301, 302, 304, 400, 404, 405, 409])(
		'%i is a failure, and not repeated',
		async (status) => {
			const fault: Fault =
				status > 300 && status < 304 ? { kind: 'redirect', status } : { kind: 'status', status };
			served.sandbox.faults.schedule({}, fault, { times: Infinity });
			const { items, error } = await set({ orderId: '1001', externalId: 'A' });
			expect(items).toEqual([]);
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(served.sandbox.log.total).toBe(1);
		},
	);

	test.each(['order', 'empty', 'emptyObject'] as const)('200 with body "%s" is success', async (body) => {
		served.sandbox.switches.putResponseBody = body;
		const { items } = await set({ orderId: '1001', externalId: 'A' });
		expect(items[0]?.json.updated).toBe(true);
	});

	test.each<[string, Fault]>([
		['a server error', { kind: 'status', status: 500 }],
		['a reset after it took effect', { kind: 'reset', takesEffect: true }],
		['429', { kind: 'tooManyRequests' }],
	])('after %s it is written again', async (_, fault) => {
		simulateTime();
		served.sandbox.faults.schedule({}, fault, { times: 2 });
		const { items } = await set({ orderId: '1001', externalId: 'A' });
		expect(items[0]?.json.updated).toBe(true);
		expect(stored()).toBe('A');
		expect(served.sandbox.log.total).toBe(3);
	});
});
