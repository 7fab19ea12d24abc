/**
 * Faults meet the requests that they are meant for, and hooks act between two pages. What each does to an answer: the
 * tests of calls and errors, which would see a good one.
 */
import { PAGE, type Fault } from '../../../sandbox';
import { ordersUrl, TestSandbox } from '../../support/testSandbox';

const someOrders = { orders: { count: 20, days: 5, deletedShare: 0 } };

describe('a PUT', () => {
	/** The external ID that it leaves behind. */
	async function stored(test: TestSandbox): Promise<string | null | undefined> {
		const id = test.sandbox.world.add();
		await test.call('PUT', `/api/v2/salesOrder/${id}`, { body: '{"externalId":"A"}' }).catch(() => undefined);
		return test.sandbox.world.find(id)?.externalId;
	}

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
	])('under %j stores the external ID: %s', async (fault, isStored) => {
		const test = new TestSandbox();
		test.sandbox.faults.schedule({ method: 'PUT' }, fault);
		expect(await stored(test)).toBe(isStored ? 'A' : null);
	});

	test.each(['status503', 'html200', 'reset'] as const)(
		'in a maintenance that answers %s stores nothing',
		async (maintenance) => {
			const test = new TestSandbox({ switches: { maintenance } });
			test.now = Date.parse('2026-07-19T05:00:00Z');
			expect(await stored(test)).toBeNull();
		},
	);
});

test('the world changes between two pages: a deletion shifts the rest and one order is skipped', async () => {
	const test = new TestSandbox({ ...someOrders, switches: { pageSize: 5, sortOrder: 'id asc' } });
	const { faults, world } = test.sandbox;
	faults.beforePage(2, () => world.delete(1001));
	faults.beforePage(2, () => world.add({ id: 9999 }), { deleted: true });
	const first = await test.read(ordersUrl());
	const second = await test.read(ordersUrl({ [PAGE]: 2 }));
	expect([first.ids, second.ids]).toEqual([
		[1001, 1002, 1003, 1004, 1005],
		[1007, 1008, 1009, 1010, 1011],
	]);
	expect(second.pagination.totalCount).toBe(19);
});
