/** The sandbox keeps the specification, point by point. http.test.ts shows that the wire carries just what it answers. */
import { PAGE, type SalesOrder } from '../../../sandbox';
import { ordersUrl, TestSandbox } from '../../support/testSandbox';
import { HOUR, NOON } from '../../support/time';

type Json = Record<string, unknown>;
interface List {
	pagination: Json & { nextPage: string | null };
	salesOrders: SalesOrder[];
	users: Json[];
}

const ORDERS = 400;
const USERS = '/api/v2/user';
const DELETED = ordersUrl({ deleted: true });
let service: TestSandbox;

beforeEach(() => {
	service = new TestSandbox({ seed: 20, orders: { count: ORDERS, days: 20, deletedShare: 0.1 } });
});

/** All pages of a list, following nextPage. */
async function pages(url = ordersUrl(), user = 0): Promise<List[]> {
	const found: List[] = [];
	for (let next: string | null = url; next !== null; next = found.at(-1)?.pagination.nextPage ?? null) {
		found.push(JSON.parse((await service.call('GET', next, { user })).body) as List);
	}
	return found;
}

async function orders(url = ordersUrl(), user = 0): Promise<SalesOrder[]> {
	return (await pages(url, user)).flatMap(({ salesOrders }) => salesOrders);
}

async function idsIn(start: string, end: string, more: Record<string, string | boolean> = {}, user = 0) {
	return (await orders(ordersUrl({ start, end, ...more }), user)).map(({ id }) => id);
}

const allOrders = async () => [...(await orders()), ...(await orders(DELETED))];

test.each([
	['2026-07-19T03:59:59Z', 200],
	['2026-07-19T04:00:00Z', 503],
	['2026-07-19T06:59:59Z', 503],
	['2026-07-19T07:00:00Z', 200],
	['2026-07-18T05:00:00Z', 200],
])('1. Maintenance on Saturdays 22:00 to 01:00 in Mexico City: %s answers %i', async (instant, status) => {
	service.sandbox.switches.maintenance = 'status503';
	service.now = Date.parse(instant);
	expect((await service.call('GET', USERS)).status).toBe(status);
});

/** Lines of fields that have one type, which begins the line; in the sequence of the types, not of the fields. */
const tables = {
	pagination: [
		'integer: totalCount totalPages',
		'url: currentPage firstPage lastPage',
		'url or null: nextPage prevPage',
	],
	// How `externalId` is read is not shown (2.5): null is the sandbox's default.
	salesOrder: [
		'integer: id networkSignalQuality',
		'timestamp: mobileDateCreated dateCreated scheduledDateForDelivery',
		'timestamp or null: dateDeleted',
		'object: customer createdBy type',
		'list: items',
		'boolean: exported deleted tookInPlace billable billed isEdited',
		'text: creationSource',
		'text or null: sellerComment externalId',
		'number: latitude longitude accuracy totalSales',
		'null: deletedBy priceList routeSalePaymentType promoIds promoNames editedFrom',
	],
	item: [
		'integer: id',
		'boolean: isReturn isReward',
		'object: product',
		'number: quantity price originalPrice total',
		'null: comments discount promoIds promoNames',
	],
	product: [
		'integer: id taxType',
		'text: code description',
		'number: quantity price',
		'boolean: enabled hasBeenSold applyDiscounts',
		'text or empty: satUnitCode satProductCode',
		'object: family',
		'null: category barcode details',
	],
	family: ['integer: id', 'text: description', 'boolean: enabled'],
	customer: ['integer: id', 'text: code description', 'boolean: enabled', 'object: zone'],
	user: ['integer: id', 'text: name username', 'boolean: enabled'],
	// Further fields are not shown (2.5): the sandbox has one.
	listedUser: ['integer: id', 'text: name username', 'boolean: enabled', 'text or null: email'],
};

/** Whether a value is of a type; a text has at most 255 characters. */
const types: Readonly<Record<string, (value: unknown) => boolean>> = {
	integer: (value) => Number.isInteger(value),
	boolean: (value) => typeof value === 'boolean',
	number: (value) => Number.isFinite(value),
	timestamp: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value)),
	text: (value) => typeof value === 'string' && value.length > 0 && value.length <= 255,
	url: (value) => typeof value === 'string' && URL.canParse(value),
	list: Array.isArray,
	object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	null: (value) => value === null,
	empty: (value) => value === '',
};

const items = async () => (await orders()).flatMap((order) => order.items);
const products = async () => (await items()).map(({ product }) => product);

describe('2. Resources and their fields', () => {
	test.each<[string, keyof typeof tables, () => Promise<object[]>]>([
		['2.1 pagination', 'pagination', async () => (await pages()).map(({ pagination }) => pagination)],
		['2.1 pagination', 'pagination', async () => (await pages(USERS)).map(({ pagination }) => pagination)],
		['2.2 sales order', 'salesOrder', allOrders],
		['2.3 item', 'item', items],
		['2.4 product', 'product', products],
		['2.4 family', 'family', async () => (await products()).map(({ family }) => family)],
		['2.5 customer', 'customer', async () => (await orders()).map(({ customer }) => customer)],
		['2.5 zone', 'family', async () => (await orders()).map(({ customer }) => customer.zone)],
		['2.5 order type', 'family', async () => (await orders()).map(({ type }) => type)],
		['2.5 users', 'listedUser', async () => (await pages(USERS)).flatMap(({ users }) => users)],
		['2.5 createdBy', 'user', async () => (await orders()).map(({ createdBy }) => createdBy)],
	])('%s', async (_, name, read) => {
		const rows = tables[name].flatMap((line) => {
			const [type = '', fields = ''] = line.split(': ');
			return fields.split(' ').map((field) => ({ field, isOf: type.split(' or ').map((one) => types[one]) }));
		});
		const resources = (await read()) as Json[];
		expect(resources.length).toBeGreaterThan(0);
		for (const resource of resources) {
			expect(Object.keys(resource).sort()).toEqual(rows.map(({ field }) => field).sort());
			const odd = rows.filter(({ field, isOf }) => !isOf.some((isSo) => isSo?.(resource[field])));
			expect(odd.map(({ field }) => field)).toEqual([]);
		}
	});

	test('2.6 returns have a positive quantity and a negative total, the totals add up, and phones made the orders', async () => {
		for (const { totalSales, creationSource, items: lines } of await orders()) {
			expect(creationSource).toBe('MOBILE');
			expect(lines.filter(({ quantity }) => quantity <= 0)).toEqual([]);
			expect(lines.filter(({ isReturn, total }) => (isReturn ? total > 0 : total < 0))).toEqual([]);
			const sum = lines.reduce((before, { total }) => before + total, 0);
			expect(totalSales).toBeCloseTo(sum, 6);
			expect(String(totalSales)).toMatch(/^-?\d+(\.\d{1,2})?$/);
		}
	});
});

test('3. A deleted order leaves the created list for the deleted one', async () => {
	const id = service.sandbox.world.add();
	const shown = async (url: string) => (await orders(url)).find((order) => order.id === id);
	expect(await shown(ordersUrl())).toMatchObject({ deleted: false, dateDeleted: null });
	service.sandbox.world.delete(id);
	expect(await shown(ordersUrl())).toBeUndefined();
	expect(await shown(DELETED)).toMatchObject({ deleted: true, dateDeleted: '2026-07-15T12:00:00Z' });
});

describe('4.1 GET /api/v2/salesOrder', () => {
	test('answers 200 with application/json; charset=utf-8 and the envelope', async () => {
		const { status, headers, body } = await service.call('GET', ordersUrl());
		expect([status, headers['Content-Type']]).toEqual([200, 'application/json; charset=utf-8']);
		expect(Object.keys(JSON.parse(body) as Json)).toEqual(['pagination', 'salesOrders']);
	});

	test('nextPage leads through every order once and is null on the last page; the other links fit', async () => {
		const found = await pages(ordersUrl({ deleted: false }));
		const { created, deleted } = service.sandbox.world.statistics;
		expect(created + deleted).toBe(ORDERS);
		expect(new Set(found.flatMap(({ salesOrders }) => salesOrders.map(({ id }) => id))).size).toBe(created);
		const link = (page: number) => `http://sandbox.invalid/api/v2/salesOrder?deleted=false&${PAGE}=${page}`;
		for (const [index, { pagination }] of found.entries()) {
			expect(pagination).toEqual({
				totalCount: created,
				totalPages: found.length,
				currentPage: link(index + 1),
				nextPage: index + 1 < found.length ? link(index + 2) : null,
				prevPage: index > 0 ? link(index) : null,
				firstPage: link(1),
				lastPage: link(found.length),
			});
		}
	});

	test.each([
		[0, 'America/Mexico_City', '2026-07-10T06:00:00Z'],
		[1, 'America/Tijuana', '2026-07-10T07:00:00Z'],
		[2, 'Europe/Madrid', '2026-07-09T22:00:00Z'],
		[3, 'Asia/Kolkata', '2026-07-09T18:30:00Z'],
	])('the window is read in the zone of the token of user %i (%s)', async (user, timezone, midnight) => {
		expect(service.sandbox.users[user]?.timezone).toBe(timezone);
		const from = Date.parse(midnight);
		const ids = [0, 86_399_000, -1000, 86_400_000].map((after) =>
			service.sandbox.world.add({ mobileDateCreated: from + after, dateCreated: NOON }),
		);
		const inDay = await idsIn('10/07/2026 00:00:00', '10/07/2026 23:59:59', {}, user);
		expect(ids.map((id) => inDay.includes(Number(id)))).toEqual([true, true, false, false]);
	});

	test('the window is on mobileDateCreated, or with a parameter on dateCreated; its ends may stand alone', async () => {
		service.now = NOON + 8 * HOUR;
		const { world, switches } = service.sandbox;
		const id = world.add({ mobileDateCreated: NOON + 3 * HOUR, dateCreated: service.now });
		const atArrival = ['15/07/2026 13:50:00', '15/07/2026 14:00:00'] as const;
		expect(await idsIn(...atArrival)).toEqual([]);
		expect(await idsIn('15/07/2026 08:50:00', '15/07/2026 09:00:00')).toEqual([id]);
		expect(await orders(ordersUrl({ start: atArrival[0] }))).toEqual([]);
		expect(await orders(ordersUrl({ end: atArrival[0] }))).toHaveLength(world.statistics.created);
		switches.serverDateParameter = { name: 'dateField', value: 'dateCreated' };
		expect(await idsIn(...atArrival, { dateField: 'dateCreated' })).toEqual([id]);
	});
});

test.each([
	['missing', {}],
	['unknown', { authorization: 'Bearer not-a-token' }],
	['of another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
])('5. A token that is %s is refused on every endpoint, with nothing of the data', async (_, headers) => {
	for (const [method, url] of [
		['GET', ordersUrl()],
		['GET', USERS],
		['PUT', `${ordersUrl()}/${service.sandbox.world.add()}`],
	] as const) {
		const { status, body } = await service.sandbox.handle({ method, url, headers });
		expect([status, body]).toEqual([401, expect.not.stringMatching(/id"/)]);
	}
});

test.each([
	[200, ordersUrl()],
	[400, ordersUrl({ start: 'yesterday' })],
	[404, '/api/v2/nothing'],
	[404, '/api/v1/salesOrder'],
])('8. An answer with status %i carries the three headers of the limit: %s', async (status, url) => {
	const limited = new TestSandbox({ rateLimit: undefined });
	const response = await limited.call('GET', url);
	expect(response.status).toBe(status);
	expect(response.headers).toMatchObject({
		'X-RateLimit-Limit': '500',
		'X-RateLimit-Remaining': '499',
		'X-RateLimit-Reset': String(NOON / 1000 + 60),
	});
});
