/** The four operations, run by n8n's own engine against the service over HTTP. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NOON } from '../support/time';
import { PAGE } from '../../sandbox';
import { inARow, makeNode, NODE, nodeTypeNames, runWorkflow, serve, START } from './support';
import type { NodeOutcome, ServedSandbox } from './support';
import { existing, idsOf, valuesOf } from './support/outcomes';

const list: INodeParameters = { resource: 'salesOrder', operation: 'list' };
const listDeleted: INodeParameters = { resource: 'salesOrder', operation: 'listDeleted' };
const listUsers: INodeParameters = { resource: 'user', operation: 'list' };
const setExternalId: INodeParameters = { resource: 'salesOrder', operation: 'setExternalId' };
const ORDERS = 60;
let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({
		clock: { now: () => NOON },
		orders: { count: ORDERS, deletedShare: 0.2 },
		switches: { pageSize: 7 },
	});
});

const run = async (parameters: INodeParameters, input?: IDataObject[]) =>
	await served.run(parameters, { input });

const pairsOf = ({ items }: NodeOutcome) => items.map(({ pairedItem }) => pairedItem);

const sorted = (ids: unknown[]) => [...ids].map(Number).sort((a, b) => a - b);

describe('List Sales Orders', () => {
	test('gives every order that is not deleted once, over all pages', async () => {
		const outcome = await run(list);
		expect(existing(served, false).length).toBeGreaterThan(40);
		expect(sorted(idsOf(outcome))).toEqual(existing(served, false));
		expect(outcome.hints).toEqual([]);
	});

	test('with a limit gives so many and reads no page more than it needs', async () => {
		expect(idsOf(await run({ ...list, returnAll: false, limit: 10 }))).toHaveLength(10);
		expect(served.sandbox.log.entries.map(({ path }) => path)).toEqual([
			'/api/v2/salesOrder?deleted=false',
			`/api/v2/salesOrder?deleted=false&${PAGE}=2`,
		]);
	});

	test.each([0, -1, 1.5, 'many', '={{ "many" }}'])(
		'refuses the limit %p and sends nothing',
		async (limit) => {
			const { error } = await run({ ...list, returnAll: false, limit });
			expect(error?.message).toMatch(/^'Limit' cannot be /);
			expect(error?.description).toContain('Use a whole number of at least 1.');
			expect(served.sandbox.log.total).toBe(0);
		},
	);

	test('without orders gives no items, no error and no hint', async () => {
		const empty = await serve({ clock: { now: () => NOON } });
		const outcome = await empty.run(list);
		expect(outcome).toEqual({ items: [], outputs: [[]], hints: [] });
	});
});

test('List Deleted Orders gives every deleted order once, over all pages, with when it was deleted', async () => {
	const outcome = await run(listDeleted);
	expect(existing(served, true).length).toBeGreaterThan(7);
	expect(sorted(idsOf(outcome))).toEqual(existing(served, true));
	for (const { json } of outcome.items) {
		expect(json.deleted).toBe(true);
		expect(json.dateDeleted).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
	}
});

test('List Users gives every user once, over all pages, with the fields that only this service has', async () => {
	const outcome = await run(listUsers);
	expect(new Set(valuesOf(outcome, 'id')).size).toBe(13);
	// A user who comes hides one who goes, so the list is read twice.
	expect(served.sandbox.log.entries.filter(({ path }) => path.includes(`${PAGE}=2`))).toHaveLength(2);
	expect(Object.keys(outcome.items[0]?.json ?? {})).toEqual(['id', 'username', 'name', 'enabled', 'email']);
});

describe('Several input items', () => {
	test('each runs the list with its own expressions, and every row is paired with its item', async () => {
		const [first = 0, second = 0, third = 0] = existing(served, false);
		const codes = [first, second, third].map((id) => served.sandbox.world.find(id)?.customer.code ?? '');
		const outcome = await run(
			{ ...list, filters: { customerCodes: '={{ $json.code }}' } },
			codes.map((code) => ({ code })),
		);
		for (const [item, code] of codes.entries()) {
			const rows = outcome.items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item);
			expect(rows.length).toBeGreaterThan(0);
			expect(new Set(rows.map(({ json }) => json.customerCode))).toEqual(new Set([code]));
		}
		expect(pairsOf(outcome).every((pair) => pair !== undefined)).toBe(true);
	});

	test('output, limit and Return All may differ from item to item', async () => {
		const outcome = await run(
			{
				...list,
				returnAll: '={{ $json.all }}',
				limit: '={{ $json.limit }}',
				output: '={{ $json.output }}',
			},
			[
				{ all: false, limit: 1, output: 'raw' },
				{ all: false, limit: 2, output: 'simplified' },
				{ all: true, limit: 3, output: 'simplified' },
			],
		);
		const counts = [0, 1, 2].map(
			(item) => pairsOf(outcome).filter((pair) => (pair as { item: number }).item === item).length,
		);
		expect(counts).toEqual([1, 2, existing(served, false).length]);
		expect(outcome.items[0]?.json).toHaveProperty('customer.zone.description');
		expect(outcome.items[1]?.json).toHaveProperty('customerZoneDescription');
	});

	test('a later node reaches the input item of a row by its pair', async () => {
		const outcome = await runWorkflow({
			nodes: [
				makeNode(START, nodeTypeNames.start),
				makeNode(NODE, nodeTypeNames.node, { ...list, returnAll: false, limit: '={{ $json.limit }}' }),
				makeNode('Write Back', nodeTypeNames.node, {
					...setExternalId,
					externalId: `={{ $('${START}').item.json.prefix }}-{{ $json.salesOrderId }}`,
				}),
			],
			connections: inARow(START, NODE, 'Write Back'),
			pinData: { [START]: [{ json: { limit: 1, prefix: 'A' } }, { json: { limit: 2, prefix: 'B' } }] },
			credential: served.credential(),
		});
		const written = outcome.node('Write Back')?.items.map(({ json }) => String(json.externalId));
		expect(written?.map((text) => text[0])).toEqual(['A', 'B', 'B']);
	});
});

describe('A workflow that another program made', () => {
	const of = (label: string, value: string, choices: string) => [
		`'${label}' cannot be "${value}"`,
		`Use one of: ${choices}. With an expression, check what it returns.`,
	];

	test.each<[string, string, string[]]>([
		['salesOrder', '', ["No 'Operation' is chosen", 'Choose one from the list.']],
		['', 'list', ["No 'Operation' is chosen", 'Choose one from the list.']],
		['order', 'list', of('Resource', 'order', 'salesOrder, user')],
		['user', 'setExternalId', of('Operation', 'setExternalId', 'list')],
	])('is told what is wrong with resource %p and operation %p, and nothing is sent', async (...given) => {
		const [resource, operation, expected] = given;
		const { error } = await run({ resource, operation });
		expect([error?.message, error?.description]).toEqual(expected);
		expect(served.sandbox.log.total).toBe(0);
	});
});
