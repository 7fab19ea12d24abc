/** The trigger's filters (design 2, trigger). */
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { activated, DAY, HOUR, MINUTE, of, TriggerFixture } from './fixture';
import { deliverOne, itemsAfter } from './steps';

const WANTED = { filters: { customerCodes: 'A' } };

async function filtering(settings: Partial<TriggerSettings> = {}): Promise<TriggerFixture> {
	return await activated({ settings: { ...WANTED, ...settings } });
}

describe('An order that does not match', () => {
	it('is delivered as created, once, when an edit makes it match', async () => {
		const trigger = await filtering({ events: ['created', 'deleted', 'edited'] });
		const id = trigger.add(of('B'));
		expect(await trigger.during(2 * HOUR, HOUR)).toEqual([]);
		trigger.sandbox.world.edit(BigInt(id), of('A'));
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([`created ${id}`]);
	});

	it.each<[string, (trigger: TriggerFixture, id: bigint) => void]>([
		['edited', ({ sandbox }, id) => sandbox.world.edit(id, { sellerComment: 'changed' })],
		['deleted', ({ sandbox }, id) => sandbox.world.delete(id)],
	])('is not reported as %s', async (_, change) => {
		const trigger = await filtering({ events: ['created', 'edited', 'deleted'] });
		const id = trigger.add(of('B'));
		await trigger.pollAfter(HOUR);
		change(trigger, BigInt(id));
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([]);
	});
});

describe('A delivered order', () => {
	it.each<[string, Partial<TriggerSettings>, string]>([
		['edits', { events: ['created', 'edited'] }, 'edited'],
		['redeliveries', { delivery: 'untilExternalId' }, 'created'],
	])('is followed by its %s, although it does not match any more', async (_, settings, event) => {
		const trigger = await filtering(settings);
		const id = await deliverOne(trigger, of('A'));
		trigger.sandbox.world.edit(BigInt(id), of('B'));
		expect(await trigger.pollAfter(40 * MINUTE)).toEqual([`${event} ${id}`]);
	});

	it('is followed by its deletion, although it does not match any more', async () => {
		const trigger = await filtering();
		const id = await deliverOne(trigger, of('A'));
		trigger.sandbox.world.edit(BigInt(id), of('B'));
		trigger.sandbox.world.delete(BigInt(id));
		expect(await itemsAfter(trigger, MINUTE)).toMatchObject([{ event: 'deleted', id, delivered: true }]);
	});
});

describe('The deletion of an order', () => {
	it('that was not delivered must match', async () => {
		const trigger = await filtering();
		const [matching, other] = [trigger.add(of('A')), trigger.add(of('B'))];
		for (const id of [matching, other]) trigger.sandbox.world.delete(BigInt(id));
		expect(await itemsAfter(trigger, MINUTE)).toMatchObject([
			{ event: 'deleted', id: matching, delivered: false },
		]);
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([]);
	});

	it('whose delivery is not certain must match', async () => {
		const trigger = new TriggerFixture({ settings: WANTED });
		const ids = [of('A'), of('B')].map((content) =>
			trigger.add({ ...content, dateCreated: trigger.now - DAY }),
		);
		await trigger.poll();
		trigger.pass(MINUTE);
		for (const id of ids) trigger.sandbox.world.delete(BigInt(id));
		expect(await itemsAfter(trigger, HOUR)).toMatchObject([
			{ event: 'deleted', id: ids[0], delivered: null },
		]);
	});
});

describe('A changed filter', () => {
	it('applies to orders that arrive from then on, and no earlier one comes afterwards', async () => {
		const trigger = await filtering();
		trigger.add(of('B'));
		expect(await trigger.pollAfter(HOUR)).toEqual([]);
		trigger.set({ filters: { customerCodes: 'B' } });
		await trigger.pollAfter(MINUTE);
		trigger.pass(MINUTE);
		trigger.add(of('A'));
		const id = trigger.add(of('B'));
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([`created ${id}`]);
	});

	it('does not apply to late orders that arrived before', async () => {
		const trigger = await filtering();
		await trigger.pollAfter(HOUR);
		trigger.add({ ...of('B'), madeAgo: 20 * HOUR });
		const id = trigger.add({ ...of('A'), madeAgo: 20 * HOUR });
		await trigger.pollAfter(MINUTE);
		trigger.set({ filters: { customerCodes: 'B' } });
		await trigger.pollAfter(MINUTE);
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([`created ${id}`]);
	});

	it('still keeps back the deletions of the orders that it kept back', async () => {
		const trigger = await filtering();
		const kept = trigger.add(of('B'));
		await trigger.pollAfter(MINUTE);
		trigger.set({ filters: {} });
		await trigger.pollAfter(MINUTE);
		trigger.pass(MINUTE);
		const id = trigger.add(of('B'));
		await trigger.during(10 * DAY, DAY);
		for (const each of [kept, id]) trigger.sandbox.world.delete(BigInt(each));
		expect(await itemsAfter(trigger, HOUR)).toMatchObject([{ event: 'deleted', id, delivered: true }]);
		expect(await trigger.during(40 * DAY, DAY)).toEqual([]);
	});

	it('applies to no earlier order either after many more changes', async () => {
		const trigger = await filtering();
		trigger.add(of('B'));
		for (let change = 0; change < 25; change++) {
			trigger.set({ filters: { customerCodes: `B,${change}` } });
			expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		}
	});

	it.each(['works', 'fails'])(
		'applies from now on, also where our clock was days ahead, and the poll %s',
		async (poll) => {
			const trigger = await activated();
			trigger.setClockAhead(2 * DAY);
			trigger.set(WANTED);
			if (poll === 'fails')
				trigger.sandbox.faults.schedule({}, { kind: 'status', status: 503 }, { times: 20 });
			await trigger.despite(1, MINUTE);
			trigger.sandbox.faults.clear();
			trigger.setClockAhead(0);
			await trigger.pollAfter(MINUTE);
			trigger.add(of('B'));
			expect(await trigger.during(2 * HOUR, 10 * MINUTE)).toEqual([]);
		},
	);

	it('applies from now on, also where the clock of the service was days ahead when it was changed', async () => {
		const trigger = await activated({ clockSkewMs: 2 * DAY });
		trigger.set(WANTED);
		await trigger.pollAfter(MINUTE);
		trigger.clockSkewMs = 0;
		await trigger.during(3 * MINUTE, MINUTE);
		trigger.add(of('B'));
		expect(await trigger.during(2 * HOUR, 10 * MINUTE)).toEqual([]);
	});
});
