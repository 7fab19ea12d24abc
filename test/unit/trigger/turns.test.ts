/** Whose turn it is: every part of a list has its turn, whatever the others need and whichever fails (design 4). */
import { ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { Knowledge, type Part } from '../../../nodes/SalesOrderIntegration/trigger/known';
import { outside } from '../../../nodes/SalesOrderIntegration/dates/durations';
import { activated, allRead, DAY, HOUR, MINUTE, NOON, rewriteLists } from './fixture';
import { deliverOne, itemsAfter } from './steps';

describe('Of the parts that are due', () => {
	const parts = ['deletedNear', 'createdNear', 'createdFar'].map(
		(name) => ({ name, list: name.slice(0, 7), left: () => [{ from: 0, to: 1 }] }) as unknown as Part,
	);
	const [deletedNear, createdNear, createdFar] = parts as [Part, Part, Part];
	const order = (knowledge: Knowledge, now = NOON) => knowledge.inTurn(parts, now).map(({ name }) => name);

	it('each comes in the usual sequence while all have their turns', () => {
		const knowledge = new Knowledge();
		for (let rounds = 0; rounds < 3; rounds++) {
			expect(order(knowledge)).toEqual(['deletedNear', 'createdNear', 'createdFar']);
			for (const { name } of parts) knowledge.part(name).missedTurns = 0;
		}
	});

	it('the one that missed most turns comes first', () => {
		const knowledge = new Knowledge();
		for (const turns of [[deletedNear, createdNear], [deletedNear]]) {
			order(knowledge);
			for (const { name } of turns) knowledge.part(name).missedTurns = 0;
		}
		expect(order(knowledge)).toEqual(['createdFar', 'createdNear', 'deletedNear']);
	});

	it('one whose last turn failed comes last, with the rest of a list that fails, unless none of it had one for an hour', () => {
		const knowledge = new Knowledge();
		order(knowledge);
		knowledge.part(deletedNear.name).failed(deletedNear, new ServiceFailure('timeout'), NOON);
		for (const { name } of [createdNear, createdFar]) knowledge.part(name).missedTurns = 0;
		const last = ['createdNear', 'createdFar', 'deletedNear'];
		expect(order(knowledge, NOON + 2 * HOUR)).toEqual(last);
		expect(order(knowledge, NOON + HOUR - 1)).toEqual(last);
		expect(order(knowledge, NOON + HOUR)).toEqual(['deletedNear', 'createdNear', 'createdFar']);
		Object.assign(knowledge.part(deletedNear.name), { missedTurns: 0, failing: undefined });
		expect(knowledge.failing).toEqual([]);
		knowledge.part(createdNear.name).failed(createdNear, new ServiceFailure('timeout'), NOON);
		expect(order(knowledge, NOON)).toEqual(['deletedNear', 'createdFar', 'createdNear']);
	});
});

it('behind each hour that fails after another one, twice as much is left out, and half of the rest is not', () => {
	const knowledge = new Knowledge();
	const part = { name: 'createdNear', list: 'created' } as Part;
	const all = { from: NOON, to: NOON + 20 * HOUR };
	const tries = Array.from({ length: 5 }, () => {
		const [{ from } = all] = outside([all], knowledge.unreadable.created);
		knowledge.cannotRead(part, { from, to: from + HOUR }, all.to, NOON);
		return Math.floor((from - NOON) / HOUR);
	});
	expect(tries).toEqual([0, 1, 3, 7, 13]);
	const never = knowledge.unreadable.created.filter(({ triedAt }) => triedAt === 0);
	expect(never.map(({ from, to }) => (to - from) / HOUR)).toEqual([1, 3, 5.5, 2.25]);
});

it('each list that fails is asked once in a poll', async () => {
	const { trigger } = await allRead();
	trigger.sandbox.faults.decideBy(() => ({ kind: 'status', status: 401 }));
	await expect(trigger.pollAfter(MINUTE)).rejects.toMatchObject({ kind: 'unauthorized' });
	expect(trigger.requests()).toHaveLength(2);
});

it('a second with so many orders that it takes nearly a whole poll gets one, although others are read in each', async () => {
	const trigger = await activated({ sandbox: { switches: { pageSize: 2, latency: 400 } } });
	const gone = Array.from({ length: 40 }, () => trigger.add());
	for (const id of gone) trigger.sandbox.world.delete(BigInt(id));
	await trigger.drain();
	trigger.budgetMs = 33_000;
	trigger.set({ maxOrdersPerRun: 1000 });
	for (let number = 0; number < 120; number++) trigger.add({ mobileDateCreated: trigger.now });
	expect((await trigger.despite(12, 10 * MINUTE)).items).toHaveLength(120);
});

it('so does one whose pages are not counted, whatever else is read in each poll', async () => {
	const trigger = await activated({ sandbox: { switches: { pageSize: 5, latency: 500 } } });
	Object.assign(trigger, { budgetMs: 33_000 });
	trigger.set({ sweepMs: 15 * MINUTE, checkTimeZone: false });
	rewriteLists(trigger, ({ pagination }) => {
		delete pagination.totalCount;
		delete pagination.totalPages;
	});
	for (let number = 0; number < 60; number++) trigger.add({ madeAgo: number * HOUR });
	await trigger.despite(12, 20 * MINUTE);
	const mobileDateCreated = trigger.now - 20 * HOUR;
	const created = Array.from({ length: 80 }, () => `created ${trigger.add({ mobileDateCreated })}`);
	expect((await trigger.despite(30, 20 * MINUTE)).items).toEqual(created);
});

it.each([0, 5])(
	'new orders come with every second poll beside such a second, also after %d minutes with a failure',
	async (minutes) => {
		const trigger = await activated({ sandbox: { switches: { pageSize: 10, latency: 400 } } });
		trigger.budgetMs = 33_000;
		trigger.set({ maxOrdersPerRun: 1000 });
		for (let number = 0; number < 500; number++) trigger.add({ mobileDateCreated: trigger.now });
		await trigger.pollAfter(10 * MINUTE);
		const began = trigger.now + 10 * MINUTE;
		const isFailing = () => trigger.now > began + 5_000 && trigger.now < began + minutes * MINUTE;
		trigger.sandbox.faults.decideBy(() => (isFailing() ? { kind: 'status', status: 407 } : undefined));
		const { polls } = await trigger.despite(10, 10 * MINUTE, () => trigger.add());
		const from = minutes > 0 ? 2 : 0;
		expect(polls.map((items) => items.length).slice(from, from + 6)).toEqual([501 + from, 0, 2, 0, 2, 0]);
	},
);

it('what others left no time for is read as a whole with the next poll', async () => {
	const trigger = await activated({ sandbox: { switches: { pageSize: 10 } } });
	const { world, switches, faults } = trigger.sandbox;
	const gone = Array.from({ length: 45 }, () => trigger.add());
	await trigger.pollAfter(MINUTE);
	for (const id of gone) world.delete(BigInt(id));
	for (let number = 0; number < 35; number++) trigger.add();
	trigger.pass(HOUR);
	const [far, hangs] = [/start=15%2F06.*end=12%2F07/, { kind: 'hang' }] as const;
	trigger.budgetMs = 36_000;
	switches.latency = 2_000;
	faults.decideBy(({ url }) => (far.test(url) ? hangs : undefined));
	await trigger.despite(1, MINUTE);
	trigger.requests();
	switches.latency = 50;
	faults.decideBy(() => undefined);
	await trigger.pollAfter(MINUTE);
	expect(trigger.requests().filter(({ path }) => far.test(path))).toHaveLength(1);
});

it.each([1, 2, 10])('with a quota of %d, deletions and creations alternate', async (maxOrdersPerRun) => {
	const trigger = await activated();
	const gone = Array.from({ length: 20 * maxOrdersPerRun }, () => trigger.add());
	await trigger.pollAfter(MINUTE);
	trigger.set({ maxOrdersPerRun });
	for (const id of gone) trigger.sandbox.world.delete(BigInt(id));
	for (let number = 0; number < 3 * maxOrdersPerRun; number++) trigger.add();
	const polls: string[] = [];
	for (let poll = 0; poll < 6; poll++) {
		polls.push([...new Set((await itemsAfter(trigger, MINUTE)).map(({ event }) => event))].join());
	}
	expect(polls).toEqual(['deleted', 'created', 'deleted', 'created', 'deleted', 'created']);
});

it.each([1, 2])(
	'with a quota of %d late orders, old deletions and redeliveries have their turn while news keep coming',
	async (maxOrdersPerRun) => {
		const settings = { delivery: 'untilExternalId' as const };
		const { trigger } = await allRead({ settings });
		const waiting = trigger.add();
		const gone = Array.from({ length: 60 }, () => trigger.add());
		const old = trigger.add({ dateCreated: trigger.now - 20 * DAY });
		await trigger.pollAfter(MINUTE);
		for (const id of gone) trigger.sandbox.world.delete(BigInt(id));
		trigger.sandbox.world.delete(BigInt(old));
		const late = trigger.add({ madeAgo: 50 * HOUR });
		trigger.set({ maxOrdersPerRun });
		trigger.pass(HOUR);
		const came: string[] = [];
		for (let polls = 0; polls < 10; polls++) {
			for (let orders = 0; orders < 3; orders++) trigger.add();
			trigger.pass(MINUTE);
			came.push(
				...(await trigger.poll()).map(({ event, id, delivery }) => [event, id, delivery].join(' ').trim()),
			);
		}
		expect(came).toEqual(
			expect.arrayContaining([`created ${waiting} 2`, `created ${late} 1`, `deleted ${old}`]),
		);
	},
);

describe('Time', () => {
	it('where each call takes most of the time, the parts of the poll take turns', async () => {
		const trigger = await activated();
		trigger.budgetMs = 33_000;
		trigger.sandbox.switches.latency = 20_000;
		const id = trigger.add();
		const gone = trigger.add();
		trigger.sandbox.world.delete(BigInt(gone));
		const { items } = await trigger.despite(6, MINUTE);
		expect(items.sort()).toEqual([`created ${id}`, `deleted ${gone}`]);
	});

	it.each([1_500, -500, NaN])('that is too short for any part (%d ms) is an error', async (budgetMs) => {
		const trigger = await activated();
		trigger.budgetMs = budgetMs;
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'outOfTime' });
		trigger.budgetMs = 36_000;
		await deliverOne(trigger);
	});

	it('a backlog of late orders that takes many polls does not delay a new order or a deletion', async () => {
		const { trigger } = await allRead({ sandbox: { switches: { pageSize: 10, latency: 1_000 } } });
		trigger.budgetMs = 33_000;
		for (let number = 0; number < 1_500; number++) trigger.add({ madeAgo: 10 * HOUR + number * 10_000 });
		const known = trigger.add();
		await trigger.pollAfter(2 * HOUR);
		for (let polls = 0; polls < 3; polls++) {
			const id = trigger.add();
			expect(await trigger.pollAfter(MINUTE)).toContain(`created ${id}`);
		}
		trigger.sandbox.world.delete(BigInt(known));
		expect(await trigger.pollAfter(MINUTE)).toContain(`deleted ${known}`);
	});

	it.each([
		['deleted', true],
		['created', false],
	])('a %s list that hangs for good keeps the other one waiting in no poll', async (_, deleted) => {
		const { trigger } = await allRead();
		const gone = Array.from({ length: 4 }, () => trigger.add());
		await trigger.pollAfter(MINUTE);
		trigger.budgetMs = 36_000;
		trigger.sandbox.faults.schedule({ deleted }, { kind: 'hang' }, { times: Infinity });
		const failures: unknown[] = [];
		for (const id of gone) {
			if (!deleted) trigger.sandbox.world.delete(BigInt(id));
			const expected = deleted ? `created ${trigger.add()}` : `deleted ${id}`;
			const { items, failures: more } = await trigger.despite(10, 10 * MINUTE);
			expect(items).toEqual([expected]);
			failures.push(...more);
		}
		// The user hears about it.
		expect(failures.length).toBeGreaterThan(4);
	});

	it('a part that waits for its turn is forgotten when its event is no longer chosen', async () => {
		const trigger = await activated();
		trigger.budgetMs = 36_000;
		trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'hang' }, { times: Infinity });
		await expect(trigger.pollAfter(MINUTE)).rejects.toMatchObject({ kind: 'outOfTime' });
		const id = await deliverOne(trigger);
		trigger.sandbox.faults.clear();
		trigger.set({ events: ['deleted'] });
		trigger.sandbox.world.delete(BigInt(id));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
	});
});

it('where the others use up the rate limit at each poll, late orders have their turn', async () => {
	// As many as the near readings and that of old deletions take.
	const trigger = await activated({ sandbox: { rateLimit: { limit: 4, periodMs: MINUTE } } });
	trigger.budgetMs = 36_000;
	await trigger.pollAfter(HOUR);
	const late = trigger.add({ madeAgo: 40 * HOUR });
	expect(await trigger.during(6 * HOUR, HOUR)).toEqual([`created ${late}`]);
});

it('where late orders need more requests than the limit, new ones and deletions still come', async () => {
	const trigger = await activated({
		sandbox: { rateLimit: { limit: 4, periodMs: MINUTE }, switches: { pageSize: 10 } },
	});
	trigger.budgetMs = 36_000;
	for (let number = 0; number < 60; number++) trigger.add({ madeAgo: 40 * HOUR });
	const fresh: string[] = [];
	const { items } = await trigger.despite(8, HOUR, () => fresh.push(`created ${trigger.add()}`));
	expect(items).toEqual(expect.arrayContaining(fresh.slice(0, 4)));
});

it('where a long window that is not the first of a poll uses up the limit, late orders come', async () => {
	const trigger = await activated({
		sandbox: { rateLimit: { limit: 20, periodMs: MINUTE }, switches: { pageSize: 5 } },
		settings: { checkTimeZone: false },
	});
	trigger.budgetMs = 36_000;
	const { now } = trigger;
	for (let number = 0; number < 122; number++) trigger.add({ mobileDateCreated: now + (number % 3) * 1_000 });
	await trigger.despite(24, 30 * MINUTE);
	const late: string[] = [];
	const { items } = await trigger.despite(60, 30 * MINUTE, (poll) => {
		if (poll < 30 && poll % 4 === 0) late.push(`created ${trigger.add({ madeAgo: 24 * HOUR })}`);
	});
	expect(items).toEqual(expect.arrayContaining(late));
});

it('where the orders of one second need more requests than the limit, deletions still come, and the user hears of it', async () => {
	const { trigger } = await allRead({
		sandbox: { rateLimit: { limit: 2, periodMs: MINUTE }, switches: { pageSize: 10 } },
	});
	const known = await deliverOne(trigger);
	trigger.budgetMs = 36_000;
	for (let number = 0; number < 40; number++) trigger.add();
	const { items, failures } = await trigger.despite(8, 10 * MINUTE, (poll) => {
		if (poll === 4) trigger.sandbox.world.delete(BigInt(known));
	});
	expect(items).toEqual([`deleted ${known}`]);
	expect(failures).toContainEqual(expect.objectContaining({ kind: 'rateLimited' }));
});

it('a list that always answers that the limit is used up delays only itself', async () => {
	const trigger = await activated();
	trigger.budgetMs = 36_000;
	trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 429 }, { times: Infinity });
	const fresh: string[] = [];
	const { items } = await trigger.despite(6, 10 * MINUTE, () => fresh.push(`created ${trigger.add()}`));
	expect(items).toEqual(fresh);
});
