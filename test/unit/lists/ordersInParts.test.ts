/** Windows that are longer than the service allows are read in parts (design 3.1, 3.4). */
import { readOrdersInParts } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import type { WireRecord } from '../../../nodes/SalesOrderIntegration/lists/wire';
import type { Sandbox } from '../../../sandbox';
import type { Switches } from '../../../sandbox/switches';
import { clientFixture } from '../../support/clientFixture';
import { countOneMore, rewriteLists } from '../../support/rewriteLists';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';
import { refusalAhead } from '../../support/windowOf';

/** A service whose windows last a day at most, read with a credential in this time zone. */
const service = (switches: Partial<Switches> = {}, timezone?: string) =>
	clientFixture({ switches: { longestWindowDays: 1, pageSize: 20, ...switches } }, { timezone });

const add = ({ world }: Sandbox, at: number) => world.add({ dateCreated: at, mobileDateCreated: at });

it.each([
	['stray', [2.6, 1.4], 1.6],
	['ofPart', [2], 1.3],
])(
	'A window may be in a wrong time zone if an order contradicts a part of it: %s',
	async (kind, ages, end) => {
		const { client, sandbox, timing } = service({}, 'Europe/Madrid');
		for (const days of ages) add(sandbox, timing.now() - days * DAY);
		const window = { from: timing.now() - 3.2 * DAY, to: timing.now() - end * DAY };
		const found = await readOrdersInParts(client, 'created', window, {});
		expect(found.zoneDoubt?.kind).toBe(kind);
	},
);

it('It is not empty because one of its parts is', async () => {
	const { client, sandbox, timing } = service();
	const early = timing.now() - 13 * DAY;
	add(sandbox, early);
	const window = { from: early - HOUR, to: early + 1.6 * DAY };
	expect((await readOrdersInParts(client, 'created', window, {})).zoneDoubt).toBeUndefined();
});

it('An order whose date moves into a part that was read is found', async () => {
	const { client, sandbox, timing } = service();
	const from = timing.now() - 13 * DAY;
	const ids = [0.1, 0.2, 1.3, 1.4].map((days) => add(sandbox, from + days * DAY));
	const move = () => sandbox.world.edit(ids.at(-1) ?? 0, { mobileDateCreated: from + 0.3 * DAY });
	// After the refusal of the whole and the first part.
	sandbox.faults.before({}, move, { after: 2 });
	const window = { from, to: from + 1.6 * DAY };
	const { records, isSettled } = await readOrdersInParts(client, 'created', window, {});
	expect([...records.keys()].sort()).toEqual(ids.map(String).sort());
	expect(isSettled).toBe(true);
});

it('None is lost where two parts meet, if the service filters by arrival without being asked', async () => {
	const byArrival = { serverDateParameter: { name: 'deleted', value: 'false' } };
	const { client, sandbox, timing } = service({ ...byArrival, pageSize: 500 });
	const from = timing.now() - 13 * DAY;
	const hours = Array.from({ length: 70 }, (_, hour) => from + (hour + 1) * HOUR);
	const arrivals = hours.flatMap((hour) => [3, 4, 5].map((seconds) => hour + seconds * SECOND));
	for (const at of arrivals) sandbox.world.add({ dateCreated: at, mobileDateCreated: at - 5 * SECOND });
	const { records } = await readOrdersInParts(client, 'created', { from, to: from + 3 * DAY }, {});
	expect(records.size).toBe(arrivals.length);
});

it('Where each reading lacks an order of the one before, all that was seen is returned, and a hint says so', async () => {
	const { client, sandbox, timing } = service({ pageSize: 100 });
	const from = timing.now() - 13 * DAY;
	const ids = Array.from({ length: 38 }, (_, place) => add(sandbox, from + place * HOUR));
	const left = [...ids];
	sandbox.faults.before({}, () => sandbox.world.delete(left.pop() ?? 0), { times: 30 });
	const seen = new Set<string>();
	const convert = (order: WireRecord) => (seen.add(String(order.id)), order);
	const window = { from, to: from + 1.6 * DAY };
	const { records, isSettled } = await readOrdersInParts(client, 'created', window, { convert });
	expect(isSettled).toBe(false);
	expect([...records.keys()].sort()).toEqual([...seen].sort());
	expect(ids.length - records.size).toBeLessThan(4);
	expect(client.hints.list()).toMatchObject([{ kind: 'listChanged' }]);
});

it('Where the service counts too many in each part, one hint for each list says so', async () => {
	const { client, sandbox, timing } = service();
	const from = timing.now() - 13 * DAY;
	for (let place = 0; place < 80; place++) add(sandbox, from + place ** 1.5 * 6 * MINUTE);
	rewriteLists({ sandbox }, countOneMore, {});
	for (const list of ['created', 'deleted'] as const)
		await readOrdersInParts(client, list, { from, to: from + 3 * DAY }, {});
	const kinds = client.hints.list().map(({ kind }) => kind);
	expect(kinds).toEqual(['unchecked', 'miscounted', 'miscountedDeleted']);
});

it.each([10, 0.5])('The last %d minutes are whole where what lies ahead is refused', async (minutes) => {
	const { client, sandbox, timing } = clientFixture();
	sandbox.faults.decideBy(({ url }) => refusalAhead(url, timing.now() - SECOND));
	const to = timing.now();
	const ids = [20, 4, 1].map((seconds) => String(add(sandbox, to - seconds * SECOND)));
	const found = await readOrdersInParts(client, 'created', { from: to - minutes * MINUTE, to }, {});
	expect([[...found.records.keys()].sort(), found.refusedFrom]).toEqual([ids, undefined]);
});

it.each([3, 4])('With a limit of %d, an order where two parts meet counts once', async (limit) => {
	const { client, sandbox, timing } = service({ pageSize: 1, sortOrder: 'mobileDateCreated asc' });
	const [from, to] = [timing.now() - 13 * DAY, timing.now() - 11.4 * DAY];
	const middle = Math.floor((from + to) / 2000) * 1000;
	for (const at of [from, middle - HOUR, middle, middle + HOUR, to]) add(sandbox, at);
	const { records } = await readOrdersInParts(client, 'created', { from, to }, { limit });
	expect(records.size).toBeGreaterThanOrEqual(limit);
});
