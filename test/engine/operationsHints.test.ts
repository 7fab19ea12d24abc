/** Hints on the node, where the user would otherwise wonder, and none when all is well (design 3). */
import type { INodeParameters } from 'n8n-workflow';
import { rewriteLists } from '../support/rewriteLists';
import { serve, simulateTime } from './support';
import { hintsOf, serveOrders } from './support/outcomes';

const list: INodeParameters = { resource: 'salesOrder', operation: 'list' };

const REPEATED =
	"Several input items got the same rows, so these are repeated. If the list of the first item is enough, turn on 'Execute Once' in the settings of this node.";

test.each<[string, INodeParameters]>([
	['List Sales Orders', { ...list, start: '2026-07-14T09:00:00-06:00', end: '2026-07-14T15:00:00-06:00' }],
	['List Sales Orders without a window', list],
	[
		'List Sales Orders between two n8n dates',
		{ ...list, start: "={{ DateTime.fromISO('2026-07-14T15:00Z') }}", end: '={{ $now }}' },
	],
	['List Deleted Orders', { resource: 'salesOrder', operation: 'listDeleted', start: '2026-07-01' }],
	['List Users', { resource: 'user', operation: 'list' }],
	[
		'Set External ID',
		{ resource: 'salesOrder', operation: 'setExternalId', orderId: '1001', externalId: 'A' },
	],
])('%s gives no hint when all is well', async (_, parameters) => {
	const { sandbox, run } = await serveOrders();
	sandbox.world.delete(1005);
	expect(hintsOf(await run(parameters))).toEqual([]);
});

test.each([
	['start', "The expression in 'Start' returned nothing, so it sets no limit. Check the expression."],
	['end', "The expression in 'End' returned nothing, so it sets no limit. Check the expression."],
	['limit', "'Limit' is empty, so everything is returned. Check its expression."],
])('An expression in %s that returns nothing is told: it reads on without a limit', async (name, hint) => {
	const { sandbox, run } = await serveOrders(1);
	const parameters = { ...list, returnAll: name !== 'limit', [name]: '={{ $json.date }}' };
	const outcome = await run(parameters, { input: [{}, { date: '' }] });
	expect(hintsOf(outcome)).toEqual([hint, REPEATED]);
	expect(outcome.items).toHaveLength(2 * sandbox.world.all().length);
});

/** The hint about filters that are empty. */
const emptyFilter = (...labels: string[]) =>
	`Filters that are empty let every order through: ${labels.map((label) => `'${label}'`).join(', ')}. With an expression, check what it returns.`;

describe('A filter that was added and is empty', () => {
	const user = (value: string) => ({ __rl: true, mode: 'id', value });
	test.each<[string, string, INodeParameters]>([
		['Billed', 'is null', { billed: '={{ null }}' }],
		['Exported', 'is empty', { exported: '={{ "" }}' }],
		['Customer Codes', 'is missing', { customerCodes: '={{ $json.nothing }}' }],
		['Customer Codes', 'is a list of nothing', { customerCodes: '={{ [$json.nothing] }}' }],
		['Customer Codes', 'is the text of an empty list', { customerCodes: '[""]' }],
		['Order Types', 'is blank', { orderTypes: '={{ " , " }}' }],
		['External ID', 'is missing', { externalId: '={{ $json.nothing }}' }],
		['Created By', 'is missing', { createdBy: user('={{ $json.nothing }}') }],
		['Created By', 'is null', { createdBy: user('={{ null }}') }],
		['Created By', 'is missing as a whole', { createdBy: '={{ $json.nothing }}' }],
		['Deleted From', 'is missing', { deletedFrom: '={{ $json.nothing }}' }],
	])('is told, since it lets every order through: %s %s', async (label, _, filters) => {
		const { sandbox, run } = await serveOrders(1);
		for (const { id } of sandbox.world.all()) sandbox.world.delete(id);
		const parameters = { ...list, operation: 'listDeleted', filters };
		const outcome = await run(parameters);
		expect(hintsOf(outcome)).toEqual([emptyFilter(label)]);
		expect(outcome.items).toHaveLength(sandbox.world.all().length);
	});

	test('is told no more than once, and not where a filter lets through what it says', async () => {
		const { run } = await serveOrders(1);
		for (const filters of [{}, { externalId: 'any' }, { externalId: '={{ "any" }}' }]) {
			expect(hintsOf(await run({ ...list, filters }))).toEqual([]);
		}
		const left = {
			createdBy: { __rl: true, mode: 'list', value: '' },
			customerCodes: '',
			orderTypes: ' ',
		};
		const added = await run({ ...list, filters: left });
		expect(hintsOf(added)).toEqual([emptyFilter('Created By', 'Customer Codes', 'Order Types')]);
		const parameters = { ...list, filters: { billed: '={{ null }}' } };
		const outcome = await run(parameters, { input: [{}, {}, {}] });
		expect(hintsOf(outcome)).toEqual([expect.stringContaining("'Billed'"), REPEATED]);
	});
});

test('The same second as Start and End, as the date picker gives a day twice, is told', async () => {
	const { run } = await serve();
	const day = '2026-07-14T00:00:00';
	const twice = await run({ ...list, start: day, end: day });
	expect(hintsOf(twice)).toEqual([
		"'Start' and 'End' are the same second. For a whole day, set 'Start' to 00:00:00 and 'End' to 23:59:59.",
	]);
	expect(hintsOf(await run({ ...list, start: '2026-07-14', end: '2026-07-14' }))).toEqual([]);
	const deleted = { operation: 'listDeleted', filters: { deletedFrom: day, deletedTo: day } };
	expect(hintsOf(await run({ ...list, ...deleted }))).toEqual([
		expect.stringContaining("'Deleted From' and 'Deleted To' are the same second"),
	]);
});

test.each(['10/12/2026 11/12/2026', '2026-12-11', '11/06/2026'])(
	'A Start with slashes whose day and month may be confused is told once if it lies ahead: %s',
	async (starts) => {
		const { run } = await serve();
		const ahead = "'Start' lies ahead: 2026-12-11T06:00:00.000Z. Dates with slashes have the day first";
		const input = starts.split(' ').map((start) => ({ start }));
		const hints = hintsOf(await run({ ...list, start: '={{ $json.start }}' }, { input }));
		expect(hints).toEqual(input.length > 1 ? [expect.stringContaining(ahead)] : []);
	},
);

test('Waiting for the rate limit is told once with its length, after a 429', async () => {
	const time = simulateTime();
	const { sandbox, run } = await serve({ clock: time, wait: time.sleep });
	sandbox.faults.schedule({}, { kind: 'tooManyRequests', resetAfterMs: 70_000 }, { times: 2 });
	const outcome = await run(list, { input: [{}, {}, {}] });
	expect(hintsOf(outcome)).toEqual([expect.stringMatching(/^Waited 14[0-2] s because/)]);
	expect(outcome.hints[0]?.type).toBe('info');
	expect(sandbox.log.entries.map(({ status }) => status)).toEqual([429, 429, 200, 200, 200]);
});

describe('A list that several input items ask for', () => {
	test('is told once, since each order comes as often as there are items', async () => {
		const { sandbox, run } = await serveOrders(1);
		const input = [{ row: 1 }, { row: 2 }, { row: 3 }];
		const start = '={{ $now.minus({ years: 9, seconds: $itemIndex }) }}';
		const outcome = await run({ ...list, start }, { input });
		expect(outcome.items).toHaveLength(3 * sandbox.world.all().length);
		expect(hintsOf(outcome)).toEqual([REPEATED]);
		expect(hintsOf(await run({ resource: 'user', operation: 'list' }, { input }))).toEqual([REPEATED]);
	});

	test('is not told where the items ask for different lists, or none has an order', async () => {
		const { run } = await serveOrders(1);
		const each = { ...list, returnAll: false, limit: '={{ $json.row }}' };
		const input = [{ row: 1 }, { row: 2 }];
		expect(hintsOf(await run(each, { input }))).toEqual([]);
		const none = { ...list, start: '2026-08-01', end: '2026-08-02' };
		expect(hintsOf(await run(none, { input }))).toEqual([]);
	});
});

describe('A filter value that no order has', () => {
	const unmatched = (what: string) => [
		`None of the orders in the time window has ${what}. Check the spelling of this filter.`,
	];
	test.each<[string, INodeParameters, string]>([
		['a customer code', { customerCodes: 'NO-1, NO-2' }, "'Customer Codes' NO-1, 'Customer Codes' NO-2"],
		['an order type', { orderTypes: 'Sael' }, "'Order Types' Sael"],
		['a user', { createdBy: { __rl: true, mode: 'username', value: 'nobody' } }, "'Created By' nobody"],
		[
			'two of them',
			{ orderTypes: 'Sael', customerCodes: 'NO-1' },
			"'Customer Codes' NO-1, 'Order Types' Sael",
		],
	])('is named: %s', async (_, filters, what) => {
		const { run } = await serveOrders(1);
		const outcome = await run({ ...list, filters });
		expect(outcome.items).toEqual([]);
		expect(hintsOf(outcome)).toEqual(unmatched(what));
	});

	test('is named in one hint, however many items have one', async () => {
		const { run } = await serveOrders(1);
		const filters = { customerCodes: '={{ $json.code }}' };
		const outcome = await run({ ...list, filters }, { input: [{ code: 'NO-1' }, { code: 'NO-2' }] });
		expect(hintsOf(outcome)).toEqual(unmatched("'Customer Codes' NO-1, 'Customer Codes' NO-2"));
	});

	test('is none if another item finds it, before or after', async () => {
		const { sandbox, run } = await serve({ orders: { count: 9, deletedShare: 0 } });
		const codeOf = (id?: number | bigint) => sandbox.world.find(id ?? 0)?.customer.code ?? '';
		const [here, ...others] = sandbox.world.all();
		const wanted = codeOf(here?.id);
		const there = others.find(({ id }) => codeOf(id) !== wanted);
		const input = [there, here, there].map((order) => ({
			at: new Date(order?.mobileDateCreated ?? 0).toISOString(),
		}));
		const window = { start: '={{ $json.at }}', end: '={{ $json.at }}' };
		const parameters = { ...list, ...window, filters: { customerCodes: `${wanted}, NO-1` } };
		const { items, hints } = await run(parameters, { input });
		expect(items).toHaveLength(1);
		const messages = hints.map(({ message }) => message).filter((message) => message.startsWith('None of'));
		expect(messages).toEqual(unmatched("'Customer Codes' NO-1"));
	});

	test('is named beside one that orders have, whatever the other filters let through', async () => {
		const { sandbox, run } = await serveOrders(1);
		const code = sandbox.world.find(1001)?.customer.code ?? '';
		const filters = { customerCodes: `${code}, NO-1`, externalId: 'present' };
		const outcome = await run({ ...list, filters });
		expect(hintsOf(outcome)).toEqual(unmatched("'Customer Codes' NO-1"));
	});

	test('is named where the limit was not reached, however many lines the orders have', async () => {
		const { sandbox, run } = await serve({ orders: { count: 3, deletedShare: 0 } });
		const codes = [1001, 1002, 1003].map((id) => sandbox.world.find(id)?.customer.code);
		const filters = { customerCodes: [...codes, 'NO-1'].join() };
		const outcome = await run({ ...list, filters, output: 'items', returnAll: false, limit: 4 });
		expect(outcome.items.length).toBeGreaterThan(4);
		expect(hintsOf(outcome)).toEqual(unmatched("'Customer Codes' NO-1"));
	});

	test('is not named where the list ended at its limit, or the window has no order', async () => {
		const { sandbox, run } = await serveOrders(1);
		const code = sandbox.world.find(1001)?.customer.code ?? '';
		const filters = { customerCodes: `${code}, NO-1` };
		const limited = { ...list, filters, returnAll: false, limit: 1 };
		expect(hintsOf(await run(limited))).toEqual([]);
		expect(hintsOf(await run({ ...list, filters, start: '2026-08-01' }))).toEqual([]);
	});
});

describe('Fields of an unexpected type', () => {
	test('are handed on as they came, and named once', async () => {
		const { sandbox, run } = await serve({ orders: { count: 5, deletedShare: 0 } });
		const values = { totalSales: 'much', customer: null, 'items.0.price': { amount: 3 } };
		sandbox.faults.schedule({}, { kind: 'wrongTypes', values }, { times: Infinity });
		const outcome = await run({ ...list, output: 'raw' }, { input: [{}, {}] });
		expect(hintsOf(outcome)).toEqual([
			expect.stringContaining('customer, items.price, totalSales'),
			REPEATED,
		]);
		expect(outcome.items).toHaveLength(10);
		for (const { json } of outcome.items) {
			expect(json).toMatchObject({ totalSales: 'much', customer: null });
			expect(json).toHaveProperty(['items', 0, 'price'], { amount: 3 });
		}
	});

	test('are no reason for a hint where the service sends more than is known, or fills what was null', async () => {
		const { sandbox, run } = await serve({ orders: { count: 5 }, switches: { nullFields: 'filled' } });
		sandbox.faults.schedule({}, { kind: 'wrongTypes', values: { warehouse: { id: 7 } } });
		const outcome = await run({ ...list, output: 'raw' });
		expect(hintsOf(outcome)).toEqual([]);
		expect(outcome.items[0]?.json.warehouse).toEqual({ id: 7 });
	});
});

test.each([1, 2])('entries that are no objects are not said to be handed on: %i', async (count) => {
	const { sandbox, run } = await serve({ orders: { count: 5, deletedShare: 0 } });
	rewriteLists({ sandbox }, ({ salesOrders }) => {
		salesOrders.splice(0, count, ...salesOrders.slice(0, count).map((order) => [order]));
	});
	const outcome = await run(list, { input: [{}, {}] });
	expect(outcome.items).toHaveLength(2 * (5 - count));
	const [leftOut, fewer, repeated, ...others] = hintsOf(outcome);
	expect(repeated).toBe(REPEATED);
	expect(fewer).toContain(`has 5 entries, but sent ${5 - count} different ones`);
	expect(leftOut).toContain('Entries were left out');
	expect(others).toEqual([]);
});

test('an id beyond 2^53 keeps its digits, as a text', async () => {
	const { sandbox, run } = await serve();
	const id = 9_007_199_254_740_993n;
	sandbox.world.add({ id });
	const outcome = await run(list);
	expect(outcome.items[0]?.json.salesOrderId).toBe('9007199254740993');
	expect(hintsOf(outcome)).toEqual([]);
	const written = await run(
		{ ...list, operation: 'setExternalId', externalId: 'A' },
		{ input: [outcome.items[0]?.json ?? {}] },
	);
	expect(written.items[0]?.json).toEqual({ salesOrderId: String(id), externalId: 'A', updated: true });
	expect(sandbox.world.find(id)?.externalId).toBe('A');
});
