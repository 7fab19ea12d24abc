/** One list that fails does not stop the other, and somebody is told (design 2, `listFails`; design 4). */
import type { Fault } from '../../../sandbox';
import { failureTable } from '../../../nodes/SalesOrderIntegration/errors/failureTable';
import { failureAt, windowOf } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, rewriteLists, type TriggerFixture } from './fixture';

function fail(
	trigger: TriggerFixture,
	deleted: boolean,
	fault: Fault = { kind: 'status', status: 503 },
): void {
	trigger.sandbox.faults.schedule({ deleted }, fault, { times: Infinity });
}

const watching = async () =>
	await activated({ settings: { events: ['created', 'deleted', 'attention'], checkTimeZone: false } });

describe.each<[string, Fault, number]>([
	['has no right to it (403)', { kind: 'status', status: 403 }, 0],
	['is refused (400)', { kind: 'status', status: 400 }, 0],
	['gets an error', { kind: 'status', status: 503 }, 0],
	['gets a web page', { kind: 'html200' }, 0],
	// Then the first poll has no time for the other list.
	['gets no response', { kind: 'hang' }, 1],
])('A token that %s on the deleted list for good', (_, fault, mayWait) => {
	it.each([36_000, 300_000])('has new orders at once, and late ones, in polls of %i ms', async (budgetMs) => {
		const trigger = await watching();
		trigger.budgetMs = budgetMs;
		fail(trigger, true, fault);
		const expected: string[] = [];
		const came: string[] = [];
		let waited = 0;
		for (let polls = 0; polls < 24; polls++) {
			expected.push(`created ${trigger.add({ madeAgo: (polls % 4) * 5 * HOUR })}`);
			const items = await trigger.pollAfter(10 * MINUTE).catch(() => []);
			if (polls % 4 === 0 && items.length + trigger.reports.splice(0).length === 0) waited++;
			came.push(...items);
		}
		came.push(...(await trigger.despite(6, 20 * MINUTE)).items);
		expect(came.sort()).toEqual(expected.sort());
		expect(waited).toBeLessThanOrEqual(mayWait);
	});
});

it.each([10, 30])(
	'Deletions come with each poll, from the fifth on, where orders never answer a poll of 36 s each %d minutes',
	async (minutes) => {
		const trigger = await activated();
		trigger.budgetMs = 36_000;
		const ids = Array.from({ length: 40 }, () => trigger.add());
		await trigger.during(2 * HOUR - MINUTE, minutes * MINUTE);
		fail(trigger, false, { kind: 'hang' });
		const remove = (poll: number) => trigger.sandbox.world.delete(BigInt(ids[poll] ?? 0));
		const { polls } = await trigger.despite(40, minutes * MINUTE, remove);
		expect(polls.slice(5)).toEqual(ids.slice(5).map((id) => [`deleted ${id}`]));
	},
);

it('A poll that comes early does not look as if the list worked again', async () => {
	const trigger = await watching();
	fail(trigger, true, { kind: 'status', status: 403 });
	for (let poll = 0; poll < 200; poll++) await trigger.pollAfter(50_000);
	expect(trigger.reports).toHaveLength(1);
});

it('While one list fails, no two polls in a row do: n8n would wait longer after each', async () => {
	const trigger = await activated();
	fail(trigger, true);
	await trigger.despite(8, 10 * MINUTE);
	expect((await trigger.despite(2, 10 * MINUTE)).failures).toHaveLength(1);
});

it('A list that never answers is reported once, whichever of its parts has a turn', async () => {
	const trigger = await watching();
	fail(trigger, true, { kind: 'hang' });
	await trigger.despite(60, 10 * MINUTE);
	expect(trigger.reports.flat()).toHaveLength(1);
});

it('A list whose older orders fail, each hour more of them, is not reported each time', async () => {
	const trigger = await watching();
	trigger.sandbox.faults.decideBy(({ url }) => {
		const ago = trigger.now - windowOf(url)[0];
		const isOld = url.includes('deleted=true') && ago > 4 * DAY && ago < 400 * DAY;
		return isOld ? { kind: 'status', status: 503 } : undefined;
	});
	await trigger.despite(28 * 6, 10 * MINUTE);
	const told = trigger.reports.flat().map(({ message }) => message.split(' could')[0]);
	expect(told).toEqual(['Some deleted orders']);
});

it('A busy account whose token may not read the deleted list has all of its new orders', async () => {
	const trigger = await activated({
		sandbox: { switches: { pageSize: 10 } },
		settings: { events: ['created'] },
	});
	fail(trigger, true, { kind: 'status', status: 403 });
	const ids = Array.from({ length: 60 }, (_, index) =>
		trigger.add({ dateCreated: trigger.now + index * MINUTE }),
	);
	expect(await trigger.during(2 * HOUR, HOUR)).toEqual(ids.map((id) => `created ${id}`));
});

it('A service whose links lead to another host has its orders read in windows of one page', async () => {
	const trigger = await activated({ sandbox: { switches: { pageSize: 2 } } });
	rewriteLists(trigger, ({ pagination }) => {
		if (pagination.nextPage !== null) pagination.nextPage = 'https://inside.example/';
	});
	const ids = [1, 2, 3, 4, 5].map((minutes) => trigger.add({ dateCreated: trigger.now + minutes * MINUTE }));
	const { polls, items } = await trigger.despite(12, 10 * MINUTE);
	expect(items.sort()).toEqual(ids.map((id) => `created ${id}`));
	for (const ofPoll of polls) expect(ofPoll).toEqual([...ofPoll].sort());
});

it('After an outage nothing is reported of lists that had no turn yet', async () => {
	const trigger = await watching();
	trigger.set({ maxOrdersPerRun: 1 });
	trigger.sandbox.faults.schedule({}, { kind: 'status', status: 503 }, { times: Infinity });
	expect((await trigger.despite(20, 10 * MINUTE)).failures).toHaveLength(20);
	trigger.sandbox.faults.clear();
	for (let orders = 0; orders < 10; orders++) trigger.add();
	await trigger.during(2 * HOUR, 10 * MINUTE);
	expect(trigger.reports).toEqual([]);
});

it.each([
	[true, 'Deleted orders'],
	[false, 'Sales orders'],
])('A list that fails for an hour is reported once, and again when it fails anew', async (deleted, what) => {
	const trigger = await watching();
	const reported: string[] = [];
	const failFor = async (ms: number) => {
		fail(trigger, deleted);
		await trigger.during(ms, 10 * MINUTE);
		trigger.sandbox.faults.clear();
		reported.push(...trigger.reports.splice(0).flatMap((reports) => reports.map(({ message }) => message)));
	};
	await failFor(50 * MINUTE);
	expect(reported).toEqual([]);
	await trigger.during(20 * MINUTE, 10 * MINUTE);
	const since = new Date(trigger.now + 10 * MINUTE).toISOString().slice(0, 15);
	await failFor(6 * HOUR);
	const near = reported.filter((message) => message.startsWith(`${what} could not be read since ${since}`));
	expect(near).toHaveLength(1);
	await trigger.during(20 * MINUTE, 10 * MINUTE);
	await failFor(2 * HOUR);
	expect(reported.filter((message) => message.startsWith(`${what} could`))).toHaveLength(2);
});

it('Where attention is not chosen, a list that has failed for an hour fails the polls that have no items, and no others; nothing that was read is lost', async () => {
	const trigger = await activated();
	fail(trigger, true, { kind: 'status', status: 403 });
	for (let polls = 0; polls < 6; polls++) expect(await trigger.pollAfter(10 * MINUTE)).toEqual([]);
	// With the cause of a 403, the durable scheduler would wait for half an hour.
	const failure = { kind: 'forbidden', failureCause: 'temporarily-unavailable' };
	await expect(trigger.pollAfter(10 * MINUTE)).rejects.toMatchObject(failure);
	const id = trigger.add();
	expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
	await expect(trigger.pollAfter(10 * MINUTE)).rejects.toMatchObject(failure);
});

it('A list without a stable order loses nothing', async () => {
	const trigger = await activated({
		settings: { events: ['created', 'deleted', 'attention'], checkTimeZone: false, lateSyncMs: 12 * HOUR },
		sandbox: { switches: { sortOrder: 'shuffled', pageSize: 10 } },
	});
	trigger.budgetMs = 36_000;
	const expected: string[] = [];
	const came: string[] = [];
	for (let polls = 0; polls < 72; polls++) {
		for (let orders = 0; orders < 3; orders++) expected.push(`created ${trigger.add()}`);
		came.push(...(await trigger.pollAfter(30 * MINUTE)));
	}
	came.push(...(await trigger.during(3 * HOUR, 30 * MINUTE)));
	expect(came).toEqual(expected);
	expect(trigger.reports.flat().map(({ reason }) => reason)).not.toContain('listFails');
});

it('A part that always fails does not hide that another part of the same list begins to', async () => {
	const trigger = await activated({ settings: { events: ['created', 'deleted', 'attention'] } });
	const failure = { kind: 'status', status: 404 } as const;
	trigger.sandbox.faults.schedule({ deleted: true, path: /%2F(19[789]\d|200[01])%20/ }, failure, {
		times: Infinity,
	});
	await trigger.during(4 * HOUR, 10 * MINUTE);
	trigger.sandbox.faults.schedule({ deleted: true }, failure, { times: Infinity });
	await trigger.during(3 * HOUR, 10 * MINUTE);
	const report = { reason: 'listFails', advice: expect.stringContaining(failureTable.notFound.advice) };
	expect(trigger.reports.flat()).toMatchObject([report, report]);
});

it('Lost clocks that always fail do not hide that an order of today begins to', async () => {
	const trigger = await activated({ settings: { events: ['created', 'attention'], checkTimeZone: false } });
	const failure = { kind: 'status', status: 404 } as const;
	trigger.sandbox.faults.schedule({ path: /%2F(19[789]\d|200[01])%20/ }, failure, { times: Infinity });
	await trigger.during(4 * HOUR, 10 * MINUTE);
	trigger.add();
	const broken = trigger.now;
	trigger.sandbox.faults.decideBy(({ url }) => failureAt(url, [broken]));
	await trigger.despite(36, 10 * MINUTE);
	const failing = trigger.reports.flat().map(({ message }) => message.split(' could')[0]);
	expect(failing).toEqual(['Some orders of phones without a clock', 'Some sales orders']);
});

it('Both lists that fail are reported', async () => {
	const trigger = await activated({ settings: { events: ['created', 'deleted', 'attention'] } });
	const path = /start=(?!3\d%2F12%2F1969)/;
	trigger.sandbox.faults.schedule({ path }, { kind: 'status', status: 500 }, { times: Infinity });
	await trigger.despite(30, 10 * MINUTE);
	const failing = trigger.reports.flat().map(({ message }) => message.split(' could')[0]);
	expect(failing).toEqual(['Deleted orders', 'Sales orders']);
});

it('Hours that cannot be read are tried in turn, also while others are added with each poll', async () => {
	const trigger = await watching();
	const broken: number[] = [];
	trigger.sandbox.faults.decideBy(({ url }) =>
		url.includes('deleted=false') ? failureAt(url, broken) : undefined,
	);
	const ids: string[] = [];
	const breakOneMore = () => {
		ids.push(trigger.add({ madeAgo: 5 * MINUTE }));
		broken.push(trigger.now - 6 * MINUTE);
	};
	const { items: before } = await trigger.despite(20, HOUR, breakOneMore);
	// All but the first two.
	broken.splice(2);
	const { items } = await trigger.despite(40, HOUR, breakOneMore);
	const ofThese = new Set(ids.slice(2, 20).map((id) => `created ${id}`));
	expect([...before, ...items].filter((item) => ofThese.has(item)).sort()).toEqual([...ofThese]);
});

it('Years that are always refused are given up once, wherever the next turn begins', async () => {
	const trigger = await activated({ settings: { events: ['created', 'attention'], checkTimeZone: false } });
	const refused = { kind: 'status', status: 413 } as const;
	trigger.sandbox.faults.schedule({ path: /%2F(19[789]\d|200[01])%20/ }, refused, { times: Infinity });
	await trigger.despite(31 * 6, 4 * HOUR, () => trigger.add());
	const told = trigger.reports.flat();
	expect(told.at(-1)?.message).toContain('for 30 days');
	await trigger.despite(12, 4 * HOUR, () => trigger.add());
	expect(trigger.reports.flat()).toEqual(told);
});
