/** Live mode: orders keep arriving, changing and going, the same for the same seed however time is cut up. */
import { LiveTraffic, type LiveOptions, type WorldEvent } from '../../../sandbox';
import { TestSandbox } from '../../support/testSandbox';
import { HOUR, MINUTE, NOON } from '../../support/time';

function live(stepMs: number, hours: number, options: Partial<LiveOptions> = {}) {
	const test = new TestSandbox({ orders: { count: 200, days: 5 } });
	const { world } = test.sandbox;
	const events: WorldEvent[] = [];
	world.subscribe((event) => events.push(event));
	const traffic = new LiveTraffic(world, { startAt: NOON, ...options });
	while (test.now < NOON + hours * HOUR) {
		test.now = Math.min(test.now + stepMs, NOON + hours * HOUR);
		traffic.advanceTo(test.now);
	}
	return { events, world, orders: world.all().map(({ id }) => world.find(id)) };
}

test('the same seed gives the same life, in steps of a second or of an hour', () => {
	const bySecond = live(1000, 6);
	const byHour = live(HOUR, 6);
	expect(bySecond.events).toEqual(byHour.events);
	expect(bySecond.orders).toEqual(byHour.orders);
	expect(live(HOUR, 6, { seed: 2 }).events).not.toEqual(byHour.events);
});

test('rates are kept', () => {
	const { events } = live(HOUR, 100, { arrivals: 30, edits: 10, deletions: 5, restorations: 1 });
	const count = (kind: WorldEvent['kind']) => events.filter((event) => event.kind === kind).length;
	for (const [kind, expected] of [
		['arrived', 3000],
		['edited', 1000],
		['deleted', 500],
		['restored', 100],
	] as const) {
		expect(Math.abs(count(kind) - expected)).toBeLessThan(4 * Math.sqrt(expected));
	}
});

test('edits change what a seller can change, totals still add up, and old orders are deleted too', () => {
	const { world, events } = live(HOUR, 48, { edits: 20, deletions: 10 });
	const edited = events.filter(({ kind }) => kind === 'edited');
	expect(edited.length).toBeGreaterThan(100);
	for (const { id } of edited) {
		const order = world.find(id);
		expect(order?.isEdited).toBe(true);
		for (const { quantity } of order?.items ?? []) expect(Number(quantity.toFixed(3))).toBe(quantity);
		const cents = order?.items.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
		expect(Math.round((order?.totalSales ?? NaN) * 100)).toBe(cents);
	}
	const deleted = events
		.filter(({ kind }) => kind === 'deleted')
		.map(({ id }) => world.record(id)?.dateCreated ?? 0);
	expect(deleted.some((dateCreated) => dateCreated < NOON)).toBe(true);
	expect(deleted.some((dateCreated) => dateCreated > NOON)).toBe(true);
});

test('by a timer, until stopped', () => {
	jest.useFakeTimers({ now: NOON });
	try {
		const test = new TestSandbox();
		const traffic = new LiveTraffic(test.sandbox.world, { startAt: NOON, arrivals: 3600 });
		traffic.start(() => (test.now = Date.now()), 500);
		jest.advanceTimersByTime(MINUTE);
		const { created } = test.sandbox.world.statistics;
		expect(created).toBeGreaterThan(30);
		traffic.stop();
		jest.advanceTimersByTime(MINUTE);
		expect(test.sandbox.world.statistics.created).toBe(created);
	} finally {
		jest.useRealTimers();
	}
});
