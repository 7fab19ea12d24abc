/** The sandbox's answers beside its lists: PUT, errors, and the switches on what orders and bodies look like. */
import { PAGE, switchChoices, type Switches } from '../../../sandbox';
import { ordersUrl, TestSandbox } from '../../support/testSandbox';

describe('PUT', () => {
	async function put(switches: Partial<Switches>, body: string) {
		const test = new TestSandbox({ switches });
		const id = test.sandbox.world.add();
		const response = await test.call('PUT', `/api/v2/salesOrder/${id}`, { body });
		return { ...response, stored: test.sandbox.world.find(id)?.externalId };
	}

	test.each<[Switches['putResponseBody'], RegExp]>([
		['order', /^\{"id":1001,.*"externalId":"A-1"\}$/],
		['empty', /^$/],
		['emptyObject', /^\{\}$/],
	])('answers 200 with %s', async (putResponseBody, expected) => {
		const { status, body, stored } = await put({ putResponseBody }, '{"externalId":"A-1"}');
		expect([status, stored]).toEqual([200, 'A-1']);
		expect(body).toMatch(expected);
	});

	test.each<[Switches['characters'], string, string]>([
		['utf16CodeUnits', '🧊'.repeat(200), '🧊'.repeat(127) + '\ud83e'],
		['codePoints', '🧊'.repeat(300), '🧊'.repeat(255)],
	])('cuts at 255 %s', async (characters, externalId, expected) => {
		expect((await put({ characters }, JSON.stringify({ externalId }))).stored).toBe(expected);
	});

	const bodies = ['', 'not json', '{}', 'null', '[]', '{"externalId":7}', '{"externalId":null}'];
	test.each(bodies)('refuses the body %j and stores nothing', async (body) => {
		const { status, stored } = await put({}, body);
		expect([status, stored]).toEqual([400, null]);
	});

	test('replaces an external ID, takes an empty one, and works on deleted orders', async () => {
		const test = new TestSandbox();
		const id = test.sandbox.world.add({ externalId: 'before' });
		expect(test.sandbox.world.find(id)?.externalId).toBe('before');
		test.sandbox.world.delete(id);
		const { status } = await test.call('PUT', `/api/v2/salesOrder/${id}`, { body: '{"externalId":""}' });
		expect([status, test.sandbox.world.find(id)?.externalId]).toEqual([200, '']);
	});

	const others = ['1', '-1001', '1001.0', 'abc', '99999999999999999999999', '1002'];
	test.each(others)('order %s is not found: there is only 1001, and 1002 is not synced yet', async (id) => {
		const test = new TestSandbox();
		test.sandbox.world.add();
		test.sandbox.world.add({ dateCreated: test.now + 1000 });
		const { status } = await test.call('PUT', `/api/v2/salesOrder/${id}`, { body: '{"externalId":"x"}' });
		expect(status).toBe(404);
	});
});

describe('errors', () => {
	const invalid = [
		ordersUrl({ start: '2026-07-15 00:00:00' }),
		ordersUrl({ end: '31/02/2026 00:00:00' }),
		ordersUrl({ start: '07/15/2026 00:00:00' }),
		ordersUrl({ [PAGE]: 0 }),
		ordersUrl({ [PAGE]: 'two' }),
		ordersUrl({ deleted: 'yes' }),
		'/api/v2/salesOrder?start=%zz',
		'/api/v2/salesOrder?start=',
		`/api/v2/user?${PAGE}=-1`,
	];
	test.each(invalid)('%s is refused with 400, or read as if it were not there', async (url) => {
		const test = new TestSandbox({ orders: { count: 3 } });
		expect((await test.call('GET', url)).status).toBe(400);
		test.sandbox.switches.invalidParameters = 'ignored';
		const { status, body } = await test.call('GET', url);
		expect(status).toBe(200);
		expect(body).not.toContain('"totalCount":0');
	});
});

describe('what an order looks like', () => {
	async function shownExternalIds(test: TestSandbox): Promise<unknown[]> {
		const { body } = await test.call('GET', ordersUrl());
		return (JSON.parse(body) as { salesOrders: Array<{ externalId?: unknown }> }).salesOrders.map((order) => {
			return 'externalId' in order ? order.externalId : 'absent';
		});
	}

	test('an external ID that was never set is null, empty or absent, and a set one is itself, live', async () => {
		const test = new TestSandbox({ switches: { sortOrder: 'id asc' } });
		test.sandbox.world.add();
		test.sandbox.world.add({ externalId: 'ERP-2' });
		const shown: unknown[] = [];
		for (const externalIdWhenUnset of switchChoices.externalIdWhenUnset) {
			test.sandbox.switches.externalIdWhenUnset = externalIdWhenUnset;
			shown.push(await shownExternalIds(test));
		}
		expect(shown).toEqual([
			[null, 'ERP-2'],
			['', 'ERP-2'],
			['absent', 'ERP-2'],
		]);
	});

	test('the fields that are null in the specification can be filled', () => {
		const { sandbox } = new TestSandbox({ switches: { nullFields: 'filled' }, orders: { count: 60 } });
		const orders = sandbox.world.all().map(({ id }) => JSON.stringify(sandbox.world.find(id)));
		const ofOrder = 'deletedBy priceList routeSalePaymentType promoIds promoNames editedFrom';
		for (const field of ofOrder.split(' ')) {
			expect(orders.some((order) => !order.includes(`"${field}":null`))).toBe(true);
		}
		for (const field of ['comments', 'discount', 'category', 'barcode', 'details']) {
			expect(orders.join()).toMatch(new RegExp(`"${field}":[^n]`));
		}
		expect(orders.join()).toContain('"creationSource":"WEB"');
	});
});
