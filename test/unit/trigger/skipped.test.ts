/** A window that always fails delays only itself (design 4, "Nobody waits for anybody"). */
import type { Identifier } from '../../../sandbox/model';
import type { Switches } from '../../../sandbox/switches';
import { NEAR, SECOND } from '../../support/time';
import { windowOf } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, type TriggerFixture } from './fixture';

const events = ['created', 'deleted', 'attention'];

/** Every window of a list that has the order of a moment is answered with 500, and what else is to fail. Gives the hits. */
function breaks(trigger: TriggerFixture, list: 'created' | 'deleted', moment: number, also = /^$/): string[] {
	const hits: string[] = [];
	trigger.sandbox.faults.decideBy(({ url }) => {
		const [from, to] = windowOf(url);
		const isHit = url.includes(`deleted=${list === 'deleted'}`) && from <= moment && moment <= to;
		if (isHit && to - from < DAY) hits.push(url);
		return isHit || also.test(url) ? { kind: 'status', status: 500 } : undefined;
	});
	return hits;
}

async function came(trigger: TriggerFixture, hours: number, each: () => void): Promise<string[]> {
	const items: string[] = [];
	for (let poll = 0; poll < hours * 3; poll++) {
		trigger.pass(20 * MINUTE);
		if (poll % 3 === 0) each();
		const all = await trigger.pollAll().catch(() => []);
		items.push(...all.map((item) => `${item.event} ${'id' in item ? item.id : item.message}`));
	}
	return items;
}

it('Later orders come, it is reported once, and what it holds comes when it can be read', async () => {
	// The horizon would pass the broken order meanwhile.
	const trigger = await activated({ settings: { events, lateSyncMs: NEAR + HOUR } });
	const broken = trigger.add();
	breaks(trigger, 'created', trigger.now);
	const ids: string[] = [];
	// An hour later, they cannot be in the window that fails.
	trigger.pass(HOUR);
	const items = await came(trigger, 12, () => ids.push(trigger.add()));
	expect(items.filter((item) => item.startsWith('created'))).toEqual(ids.map((id) => `created ${id}`));
	expect(items.filter((item) => item.startsWith('attention'))).toEqual([
		expect.stringMatching(/^attention Some sales orders could not be read since .*500/),
	]);
	trigger.sandbox.faults.decideBy(() => undefined);
	expect(await came(trigger, 4, () => {})).toEqual([`created ${broken}`]);
});

it('With a poll a day, it delays the orders of other hours by one poll at most', async () => {
	const trigger = await activated({ settings: { events, checkTimeZone: false } });
	await trigger.despite(4, DAY);
	breaks(trigger, 'created', trigger.now + 7 * HOUR);
	const ids: string[] = [];
	for (let hour = 0; hour < 24; hour++) {
		if (Math.abs(hour - 7) > 1) ids.push(trigger.add());
		trigger.pass(HOUR);
	}
	const { items } = await trigger.despite(2, DAY);
	expect(items.sort()).toEqual(ids.map((id) => `created ${id}`).sort());
});

it('A window ahead that fails keeps nothing behind it waiting, and is tried again after a day', async () => {
	const trigger = await activated({ settings: { events } });
	breaks(trigger, 'created', trigger.now + 5 * DAY);
	const [broken, behind] = [5, 20].map((days) => trigger.add({ madeAgo: -days * DAY }));
	expect((await trigger.despite(48, 30 * MINUTE)).items).toEqual([`created ${behind}`]);
	trigger.sandbox.faults.decideBy(() => undefined);
	expect((await trigger.despite(48, 30 * MINUTE)).items).toEqual([`created ${broken}`]);
});

it('What hangs ahead delays nothing that has happened by more than a poll, however short polls are', async () => {
	const trigger = await activated({ settings: { events } });
	trigger.budgetMs = 36_000;
	trigger.sandbox.faults.decideBy(({ url }) =>
		windowOf(url)[1] > trigger.now + HOUR / 2 ? { kind: 'hang' } : undefined,
	);
	// Both lists find out in turn.
	await trigger.despite(2, 10 * MINUTE);
	for (let number = 0; number < 20; number++) {
		const id = trigger.add();
		expect((await trigger.despite(2, 10 * MINUTE)).items).toEqual([`created ${id}`]);
		trigger.sandbox.world.delete(BigInt(id));
		expect((await trigger.despite(2, 10 * MINUTE)).items).toEqual([`deleted ${id}`]);
	}
});

it('It is tried with each poll, also where hours of lost clocks fail too', async () => {
	const trigger = await activated({ settings: { events } });
	const tries = breaks(trigger, 'created', trigger.now, /%2F(19[789]\d|200[01])%20/);
	await trigger.despite(72, HOUR);
	tries.length = 0;
	await trigger.despite(12, HOUR);
	// Each makes five requests.
	expect(tries.length).toBeGreaterThan(10 * 5);
});

it('So do later deletions', async () => {
	const trigger = await activated({ settings: { events, checkTimeZone: false } });
	const broken = trigger.now;
	const ids = Array.from({ length: 12 }, (_, number) => trigger.add({ madeAgo: -number * 2 * HOUR }));
	await trigger.pollAfter(MINUTE);
	breaks(trigger, 'deleted', broken);
	const left: Identifier[] = ids.map((id) => BigInt(id));
	const deletions = await came(trigger, 30, () => {
		const id = left.shift();
		if (id !== undefined) trigger.sandbox.world.delete(id);
	});
	const expected = ids.slice(1).map((id) => `deleted ${id}`);
	expect(deletions.filter((item) => item.startsWith('deleted')).sort()).toEqual(expected.sort());
	trigger.sandbox.faults.decideBy(() => undefined);
	expect(await came(trigger, 2, () => {})).toContain(`deleted ${ids[0]}`);
});

it.each<[string, number, number, Partial<Switches>]>([
	['two pages', 1_000, 60_000, { pageSize: 50, latency: 2_000 }],
	['one window', 12, 36_000, { pageSize: 10, latency: 9_000, counted: 'account' }],
])('What came before an outage is read, however little fits: %s', async (_, count, budgetMs, switches) => {
	const trigger = await activated({ sandbox: { switches } });
	trigger.budgetMs = budgetMs;
	const ids = Array.from({ length: count }, (_, number) => trigger.add({ madeAgo: -number * 2 * SECOND }));
	trigger.pass(30 * MINUTE);
	trigger.sandbox.faults.decideBy(() => ({ kind: 'hang' }));
	await trigger.despite(54, 10 * MINUTE);
	trigger.sandbox.faults.decideBy(() => undefined);
	const { items } = await trigger.despite(72, 10 * MINUTE);
	expect(items.sort()).toEqual(ids.map((id) => `created ${id}`).sort());
});

it('A second whose pages change with each reading keeps no later order waiting', async () => {
	const trigger = await activated({
		settings: { events: ['created'], checkTimeZone: false },
		sandbox: { switches: { sortOrder: 'shuffled', pageSize: 10 } },
	});
	for (let number = 0; number < 25; number++) trigger.add({ mobileDateCreated: trigger.now });
	// It is found within some polls.
	await trigger.despite(18, 10 * MINUTE, () => trigger.add());
	const { polls } = await trigger.despite(24, 10 * MINUTE, () => trigger.add());
	expect(polls.map(({ length }) => length)).toEqual(polls.map(() => 1));
});

it('A list that cannot be read anywhere is reported as a whole, and stays where it was', async () => {
	const trigger = await activated({ settings: { events } });
	const id = trigger.add();
	await trigger.pollAfter(MINUTE);
	trigger.sandbox.world.delete(BigInt(id));
	trigger.sandbox.faults.decideBy(({ url }) =>
		url.includes('deleted=true') ? { kind: 'status', status: 500 } : undefined,
	);
	const items = await came(trigger, 30, () => trigger.add());
	expect(items.filter((item) => !item.startsWith('created'))).toEqual([
		expect.stringMatching(/^attention Deleted orders could not be read since/),
	]);
	trigger.sandbox.faults.decideBy(() => undefined);
	expect(await came(trigger, 1, () => {})).toEqual([`deleted ${id}`]);
});

it.each<[string, number, Partial<Switches>]>([
	['whose pages change with each reading', 15, { sortOrder: 'shuffled' }],
	['that has more orders than a poll can read', 300, { latency: 1_500 }],
])(
	'An hour that a clock change repeats, and %s, keeps no later order waiting',
	async (_, count, switches) => {
		// At 14:00 UTC, clocks in Auckland go back by an hour.
		const trigger = await activated({
			start: Date.UTC(2026, 3, 4, 12),
			zone: 'Pacific/Auckland',
			settings: { checkTimeZone: false, pauseDuringMaintenance: false },
			sandbox: { switches: { pageSize: 10, ...switches } },
		});
		trigger.budgetMs = 36_000;
		trigger.pass(2 * HOUR);
		for (let number = 0; number < count; number++) trigger.add({ madeAgo: (-number / count) * 15 * MINUTE });
		await came(trigger, 12, () => {});
		const later = `created ${trigger.add()}`;
		expect(await came(trigger, 2, () => {})).toContain(later);
	},
);
