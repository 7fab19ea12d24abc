/** What is remembered of orders from poll to poll, and what is forgotten (design 4, memory). */
import fc from 'fast-check';
import {
	emptyMemory,
	OrderMemory,
	storedMemorySchema,
} from '../../../../nodes/SalesOrderIntegration/trigger/state/orderMemory';
import type { StoredMemory } from '../../../../nodes/SalesOrderIntegration/trigger/state/orderMemory';
import { track } from '../../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { DAY, NOON } from '../../../support/time';

const orderOf = (id: number | bigint | string, at: number) =>
	track({ id: String(id), dateCreated: new Date(at).toISOString() }, at);

const delivered = { isDelivered: true };

/** Stored, and loaded again. */
const reloaded = (memory: OrderMemory) =>
	new OrderMemory(JSON.parse(JSON.stringify(memory.toStored())) as StoredMemory);

test('orders, marks, deletions and those that wait survive', () => {
	const memory = new OrderMemory(emptyMemory);
	memory.remember(orderOf(1, NOON), delivered);
	memory.remember(orderOf(2, NOON), { isDelivered: false });
	memory.setMark('edited', orderOf(1, NOON), 'abc');
	memory.deletions.set('3', { at: NOON });
	memory.waiting.set('4', { id: '4', mobileDateCreated: NOON, dateCreated: NOON, deliveries: 1, last: NOON });
	const again = reloaded(memory);
	expect(['1', '2', '3'].map((id) => again.has(id))).toEqual([true, true, false]);
	expect(['1', '2', '3'].map((id) => again.hasDelivered(id))).toEqual([true, false, false]);
	expect(['1', '2', 'constructor'].map((id) => again.markOf('edited', id))).toEqual([
		'abc',
		undefined,
		undefined,
	]);
	expect([again.isDeleted('3'), again.isDeleted('1'), again.waiting.size]).toEqual([true, false, 1]);
	expect(again.toStored()).toEqual(memory.toStored());
});

test('every ID is the same text again, whatever it looks like', () => {
	const id = fc.oneof(
		fc.string({ minLength: 1 }),
		fc.bigInt({ min: 0n, max: 10n ** 17n }).map(String),
		fc.integer().map(String),
		fc.constantFrom('007', '1e3', '0', '999999999999999', '1000000000000000', '1,2', '__proto__'),
	);
	const order = fc.record({ id, at: fc.integer({ min: NOON - 3 * DAY, max: NOON }) });
	fc.assert(
		fc.property(fc.array(order), (orders) => {
			const memory = new OrderMemory(emptyMemory);
			for (const each of orders) memory.remember({ ...orderOf(1, each.at), id: each.id }, delivered);
			const again = reloaded(memory);
			expect(orders.filter(({ id: each }) => !again.has(each))).toEqual([]);
			expect(storedMemorySchema.parse(again.toStored())).toEqual(memory.toStored());
		}),
	);
});

test('an order that moves to another day is remembered, with its mark, for as long as the later one', () => {
	const memory = new OrderMemory(emptyMemory);
	for (const day of [NOON, NOON + DAY, NOON - DAY]) memory.remember(orderOf(1, day), delivered);
	memory.setMark('edited', orderOf(1, NOON), 'before');
	memory.setMark('edited', orderOf(1, NOON + DAY), 'after');
	memory.forget(NOON + DAY, 0, 0);
	expect([memory.has('1'), reloaded(memory).markOf('edited', '1')]).toEqual([true, 'after']);
});

test('an order from after the last day of the year 9999 is remembered, with its mark', () => {
	const memory = new OrderMemory(emptyMemory);
	const order = track({ id: 1, dateCreated: '9999-12-31T23:59:59-06:00' }, NOON);
	memory.remember(order, delivered);
	memory.setMark('edited', order, 'mark');
	memory.forget(NOON, 0, 0);
	expect(storedMemorySchema.safeParse(memory.toStored()).success).toBe(true);
	expect([memory.has('1'), reloaded(memory).markOf('edited', '1')]).toEqual([true, 'mark']);
});

test('whole days of orders are forgotten, with their marks', () => {
	const memory = new OrderMemory(emptyMemory);
	for (const order of [orderOf(1, NOON - DAY), orderOf(2, NOON)]) {
		memory.remember(order, { isDelivered: false });
		memory.setMark('edited', order, 'mark');
	}
	memory.forget(NOON, 0, 0);
	expect([memory.has('1'), memory.has('2')]).toEqual([false, true]);
	expect([memory.markOf('edited', '1'), memory.markOf('edited', '2')]).toEqual([undefined, 'mark']);
	expect(memory.toStored().notDelivered).toEqual(['2']);
});

test('deletions are forgotten by their date, or by that of their order, but not while the order is remembered', () => {
	const memory = new OrderMemory(emptyMemory);
	memory.deletions.set('1', { at: NOON - 1 });
	memory.deletions.set('2', { at: NOON });
	memory.deletions.set('3', { at: NOON, latestDate: NOON - DAY - 1 });
	memory.deletions.set('4', { at: NOON - 9 * DAY, latestDate: NOON - DAY });
	memory.deletions.set('5', { at: NOON - 1 });
	memory.remember(orderOf(5, NOON), delivered);
	memory.forget(0, NOON, NOON - DAY);
	expect([...memory.deletions.keys()]).toEqual(['2', '4', '5']);
});
