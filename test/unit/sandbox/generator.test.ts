/** What the sandbox generates is plausible, varied, and the same for the same seed. */
import { faker } from '@faker-js/faker';
import type { SalesOrder } from '../../../sandbox';
import { TestSandbox } from '../../support/testSandbox';
import { NOON } from '../../support/time';

const COUNT = 2000;
const orders = ordersOf(1);

function ordersOf(seed: number, count = COUNT): SalesOrder[] {
	const { sandbox } = new TestSandbox({ seed, orders: { count, days: 30, deletedShare: 0.1 } });
	return sandbox.world.all().map(({ id }) => sandbox.world.find(id) as SalesOrder);
}

test('the same seed gives the same orders, another seed others, and faker itself is not touched', () => {
	faker.seed(7);
	const untouched = faker.number.int();
	faker.seed(7);
	const few = ordersOf(1, 200);
	expect(ordersOf(1, 200)).toEqual(few);
	expect(faker.number.int()).toBe(untouched);
	const sales = (of: SalesOrder[]) => of.map(({ totalSales }) => totalSales);
	expect(sales(ordersOf(2, 200))).not.toEqual(sales(few));
});

test('ids are unique, and an order is deleted after it arrived and not later than now', () => {
	expect(new Set(orders.map(({ id }) => id)).size).toBe(COUNT);
	const itemIds = orders.flatMap((order) => order.items).map(({ id }) => id);
	expect(new Set(itemIds).size).toBe(itemIds.length);
	for (const { dateCreated, dateDeleted } of orders) {
		if (dateDeleted === null) continue;
		expect(dateDeleted >= dateCreated).toBe(true);
		expect(Date.parse(dateDeleted)).toBeLessThanOrEqual(NOON);
	}
});
