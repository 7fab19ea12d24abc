/** What is remembered of orders from poll to poll, and what is forgotten (design 4, memory). */
import { OrderMemory } from '../../../../nodes/SalesOrderIntegration/trigger/state/orderMemory';
import { initialState } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import type { ServiceState } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { track } from '../../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { DAY, NOON } from '../../../support/time';
import { defaultSettings } from '../../../support/triggerSettings';

const orderOf = (id: number, at: number, fields = {}) =>
	track({ id, dateCreated: new Date(at).toISOString(), ...fields }, at);

function memoryOf(parts: Partial<ServiceState> = {}): OrderMemory {
	return new OrderMemory({ ...initialState(defaultSettings, NOON), ...parts });
}

/** Stored, and loaded again. */
const reloaded = (memory: OrderMemory) =>
	memoryOf(JSON.parse(JSON.stringify(memory.toStored())) as Partial<ServiceState>);

test('orders, fingerprints, deletions and those that wait survive', () => {
	const memory = memoryOf();
	const order = orderOf(1, NOON, { sellerComment: 'one' });
	memory.remember(order);
	memory.rememberFingerprint(order);
	memory.rememberFingerprint(orderOf(2, NOON));
	memory.deletions.set('3', NOON);
	memory.pending.set('4', ['4', NOON, NOON, 1, NOON]);
	const again = reloaded(memory);
	expect([again.delivered.has('1'), again.delivered.has('2')]).toEqual([true, false]);
	expect(again.fingerprintOf('1')).toBe(memory.fingerprintOf('1'));
	expect(again.fingerprintOf('2')).not.toBe(again.fingerprintOf('1'));
	expect(again.fingerprintOf('3')).toBeUndefined();
	expect([...again.deletions]).toEqual([['3', NOON]]);
	expect([...again.pending.values()]).toEqual([['4', NOON, NOON, 1, NOON]]);
	expect(again.toStored()).toEqual(memory.toStored());
});

test('an order that moves to another day has the fingerprint of its last version, for as long as that day', () => {
	const memory = memoryOf();
	memory.rememberFingerprint(orderOf(1, NOON, { sellerComment: 'one' }));
	const before = memory.fingerprintOf('1');
	memory.rememberFingerprint(orderOf(1, NOON + DAY, { sellerComment: 'two' }));
	const known = memory.fingerprintOf('1');
	expect(known).not.toBe(before);
	expect(reloaded(memory).fingerprintOf('1')).toBe(known);
	memory.forget(NOON + DAY, 0);
	expect(memory.fingerprintOf('1')).toBe(known);
	expect(memory.fingerprintOf('constructor')).toBeUndefined();
});

test('whole days of orders are forgotten, and it is known which', () => {
	const memory = memoryOf();
	for (const order of [orderOf(1, NOON - DAY), orderOf(2, NOON)]) {
		memory.remember(order);
		memory.rememberFingerprint(order);
	}
	memory.forget(NOON, 0);
	const again = reloaded(memory);
	const midnight = Date.parse('2026-07-15T00:00:00Z');
	for (const { delivered } of [memory, again]) {
		expect([delivered.has('1'), delivered.has('2')]).toEqual([false, true]);
	}
	expect([again.fingerprintOf('1'), typeof again.fingerprintOf('2')]).toEqual([undefined, 'string']);
	expect(again.isForgotten(orderOf(5, midnight - 1))).toBe(true);
	expect(again.isForgotten(orderOf(5, midnight))).toBe(false);
	// What was forgotten once stays so.
	again.forget(NOON - 9 * DAY, 0);
	expect(again.isForgotten(orderOf(5, midnight - 1))).toBe(true);
});

test('deletions are forgotten one by one, and it is known up to when', () => {
	const memory = memoryOf({ deletions: { 1: NOON - 2, 2: NOON - 1, 3: NOON } });
	memory.forget(0, NOON);
	const again = reloaded(memory);
	expect([...again.deletions.keys()]).toEqual(['3']);
	expect([again.isDeletionForgotten(NOON - 1), again.isDeletionForgotten(NOON)]).toEqual([true, false]);
	again.forget(0, NOON);
	expect(again.isDeletionForgotten(NOON - 1)).toBe(true);
});
