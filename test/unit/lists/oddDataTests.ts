/** Design 3.6: odd data costs nothing. Field by field of the specification, for whichever zod the test file gives. */
import { orderQuery } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import { users } from '../../../nodes/SalesOrderIntegration/lists/orders';
import {
	lineSchema,
	orderSchema,
	userSchema,
	valueAt,
} from '../../../nodes/SalesOrderIntegration/lists/wire';
import { clientFixture } from '../../support/clientFixture';
import { rewriteLists } from '../../support/rewriteLists';
import { readCompleteList } from '../../../nodes/SalesOrderIntegration/lists/completeList';
import { clientOf } from '../../support/sandboxClient';

/** Fields that are null in the specification's response: anything may stand there (api-specification 2). */
const notShown = new Set([
	...'deletedBy priceList routeSalePaymentType promoIds promoNames editedFrom items.comments'.split(' '),
	...'items.discount items.promoIds items.promoNames items.product.category'.split(' '),
	...'items.product.barcode items.product.details'.split(' '),
]);
/** Fields that may be null or missing (api-specification 2.2, 2.5). */
const nullable = new Set(['dateDeleted', 'sellerComment', 'externalId']);
const optional = new Set(['externalId']);

const LONG_TEXT = 'x'.repeat(200_000);

/** What may come instead of a value of each type, and is of another. */
const wrong: Record<string, unknown[]> = {
	id: ['ABC', 'x'.repeat(40), true, {}, []],
	timestamp: ['yesterday', '15/07/2026 10:00:00', 1784116800, {}],
	string: [42, true, {}, ['text']],
	number: ['12.50', true, {}, [1]],
	boolean: ['true', 1, {}, []],
	object: ['text', 7, [], false],
	array: ['text', 7, {}, true],
	anything: [],
};
/** What is of the right type, and huge. */
const huge: Record<string, unknown[]> = {
	string: [LONG_TEXT],
	number: [1e308, -1e308],
	anything: [LONG_TEXT, { deep: [{ deep: LONG_TEXT }] }, 1e308, true],
};

interface Field {
	path: string;
	type: string;
}

interface Schema {
	shape?: Record<string, Schema>;
	element?: Schema;
	unwrap?(): Schema;
	safeParse(value: unknown): { success: boolean };
}

/** The fields of a schema, with their paths; an element of a list stands under the list's name. */
function fieldsOf(schema: Schema, path = ''): Field[] {
	const inner = unwrapped(schema);
	if (inner.shape) {
		const fields = Object.entries(inner.shape).flatMap(([name, field]) =>
			fieldsOf(field, path === '' ? name : `${path}.${name}`),
		);
		return path === '' ? fields : [{ path, type: 'object' }, ...fields];
	}
	if (inner.element) return [{ path, type: 'array' }];
	return [{ path, type: leafType(inner) }];
}

/** Wrapped as optional or nullable; a list has an `unwrap` too, and an `element`. */
function unwrapped(schema: Schema): Schema {
	return schema.unwrap && !schema.element ? unwrapped(schema.unwrap()) : schema;
}

function leafType(schema: Schema): string {
	const accepts = (value: unknown) => schema.safeParse(value).success;
	if (accepts({})) return 'anything';
	if (accepts(true)) return 'boolean';
	if (accepts('12345678901234567890')) return accepts(1) ? 'id' : 'string';
	if (accepts(1)) return 'number';
	return accepts('2026-07-15T10:00:00Z') ? 'timestamp' : 'unknown';
}

/** Declares the tests of odd data. `version`: of zod, that the schemas must be of. */
export function describeOddData(version: { major: number; minor: number }): void {
	const { sandbox, timing } = clientFixture({
		orders: { count: 3, deletedShare: 0 },
		lines: { minimum: 2, maximum: 2 },
	});

	const checked = fieldsOf(orderSchema as unknown as Schema).flatMap((field) =>
		field.path === 'items'
			? [field, ...fieldsOf(lineSchema as unknown as Schema, 'items').slice(1)]
			: [field],
	);
	const fields = [...checked, ...Array.from(notShown, (path) => ({ path, type: 'anything' }))];

	test('it is the library that was asked for', () => {
		expect(orderSchema._zod.version).toMatchObject(version);
	});

	test('every field of the specification is known', () => {
		expect(fields.map(({ path }) => path).filter((path) => !path.includes('.'))).toHaveLength(29);
		expect(fields).toHaveLength(29 + 6 + 3 + 4 + 3 + 12 + 15 + 3 - 1);
		expect(checked.filter(({ type }) => ['unknown', 'anything'].includes(type))).toEqual([]);
	});

	test('data as the specification says are not odd', async () => {
		const { hints } = await readOrders();
		expect(hints).toEqual([]);
	});

	describe.each(fields)('$path', ({ path, type }) => {
		const named = !notShown.has(path);

		test('missing', async () => {
			const { hints } = await readOrders({ [sent(path)]: undefined });
			expect(hints).toEqual(named && !optional.has(path) ? [odd(path)] : []);
		});

		test('null', async () => {
			const { hints, values } = await readOrders({ [sent(path)]: null });
			expect(hints).toEqual(named && !nullable.has(path) ? [odd(path)] : []);
			expect(values(sent(path))).toEqual([null, null, null]);
		});

		test('of another type', async () => {
			// Orders are known by their id, so that the same one for all is another matter: see below.
			for (const value of path === 'id' ? [] : (wrong[type] ?? [])) {
				const { hints, values } = await readOrders({ [sent(path)]: value });
				expect(hints).toEqual([odd(path)]);
				expect(values(sent(path))).toEqual([value, value, value]);
			}
		});

		test('huge', async () => {
			for (const value of huge[type] ?? []) {
				const { hints, values } = await readOrders({ [sent(path)]: value });
				expect(hints).toEqual([]);
				expect(values(sent(path))).toEqual([value, value, value]);
			}
		});

		test('with an unknown field beside it', async () => {
			const beside = sent(path).replace(/[^.]+$/, 'somethingNew');
			const value = { nested: ['anything', 1, null] };
			const { hints, values } = await readOrders({ [beside]: value });
			expect(hints).toEqual([]);
			expect(values(beside)).toEqual([value, value, value]);
		});
	});

	test.each(wrong.id ?? [])('an order whose own id is %j arrives beside the others', async (id) => {
		const client = clientOf(sandbox, timing);
		rewriteLists({ sandbox }, ({ salesOrders: [first] }) => Object.assign(first as object, { id }), {
			times: 1,
		});
		const list = await readCompleteList(client, { query: orderQuery(client, 'created', {}) });
		expect(list.isSettled).toBe(true);
		expect([...list.records.values()].map((record) => record.id)).toEqual([id, 1002, 1001]);
		expect(client.hints.list()).toEqual([odd('id')]);
	});

	describe('users', () => {
		const values: Array<[string, unknown, string[]]> = [
			['id', undefined, ['id']],
			['id', null, ['id']],
			['id', 'ABC', ['id']],
			['username', undefined, ['username']],
			['username', null, ['username']],
			['username', 7, ['username']],
			['username', LONG_TEXT, []],
			['name', null, []],
			['name', 7, []],
			['email', { home: 'x' }, []],
		];
		test.each(values)('%s as %p', async (path, value, expected) => {
			expect(fieldsOf(userSchema as unknown as Schema).map((field) => field.path)).toEqual([
				'id',
				'username',
			]);
			const client = clientOf(sandbox, timing);
			sandbox.faults.schedule({}, { kind: 'wrongTypes', values: { [path]: value } });
			const list = await readCompleteList(client, { query: users });
			expect(list.records.size).toBeGreaterThan(3);
			expect(client.hints.list()).toEqual(expected.map(odd));
		});
	});

	describe('pagination', () => {
		const names = ['totalCount', 'totalPages', 'currentPage', 'prevPage', 'firstPage', 'lastPage'] as const;
		test.each(names)('%s missing, null, of another type: the orders still arrive', async (name) => {
			const oddValues = [undefined, null, {}, name.startsWith('total') ? '3' : 3];
			for (const value of oddValues) {
				const client = clientOf(sandbox, timing);
				rewriteLists({ sandbox }, ({ pagination }) => (pagination[name] = value), { times: 1 });
				const list = await readCompleteList(client, { query: orderQuery(client, 'created', {}) });
				expect(list.records.size).toBe(3);
				expect(list.isSettled).toBe(true);
				const isFine = name === 'prevPage' && value === null;
				expect(client.hints.list()).toEqual(isFine ? [] : [odd(`pagination.${name}`)]);
			}
		});
	});

	function odd(path: string) {
		return {
			kind: 'oddData',
			message: `Fields are missing or have an unexpected type: ${path}. No value was changed. Check what the next nodes make of them, and tell the provider of the service.`,
		};
	}

	/** Reads the three orders, with some values in all of them; `values` gives what came at a path. */
	async function readOrders(values: Record<string, unknown> = {}) {
		const client = clientOf(sandbox, timing);
		sandbox.faults.schedule({}, { kind: 'wrongTypes', values });
		const list = await readCompleteList(client, { query: orderQuery(client, 'created', {}) });
		expect(list.isSettled).toBe(true);
		expect(list.records.size).toBe(3);
		return {
			hints: client.hints.list(),
			values: (path: string) => [...list.records.values()].map((record) => valueAt(record, path)),
		};
	}
}

/** The path as the sandbox takes it, which counts list elements: the first line of each order is changed. */
const sent = (path: string) => path.replace(/^items\./, 'items.0.');
