/** What the sandbox generates is plausible, varied, and the same for the same seed. */
import { faker } from '@faker-js/faker';

import { createSandbox, generateTokenUsers, type SalesOrder } from '../../../sandbox';
import { generateHistory } from '../../../sandbox/history';
import { TestSandbox } from '../../support/testSandbox';
import { DAY, MINUTE, NOON } from '../../support/time';

const COUNT = 2000;
const orders = ordersOf(1);
const items = orders.flatMap((order) => order.items);

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

test('money has two decimals and adds up to the cent', () => {
	for (const order of orders) {
		const cents = order.items.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
		expect(Math.round(order.totalSales * 100)).toBe(cents);
		for (const { total, price, originalPrice } of order.items) {
			for (const money of [total, price, originalPrice]) expect(Number(money.toFixed(2))).toBe(money);
		}
	}
});

test.each<[string, (order: SalesOrder) => boolean]>([
	['a return', (order) => order.items.some(({ isReturn, total }) => isReturn && total < 0)],
	['a reward', (order) => order.items.some(({ isReward, total }) => isReward && total === 0)],
	[
		'a discounted line',
		(order) => order.items.some(({ price, originalPrice }) => price > 0 && price < originalPrice),
	],
	['a quantity with decimals', (order) => order.items.some(({ quantity }) => !Number.isInteger(quantity))],
	['one line', (order) => order.items.length === 1],
	['eight lines', (order) => order.items.length === 8],
	['a deletion', (order) => order.deleted && order.dateDeleted !== null],
	['a comment cut at 255', (order) => order.sellerComment?.length === 255],
	['a comment beyond ASCII', (order) => /[\u3000-\u9fff]/.test(order.sellerComment ?? '')],
	['a comment with a line break and quotes', (order) => /"[^]*\n/.test(order.sellerComment ?? '')],
	['a late sync of more than a day', (order) => lateness(order) > 24 * 60],
	['a sync within two minutes', (order) => lateness(order) >= 0 && lateness(order) <= 2],
	['a phone that runs ahead', (order) => lateness(order) < 0],
	['an edit', (order) => order.isEdited],
	['a disabled customer', (order) => !order.customer.enabled],
])('there is an order with %s', (_what, matches) => {
	expect(orders.some(matches)).toBe(true);
});

test('ids of orders and items are unique', () => {
	expect(new Set(orders.map(({ id }) => id)).size).toBe(COUNT);
	expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});

test('an order is deleted after it arrived and not later than now', () => {
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

test('lines of an order can be fixed', () => {
	const { sandbox } = new TestSandbox({ lines: { minimum: 5, maximum: 5 }, orders: { count: 50 } });
	for (const { id } of sandbox.world.all()) expect(sandbox.world.find(id)?.items).toHaveLength(5);
});

test('users with tokens are the same for the same seed and differ in zone, name and token', () => {
	const users = generateTokenUsers(4);
	expect(generateTokenUsers(4)).toEqual(users);
	for (const field of ['id', 'username', 'timezone', 'apiToken'] as const) {
		expect(new Set(users.map((user) => user[field])).size).toBe(users.length);
	}
	expect(generateTokenUsers(4, ['Asia/Kathmandu']).map(({ timezone }) => timezone)).toEqual([
		'Asia/Kathmandu',
	]);
});

test('a zone that does not exist and a past that is later than now are refused', () => {
	expect(() => createSandbox({ users: generateTokenUsers(1, ['Nowhere/City']) })).toThrow(RangeError);
	expect(() => new TestSandbox({ orders: { count: 1, until: NOON + 1 } })).toThrow(RangeError);
});

function lateness({ dateCreated, mobileDateCreated }: SalesOrder): number {
	return (Date.parse(dateCreated) - Date.parse(mobileDateCreated)) / MINUTE;
}
