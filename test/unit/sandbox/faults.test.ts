/** Each fault does to an answer what it says, on the requests it is meant for, and hooks act between two pages. */
import {
	ConnectionResetError,
	faultKinds,
	randomFaults,
	type Fault,
	type FaultSubject,
	type SandboxResponse,
} from '../../../sandbox';
import { ordersUrl, TestSandbox } from '../../support/testSandbox';
import { NOON } from '../../support/time';

const USERS = '/api/v2/user';
const someOrders = { orders: { count: 20, days: 5, deletedShare: 0 } };

async function under(fault: Fault | readonly Fault[], url = ordersUrl()): Promise<SandboxResponse> {
	const test = new TestSandbox({ ...someOrders, rateLimit: undefined });
	test.sandbox.faults.schedule({}, fault);
	return await test.call('GET', url);
}

async function undisturbed(): Promise<SandboxResponse> {
	return await new TestSandbox({ ...someOrders, rateLimit: undefined }).call('GET', ordersUrl());
}

describe('faults of the answer', () => {
	test.each([503, 404, 204])('status %i', async (status) => {
		const response = await under({ kind: 'status', status });
		expect(response.status).toBe(status);
		expect(response.body).not.toContain('salesOrders');
		expect(response.headers['X-RateLimit-Remaining']).toBe('499');
	});

	test.each<[number | null | undefined, string | undefined, string | undefined]>([
		[undefined, String(NOON / 1000 + 60), '0'],
		[300_000, String(NOON / 1000 + 300), '0'],
		[-5000, String(NOON / 1000 - 5), '0'],
		[null, undefined, undefined],
	])('429 with Reset after %s ms', async (resetAfterMs, reset, remaining) => {
		const fault: Fault =
			resetAfterMs === undefined ? { kind: 'tooManyRequests' } : { kind: 'tooManyRequests', resetAfterMs };
		const { status, headers } = await under(fault);
		expect([status, headers['X-RateLimit-Reset'], headers['X-RateLimit-Remaining']]).toEqual([
			429,
			reset,
			remaining,
		]);
	});

	test('redirect, by default to another host', async () => {
		const elsewhere = await under({ kind: 'redirect' });
		expect([elsewhere.status, elsewhere.headers.Location]).toEqual([302, 'https://elsewhere.invalid/login']);
		const given = await under({ kind: 'redirect', status: 307, location: '/there' });
		expect([given.status, given.headers.Location]).toEqual([307, '/there']);
	});

	test('a web page with status 200', async () => {
		const { status, headers, body } = await under({ kind: 'html200' });
		expect([status, headers['Content-Type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(body).toMatch(/^<!DOCTYPE html>/);
	});

	test('cut JSON is the beginning of the whole', async () => {
		const whole = (await undisturbed()).body;
		const { status, body } = await under({ kind: 'invalidJson', share: 0.9 });
		expect([status, body.length]).toEqual([200, Math.floor(whole.length * 0.9)]);
		expect(whole.startsWith(body)).toBe(true);
		expect(() => JSON.parse(body) as unknown).toThrow(SyntaxError);
	});

	test('an empty body, one that is no envelope, and one that is too big', async () => {
		expect(await under({ kind: 'emptyBody' })).toMatchObject({ status: 200, body: '' });
		expect((await under({ kind: 'notAnEnvelope' })).body).toBe('{"status":"ok"}');
		expect((await under({ kind: 'notAnEnvelope', body: null })).body).toBe('null');
		const oversized = await under({ kind: 'oversizedBody', characters: 3_000_000 });
		expect(oversized.body).toHaveLength(3_000_000);
		expect(JSON.parse(oversized.body)).toHaveProperty('salesOrders.19');
	});

	test('wrong types, chosen or not, in every order and in users', async () => {
		const chosen = await under({ kind: 'wrongTypes', values: { 'items.0.price': '1,5', type: undefined } });
		const { salesOrders } = JSON.parse(chosen.body) as { salesOrders: Array<Record<string, unknown>> };
		for (const order of salesOrders) {
			expect(order).toHaveProperty('items.0.price', '1,5');
			expect(order).not.toHaveProperty('type');
		}
		expect(JSON.parse((await under({ kind: 'wrongTypes' })).body)).toMatchObject({
			salesOrders: Array(20).fill({ totalSales: 'not a number', deleted: 'no', items: {} }),
		});
		expect((await under({ kind: 'wrongTypes' }, USERS)).body).toContain('"username":["not","a","string"]');
	});

	test('headers, bodies and whatever else a test rewrites', async () => {
		const values = { 'X-RateLimit-Reset': 'soon', 'X-RateLimit-Limit': undefined };
		const { headers } = await under({ kind: 'headers', headers: values });
		expect([headers['X-RateLimit-Reset'], headers['X-RateLimit-Limit']]).toEqual(['soon', undefined]);
		const rewrite = (response: SandboxResponse) => ({ ...response, body: '[]' });
		expect((await under({ kind: 'rewrite', rewrite })).body).toBe('[]');
		expect((await under({ kind: 'status', status: 503, body: '"busy"' })).body).toBe('"busy"');
	});
});

describe('faults of the connection', () => {
	test.each<Fault>([{ kind: 'reset' }, { kind: 'cutBody' }])('%j breaks it', async (fault) => {
		await expect(under(fault)).rejects.toMatchObject({ code: 'ECONNRESET' });
		await expect(under(fault)).rejects.toBeInstanceOf(ConnectionResetError);
	});

	test.each<Fault>([{ kind: 'hang' }, { kind: 'endlessBody' }])(
		'%j never settles until aborted',
		async (fault) => {
			const test = new TestSandbox();
			test.sandbox.faults.schedule({}, fault);
			const stop = new AbortController();
			let settled = false;
			const call = test.call('GET', USERS, { signal: stop.signal }).finally(() => (settled = true));
			call.catch(() => undefined);
			await new Promise((resolve) => setImmediate(resolve));
			expect([settled, test.sandbox.log.inFlight]).toEqual([false, 1]);
			stop.abort(new Error('enough'));
			await expect(call).rejects.toThrow('enough');
			expect(test.sandbox.log.inFlight).toBe(0);
		},
	);

	test('delays, slow bodies and the latency of all answers take their time', async () => {
		const test = new TestSandbox({ switches: { latency: 5 } });
		test.sandbox.faults.schedule({}, [
			{ kind: 'delay', milliseconds: 1000 },
			{ kind: 'slowBody', milliseconds: 300 },
		]);
		expect((await test.call('GET', USERS)).status).toBe(200);
		expect(test.now).toBe(NOON + 1305);
	});
});

describe('a PUT under a fault', () => {
	test.each<[Fault, boolean]>([
		[{ kind: 'reset' }, false],
		[{ kind: 'reset', takesEffect: true }, true],
		[{ kind: 'cutBody' }, true],
		[{ kind: 'status', status: 500 }, false],
		[{ kind: 'status', status: 500, takesEffect: true }, true],
		[{ kind: 'status', status: 201 }, true],
		[{ kind: 'status', status: 204 }, true],
		[{ kind: 'tooManyRequests' }, false],
		[{ kind: 'redirect' }, false],
		[{ kind: 'html200' }, false],
		[{ kind: 'delay', milliseconds: 40_000 }, true],
		[{ kind: 'emptyBody' }, true],
	])('%j stores the external ID: %s', async (fault, stored) => {
		const test = new TestSandbox();
		const id = test.sandbox.world.add();
		test.sandbox.faults.schedule({ method: 'PUT' }, fault);
		await test.call('PUT', `/api/v2/salesOrder/${id}`, { body: '{"externalId":"A"}' }).catch(() => undefined);
		expect(test.sandbox.world.find(id)?.externalId).toBe(stored ? 'A' : null);
	});
});

describe('which requests a fault is meant for', () => {
	const fail: Fault = { kind: 'status', status: 500 };
	const statusOf = async (test: TestSandbox, url: string) => (await test.call('GET', url)).status;

	test('page, list, path and pattern', async () => {
		const test = new TestSandbox(someOrders);
		const { faults } = test.sandbox;
		faults.schedule({ path: '/api/v2/salesOrder', page: 2, deleted: true }, fail);
		faults.schedule({ path: /salesOrder.*start=/, deleted: false }, fail);
		faults.schedule({ path: USERS, page: 1 }, fail);
		expect(await statusOf(test, ordersUrl({ page: 2 }))).toBe(200);
		expect(await statusOf(test, ordersUrl({ deleted: true }))).toBe(200);
		expect(await statusOf(test, ordersUrl({ deleted: true, page: 2 }))).toBe(500);
		expect(await statusOf(test, ordersUrl({ start: '01/01/2026 00:00:00' }))).toBe(500);
		expect(await statusOf(test, USERS)).toBe(500);
		expect(faults.waiting).toBe(0);
		expect(await statusOf(test, USERS)).toBe(200);
	});

	test('a number of times, after a number of others', async () => {
		const test = new TestSandbox();
		test.sandbox.faults.schedule({ path: USERS }, fail, { after: 1, times: 2 });
		const statuses = [];
		for (let made = 0; made < 5; made++) statuses.push(await statusOf(test, USERS));
		expect(statuses).toEqual([200, 500, 500, 200, 200]);
	});

	test('a function decides where nothing was scheduled, until cleared', async () => {
		const test = new TestSandbox();
		const seen: Array<[string, number]> = [];
		test.sandbox.faults.schedule({}, { kind: 'status', status: 503 });
		test.sandbox.faults.decideBy(({ url }, index) => {
			seen.push([url, index]);
			return index === 1 ? fail : undefined;
		});
		expect([await statusOf(test, USERS), await statusOf(test, USERS), await statusOf(test, USERS)]).toEqual([
			503, 500, 200,
		]);
		expect(seen).toEqual([
			[USERS, 1],
			[USERS, 2],
		]);
		test.sandbox.faults.decideBy(() => fail);
		test.sandbox.faults.clear();
		expect(await statusOf(test, USERS)).toBe(200);
	});

	test('maintenance can break connections', async () => {
		const test = new TestSandbox({ switches: { maintenance: 'reset' } });
		test.now = Date.parse('2026-07-19T05:00:00Z');
		await expect(test.call('GET', USERS)).rejects.toMatchObject({ code: 'ECONNRESET' });
		test.sandbox.switches.maintenance = 'html200';
		expect((await test.call('GET', USERS)).body).toContain('Maintenance');
	});
});

test.each(['status503', 'html200', 'reset'] as const)(
	'maintenance answering %s keeps a PUT from taking effect',
	async (maintenance) => {
		const test = new TestSandbox({ switches: { maintenance } });
		test.now = Date.parse('2026-07-19T05:00:00Z');
		const id = test.sandbox.world.add();
		await test.call('PUT', `/api/v2/salesOrder/${id}`, { body: '{"externalId":"A"}' }).catch(() => undefined);
		expect(test.sandbox.world.find(id)?.externalId).toBeNull();
	},
);

test('the world changes between two pages: a deletion shifts the rest and one order is skipped', async () => {
	const test = new TestSandbox({ ...someOrders, switches: { pageSize: 5, sortOrder: 'id asc' } });
	const { faults, world } = test.sandbox;
	faults.beforePage(2, () => world.delete(1001));
	faults.beforePage(2, () => world.add({ id: 9999 }), { deleted: true });
	const first = await test.read(ordersUrl());
	const second = await test.read(ordersUrl({ page: 2 }));
	expect([first.ids, second.ids]).toEqual([
		[1001, 1002, 1003, 1004, 1005],
		[1007, 1008, 1009, 1010, 1011],
	]);
	expect([second.pagination.totalCount, faults.waiting]).toEqual([19, 1]);
});

describe('random faults', () => {
	const subject = { method: 'GET', url: USERS } as FaultSubject;
	const draw = (seed: number, probability: number) => {
		const source = randomFaults({ seed, probability });
		return Array.from({ length: 4000 }, (_, index) => source(subject, index));
	};

	test('repeat for a seed, come as often as asked, and are of every kind', () => {
		const faults = draw(8, 0.2);
		expect(draw(8, 0.2)).toEqual(faults);
		expect(draw(9, 0.2)).not.toEqual(faults);
		const happened = faults.flatMap((fault) => fault ?? []) as Fault[];
		expect(Math.abs(happened.length - 800)).toBeLessThan(110);
		expect(new Set(happened.map(({ kind }) => kind))).toEqual(
			new Set(faultKinds.filter((kind) => kind !== 'rewrite')),
		);
	});
});
