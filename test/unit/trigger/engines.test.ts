/** What each kind of n8n keeps and drops, overlapping polls, and maintenance (design 4). */
import { SECOND } from '../../support/time';
import { activated, DAY, HOUR, MINUTE, of, told, TriggerFixture, type FixtureOptions } from './fixture';
import { deliverOne } from './steps';

/** Saturday 22:30 in Mexico City. */
const MAINTENANCE = Date.parse('2026-07-19T04:30:00Z');

/** Polls as the durable scheduler without durable cursors does: it keeps the state only of a poll that has items. */
async function pollScheduled(trigger: TriggerFixture): Promise<string[]> {
	const { nodeData, workflowData } = structuredClone({
		nodeData: trigger.nodeData,
		workflowData: trigger.workflowData,
	});
	trigger.context = {};
	const items = await trigger.poll().catch(() => []);
	if (items.length === 0) Object.assign(trigger, { nodeData, workflowData });
	return told(items);
}

describe('Between activation and the first saved state nothing is missed', () => {
	it('with durable cursors, which drop it but keep the static data of the workflow', async () => {
		const trigger = new TriggerFixture();
		trigger.add({ dateCreated: trigger.now - 5_000 });
		expect(await trigger.switchOn()).toEqual([]);
		trigger.nodeData = {};
		trigger.restart();
		trigger.pass(5 * MINUTE);
		const id = trigger.add({ madeAgo: 2 * HOUR });
		expect(told((await trigger.drain(5 * MINUTE, 15)).flat())).toEqual([`created ${id}`]);
	});

	it('also when it was activated during maintenance', async () => {
		const trigger = new TriggerFixture({ start: MAINTENANCE, clockSkewMs: -HOUR });
		trigger.pass(MINUTE);
		trigger.add({ dateCreated: trigger.now - HOUR - 2 * MINUTE });
		expect(await trigger.switchOn()).toEqual([]);
		trigger.nodeData = {};
		trigger.pass(MINUTE);
		const id = trigger.add({ dateCreated: trigger.now - HOUR });
		expect(told((await trigger.drain(30 * MINUTE, 6)).flat())).toEqual([`created ${id}`]);
	});

	it('also with a Start From that is the time of each poll, as $now is', async () => {
		const trigger = new TriggerFixture({ start: MAINTENANCE });
		const items: string[] = [];
		let id = '';
		for (let polls = 0; polls < 8; polls++) {
			trigger.set({ startFrom: { at: trigger.now, text: '={{ $now }}' } });
			items.push(...told(polls === 0 ? await trigger.switchOn() : await trigger.poll()));
			trigger.pass(30 * MINUTE);
			if (polls === 1) id = trigger.add();
		}
		expect(items).toEqual([`created ${id}`]);
	});

	it('by a service whose clock is two minutes behind and that sends no Date', async () => {
		const trigger = new TriggerFixture({ clockSkewMs: -2 * MINUTE });
		trigger.sandbox.faults.decideBy(() => ({ kind: 'headers', headers: { Date: undefined } }));
		await trigger.switchOn();
		expect(trigger.requests().filter(({ path }) => path.includes('user'))).toHaveLength(1);
		trigger.pass(MINUTE);
		await deliverOne(trigger, { dateCreated: trigger.now - 2 * MINUTE });
	});
});

describe('Where n8n keeps the state only of polls that deliver', () => {
	const quiet: FixtureOptions = { settings: { checkTimeZone: false } };

	it('a quiet day costs no more requests than elsewhere', async () => {
		const requests = async (poll: (trigger: TriggerFixture) => Promise<unknown>) => {
			const trigger = await activated(quiet);
			for (let polls = 0; polls < 48; polls++) {
				trigger.pass(30 * MINUTE);
				await poll(trigger);
			}
			return trigger.requests().length;
		};
		expect(await requests(pollScheduled)).toBe(await requests(async (trigger) => await trigger.poll()));
	});

	it('ten days off are caught up, although a filter rejects nearly all of it', async () => {
		const trigger = await activated({
			settings: { filters: { customerCodes: 'WANTED' } },
			sandbox: { switches: { pageSize: 10, latency: 400 } },
		});
		trigger.budgetMs = 12_000;
		const start = trigger.now;
		for (let number = 0; number < 600; number++) trigger.add({ dateCreated: start + number * 24 * MINUTE });
		trigger.pass(10 * DAY);
		const id = trigger.add(of('WANTED'));
		const came: string[] = [];
		for (let polls = 0; polls < 60 && came.length === 0; polls++) {
			trigger.pass(MINUTE);
			came.push(...(await pollScheduled(trigger)));
		}
		expect(came).toEqual([`created ${id}`]);
	});

	it('the state of a poll without items is forgotten as soon as n8n has stored that of another process', async () => {
		const trigger = await activated();
		trigger.pass(10 * MINUTE);
		await pollScheduled(trigger);
		// Another process delivers an order.
		const first = trigger.add();
		trigger.restart();
		trigger.pass(10 * MINUTE);
		expect(await pollScheduled(trigger)).toEqual([`created ${first}`]);
		trigger.life--;
		trigger.pass(10 * MINUTE);
		expect(await pollScheduled(trigger)).toEqual([]);
	});

	/** A quiet poll, whose state n8n drops, and one that delivers what arrived since. */
	async function expectNewOrder(trigger: TriggerFixture): Promise<void> {
		trigger.pass(10 * MINUTE);
		expect(await pollScheduled(trigger)).toEqual([]);
		const id = trigger.add();
		trigger.pass(10 * MINUTE);
		expect(await pollScheduled(trigger)).toEqual([`created ${id}`]);
	}

	it('at another service, whose clock is hours behind the first one, nothing is missed', async () => {
		const trigger = await activated({ clockSkewMs: 3 * HOUR });
		const first = trigger.add({ dateCreated: trigger.now + 3 * HOUR });
		expect(await pollScheduled(trigger)).toEqual([`created ${first}`]);
		trigger.moveTo('https://other.example');
		trigger.clockSkewMs = 0;
		await expectNewOrder(trigger);
	});

	it('after a clock that was hours ahead, an event that is added counts from then on', async () => {
		const trigger = await activated({ clockSkewMs: 5 * HOUR, settings: { events: ['deleted'] } });
		const early = trigger.add({ dateCreated: trigger.now + 5 * HOUR });
		trigger.sandbox.world.delete(BigInt(early));
		expect(await pollScheduled(trigger)).toEqual([`deleted ${early}`]);
		trigger.clockSkewMs = 0;
		trigger.set({ events: ['created', 'deleted'] });
		await expectNewOrder(trigger);
	});

	it('after a restart it continues from the last delivery: nothing is lost or repeated', async () => {
		const trigger = await activated();
		const [first, late] = [trigger.add(), trigger.add({ madeAgo: 30 * HOUR })];
		const came: string[] = [];
		for (let polls = 0; polls < 40; polls++) {
			if (polls % 7 === 3) trigger.restart();
			trigger.pass(10 * MINUTE);
			came.push(...(await pollScheduled(trigger)));
		}
		expect(came).toEqual([`created ${first}`, `created ${late}`]);
	});

	it('an edit across a restart is delivered', async () => {
		const trigger = await activated({ settings: { events: ['edited'] } });
		const id = trigger.add();
		trigger.pass(10 * MINUTE);
		await pollScheduled(trigger);
		trigger.restart();
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		trigger.pass(10 * MINUTE);
		expect(await pollScheduled(trigger)).toEqual([`edited ${id}`]);
	});
});

it.each([50, 25_000])(
	'A poll with a state from before the last delivery does nothing for a minute (calls of %d ms)',
	async (latency) => {
		const trigger = await activated({ sandbox: { switches: { latency } } });
		await trigger.pollAfter(MINUTE);
		const before = structuredClone({ nodeData: trigger.nodeData, workflowData: trigger.workflowData });
		const id = trigger.add();
		expect(await trigger.pollAfter(HOUR)).toEqual([`created ${id}`]);
		Object.assign(trigger, structuredClone(before));
		expect(await trigger.pollAfter(1_000)).toEqual([]);
		// n8n has dropped the delivery.
		Object.assign(trigger, structuredClone(before));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	},
);

describe('Two polls at once', () => {
	it('with two, because the workflow was saved meanwhile: the newest one delivers, once', async () => {
		const trigger = await activated();
		const id = trigger.add();
		trigger.pass(MINUTE);
		const old = trigger.poll();
		const saved = trigger.switchOn();
		expect([told(await old), told(await saved)]).toEqual([[], [`created ${id}`]]);
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
	});

	it('with two that begin seconds apart, neither reads its windows again', async () => {
		const trigger = await activated();
		trigger.pass(MINUTE);
		const before = trigger.requests().length;
		let saved: Promise<unknown> | undefined;
		trigger.sandbox.faults.decideBy(({ url }) => {
			if (saved || !url.includes('deleted=false')) return undefined;
			trigger.pass(4 * SECOND);
			saved = trigger.switchOn();
			return undefined;
		});
		await trigger.poll();
		await saved;
		expect(trigger.requests().length - before).toBeLessThanOrEqual(2 * 2 + 1);
	});

	it('a failure of the older one is nobody’s', async () => {
		const trigger = await activated();
		trigger.pass(MINUTE);
		trigger.sandbox.faults.schedule({}, { kind: 'status', status: 401 }, { times: 2 });
		const old = trigger.poll();
		const saved = trigger.switchOn();
		expect(await old).toEqual([]);
		await saved.catch(() => undefined);
	});
});

describe('Maintenance', () => {
	it('is not polled, and caught up after it', async () => {
		const trigger = await activated({ start: MAINTENANCE - 40 * MINUTE });
		const id = trigger.add({ dateCreated: MAINTENANCE });
		trigger.pass(20 * MINUTE);
		for (let polls = 0; polls < 16; polls++) expect(await trigger.pollAfter(10 * MINUTE)).toEqual([]);
		expect(trigger.requests()).toEqual([]);
		expect(new Set(trigger.warnings)).toEqual(new Set([expect.stringContaining('maintenance window')]));
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('is polled when the user wants it', async () => {
		const trigger = await activated({ start: MAINTENANCE, settings: { pauseDuringMaintenance: false } });
		await deliverOne(trigger);
	});
});
