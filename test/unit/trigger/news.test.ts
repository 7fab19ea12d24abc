/** What is new (design 4). */
import { activated, DAY, HOUR, MINUTE, rewriteLists, told, TriggerFixture } from './fixture';
import { deliverOne } from './steps';

describe('What is new', () => {
	it('activation alone delivers nothing old', async () => {
		const trigger = new TriggerFixture();
		trigger.add({ dateCreated: trigger.now - 2_000 });
		trigger.add({ dateCreated: trigger.now - DAY });
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.during(2 * HOUR, HOUR)).toEqual([]);
	});

	it('an order that arrives in the second of activation is delivered', async () => {
		const trigger = new TriggerFixture();
		trigger.pass(700);
		const id = trigger.add({ dateCreated: trigger.now + 100 });
		const atActivation = told(await trigger.poll());
		expect([...atActivation, ...(await trigger.pollAfter(MINUTE))]).toEqual([`created ${id}`]);
	});

	it('an order that a page lists twice comes once', async () => {
		const trigger = await activated();
		const id = trigger.add({ madeAgo: 20 * MINUTE });
		rewriteLists(trigger, ({ salesOrders }) => salesOrders.push(...salesOrders));
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([`created ${id}`]);
	});

	it('items of one poll are sorted by arrival, then ID', async () => {
		const trigger = await activated();
		const { now } = trigger;
		trigger.add({ id: 20, dateCreated: now + 2_000, madeAgo: HOUR });
		trigger.add({ id: 100, dateCreated: now + 1_000 });
		trigger.add({ id: 9, dateCreated: now + 2_000 });
		trigger.add({ id: 3, dateCreated: now + 3_000, madeAgo: 10 * MINUTE });
		expect(await trigger.pollAfter(2 * HOUR)).toEqual([
			'created 100',
			'created 9',
			'created 20',
			'created 3',
		]);
	});

	it('IDs beyond 2^53 are told apart', async () => {
		const trigger = await activated();
		await deliverOne(trigger, { id: 9_007_199_254_740_993n });
		await deliverOne(trigger, { id: 9_007_199_254_740_992n });
		expect(await trigger.pollAfter(2 * HOUR)).toEqual([]);
	});

	it('with a server date parameter windows are on arrival: a late order is found at once', async () => {
		const trigger = await activated({
			settings: { windowDate: 'dateCreated', sweepMs: 1000 * HOUR },
			sandbox: { switches: { serverDateParameter: { name: 'dateField', value: 'dateCreated' } } },
		});
		await trigger.pollAfter(HOUR);
		await deliverOne(trigger, { madeAgo: 20 * DAY });
	});

	it('a service that ignores the server date parameter still has its late orders found', async () => {
		const trigger = await activated({ settings: { windowDate: 'dateCreated' } });
		await trigger.pollAfter(HOUR);
		const id = trigger.add({ madeAgo: 60 * HOUR });
		expect(await trigger.during(2 * HOUR, HOUR)).toEqual([`created ${id}`]);
	});

	it('an hour without orders costs two calls a poll, and four more for the far part', async () => {
		const trigger = await activated({ settings: { checkTimeZone: false } });
		await trigger.pollAfter(HOUR);
		trigger.requests();
		await trigger.during(2 * HOUR, 10 * MINUTE);
		expect(trigger.requests()).toHaveLength(12 * 2 + 2 * 4);
	});
});
