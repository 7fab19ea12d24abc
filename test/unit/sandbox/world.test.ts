/** The world of the sandbox: orders arrive, change and go when they should. */
import { faker } from '@faker-js/faker';
import type { WorldEvent } from '../../../sandbox';
import { TestSandbox } from '../../support/testSandbox';
import { HOUR, NOON } from '../../support/time';

test('changes happen at their time, in their order, and never before the order arrived', () => {
	const test = new TestSandbox();
	const { world } = test.sandbox;
	const events: WorldEvent[] = [];
	world.subscribe((event) => events.push(event));
	const late = world.add({ dateCreated: NOON + 2 * HOUR });
	const early = world.add({ dateCreated: NOON + HOUR });
	world.delete(late, NOON + HOUR);
	world.edit(early, { sellerComment: 'first' }, NOON + 3 * HOUR);
	world.edit(early, { sellerComment: 'second' }, NOON + 3 * HOUR);
	world.restore(late, NOON + 4 * HOUR);
	test.now = NOON + 5 * HOUR;
	world.settle();
	expect(events).toEqual([
		{ kind: 'arrived', id: early, time: NOON + HOUR },
		{ kind: 'arrived', id: late, time: NOON + 2 * HOUR },
		{ kind: 'deleted', id: late, time: NOON + 2 * HOUR },
		{ kind: 'edited', id: early, time: NOON + 3 * HOUR },
		{ kind: 'edited', id: early, time: NOON + 3 * HOUR },
		{ kind: 'restored', id: late, time: NOON + 4 * HOUR },
	]);
	expect(world.find(early)).toMatchObject({ sellerComment: 'second', isEdited: true });
});

test('the same seed gives the same orders, another seed others, and faker itself is not touched', () => {
	const ordersOf = (seed: number) => {
		const { world } = new TestSandbox({ seed, orders: { count: 200, days: 30, deletedShare: 0.1 } }).sandbox;
		return world.all().map(({ id }) => world.find(id));
	};
	faker.seed(7);
	const untouched = faker.number.int();
	faker.seed(7);
	const orders = ordersOf(1);
	expect(ordersOf(1)).toEqual(orders);
	expect(faker.number.int()).toBe(untouched);
	expect(ordersOf(2)).not.toEqual(orders);
});
