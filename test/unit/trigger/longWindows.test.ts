/** A service may limit the length of a window; the specification does not say whether (api-specification 8). */
import { checkActivation } from '../../../nodes/SalesOrderIntegration/trigger/activation';
import { windowOf } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, type TriggerFixture } from './fixture';

const options = (longestWindowDays: number) => ({ sandbox: { switches: { longestWindowDays } } });

const lengthOf = (path: string): number => {
	const [from, to] = windowOf(path);
	return to - from;
};

const refused = (trigger: TriggerFixture) => trigger.requests().filter(({ status }) => status === 400).length;

it.each([31, 365])('with at most %d days, every order and deletion is delivered', async (days) => {
	const trigger = await activated(options(days));
	const old = trigger.add({ madeAgo: 12 * HOUR });
	const ahead = trigger.add({ madeAgo: -200 * DAY });
	const lost = trigger.add({ mobileDateCreated: Date.UTC(2000, 0, 1) });
	const fresh = trigger.add();
	const expected = [old, ahead, lost, fresh].map((id) => `created ${id}`);
	expect((await trigger.during(HOUR, HOUR)).sort()).toEqual(expected.sort());
	trigger.sandbox.world.delete(BigInt(old));
	trigger.sandbox.world.delete(BigInt(ahead));
	expect((await trigger.during(HOUR, HOUR)).sort()).toEqual([`deleted ${old}`, `deleted ${ahead}`]);
});

it('with at most a day, a reading takes several polls, and new orders and deletions still arrive', async () => {
	const trigger = await activated(options(1));
	trigger.budgetMs = 36_000;
	const id = trigger.add({ madeAgo: HOUR });
	expect(await trigger.during(10 * MINUTE, 10 * MINUTE)).toEqual([`created ${id}`]);
	trigger.sandbox.world.delete(BigInt(id));
	expect(await trigger.during(20 * MINUTE, 10 * MINUTE)).toEqual([`deleted ${id}`]);
});

it('with at most a day and slow calls, the year ahead keeps no order waiting, and is read in the end', async () => {
	const trigger = await activated({ sandbox: { switches: { longestWindowDays: 1, latency: 2_000 } } });
	trigger.budgetMs = 36_000;
	const ahead = trigger.add({ madeAgo: -200 * DAY });
	for (let hours = 0; hours < 4; hours++) {
		const id = trigger.add();
		expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([`created ${id}`]);
	}
	expect(await trigger.during(DAY, 10 * MINUTE)).toEqual([`created ${ahead}`]);
	// Also if n8n restarts before each poll.
	const fresh = trigger.add();
	const { items } = await trigger.despite(2, 10 * MINUTE, () => trigger.restart());
	expect(items).toEqual([`created ${fresh}`]);
});

const slow = { longestWindowDays: 1, latency: 15_000 };
it.each([slow, {}])('with time for one call (before: %j), what lies ahead is read too', async (switches) => {
	const trigger = await activated({
		settings: { events: ['deleted'], lateSyncMs: DAY },
		sandbox: { switches },
	});
	trigger.budgetMs = 36_000;
	Object.assign(trigger.sandbox.switches, slow);
	const id = trigger.add({ madeAgo: -10 * DAY });
	trigger.sandbox.world.delete(BigInt(id));
	expect((await trigger.despite(400, 10 * MINUTE)).items).toEqual([`deleted ${id}`]);
});

it('what enters the year ahead keeps nothing waiting that lies nearer', async () => {
	// Each window is read twice, and takes the longer the longer it is.
	const sandbox = { switches: { counted: 'account' } } as const;
	const trigger = await activated({ settings: { events: ['created'] }, sandbox });
	trigger.budgetMs = 36_000;
	const delayOf = (path: string) => Math.min(60_000, (lengthOf(path) / DAY) * 150);
	trigger.sandbox.faults.decideBy(({ url }) => ({ kind: 'delay', milliseconds: delayOf(url) }));
	for (let hours = 0; hours < 60; hours++) trigger.add({ madeAgo: hours * HOUR });
	await trigger.despite(30, 30 * MINUTE);
	const ahead = trigger.add({ madeAgo: -200 * DAY });
	expect((await trigger.despite(50, 30 * MINUTE)).items).toEqual([`created ${ahead}`]);
});

it('each reading finds the limit once in a poll, and makes one call for each window then', async () => {
	const trigger = await activated(options(31));
	await trigger.pollAfter(10 * MINUTE);
	const requests = trigger.requests();
	// Both near readings: a year, its past alone for the deletions (72 hours: not too long), then longer and longer ones.
	const isRefused = requests.map(({ status }) => status === 400);
	expect(isRefused.filter(Boolean).length).toBeLessThanOrEqual(2 * 4);
	expect(requests.length).toBeLessThanOrEqual(2 * (4 + 16));
	// One that is refused is halved: only the first ones and the last are shorter than half of the limit.
	const lengths = requests.filter(({ status }) => status === 200).map(({ path }) => lengthOf(path));
	expect(lengths.filter((length) => length < (31 / 2) * DAY).length).toBeLessThanOrEqual(2 * 5);
	await trigger.pollAfter(10 * MINUTE);
	// The limit lasts, so it is not looked for at every poll.
	expect(refused(trigger)).toBeLessThanOrEqual(2 * 2);
});

it('a backlog with more pages than one is read where its deletions are further back than the limit', async () => {
	const trigger = await activated({ sandbox: { switches: { longestWindowDays: 31, pageSize: 10 } } });
	const expected = Array.from({ length: 60 }, () => `created ${trigger.add()}`);
	trigger.pass(60 * DAY);
	expect((await trigger.during(HOUR, 10 * MINUTE)).sort()).toEqual(expected.sort());
	expect(trigger.reports).toEqual([]);
});

it('a service that refuses every window is an error', async () => {
	const trigger = await activated();
	trigger.sandbox.faults.schedule({}, { kind: 'status', status: 400 }, { times: Infinity });
	await expect(trigger.poll()).rejects.toMatchObject({ kind: 'badRequest' });
	// Both near readings, down to an hour.
	expect(refused(trigger)).toBeLessThanOrEqual(2 * 10);
});

it.each([400, 403, 404])('an activation is not refused where the zone check is, with %d', async (status) => {
	const trigger = await activated();
	trigger.sandbox.faults.decideBy(({ url }) =>
		url.includes('start=') ? { kind: 'status', status } : undefined,
	);
	await expect(checkActivation(trigger.client(), trigger.settings)).resolves.toBeUndefined();
	expect(trigger.requests().filter((request) => request.status === status)).toHaveLength(2);
});
