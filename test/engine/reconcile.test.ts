/** Reconcile Sales Orders, through the engine: what the integrator sees for each kind of difference (design 2). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NOON } from '../support/simulatedTiming';
import { serve, simulateTime, type NodeOutcome, type ServedSandbox } from './support';
import { DAY } from '../support/time';
import { windowOf } from '../support/windowOf';

const WINDOW = { start: new Date(NOON - 10 * DAY).toISOString(), end: new Date(NOON).toISOString() };
let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({ clock: simulateTime({ start: NOON }), switches: { pageSize: 3 } });
});

/** An order of a number of days ago. */
function add(externalId: string | null, { days = 1, totalSales = 100 } = {}): number {
	const id = Number(served.sandbox.world.add({ mobileDateCreated: NOON - days * DAY, totalSales }));
	if (externalId !== null) served.sandbox.world.setExternalId(id, externalId);
	return id;
}

async function reconcile(
	input: IDataObject[],
	{ options = {}, ...parameters }: INodeParameters & { options?: INodeParameters } = {},
	settings = {},
): Promise<NodeOutcome> {
	const common = { resource: 'salesOrder', operation: 'reconcile', key: '={{ $json.number }}', ...WINDOW };
	return await served.run({ ...common, ...parameters, options }, { input, ...settings });
}

/** Each finding as its kind, key, order and the input items it is paired with. */
function findingsOf({ items, error }: NodeOutcome): unknown[] {
	expect(error).toBeUndefined();
	return items.map(({ json, pairedItem }) => [
		json.difference,
		json.key,
		json.salesOrderId,
		(pairedItem as Array<{ item: number }>).map(({ item }) => item),
	]);
}

const hintsOf = ({ hints }: NodeOutcome) => hints.map(({ message }) => message);

test('returns nothing, and says how much was compared, where all is well', async () => {
	for (let number = 0; number < 8; number++) add(`SO-${number}`);
	const input = Array.from({ length: 8 }, (_, number) => ({ number: `SO-${number}` }));
	const outcome = await reconcile(input);
	expect(findingsOf(outcome)).toEqual([]);
	expect(hintsOf(outcome)).toEqual(['Records compared: 8. Orders compared: 8. No differences.']);
	expect(outcome.hints[0]?.type).toBe('info');
});

test.each([
	'={{ $json.number }}',
	"={{ $json['our number'] }}",
	'={{$json["our number"]}}',
	'={{ $json.nested.number }}',
	'={{ $json["nested"]["number"] }}',
	'={{ $json.number.trim() }}',
	'={{ $json.prefix }}{{ $json.digits }}',
	"={{ $json['number'] ?? $json['digits'] }}",
])('takes the key from the field or expression %s', async (key) => {
	const matched = add('SO-1');
	const number = 'SO-1';
	const record = { number, 'our number': number, nested: { number }, prefix: 'SO-', digits: '1' };
	const outcome = await reconcile([{ other: true }, record], { key, options: { includeMatching: true } });
	expect(findingsOf(outcome)).toEqual([
		['unknown', null, null, [0]],
		['matching', 'SO-1', matched, [1]],
	]);
});

test('returns each difference with its key and order, paired with the records that it is about', async () => {
	const matched = add('SO-1');
	const missing = add('SO-2');
	const unlinked = add(null);
	const deleted = add('SO-3');
	served.sandbox.world.delete(deleted);
	const differs = add('SO-5', { totalSales: 80 });
	const [one, other] = [add('SO-6'), add('SO-6')];
	const records = [
		{ number: ' SO-1 ', total: '100' },
		{ number: 'SO-3', total: 100 },
		{ number: 'SO-4', total: 100 },
		{ number: 'SO-5', total: 81 },
		{ number: 'SO-1', total: 100 },
		{ number: 'SO-6', total: 100 },
		{ total: 7 },
	];
	const outcome = await reconcile(records, { amount: '={{ $json.total }}' });
	expect(new Set(findingsOf(outcome))).toEqual(
		new Set([
			['unknown', null, null, [6]],
			['duplicateRecord', 'SO-1', matched, [4]],
			['deleted', 'SO-3', deleted, [1]],
			['unknown', 'SO-4', null, [2]],
			['amountDiffers', 'SO-5', differs, [3]],
			['missing', 'SO-2', missing, []],
			['unlinked', null, unlinked, []],
			['duplicate', 'SO-6', one, [5]],
			['duplicate', 'SO-6', other, [5]],
		]),
	);
	const difference = outcome.items.find(({ json }) => json.difference === 'amountDiffers')?.json ?? {};
	expect(Object.keys(difference).join()).toMatch(
		/^difference,explanation,key,amount,totalSales,salesOrderId,externalId,/,
	);
	expect(difference).toMatchObject({
		amount: 81,
		totalSales: 80,
		explanation: `Your amount is 81, but the total of order ${differs} is 80.`,
	});
	expect(hintsOf(outcome)).toEqual([
		'Records compared: 7. Orders compared: 6. Orders missing in your records: 1. Orders without an external ID: 1. Records whose order was deleted: 1. Records unknown to the service: 2. Records with another amount: 1. Orders that share an external ID: 2. Records with the number of another record: 1.',
	]);
});

test('compares with order IDs as numbers or as texts with leading zeros, and does not ask for external IDs then', async () => {
	const [first, second, third] = [add(null), add('SO-2'), add(null)];
	const outcome = await reconcile([{ number: first }, { number: `000${second}` }], { matchBy: ' ORDERID ' });
	expect(findingsOf(outcome)).toEqual([['missing', String(third), third, []]]);
});

test('adds the amounts of several records of one order, and includes matches, where that is chosen', async () => {
	const id = add('7', { totalSales: 100 });
	const lines = [
		{ number: 7, total: 60 },
		{ number: '7', total: '40.00' },
	];
	const options = { severalPerOrder: '={{ "True" }}', includeMatching: true };
	const outcome = await reconcile(lines, { amount: '={{ $json.total }}', options });
	expect(findingsOf(outcome)).toEqual([['matching', '7', id, [0, 1]]]);
	expect(outcome.items[0]?.json.amount).toBe(100);
});

test('the margin of three days around the window only serves to find matches', async () => {
	add('SO-1', { days: 12 });
	add('SO-2', { days: 12 });
	add(null, { days: 12 });
	const old = add('SO-3', { days: 12 });
	served.sandbox.world.delete(old);
	const outcome = await reconcile([{ number: 'SO-1' }, { number: 'SO-3' }, { number: 'SO-4' }]);
	expect(findingsOf(outcome)).toEqual([
		['deleted', 'SO-3', old, [1]],
		['unknown', 'SO-4', null, [2]],
	]);
	// It is left out where the service keeps nothing that old.
	const refused = { kind: 'status', status: 400 } as const;
	served.sandbox.faults.schedule({ path: /start=02%2F07/ }, refused, { times: Infinity });
	const without = await reconcile([{ number: 'SO-1' }]);
	expect(findingsOf(without)).toEqual([['unknown', 'SO-1', null, [0]]]);
	expect(hintsOf(without)).toContainEqual(expect.stringMatching(/before 'Start', so records may not/));
});

test('a deletion of today is found, also if the service filters by that, but not of what was entered again; later orders are read only then', async () => {
	served.sandbox.switches.deletedListDate = 'dateDeleted';
	const [id, again] = [add('SO-1', { days: 25 }), add('SO-2', { days: 25 })];
	for (let number = 0; number < 9; number++) add('SO-3');
	const [start, end] = [30, 20].map((days) => new Date(NOON - days * DAY).toISOString());
	const records = ['SO-1', 'SO-2', 'SO-3'].map((number) => ({ number }));
	const compared = async () => await reconcile(records, { start, end });
	const unknown = ['unknown', 'SO-3', null, [2]];
	expect(findingsOf(await compared())).toEqual([unknown]);
	// The sales orders again, because a record is unknown. Without a deletion, what was entered later is not read.
	expect(served.sandbox.log.total).toBe(3);
	for (const each of [id, again]) served.sandbox.world.delete(each);
	add('SO-2');
	expect(findingsOf(await compared())).toEqual([['deleted', 'SO-1', id, [0]], unknown]);
});

test.each([[[{}]], [[{}, {}]]])('empty items of Always Output Data are no records: %j', async (input) => {
	const id = add('SO-1');
	const outcome = await reconcile(input, { amount: '={{ $json.total }}' });
	expect(findingsOf(outcome)).toEqual([['missing', 'SO-1', id, []]]);
	expect(hintsOf(outcome)).toEqual([
		'Records compared: 0. Orders compared: 1. Orders missing in your records: 1.',
	]);
});

test.each(['$json.day', '$input.item.json.day'])('a window of each record is told: %s', async (day) => {
	const record = { number: 'SO-1', day: '2026-07-01' };
	const { hints } = await reconcile([record, record], { start: `={{ ${day} }}` });
	expect(hints[0]).toMatchObject({ message: expect.stringContaining('one window'), type: 'warning' });
});

test('an order that is deleted during the reading is in one of the two lists', async () => {
	const ids = Array.from({ length: 7 }, (_, number) => add(`SO-${number}`));
	let calls = 0;
	served.sandbox.faults.decideBy(() => {
		if (++calls === 2) served.sandbox.world.delete(ids[0] ?? 0);
		return undefined;
	});
	const outcome = await reconcile(ids.map((_, number) => ({ number: `SO-${number}` })));
	expect(findingsOf(outcome).filter((finding) => (finding as unknown[])[0] !== 'deleted')).toEqual([]);
});

test('a list that keeps changing is an error, never passed off as "all is well"', async () => {
	for (let number = 0; number < 40; number++) add(`SO-${number}`);
	served.sandbox.faults.decideBy(() => {
		const next = served.sandbox.world.all().find(({ deleted }) => !deleted);
		if (next) served.sandbox.world.delete(next.id);
		return undefined;
	});
	const { items, error } = await reconcile([{ number: 'SO-1' }]);
	expect(items).toEqual([]);
	expect(error?.message).toBe('The list of orders changed each time it was read, so it cannot be compared');
});

test.each([
	['an amount that is not a number', { number: 'A', total: 'much' }, `'Amount' cannot be "much"`],
	['no amount where amounts are compared', { number: 'A' }, "'Amount' is empty"],
	['a key that is an object', { number: { a: 1 }, total: 1 }, `'Match Field' cannot be {"a":1}`],
	['a key that was rounded', { number: 2 ** 60, total: 1 }, "'Match Field' cannot be 1152921504606847000"],
])('%s is an error that names the item, before anything is sent', async (_, record, message) => {
	const { error } = await reconcile([{ number: 'B', total: 1 }, record], { amount: '={{ $json.total }}' });
	expect(error?.message).toBe(`Record 2: ${message}`);
	expect(error?.context.itemIndex).toBe(1);
	expect(served.sandbox.log.total).toBe(0);
});

test('with Continue On Fail, the error is paired with the record that is wrong', async () => {
	const records = [{ number: 'A', total: 1 }, { number: 'B', total: 2 }, { number: 'C' }];
	const parameters = { amount: '={{ $json.total }}' };
	const { items } = await reconcile(records, parameters, { continueOnFail: true });
	const message = "Record 3: 'Amount' is empty";
	const error = expect.objectContaining({ message, description: expect.stringContaining('|| 0') });
	expect(items).toEqual([{ json: { error }, pairedItem: { item: 2 } }]);
});

test('an Amount that was emptied in expression mode compares no amounts', async () => {
	const id = add('SO-1');
	const options = { includeMatching: true };
	for (const amount of ['=', '= ', '', ' ']) {
		const outcome = await reconcile([{ number: 'SO-1' }], { amount, options });
		expect(findingsOf(outcome)).toEqual([['matching', 'SO-1', id, [0]]]);
	}
});

test.each([
	['has no fields but a file', { binary: { data: { data: '', mimeType: 'text/csv' } } }],
	['has no json', { json: undefined }],
])('one item that %s is a record', async (_, beside) => {
	const outcome = await reconcile([{}], {}, { beside });
	expect(findingsOf(outcome)).toEqual([['unknown', null, null, [0]]]);
});

test('a service that limits windows to 31 days is read in parts, however long ago', async () => {
	served.sandbox.switches.longestWindowDays = 31;
	const ids = [20, 120, 220, 320].map((days) => add(`SO-${days}`, { days }));
	const old = add('SO-old', { days: 250 });
	served.sandbox.world.delete(old);
	const [start, end] = [330, 10].map((days) => new Date(NOON - days * DAY).toISOString());
	const records = [{ number: 'SO-20' }, { number: 'SO-220' }, { number: 'SO-old' }];
	expect(new Set(findingsOf(await reconcile(records, { start, end })))).toEqual(
		new Set([
			['missing', 'SO-120', ids[1], []],
			['missing', 'SO-320', ids[3], []],
			['deleted', 'SO-old', old, [2]],
		]),
	);
	const answered = served.sandbox.log.entries.filter(({ status }) => status === 200);
	// Of the list twice, because dates can move from one part to another.
	const inDeleted = answered.filter(({ path }) => path.includes('deleted=true')).length;
	expect(inDeleted).toBeLessThan(25);
	expect(answered.length - inDeleted).toBeLessThan(2 * 25);
	const { error } = await reconcile(records, { start, end: '' });
	expect(error?.message).toBe('The service refused the request (400)');
});

test('of a service that fails for long times, a window that it can read is enough', async () => {
	served.sandbox.world.delete(add('SO-1', { days: 300 }));
	const isLong = (url: string) => windowOf(url)[1] - windowOf(url)[0] > 40 * DAY;
	served.sandbox.faults.decideBy(({ url }) => (isLong(url) ? { kind: 'status', status: 504 } : undefined));
	const [start, end] = [310, 290].map((days) => new Date(NOON - days * DAY).toISOString());
	expect((await reconcile([{ number: 'SO-1' }], { start, end })).items[0]?.json.difference).toBe('deleted');
});

test.each<[INodeParameters, string]>([
	[{ matchBy: 'name' }, `'Match By' cannot be "name"`],
	[{ matchBy: '={{ $json.nothing }}' }, "'Match By' is empty"],
	[{ options: { amountTolerance: -1 } }, "'Amount Tolerance' cannot be -1"],
	[{ options: { severalPerOrder: '={{ "maybe" }}' } }, `'Several per Order' cannot be "maybe"`],
])('rejects the setting %j', async (parameters, message) => {
	expect((await reconcile([{ number: 'A' }], parameters)).error?.message).toBe(message);
});

test('says which list it is, if only the deleted one cannot be read', async () => {
	served.sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 403 }, { times: Infinity });
	const { error } = await reconcile([{ number: 'A' }]);
	expect(error?.message).toMatch(/^The list of deleted orders cannot be read\. .* \(403\)/);
});

test('with Continue On Fail, one item says why nothing was compared', async () => {
	served.sandbox.faults.schedule({}, { kind: 'status', status: 403 }, { times: Infinity });
	for (const credential of [served.credential(), served.credential({ timezone: 'Nowhere' })]) {
		const { items, error } = await reconcile([{}, {}], {}, { continueOnFail: true, credential });
		expect(error).toBeUndefined();
		expect(items).toEqual([{ json: { error: expect.anything() }, pairedItem: { item: 0 } }]);
	}
});
