/** Long windows, slow services and a round that ends early: nothing is passed before it is delivered (design 4). */
import { PAGE, type Fault, type Switches } from '../../../sandbox';
import { failureAt, refusalAhead, windowOf } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, rewriteLists, told, type TriggerFixture } from './fixture';
import { itemsAfter } from './steps';

/** Polls until nothing is expected any more, or for so many polls; failures are part of it. */
async function comesWithin(trigger: TriggerFixture, polls: number, expected: string[]): Promise<string[]> {
	const came: string[] = [];
	for (let poll = 0; poll < polls && came.length < expected.length; poll++) {
		came.push(...told(await itemsAfter(trigger, 10 * MINUTE).catch(() => [])));
	}
	return came;
}

function evenly(trigger: TriggerFixture, orders: number, days: number): string[] {
	const start = trigger.now;
	const ids = Array.from({ length: orders }, (_, number) =>
		trigger.add({ dateCreated: start + (number * days * DAY) / orders }),
	);
	trigger.pass(days * DAY + MINUTE);
	return ids.map((id) => `created ${id}`);
}

it.each<[string, Fault, number, number]>([
	['fails', { kind: 'status', status: 500 }, 270_000, 2],
	['fails, and n8n gives little time', { kind: 'status', status: 500 }, 36_000, 2],
	['never answers', { kind: 'hang' }, 270_000, 6],
])('A service that %s where a window ends ahead delivers all in time', async (_, fault, budgetMs, polls) => {
	const trigger = await activated({ settings: { checkTimeZone: false } });
	Object.assign(trigger, { budgetMs });
	trigger.sandbox.faults.decideBy(({ url }) => refusalAhead(url, trigger.now + MINUTE) && fault);
	const came: string[] = [];
	const expected: string[] = [];
	for (let hour = 0; hour < 28; hour++) {
		const id = trigger.add({ madeAgo: (1 + (hour % 4) * 35) * MINUTE });
		expected.push(`created ${id}`);
		came.push(...(await trigger.despite(polls, 10 * MINUTE)).items);
		expect(came).toContain(`created ${id}`);
		came.push(...(await trigger.despite(6 - polls, 10 * MINUTE)).items);
		if (hour % 4 > 0) continue;
		trigger.sandbox.world.delete(BigInt(id));
		expected.push(`deleted ${id}`);
	}
	came.push(...(await trigger.despite(18, 10 * MINUTE)).items);
	expect(came.sort()).toEqual(expected.sort());
});

/** How many days a window has, as a service that fails for long ones sees it: not where no order lies. */
function daysOf(url: string): number {
	const [from, to] = windowOf(url);
	return new Date(to).getUTCFullYear() === 2001 ? 0 : (to - from) / DAY;
}

it.each<[string, Fault]>([
	['answers 504 for', { kind: 'status', status: 504 }],
	['answers 403 for', { kind: 'status', status: 403 }],
	['never answers for', { kind: 'hang' }],
	['sends too much for', { kind: 'invalidJson' }],
])('A service that %s windows of more than a week delivers a backlog of 60 days', async (_, fault) => {
	const trigger = await activated({ settings: { events: ['created'], checkTimeZone: false } });
	trigger.budgetMs = 120_000;
	const expected = evenly(trigger, 60, 60);
	trigger.sandbox.faults.decideBy(({ url }) => (daysOf(url) > 7 ? fault : undefined));
	expect(await comesWithin(trigger, 20, expected)).toEqual(expected);
});

it.each([31, 90])(
	'A service that refuses windows of more than %d days has all delivered after n8n was restarted in an outage',
	async (days) => {
		const trigger = await activated({ settings: { checkTimeZone: false } });
		let isDown = true;
		trigger.sandbox.faults.decideBy(({ url }) => {
			if (isDown) return { kind: 'status', status: 401 };
			return url.includes('salesOrder') && daysOf(url) > days ? { kind: 'status', status: 400 } : undefined;
		});
		trigger.restart();
		await trigger.despite(2, 10 * MINUTE);
		isDown = false;
		const id = trigger.add();
		const { items, failures } = await trigger.despite(2, 10 * MINUTE);
		expect(items).toEqual([`created ${id}`]);
		expect(failures).toEqual([]);
		trigger.sandbox.world.delete(BigInt(id));
		expect((await trigger.despite(1, 10 * MINUTE)).items).toEqual([`deleted ${id}`]);
	},
);

it('A service that refuses an end that lies ahead gets no failed poll, and late orders come, and those of phones ahead in their time', async () => {
	const trigger = await activated({ settings: { events: ['created'], checkTimeZone: false } });
	trigger.sandbox.faults.decideBy(({ url }) => refusalAhead(url, trigger.now));
	const came: string[] = [];
	const expected: string[] = [];
	const ahead = trigger.add({ madeAgo: -8 * DAY });
	for (let hour = 0; hour < 6; hour++) {
		expected.push(`created ${trigger.add()}`, `created ${trigger.add({ madeAgo: 20 * HOUR })}`);
		came.push(...(await trigger.during(HOUR, 10 * MINUTE)));
	}
	expect(came.sort()).toEqual(expected.sort());
	expect(await trigger.during(9 * DAY, 4 * HOUR)).toEqual([`created ${ahead}`]);
	const later = trigger.add();
	expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([`created ${later}`]);
	trigger.sandbox.world.edit(BigInt(ahead) + 1n, { mobileDateCreated: trigger.now });
	expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([]);
});

it('A service that refuses what lies more than a day ahead, such as the hour that clocks repeat, gets no failed poll', async () => {
	const settings = { events: ['created'], checkTimeZone: false };
	const start = Date.parse('2026-10-31T02:00Z');
	const trigger = await activated({ settings, start, zone: 'America/Denver' });
	trigger.sandbox.faults.decideBy(({ url }) => refusalAhead(url, trigger.now + DAY));
	expect(await trigger.during(6 * HOUR, 10 * MINUTE)).toEqual([]);
});

it('A service that refuses the present hour as well as what lies ahead gets no failed poll', async () => {
	const trigger = await activated({ settings: { events: ['created', 'deleted', 'attention'] } });
	const hour = [trigger.now + 75 * MINUTE];
	trigger.sandbox.faults.decideBy(({ url }) => refusalAhead(url, failureAt(url, hour) ? 0 : trigger.now));
	expect(await trigger.during(4 * HOUR, 10 * MINUTE)).toEqual([]);
});

it('A window of more than 2,000 orders is cut, and what is over comes with the next ones', async () => {
	const trigger = await activated({
		settings: { maxOrdersPerRun: 500, events: ['created'] },
		sandbox: { lines: { minimum: 0, maximum: 0 }, switches: { pageSize: 500, latency: 1 } },
	});
	const expected = evenly(trigger, 4_000, 1);
	trigger.requests();
	expect(await trigger.pollAfter(MINUTE)).toEqual(expected.slice(0, 500));
	expect(trigger.requests().filter(({ path }) => path.includes(`${PAGE}=`)).length).toBeLessThan(8);
});

describe('A service that compares whole days', () => {
	const ofDays = async (switches: Partial<Switches>, budgetMs: number) => {
		const days = { windowPrecision: 'days', sortOrder: 'mobileDateCreated asc' } as const;
		const sandbox = { lines: { minimum: 0, maximum: 0 }, switches: { ...days, ...switches } };
		const trigger = await activated({ settings: { events: ['created', 'attention'] }, sandbox });
		// A page of that day which no window has asked for.
		for (let place = 0; place < 10; place++) trigger.add({ dateCreated: trigger.now - 5 * HOUR });
		return Object.assign(trigger, { budgetMs });
	};

	it.each<[string, number, number, Partial<Switches>, number]>([
		['in a day than a short poll has time for', 90, 1 / 6, { pageSize: 5, latency: 1_000 }, 36_000],
		['in a day than a window may hold', 2_100, 1 / 6, { pageSize: 500, latency: 1_000 }, 270_000],
		['in a backlog than a poll has time for', 900, 10, { pageSize: 5, latency: 500 }, 36_000],
		['than a page, each in another sequence', 60, 1 / 6, { pageSize: 20, sortOrder: 'shuffled' }, 270_000],
	])('and has more orders %s, keeps none back', async (_, orders, days, switches, budgetMs) => {
		const trigger = await ofDays(switches, budgetMs);
		const early = evenly(trigger, orders, days);
		expect((await comesWithin(trigger, 40, early)).sort()).toEqual(early.sort());
		await trigger.despite(5, 4 * HOUR);
		const id = trigger.add();
		expect((await trigger.despite(6, 10 * MINUTE)).items).toEqual([`created ${id}`]);
	});

	it('and refuses a later page is reported, and gets no more requests for that', async () => {
		const trigger = await ofDays({ pageSize: 5, latency: 100 }, 5_000);
		evenly(trigger, 90, 1 / 6);
		trigger.sandbox.faults.decideBy(({ url }) =>
			url.includes(`${PAGE}=7`) ? { kind: 'status', status: 404 } : undefined,
		);
		trigger.requests();
		const { failures } = await trigger.despite(12, 10 * MINUTE);
		expect(trigger.requests().length).toBeLessThan(12 * 40);
		// A poll that reads no window fails, and a failed poll delivers no report.
		expect(failures.length).toBeGreaterThan(6);
		await trigger.despite(12, 10 * MINUTE);
		expect(trigger.reports.flat().map(({ reason }) => reason)).toContain('listFails');
	});
});

it('More orders without a phone date than a window may hold, which are in each, keep no new one back', async () => {
	const switches = { nullDates: 'everywhere', pageSize: 500, latency: 1_000, sortOrder: 'id asc' } as const;
	const sandbox = { lines: { minimum: 0, maximum: 0 }, switches };
	const trigger = await activated({ settings: { events: ['created'] }, sandbox });
	for (let place = 0; place < 2_100; place++) {
		const id = trigger.add({ dateCreated: trigger.now - DAY });
		trigger.sandbox.world.distort(BigInt(id), { mobileDateCreated: null });
	}
	const expected = evenly(trigger, 6, 1 / 4);
	expect(await comesWithin(trigger, 6, expected)).toEqual(expected);
});

it('The hour that a clock change repeats, which the service lists whole, is read at once', async () => {
	// The clocks of Santiago go back an hour on 5 April 2026 at 03:00 UTC.
	const start = Date.UTC(2026, 3, 5, 2, 0);
	const trigger = await activated({
		start,
		zone: 'America/Santiago',
		settings: { events: ['created'], lateSyncMs: 7 * DAY },
		sandbox: { switches: { pageSize: 10, latency: 2_000 } },
	});
	trigger.budgetMs = 36_000;
	const expected = evenly(trigger, 110, 1 / 12);
	expect(await comesWithin(trigger, 20, expected)).toEqual(expected);
});

it.each([
	['lists only so many orders of a window', 'second'],
	['links to no other page', 'first'],
])('A service that %s, and counts all, has none left out', async (_, last) => {
	const trigger = await activated({ sandbox: { switches: { pageSize: 10 } } });
	rewriteLists(trigger, ({ pagination }) => {
		if (last === 'first' || pagination.currentPage !== pagination.firstPage) pagination.nextPage = null;
	});
	const expected = evenly(trigger, 90, 10);
	expect((await comesWithin(trigger, 30, expected)).sort()).toEqual(expected.sort());
	expect(trigger.warnings.filter((warning) => warning.includes('counts more'))).toEqual([]);
});

it.each([0, 1, 25])('%i orders: a number of pages that is one too high cuts no window', async (count) => {
	const trigger = await activated({ sandbox: { switches: { totalPagesWhenEmpty: 1, pageSize: 10 } } });
	rewriteLists(trigger, ({ pagination }) => (pagination.totalPages = Number(pagination.totalPages) + 1));
	const ids = Array.from({ length: count }, () => trigger.add());
	expect(await trigger.pollAfter(MINUTE)).toEqual(ids.map((id) => `created ${id}`));
	expect(trigger.requests().length).toBeLessThan(20);
});

it('A window that fits into a poll, but not into the rest of one, waits for the next', async () => {
	const trigger = await activated({ sandbox: { switches: { pageSize: 10, latency: 1_000 } } });
	trigger.budgetMs = 36_000;
	const gone = Array.from({ length: 90 }, () => trigger.add());
	await trigger.during(10 * MINUTE, MINUTE);
	for (const id of gone) trigger.sandbox.world.delete(BigInt(id));
	const created = Array.from({ length: 90 }, () => `created ${trigger.add()}`);
	const { polls, items } = await trigger.despite(4, MINUTE);
	expect(items).toEqual(expect.arrayContaining(created));
	const counts = polls.map((found) => found.filter((item) => item.startsWith('created')).length);
	expect(counts).toContain(created.length);
});

const failsAt = (every: number, fault: Fault) => (trigger: TriggerFixture) =>
	trigger.sandbox.faults.decideBy((_, index) => (index % every === every - 1 ? fault : undefined));

it.each<[string, (trigger: TriggerFixture) => void]>([
	['its time', (trigger) => (trigger.budgetMs = 2_500)],
	['its quota', (trigger) => trigger.set({ maxOrdersPerRun: 7 })],
	['the rate limit', failsAt(4, { kind: 'tooManyRequests' })],
	['a failure', failsAt(23, { kind: 'status', status: 401 })],
])('Nothing is passed before it is delivered when a round ends early because of %s', async (_, limit) => {
	const trigger = await activated({
		settings: { checkTimeZone: false },
		sandbox: { switches: { pageSize: 10, latency: 200 } },
	});
	const expected = evenly(trigger, 60, 10);
	trigger.budgetMs = 30_000;
	limit(trigger);
	expect((await comesWithin(trigger, 150, expected)).sort()).toEqual(expected.sort());
});
