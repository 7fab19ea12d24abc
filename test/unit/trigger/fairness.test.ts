/** Every part of a poll gets its share of the time and of the items (design 4). */
import { activated, allRead, DAY, HOUR, MINUTE, told } from './fixture';
import type { TriggerFixture } from './fixture';

/** A trigger with so many deletions and so many new orders before it. */
async function afterMassDeletion(maxOrdersPerRun: number, deletions: number, creations: number) {
	const trigger = await activated();
	const deleted = Array.from({ length: deletions }, () => trigger.add());
	trigger.pass(MINUTE);
	await trigger.poll();
	trigger.set({ maxOrdersPerRun });
	for (const id of deleted) trigger.sandbox.world.delete(BigInt(id));
	const created = Array.from({ length: creations }, () => trigger.add());
	return { trigger, created };
}

async function eventsOfPolls(trigger: TriggerFixture, polls: number): Promise<string[][]> {
	const events: string[][] = [];
	for (let poll = 0; poll < polls; poll++) {
		trigger.pass(MINUTE);
		events.push((await trigger.poll()).map(({ event }) => event).sort());
	}
	return events;
}

describe('Deletions and creations never starve each other', () => {
	it('with a quota of 1 they alternate', async () => {
		const { trigger } = await afterMassDeletion(1, 20, 3);
		const events = (await eventsOfPolls(trigger, 6)).flat();
		expect(events).toEqual(['deleted', 'created', 'deleted', 'created', 'deleted', 'created']);
	});

	it.each([2, 3, 10])('with a quota of %d every poll delivers some of both', async (quota) => {
		const { trigger } = await afterMassDeletion(quota, 8 * quota, 2 * quota);
		for (const events of await eventsOfPolls(trigger, 3)) {
			expect(events).toHaveLength(quota);
			expect(new Set(events)).toEqual(new Set(['created', 'deleted']));
		}
	});

	it('a mass of new orders does not keep deletions waiting', async () => {
		const { trigger } = await afterMassDeletion(10, 5, 200);
		expect((await eventsOfPolls(trigger, 1)).flat()).toEqual([
			...Array<string>(5).fill('created'),
			...Array<string>(5).fill('deleted'),
		]);
	});

	it('what one does not need, the other gets', async () => {
		const { trigger } = await afterMassDeletion(10, 50, 2);
		const [events = []] = await eventsOfPolls(trigger, 1);
		expect(events.filter((event) => event === 'deleted')).toHaveLength(8);
	});
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
		const found: string[] = [];
		for (let polls = 0; polls < 6; polls++) found.push(...(await trigger.pollAfter(MINUTE)));
		expect(found.sort()).toEqual([`created ${id}`, `deleted ${gone}`]);
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

	it('what the others leave of it goes to the one that has more to read', async () => {
		const { trigger } = await allRead({ sandbox: { switches: { pageSize: 10, latency: 300 } } });
		trigger.budgetMs = 36_000;
		for (let number = 0; number < 800; number++) trigger.add({ dateCreated: trigger.now + number * 9_000 });
		trigger.pass(2 * HOUR);
		// As many as a poll may deliver, which take longer than the share of one part.
		expect(await trigger.poll()).toHaveLength(500);
	});

	it('a deleted list that always fails does not keep new orders waiting', async () => {
		const trigger = await activated();
		trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 400 }, { times: Infinity });
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		const asked = trigger.requests().map(({ path }) => path);
		expect(asked).toEqual([...new Set(asked)]);
		trigger.pass(MINUTE);
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'badRequest' });
	});

	it.each([
		['shorter than the service takes', 36_000, 'outOfTime'],
		['of which its retries leave too little', 180_000, 'timeout'],
	])('a deleted list that hangs does not keep new orders waiting, in polls %s', async (_, budgetMs, kind) => {
		const trigger = await activated();
		trigger.budgetMs = budgetMs;
		trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'hang' }, { times: Infinity });
		const id = trigger.add();
		await expect(trigger.pollAfter(MINUTE)).rejects.toMatchObject({ kind });
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		expect(trigger.warnings.at(-1)).toMatch(/the next poll continues\.$/);
	});

	it.each([
		['deleted', true],
		['created', false],
	])(
		'a %s list that hangs for good does not keep the other one waiting, poll after poll',
		async (_, deleted) => {
			const { trigger } = await allRead();
			const gone = Array.from({ length: 4 }, () => trigger.add());
			await trigger.pollAfter(MINUTE);
			trigger.budgetMs = 36_000;
			trigger.sandbox.faults.schedule({ deleted }, { kind: 'hang' }, { times: Infinity });
			const expected: string[] = [];
			const came: string[] = [];
			let failed = 0;
			for (const id of gone) {
				if (!deleted) trigger.sandbox.world.delete(BigInt(id));
				expected.push(deleted ? `created ${trigger.add()}` : `deleted ${id}`);
				for (let polls = 0; polls < 10; polls++) {
					trigger.pass(10 * MINUTE);
					came.push(...told(await trigger.poll().catch(() => (failed++, []))));
				}
				expect(came).toEqual(expected);
			}
			// The user hears about it.
			expect(failed).toBeGreaterThan(4);
		},
	);

	it('a part that waits for its turn is forgotten when its event is no longer chosen', async () => {
		const trigger = await activated();
		trigger.budgetMs = 36_000;
		trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'hang' }, { times: Infinity });
		await expect(trigger.pollAfter(MINUTE)).rejects.toMatchObject({ kind: 'outOfTime' });
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		trigger.sandbox.faults.clear();
		trigger.set({ events: ['deleted'] });
		trigger.sandbox.world.delete(BigInt(id));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
	});

	it('a poll that ran out of time, but has read a list, is kept', async () => {
		const { trigger } = await allRead();
		trigger.budgetMs = 36_000;
		trigger.sandbox.faults.schedule({ deleted: false }, { kind: 'hang' }, { times: Infinity });
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		expect(trigger.warnings.at(-1)).toMatch(/the next poll continues\.$/);
	});

	it('a service that hangs altogether is an error at each poll', async () => {
		const trigger = await activated();
		trigger.budgetMs = 36_000;
		trigger.sandbox.faults.schedule({}, { kind: 'hang' }, { times: Infinity });
		for (let polls = 0; polls < 5; polls++) {
			await expect(trigger.pollAfter(MINUTE)).rejects.toMatchObject({ kind: 'outOfTime' });
		}
	});

	it('a rejected token ends the poll after one call: it holds for every list', async () => {
		const trigger = await activated();
		trigger.sandbox.faults.schedule({}, { kind: 'status', status: 401 }, { times: Infinity });
		trigger.pass(MINUTE);
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'unauthorized' });
		expect(trigger.requests()).toHaveLength(1);
	});

	it('an order that is deleted while the poll reads is not delivered after its deletion', async () => {
		const trigger = await activated();
		const id = trigger.add();
		trigger.sandbox.faults.before({ path: /deleted=false/ }, () => trigger.sandbox.world.delete(BigInt(id)));
		trigger.pass(MINUTE);
		expect(told(await trigger.poll())).toEqual([]);
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
	});
});

it('where the others use up the rate limit at each poll, late orders have their turn', async () => {
	// As many as the near readings and that of old deletions take.
	const trigger = await activated({ sandbox: { rateLimit: { limit: 4, periodMs: MINUTE } } });
	trigger.budgetMs = 36_000;
	await trigger.pollAfter(HOUR);
	const late = trigger.add({ madeAgo: 40 * HOUR });
	const came: string[] = [];
	for (let polls = 0; polls < 6; polls++) came.push(...(await trigger.pollAfter(HOUR)));
	expect(came).toEqual([`created ${late}`]);
});

it('where late orders need more requests than the limit, new ones and deletions still come', async () => {
	const trigger = await activated({
		sandbox: { rateLimit: { limit: 4, periodMs: MINUTE }, switches: { pageSize: 10 } },
	});
	trigger.budgetMs = 36_000;
	for (let number = 0; number < 60; number++) trigger.add({ madeAgo: 40 * HOUR });
	const fresh: string[] = [];
	const came: string[] = [];
	for (let polls = 0; polls < 8; polls++) {
		trigger.pass(HOUR);
		fresh.push(trigger.add());
		came.push(...(await trigger.poll().catch(() => [])).map(({ id }) => id));
	}
	expect(came).toEqual(expect.arrayContaining(fresh.slice(0, 4)));
});

it('where the orders of one second need more requests than the limit, deletions still come, and the user hears of it', async () => {
	const { trigger } = await allRead({
		sandbox: { rateLimit: { limit: 2, periodMs: MINUTE }, switches: { pageSize: 10 } },
	});
	const known = trigger.add();
	await trigger.pollAfter(MINUTE);
	trigger.budgetMs = 36_000;
	for (let number = 0; number < 40; number++) trigger.add();
	const came: string[] = [];
	const failures: unknown[] = [];
	for (let polls = 0; polls < 8; polls++) {
		if (polls === 4) trigger.sandbox.world.delete(BigInt(known));
		trigger.pass(10 * MINUTE);
		came.push(...told(await trigger.poll().catch((error: unknown) => (failures.push(error), []))));
	}
	expect(came).toEqual([`deleted ${known}`]);
	expect(failures).toContainEqual(expect.objectContaining({ kind: 'rateLimited' }));
});
