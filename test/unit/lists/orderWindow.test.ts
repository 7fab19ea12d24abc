/** Design 3.1, 3.3, 3.4: the orders of a window, as node and trigger read them. */
import type { Span } from '../../../nodes/SalesOrderIntegration/dates/durations';
import {
	orderWindow,
	readOrders,
	type OrderListName,
} from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import { readPage } from '../../../nodes/SalesOrderIntegration/lists/pages';
import type { SandboxOptions } from '../../../sandbox';
import { clientFixture, failureOf, type ClientFixture } from '../../support/clientFixture';
import type { SandboxClientOptions } from '../../support/sandboxClient';
import { DAY, HOUR, MINUTE } from '../../support/time';

/** Twelve to twenty hours ago. */
function eightHours({ timing }: ClientFixture): Span {
	return { from: timing.now() - 20 * HOUR, to: timing.now() - 12 * HOUR };
}

/** An order every ten minutes for two days, made on phones in Mexico City; pages of 20. */
function service(
	options: SandboxClientOptions = {},
	switches: SandboxOptions['switches'] = {},
	phoneAheadMs = 0,
): ClientFixture {
	const fixture = clientFixture({ switches: { pageSize: 20, ...switches } }, options);
	const { sandbox, timing } = fixture;
	for (let ago = 2 * DAY; ago > 0; ago -= 10 * MINUTE) {
		const dateCreated = timing.now() - ago;
		sandbox.world.add({ dateCreated, mobileDateCreated: dateCreated + phoneAheadMs });
	}
	return fixture;
}

/** An order of the window is deleted, and another arrives. */
function swap({ sandbox, timing }: ClientFixture, id: string | undefined): void {
	sandbox.world.delete(Number(id));
	sandbox.world.add({ mobileDateCreated: timing.now() - 13 * HOUR });
}

function windowsIn({ sandbox }: ClientFixture): Array<Record<string, string>> {
	return sandbox.log.entries.map(({ path }) =>
		Object.fromEntries(new URL(path, 'https://service.example').searchParams),
	);
}

describe('a window', () => {
	it('is sent in the time zone of the credential, a second wider', async () => {
		const fixture = service({ timezone: 'America/Mexico_City' });
		const { client } = fixture;
		const window = { from: Date.parse('2026-07-15T06:00:00Z'), to: Date.parse('2026-07-15T07:30:00Z') };
		await readPage(client, orderWindow(client, 'created', window).query);
		await readPage(client, orderWindow(client, 'deleted', window).query);
		const sent = { start: '14/07/2026 23:59:59', end: '15/07/2026 01:30:01' };
		expect(windowsIn(fixture)).toEqual([
			{ ...sent, deleted: 'false' },
			{ ...sent, deleted: 'true' },
		]);
	});

	it.each([
		['of an hour ago', -HOUR, 0, -DAY, 2 * DAY],
		['of last week', -7 * DAY, -6 * DAY, -7 * DAY, 2 * DAY],
		['to one year ahead', -2 * DAY, 365 * DAY, -2 * DAY, 365 * DAY],
		['without ends', -Infinity, Infinity, -Infinity, Infinity],
	])(
		'%s is checked against the deleted list from a day ago or its start, to the future',
		(_, from, to, deletedFrom, deletedTo) => {
			const { client, timing } = clientFixture({}, { timezone: 'UTC' });
			const now = timing.now();
			const { deletedQuery } = orderWindow(client, 'created', { from: now + from, to: now + to });
			const expected = orderWindow(client, 'deleted', { from: now + deletedFrom, to: now + deletedTo });
			expect(deletedQuery).toEqual(expected.query);
		},
	);
});

describe('reading the orders of a window', () => {
	it('converts orders when their page arrives, and still finds that one was skipped', async () => {
		const fixture = service({}, { sortOrder: 'id asc' });
		const { client, sandbox } = fixture;
		const orders = orderWindow(client, 'created', eightHours(fixture));
		const [first] = (await readOrders(client, orders)).records.keys();
		// Only what is kept of the deleted order shows that it moved another to a page that was read already.
		sandbox.faults.beforePage(1, () => swap(fixture, first), { deleted: true });
		const requests = new Set<number>();
		const convert = ({ id }: Record<string, unknown>) => {
			requests.add(sandbox.log.total);
			return `converted ${String(id)}`;
		};
		const found = await readOrders(client, orders, { convert });
		expect(found.isSettled).toBe(true);
		expect(requests.size).toBeGreaterThanOrEqual(2 * 3);
		const { records: after } = await readOrders(client, orders);
		expect([...found.records.values()]).toEqual([...after.values()].map(convert));
	});

	it('fails if the token is not accepted for the deleted list', async () => {
		const fixture = service();
		const { client, sandbox } = fixture;
		sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 401 }, { times: Infinity });
		const reading = readOrders(client, orderWindow(client, 'created', eightHours(fixture)));
		expect(await failureOf(reading)).toMatchObject({ kind: 'unauthorized' });
	});

	it.each([
		['before', 0],
		['after', 1],
	])('is read twice, and a hint says why, if the deleted list fails %s', async (_, after) => {
		for (const status of [400, 403, 404, 500, 503]) {
			const fixture = service();
			const { client, sandbox } = fixture;
			sandbox.faults.schedule({ deleted: true }, { kind: 'status', status }, { times: Infinity, after });
			const found = await readOrders(client, orderWindow(client, 'created', eightHours(fixture)));
			expect([found.records.size, found.isSettled]).toEqual([49, true]);
			expect(client.hints.list()).toMatchObject([{ kind: 'unchecked' }]);
			expect(windowsIn(fixture).filter(({ deleted }) => deleted === 'false')).toHaveLength(2 * 3);
		}
	});

	it.each<[OrderListName, number]>([
		['created', 46],
		['deleted', 2],
	])('leaves out orders that say that they belong to the other list: %s', async (list, count) => {
		const fixture = service();
		const { client, sandbox, timing } = fixture;
		const window = eightHours(fixture);
		const inWindow = sandbox.world.all().filter(({ mobileDateCreated }) => mobileDateCreated < window.to);
		const [one, two, restored] = inWindow.slice(-3).map(({ id }) => id);
		for (const [id, deleted] of [
			[one, true],
			[two, 'YES'],
		] as const) {
			if (list === 'created') sandbox.world.distort(id ?? 0, { deleted });
			else sandbox.world.delete(id ?? 0, timing.now());
		}
		sandbox.world.delete(restored ?? 0, timing.now());
		sandbox.world.distort(restored ?? 0, { deleted: false });
		const orders = orderWindow(client, list, window);
		expect((await readOrders(client, orders)).records.size).toBe(count);
		const upTo = await readOrders(client, orders, { limit: 1000 });
		expect(upTo.records.size).toBe(count);
	});

	it('stops after as many wanted orders as are needed', async () => {
		const fixture = service();
		const { client, sandbox } = fixture;
		const orders = orderWindow(client, 'created', eightHours(fixture));
		const isWanted = ({ id }: Record<string, unknown>) => Number(id) % 2 === 0;
		const convert = (order: Record<string, unknown>) => (isWanted(order) ? order : undefined);
		const found = await readOrders(client, orders, { limit: 12, convert });
		expect(found.records.size).toBeGreaterThanOrEqual(12);
		expect([...found.records.values()].every(isWanted)).toBe(true);
		expect(sandbox.log.total).toBe(2);
	});
});

describe('the time zone of the credential is in doubt', () => {
	const wrong = { timezone: 'Europe/Madrid' };
	// This service filters by arrival without being asked for it: its own parameter is one that is always sent.
	const byArrival = { serverDateParameter: { name: 'deleted', value: 'false' } };

	async function isDoubtful(fixture: ClientFixture, list: OrderListName = 'created') {
		const orders = orderWindow(fixture.client, list, eightHours(fixture));
		const all = await readOrders(fixture.client, orders);
		const none = await readOrders(fixture.client, orders, { limit: 1000, convert: () => undefined });
		expect(none.zoneDoubt).toEqual(all.zoneDoubt);
		return all.zoneDoubt?.kind;
	}

	it('where an order lies outside the window by both dates, also where no order is wanted', async () => {
		expect(await isDoubtful(service(wrong))).toBe('stray');
		expect(await isDoubtful(service())).toBeUndefined();
	});

	it('around the arrival of that order: the clock of its phone may be wrong', async () => {
		const { client, timing, ...rest } = service(wrong, byArrival, 90 * DAY);
		const orders = orderWindow(client, 'created', eightHours({ client, timing, ...rest }));
		expect((await readOrders(client, orders)).zoneDoubt?.at).toBeLessThan(timing.now());
	});

	it('where a window with an end has no orders, of either list', async () => {
		const fixture = clientFixture();
		const { from, to } = eightHours(fixture);
		for (const list of ['created', 'deleted'] as const) {
			for (const window of [
				{ from, to: Infinity },
				{ from: -Infinity, to },
			]) {
				const orders = orderWindow(fixture.client, list, window);
				expect((await readOrders(fixture.client, orders)).zoneDoubt?.kind).toBe('empty');
			}
		}
		const everything = orderWindow(fixture.client, 'created', { from: -Infinity, to: Infinity });
		expect((await readOrders(fixture.client, everything)).zoneDoubt).toBeUndefined();
	});

	it('not where orders lie outside by one date and inside by their arrival', async () => {
		expect(await isDoubtful(service({}, byArrival, -7 * HOUR))).toBeUndefined();
	});

	it('where the service should filter by arrival, and an order that arrived outside has no other date outside', async () => {
		const serverDateParameter = { name: 'dateField', value: 'dateCreated' };
		const parameter = { serverDateParameter: 'dateField=dateCreated' };
		expect(await isDoubtful(service(parameter, {}, -7 * HOUR))).toBe('notByArrival');
		expect(await isDoubtful(service(parameter, { serverDateParameter }, -7 * HOUR))).toBeUndefined();
		expect(await isDoubtful(service({ ...parameter, ...wrong }, { serverDateParameter }, -7 * HOUR))).toBe(
			'stray',
		);
	});

	it('by an order of the deleted list only where all three dates lie outside', async () => {
		const fixture = service(wrong);
		const { to } = eightHours(fixture);
		const { world } = fixture.sandbox;
		const orderIds = world.all().map(({ id }) => id);
		for (const id of orderIds) world.delete(id);
		const whereDeletedAt = async (dateDeleted: string | null) => {
			for (const id of orderIds) world.distort(id, { dateDeleted });
			return await isDoubtful(fixture, 'deleted');
		};
		expect(await whereDeletedAt(new Date(to - HOUR).toISOString())).toBeUndefined();
		expect(await whereDeletedAt(null)).toBeUndefined();
		expect(await whereDeletedAt(new Date(to + DAY).toISOString())).toBe('stray');
	});
});
