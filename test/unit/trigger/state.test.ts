/** What the trigger remembers: when it moves, when it is damaged, and when settings change (design 4). */
import { activated, DAY, HOUR, MINUTE, told, TriggerFixture } from './fixture';

describe('State only moves at the end', () => {
	it.each(['newOrders', 'deletions'])('a poll that fails at %s leaves it as it was', async (step) => {
		const trigger = await activated();
		const before = structuredClone(trigger.nodeData);
		const deleted = step === 'deletions';
		trigger.sandbox.faults.schedule({ deleted }, { kind: 'status', status: 401 }, { times: Infinity });
		trigger.pass(HOUR);
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'unauthorized' });
		expect(trigger.nodeData).toEqual(before);
	});

	it('the given state is not changed while a poll is under way', async () => {
		const trigger = await activated();
		const before = structuredClone(trigger.nodeData);
		trigger.add();
		let during: unknown;
		trigger.sandbox.faults.before({ deleted: false }, () => (during = structuredClone(trigger.nodeData)));
		await trigger.pollAfter(HOUR);
		expect(during).toEqual(before);
		expect(trigger.nodeData).not.toEqual(before);
	});

	it('it survives JSON', async () => {
		const trigger = await activated({ settings: { events: ['created', 'deleted', 'edited'] } });
		const id = trigger.add({ id: 9_007_199_254_740_993n });
		await trigger.pollAfter(MINUTE);
		trigger.nodeData = JSON.parse(JSON.stringify(trigger.nodeData)) as typeof trigger.nodeData;
		expect(await trigger.pollAfter(HOUR)).toEqual([]);
		trigger.sandbox.world.edit(BigInt(id), { sellerComment: 'changed' });
		expect(await trigger.pollAfter(HOUR)).toEqual([`edited ${id}`]);
	});
});

describe('A damaged state is reported and rebuilt from its watermark', () => {
	it.each<[string, (state: Record<string, unknown>) => unknown]>([
		['cut off', () => 'rubbish'],
		['null', () => null],
		['of a later version', (state) => ({ ...state, version: 2 })],
		['without its watermark', ({ newOrders: _, ...state }) => state],
		['with unreadable ids', (state) => ({ ...state, seen: { 20000: ['@@@', []] } })],
		['with ids that are cut off', (state) => ({ ...state, seen: { 20000: ['/w==', []] } })],
		['with text for a time', (state) => ({ ...state, polledAt: 'soon' })],
		['with fingerprints of others', (state) => ({ ...state, fingerprints: { ids: {}, texts: 1 } })],
	])('%s', async (_, damage) => {
		const trigger = await activated();
		trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.pass(10 * MINUTE);
		trigger.nodeData = { state: damage(trigger.state) as never };
		await trigger.poll();
		expect(trigger.warnings).toEqual([expect.stringContaining('was damaged')]);
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
		expect(trigger.warnings).toHaveLength(1);
	});

	it('what had not been read at the time of the damage is handed over', async () => {
		const trigger = await activated();
		trigger.nodeData = { state: { ...trigger.state, seen: 'damaged' as never } };
		const id = trigger.add();
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('late orders that no sweep had found yet are handed over', async () => {
		const trigger = await activated();
		await trigger.drain(30 * MINUTE, 4);
		const late = trigger.add({ madeAgo: 10 * HOUR });
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([]);
		trigger.nodeData = { state: { ...trigger.state, seen: 'damaged' as never } };
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${late}`]]);
	});

	it('a watermark in the future, from a clock that was wrong once, does not keep the trigger from reading', async () => {
		const trigger = await activated();
		const later = trigger.now + 365 * DAY;
		trigger.nodeData.state = {
			...trigger.state,
			newOrders: { readUntil: later, readAt: later },
			lateOrders: { lastBegan: later },
			deletions: { lastBegan: later },
		};
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		const late = trigger.add({ madeAgo: 10 * HOUR });
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${late}`]]);
	});
});

describe('Changed parameters', () => {
	it('a wider window reads more, and repeats nothing', async () => {
		const trigger = await activated({ settings: { lateSyncMs: 2 * HOUR } });
		const usual: string[] = [];
		for (let days = 0; days < 10; days++) {
			usual.push(trigger.add());
			await trigger.drain(2 * HOUR, 11);
		}
		expect(trigger.state.forgottenBefore).toBeGreaterThan(0);
		const late = trigger.add({ madeAgo: 5 * DAY });
		expect((await trigger.drain(HOUR, 4)).flat()).toEqual([]);
		trigger.settings = { ...trigger.settings, lateSyncMs: 240 * HOUR };
		expect((await trigger.drain(HOUR, 4)).map(told)).toEqual([[`created ${late}`]]);
		expect(usual).toHaveLength(10);
	});

	it('more deletedDays read more, and repeat nothing', async () => {
		const trigger = new TriggerFixture({ settings: { deletedMs: 2 * DAY } });
		const [old, recent] = [8, 1].map((days) => trigger.add({ dateCreated: trigger.now - days * DAY }));
		await trigger.poll();
		trigger.pass(HOUR);
		for (const id of [old, recent]) trigger.sandbox.world.delete(BigInt(id ?? 0));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${recent}`]);
		trigger.settings = { ...trigger.settings, deletedMs: 20 * DAY };
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${old}`]);
		expect((await trigger.drain(6 * HOUR, 60)).flat()).toEqual([]);
	});

	it('an event that is added counts from now', async () => {
		const trigger = await activated({ settings: { events: ['deleted'] } });
		trigger.add();
		const gone = trigger.add();
		await trigger.pollAfter(HOUR);
		trigger.settings = { ...trigger.settings, events: ['created', 'deleted', 'edited'] };
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		trigger.pass(MINUTE);
		const id = trigger.add();
		trigger.sandbox.world.delete(BigInt(gone));
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${gone}`, `created ${id}`]);
	});

	it('an event that comes back after a month counts from now, without a backlog', async () => {
		const trigger = await activated({ settings: { events: ['created', 'deleted'] } });
		trigger.settings = { ...trigger.settings, events: ['deleted'] };
		for (let days = 0; days < 30; days++) {
			trigger.add();
			await trigger.pollAfter(DAY);
		}
		trigger.settings = { ...trigger.settings, events: ['created', 'deleted'] };
		trigger.requests();
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		expect(trigger.requests().length).toBeLessThanOrEqual(3);
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	});

	it('startFrom hands over all that arrived since then, once; changing it starts afresh', async () => {
		const trigger = new TriggerFixture();
		const ids = [9, 8, 7, 2, 1].map((days) => trigger.add({ dateCreated: trigger.now - days * DAY }));
		const created = ids.map((id) => `created ${id}`);
		trigger.settings.startFrom = { at: trigger.now - 7 * DAY - HOUR, text: 'a' };
		expect(told(await trigger.poll())).toEqual(created.slice(2));
		expect((await trigger.drain(HOUR, 4)).flat()).toEqual([]);
		trigger.settings = { ...trigger.settings, startFrom: { at: daysAgo(trigger, 9), text: 'b' } };
		expect((await trigger.drain(HOUR, 4)).map(told)).toEqual([created]);
		trigger.settings = { ...trigger.settings, startFrom: undefined };
		expect((await trigger.drain(HOUR, 4)).flat()).toEqual([]);
	});

	it('startFrom as an expression that gives another instant at each poll starts once', async () => {
		const trigger = new TriggerFixture();
		const id = trigger.add({ dateCreated: trigger.now - DAY });
		const relative = () => ({ at: trigger.now - 7 * DAY, text: '={{ $now.minus({ days: 7 }) }}' });
		trigger.settings.startFrom = relative();
		expect(told(await trigger.poll())).toEqual([`created ${id}`]);
		for (let polls = 0; polls < 5; polls++) {
			trigger.pass(HOUR);
			trigger.settings = { ...trigger.settings, startFrom: relative() };
			expect(await trigger.poll()).toEqual([]);
		}
	});

	it('a server date parameter that is added, and taken away, loses and repeats nothing', async () => {
		const trigger = await activated();
		trigger.sandbox.switches.serverDateParameter = { name: 'dateField', value: 'dateCreated' };
		const found: string[] = [];
		const added: string[] = [];
		for (let polls = 0; polls < 24; polls++) {
			if (polls % 4 === 3) {
				const windowDate =
					trigger.settings.windowDate === 'dateCreated' ? 'mobileDateCreated' : 'dateCreated';
				trigger.settings = { ...trigger.settings, windowDate };
			}
			for (const madeAgo of [0, 3 * HOUR, 60 * HOUR, -20 * HOUR]) added.push(trigger.add({ madeAgo }));
			found.push(...(await trigger.pollAfter(20 * MINUTE)));
		}
		found.push(...told((await trigger.drain(30 * MINUTE, 4)).flat()));
		expect(found.sort()).toEqual(added.map((id) => `created ${id}`).sort());
	});
});

function daysAgo(trigger: TriggerFixture, days: number): number {
	return trigger.now - days * DAY - 10 * HOUR;
}

describe('Switched off and on again', () => {
	it.each([
		['an hour', HOUR],
		['a month', 30 * DAY],
	])('for %s: it goes on where it stopped', async (_, off) => {
		const trigger = await activated();
		const early = trigger.add();
		await trigger.pollAfter(MINUTE);
		const start = trigger.now;
		const ids = [0.1, 0.5, 0.9].map((share) => trigger.add({ dateCreated: start + share * off }));
		trigger.sandbox.world.delete(BigInt(early), start + 0.2 * off);
		trigger.pass(off);
		trigger.nodeData = JSON.parse(JSON.stringify(trigger.nodeData)) as typeof trigger.nodeData;
		const found = told((await trigger.drain(MINUTE)).flat());
		expect(found).toEqual([`deleted ${early}`, ...ids.map((id) => `created ${id}`)]);
	});
});
