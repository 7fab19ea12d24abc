/** The sandbox keeps the specification, point by point, over real HTTP; its resources have a test of their own. */
import { request } from 'undici';

import { ServedSandbox, START, windowQuery, type Pagination } from './servedSandbox';

type Json = Record<string, unknown>;

const ORDERS_PATH = '/api/v2/salesOrder';
const ORDERS = 400;
let served: ServedSandbox;

beforeEach(async () => {
	served = new ServedSandbox(ORDERS);
	await served.start();
});
afterEach(async () => await served.stop());

describe('1. What the service does', () => {
	test('the recommended polling pattern finds the orders and deletions of each interval', async () => {
		const poll = async (start: string, end: string) => {
			const found = await served.list(ORDERS_PATH + windowQuery(start, end));
			const gone = await served.list(`${ORDERS_PATH}${windowQuery(start, end)}&deleted=true`);
			return [found, gone].map(({ salesOrders }) => salesOrders.map(({ id }) => id));
		};
		served.now = Date.parse('2026-07-15T16:05:00Z');
		const first = served.sandbox.world.add();
		served.now = Date.parse('2026-07-15T16:12:00Z');
		const second = served.sandbox.world.add();
		const third = served.sandbox.world.add();
		served.sandbox.world.delete(third);
		expect(await poll('15/07/2026 10:00:00', '15/07/2026 10:10:00')).toEqual([[first], []]);
		expect(await poll('15/07/2026 10:10:00', '15/07/2026 10:20:00')).toEqual([[second], [third]]);
	});

	test.each([
		['2026-07-19T03:59:59Z', 200],
		['2026-07-19T04:00:00Z', 503],
		['2026-07-19T06:59:59Z', 503],
		['2026-07-19T07:00:00Z', 200],
		['2026-07-18T05:00:00Z', 200],
	])('maintenance on Saturdays 22:00 to 01:00 in Mexico City: %s answers %i', async (instant, status) => {
		served.sandbox.switches.maintenance = 'status503';
		served.now = Date.parse(instant);
		expect((await served.call('/api/v2/user')).status).toBe(status);
	});
});

describe('4.1 GET /api/v2/salesOrder', () => {
	test('answers 200 with application/json; charset=utf-8 and the envelope', async () => {
		const { status, headers, text } = await served.call('/api/v2/salesOrder');
		expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
		expect(Object.keys(JSON.parse(text) as Json)).toEqual(['pagination', 'salesOrders']);
	});

	test('nextPage leads through every order once and is null on the last page; the other links fit', async () => {
		const pages = await served.everyPage('/api/v2/salesOrder?deleted=false');
		const created = served.sandbox.world.statistics.created;
		expect(new Set(pages.flatMap(({ salesOrders }) => salesOrders.map(({ id }) => id))).size).toBe(created);
		const link = (page: number) => `${served.baseUrl}/api/v2/salesOrder?deleted=false&page=${page}`;
		pages.forEach(({ pagination }, index) => {
			expect(pagination).toEqual({
				totalCount: created,
				totalPages: pages.length,
				currentPage: link(index + 1),
				nextPage: index + 1 < pages.length ? link(index + 2) : null,
				prevPage: index > 0 ? link(index) : null,
				firstPage: link(1),
				lastPage: link(pages.length),
			});
		});
	});

	test.each([
		[0, 'America/Mexico_City', '2026-07-10T06:00:00Z'],
		[1, 'America/Tijuana', '2026-07-10T07:00:00Z'],
		[2, 'Europe/Madrid', '2026-07-09T22:00:00Z'],
		[3, 'Asia/Kolkata', '2026-07-09T18:30:00Z'],
	])('the window is read in the zone of the token of user %i (%s)', async (user, timezone, midnight) => {
		expect(served.sandbox.users[user]?.timezone).toBe(timezone);
		const from = Date.parse(midnight);
		const ids = [0, 86_399_000, -1000, 86_400_000].map((after) => {
			return served.sandbox.world.add({ mobileDateCreated: from + after, dateCreated: START });
		});
		const orders = await served.everyOrder(windowQuery('10/07/2026 00:00:00', '10/07/2026 23:59:59'), user);
		const inDay = new Set(orders.map(({ id }) => id));
		expect(ids.map((id) => inDay.has(id))).toEqual([true, true, false, false]);
	});

	test('the window is applied to mobileDateCreated: an order synced late does not show in the window of its arrival', async () => {
		served.now = Date.parse('2026-07-15T20:00:00Z');
		const id = served.sandbox.world.add({
			mobileDateCreated: Date.parse('2026-07-15T15:00:00Z'),
			dateCreated: served.now,
		});
		const atArrival = await served.list(
			ORDERS_PATH + windowQuery('15/07/2026 13:50:00', '15/07/2026 14:00:00'),
		);
		const atCreation = await served.list(
			ORDERS_PATH + windowQuery('15/07/2026 08:50:00', '15/07/2026 09:00:00'),
		);
		expect(atArrival.salesOrders).toEqual([]);
		expect(atCreation.salesOrders.map((order) => order.id)).toEqual([id]);
	});

	test('start and end may stand alone, and with a parameter the window can be on dateCreated', async () => {
		served.now = Date.parse('2026-07-15T20:00:00Z');
		const id = served.sandbox.world.add({
			mobileDateCreated: Date.parse('2026-07-14T15:00:00Z'),
			dateCreated: served.now,
		});
		const start = `/api/v2/salesOrder?start=${encodeURIComponent('15/07/2026 13:50:00')}`;
		const end = `/api/v2/salesOrder?end=${encodeURIComponent('15/07/2026 13:50:00')}`;
		expect((await served.list(start)).pagination.totalCount).toBe(0);
		expect((await served.list(end)).pagination.totalCount).toBe(served.sandbox.world.statistics.created);
		served.sandbox.switches.serverDateParameter = { name: 'dateField', value: 'dateCreated' };
		expect(
			(await served.list(`${start}&dateField=dateCreated`)).salesOrders.map((order) => order.id),
		).toEqual([id]);
	});

	test('deleted: true lists deleted orders, false created ones', async () => {
		const { created, deleted } = served.sandbox.world.statistics;
		expect((await served.list('/api/v2/salesOrder?deleted=true')).pagination.totalCount).toBe(deleted);
		expect((await served.list('/api/v2/salesOrder?deleted=false')).pagination.totalCount).toBe(created);
		expect((await served.everyOrder('?deleted=true')).every((order) => order.deleted)).toBe(true);
		expect((await served.everyOrder('?deleted=false')).some((order) => order.deleted)).toBe(false);
	});
});

describe('4.2 PUT /api/v2/salesOrder/{sales_order_id}', () => {
	test('stores the external ID and answers 200', async () => {
		const id = served.sandbox.world.add();
		const { status } = await served.call(`/api/v2/salesOrder/${id}`, {
			method: 'PUT',
			body: { externalId: 'ERP-1 ñ' },
		});
		expect(status).toBe(200);
		expect((await served.everyOrder()).find((order) => order.id === id)?.externalId).toBe('ERP-1 ñ');
	});

	test('an order that does not exist is not 200', async () => {
		const { status } = await served.call('/api/v2/salesOrder/1', {
			method: 'PUT',
			body: { externalId: 'x' },
		});
		expect(status).toBe(404);
	});
});

describe('4.3 GET /api/v2/user', () => {
	test('lists every user once, page by page', async () => {
		served.sandbox.switches.pageSize = 5;
		const ids: unknown[] = [];
		for (let next: string | null = '/api/v2/user'; next !== null;) {
			const page = JSON.parse((await served.call(next)).text) as { pagination: Pagination; users: Json[] };
			ids.push(...page.users.map(({ id }) => id));
			expect(Object.keys(page)).toEqual(['pagination', 'users']);
			next = page.pagination.nextPage;
		}
		expect(new Set(ids).size).toBe(13);
		expect(ids).toHaveLength(13);
	});
});

describe('5. Authentication', () => {
	test.each([
		['missing', {}],
		['unknown', { authorization: 'Bearer not-a-token' }],
		['of another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
	])('a token that is %s is refused on every endpoint, with nothing of the data', async (_name, headers) => {
		for (const [method, path] of [
			['GET', '/api/v2/salesOrder'],
			['GET', '/api/v2/user'],
			['PUT', `/api/v2/salesOrder/${served.sandbox.world.add()}`],
		] as const) {
			const response = await request(served.baseUrl + path, { method, headers });
			expect(response.statusCode).toBe(401);
			expect(await response.body.text()).not.toMatch(/id"/);
		}
	});
});

describe('7. Errors', () => {
	test('a String that is too long is cut to 255 characters, without an error', async () => {
		const id = served.sandbox.world.add();
		const { status } = await served.call(`/api/v2/salesOrder/${id}`, {
			method: 'PUT',
			body: { externalId: 'x'.repeat(255) + 'lost' },
		});
		expect(status).toBe(200);
		expect(served.sandbox.world.find(id)?.externalId).toBe('x'.repeat(255));
	});
});

describe('8. Limits', () => {
	test('500 requests per minute and token, then 429 until X-RateLimit-Reset; another token is not concerned', async () => {
		served.now = START + 250;
		const reset = String(START / 1000 + 60);
		for (let made = 1; made <= 500; made++) {
			const { status, headers } = await served.call('/api/v2/user');
			expect(status).toBe(200);
			expect([
				headers['x-ratelimit-limit'],
				headers['x-ratelimit-remaining'],
				headers['x-ratelimit-reset'],
			]).toEqual(['500', String(500 - made), reset]);
		}
		const beyond = await served.call('/api/v2/user');
		expect([
			beyond.status,
			beyond.headers['x-ratelimit-remaining'],
			beyond.headers['x-ratelimit-reset'],
		]).toEqual([429, '0', reset]);
		expect((await served.call('/api/v2/user', { user: 1 })).status).toBe(200);
		served.now = Number(reset) * 1000 - 1;
		expect((await served.call('/api/v2/user')).status).toBe(429);
		served.now = Number(reset) * 1000;
		expect((await served.call('/api/v2/user')).status).toBe(200);
	});

	test.each([
		[200, '/api/v2/salesOrder'],
		[400, '/api/v2/salesOrder?start=yesterday'],
		[404, '/api/v2/nothing'],
	])(
		'an answer with status %i carries the three headers, under the names of the specification',
		async (status, path) => {
			const response = await request(served.baseUrl + path, {
				headers: { authorization: `Bearer ${served.sandbox.users[0]?.apiToken}` },
				responseHeaders: 'raw',
			});
			await response.body.dump();
			expect(response.statusCode).toBe(status);
			const names = (response.headers as unknown as Array<string | Buffer>).map(String);
			expect(names).toEqual(
				expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
			);
		},
	);
});

describe('9. Versioning', () => {
	test('the version is part of the path', async () => {
		expect((await served.call('/api/v2/salesOrder')).status).toBe(200);
		expect((await served.call('/api/v1/salesOrder')).status).toBe(404);
		expect((await served.call('/salesOrder')).status).toBe(404);
	});
});
