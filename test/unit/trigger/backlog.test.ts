/** Backlog, budget and rate limit (design 4). */
import { countOneMore } from '../../support/rewriteLists';
import { windowOf } from '../../support/windowOf';
import { activated, DAY, MINUTE, rewriteLists } from './fixture';
import { deliverOne } from './steps';

/** A trigger that was off for days while orders arrived evenly. */
async function afterOutage(options: {
	orders: number;
	days: number;
	maxOrdersPerRun: number;
	latency?: number;
}) {
	const { orders, days, maxOrdersPerRun, latency = 20 } = options;
	const trigger = await activated({ settings: { maxOrdersPerRun }, sandbox: { switches: { latency } } });
	const start = trigger.now;
	const ids: string[] = [];
	for (let number = 1; number <= orders; number++) {
		ids.push(trigger.add({ dateCreated: start + (number * days * DAY) / orders }));
	}
	trigger.pass(days * DAY + MINUTE);
	trigger.requests();
	return { trigger, ids };
}

describe('Backlog', () => {
	it('ten days of outage drain in order, at most maxOrdersPerRun at a time, none twice', async () => {
		const { trigger, ids } = await afterOutage({ orders: 84, days: 10, maxOrdersPerRun: 10 });
		const batches = await trigger.drain(MINUTE);
		expect(batches.flat().map(({ id }) => id)).toEqual(ids);
		expect(batches.map(({ length }) => length)).toEqual([...Array<number>(8).fill(10), 4]);
	});

	it('no order is lost where two windows meet, if the service filters by arrival without being asked', async () => {
		const byArrival = { serverDateParameter: { name: 'deleted', value: 'false' } };
		const settings = { maxOrdersPerRun: 2_000 };
		const trigger = await activated({ settings, sandbox: { switches: { ...byArrival, pageSize: 500 } } });
		const at = trigger.now + DAY;
		const ids = Array.from({ length: 2_200 }, (_, second) =>
			trigger.add({ dateCreated: at + second * 1_000, mobileDateCreated: at + (second - 5) * 1_000 }),
		);
		trigger.pass(8 * DAY);
		expect((await trigger.drain()).flat().map(({ id }) => id)).toEqual(ids);
	});

	it('a window that does not fit is read in smaller ones: each poll ends in time, and gets on', async () => {
		const { trigger, ids } = await afterOutage({
			orders: 600,
			days: 10,
			maxOrdersPerRun: 500,
			latency: 3_000,
		});
		trigger.budgetMs = 33_000;
		const found: string[] = [];
		for (let polls = 0; polls < 60 && found.length < ids.length; polls++) {
			trigger.pass(MINUTE);
			const began = trigger.now;
			found.push(...(await trigger.poll()).map(({ id }) => id));
			expect(trigger.now - began).toBeLessThanOrEqual(33_000);
		}
		expect(found).toEqual(ids);
	});

	it('the end of a turn, when little time is left, does not make the windows of the next one short', async () => {
		const { trigger } = await afterOutage({ orders: 1_000, days: 3, maxOrdersPerRun: 500, latency: 2_000 });
		trigger.sandbox.switches.pageSize = 10;
		trigger.budgetMs = 33_000;
		// Its windows are around known orders.
		trigger.set({ checkTimeZone: false });
		await trigger.drain();
		// A page holds the orders of 43 minutes.
		const windows = trigger.requests().map(({ path }) => windowOf(path));
		expect(Math.min(...windows.map(([from, to]) => to - from))).toBeGreaterThan(20 * MINUTE);
	});

	it('what a window that does not settle shows is delivered, and its place is read again', async () => {
		const trigger = await activated();
		const id = trigger.add();
		let responses = 0;
		rewriteLists(trigger, (response) => {
			response.pagination.totalCount = 7;
			if (++responses % 2 === 0) response.salesOrders = [];
		});
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		expect(trigger.warnings.join()).toContain('changed each time it was read');
		expect(await trigger.during(50 * MINUTE, 10 * MINUTE)).toEqual([]);
		trigger.sandbox.faults.clear();
		await deliverOne(trigger, { madeAgo: 49 * MINUTE });
	});

	it('a service that always counts an order too many does not keep the trigger at its place', async () => {
		const trigger = await activated({ sandbox: { switches: { pageSize: 10 } } });
		rewriteLists(trigger, countOneMore);
		for (let day = 0; day < 5; day++) {
			const ids = Array.from({ length: 15 }, () => trigger.add());
			expect(await trigger.pollAfter(DAY)).toEqual(ids.map((id) => `created ${id}`));
		}
		trigger.requests();
		await trigger.pollAfter(10 * MINUTE);
		// Two equal readings of each list: no backlog of days.
		expect(trigger.requests().length).toBeLessThan(8);
	});

	it('a service that counts the orders and pages of the whole account in every window keeps nobody waiting', async () => {
		const trigger = await activated({ sandbox: { switches: { pageSize: 10 } } });
		trigger.budgetMs = 36_000;
		rewriteLists(trigger, ({ pagination }) =>
			Object.assign(pagination, { totalCount: 100_000, totalPages: 10_000 }),
		);
		for (let polls = 0; polls < 6; polls++) {
			const ids = Array.from({ length: 1 + (polls % 3) * 12 }, (_, place) =>
				trigger.add({ dateCreated: trigger.now + place * 20_000 }),
			);
			expect(await trigger.pollAfter(10 * MINUTE)).toEqual(ids.map((id) => `created ${id}`));
		}
	});

	it('300 orders of one second come in three polls, and newer ones are not delayed', async () => {
		const trigger = await activated({
			settings: { maxOrdersPerRun: 100 },
			sandbox: { switches: { pageSize: 100, latency: 200 } },
		});
		trigger.budgetMs = 36_000;
		const second = Array.from({ length: 300 }, () => trigger.add());
		const { polls: came, items } = await trigger.despite(3, MINUTE);
		expect(came.map(({ length }) => length)).toEqual([100, 100, 100]);
		expect(items).toEqual(second.map((id) => `created ${id}`));
		for (let polls = 0; polls < 5; polls++) {
			const id = trigger.add();
			trigger.requests();
			expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
			expect(trigger.requests().length).toBeLessThan(12);
		}
	});

	it.each([
		['an error each hour', ['created'], [], Array(5).fill('tooManyAtOnce')],
		['one report', ['created', 'attention'], ['listFails'], []],
	])('a second too full for a poll is %s, and later ones come', async (_, events, reports, errors) => {
		const trigger = await activated({
			settings: { events },
			sandbox: { switches: { pageSize: 2, latency: 400 } },
		});
		trigger.budgetMs = 33_000;
		for (let number = 0; number < 200; number++) trigger.add({ mobileDateCreated: trigger.now });
		trigger.pass(MINUTE);
		const later = trigger.add();
		const { polls, failures } = await trigger.despite(6 * 6, 10 * MINUTE);
		expect(polls.findIndex((items) => items.includes(`created ${later}`))).toBeLessThan(4);
		expect(trigger.reports.flat().map(({ reason }) => reason)).toEqual(reports);
		expect(failures.slice(-5).map(({ kind }) => kind)).toEqual(errors);
	});

	it('a second that cannot be read for another reason than time is told by that', async () => {
		const trigger = await activated({ sandbox: { switches: { pageSize: 10 } } });
		for (let number = 0; number < 15; number++) trigger.add({ mobileDateCreated: trigger.now });
		const fails = { kind: 'status', status: 500 } as const;
		trigger.sandbox.faults.schedule({ page: 2, deleted: false }, fails, { times: Infinity });
		const { failures } = await trigger.despite(60, 10 * MINUTE);
		expect(failures.at(-1)).toMatchObject({ kind: 'serverError' });
	});
});

it('Rate limit inside a poll: a wait that does not fit ends the poll with how long to wait, and nothing is lost', async () => {
	const trigger = await activated();
	trigger.budgetMs = 33_000;
	const id = trigger.add();
	trigger.sandbox.faults.schedule({}, { kind: 'tooManyRequests', resetAfterMs: null });
	const state = structuredClone(trigger.nodeData);
	trigger.pass(MINUTE);
	const began = trigger.now;
	const limited = { failureCause: 'rate-limited', retryAfterMs: 60_000 };
	await expect(trigger.poll()).rejects.toMatchObject(limited);
	expect(trigger.now - began).toBeLessThan(1_000);
	expect(trigger.nodeData).toEqual(state);
	expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
});
