/** What the sandbox generates is plausible, varied, and the same for the same seed. */
import { faker } from '@faker-js/faker';

import { createSandbox, generateTokenUsers, type SalesOrder } from '../../../sandbox';
import { generateHistory } from '../../../sandbox/history';
import { TestSandbox } from '../../support/testSandbox';
import { DAY, MINUTE, NOON } from '../../support/time';

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

test('money has two decimals', () => {
	for (const { price, originalPrice, total } of orders.flatMap((order) => order.items)) {
		for (const money of [total, price, originalPrice]) expect(Number(money.toFixed(2))).toBe(money);
	}
});

test.each<[string, (order: SalesOrder) => boolean]>([
	['a reward', (order) => order.items.some(({ isReward, total }) => isReward && total === 0)],
	[
		'a discounted line',
		(order) => order.items.some(({ price, originalPrice }) => price > 0 && price < originalPrice),
	],
	['a quantity with decimals', (order) => order.items.some(({ quantity }) => !Number.isInteger(quantity))],
	['eight lines', (order) => order.items.length === 8],
	['a comment cut at 255', (order) => order.sellerComment?.length === 255],
	['a comment beyond ASCII', (order) => /[\u3000-\u9fff]/.test(order.sellerComment ?? '')],
	['a comment with a line break and quotes', (order) => /"[^]*\n/.test(order.sellerComment ?? '')],
	['a late sync of more than a day', (order) => lateness(order) > 24 * 60],
	['a sync within two minutes', (order) => lateness(order) >= 0 && lateness(order) <= 2],
	['a phone that runs ahead', (order) => lateness(order) < 0],
	['a disabled customer', (order) => !order.customer.enabled],
])('there is an order with %s', (_what, matches) => {
	expect(orders.some(matches)).toBe(true);
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

test('orders arrive within the days asked for and no later than the habits of the phones allow', () => {
	const habits = { maximumLateHours: 5, maximumClockErrorMinutes: 10 };
	const history = generateHistory(9, {
		count: 3000,
		days: 10,
		until: NOON,
		timezone: 'America/Mexico_City',
		deletedShare: 0,
		habits,
	});
	const arrivals = history.map(({ dateCreated }) => dateCreated);
	expect(arrivals).toEqual(arrivals.slice().sort((one, other) => one - other));
	expect(Math.min(...arrivals)).toBeGreaterThan(NOON - 11 * DAY);
	expect(Math.max(...arrivals)).toBeLessThanOrEqual(NOON);
	const late = history.map(({ dateCreated, mobileDateCreated }) => dateCreated - mobileDateCreated);
	expect(Math.max(...late)).toBeLessThanOrEqual((5 * 60 + 10) * MINUTE);
	expect(Math.min(...late)).toBeGreaterThanOrEqual(-10 * MINUTE);
});

test('a zone that does not exist and a past that is later than now are refused', () => {
	expect(() => createSandbox({ users: generateTokenUsers(1, ['Nowhere/City']) })).toThrow(RangeError);
	expect(() => new TestSandbox({ orders: { count: 1, until: NOON + 1 } })).toThrow(RangeError);
});

function lateness({ dateCreated, mobileDateCreated }: SalesOrder): number {
	return (Date.parse(dateCreated) - Date.parse(mobileDateCreated)) / MINUTE;
}
