/** What is noted for a node beside its state, for an n8n that does not find the state (design 4). */
import {
	activationNote,
	forNote,
	storedOrNoted,
} from '../../../../nodes/SalesOrderIntegration/trigger/state/activationNote';
import { initialState, noAttention } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import type { TriggerState } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { DAY, HOUR, NOON } from '../../../support/time';
import { defaultSettings } from '../../../support/triggerSettings';

test('a node is noted once, for itself, and what is no note is replaced', () => {
	const data: Record<string, unknown> = {};
	const note = activationNote(data, 'one', NOON);
	expect(note).toEqual({ at: NOON });
	expect(activationNote(data, 'one', NOON + DAY)).toBe(note);
	expect(activationNote(data, 'two', NOON + DAY)).toEqual({ at: NOON + DAY });
	expect(Object.keys(data)).toEqual(['salesOrderIntegrationTrigger:one', 'salesOrderIntegrationTrigger:two']);
	const damaged = { 'salesOrderIntegrationTrigger:one': { at: 'noon' } };
	expect(activationNote(damaged, 'one', NOON)).toEqual({ at: NOON });
});

function stateOf(nodeName: string): TriggerState {
	const service = 'https://service.example';
	return {
		version: 1,
		nodeName,
		service,
		services: { [service]: initialState(defaultSettings, NOON) },
		attention: noAttention,
	};
}

test('the noted state counts only where the stored one is of another name', () => {
	const [stored, other, noted] = [stateOf('New'), stateOf('Old'), stateOf('Old')];
	const note = { at: NOON, state: noted };
	expect(storedOrNoted('New', stored, { at: NOON })).toBe(stored);
	expect(storedOrNoted('Old', stored, note)).toBe(stored);
	expect(storedOrNoted('New', other, note)).toBe(other);
	expect(storedOrNoted('New', stored, note)).toBe(noted);
	expect(storedOrNoted('New', undefined, note)).toBe(noted);
});

test('IDs that no reading asks for any more are not noted', () => {
	const state = stateOf('Trigger');
	const [[service, current] = ['', initialState(defaultSettings, NOON)]] = Object.entries(state.services);
	const midnight = Date.parse('2026-07-15T00:00:00Z');
	const notedWith = (near: number, far: number, deliveredForgottenBefore = 0) => {
		const readings = {
			...current.readings,
			createdNear: { lastBegan: near },
			createdFar: { lastBegan: far },
		};
		const delivered = { '2026-07-14': [1], '2026-07-15': [2], '2026-07-16': [3] };
		const whole = { ...current, readings, delivered, deliveredForgottenBefore };
		const noted = forNote({ ...state, services: { [service]: whole } }).services[service];
		expect(noted).toMatchObject({ readings, polledAt: NOON });
		return [Object.keys(noted?.delivered ?? {}).length, noted?.deliveredForgottenBefore];
	};
	expect(notedWith(NOON, NOON)).toEqual([2, midnight]);
	// An hour is left for clocks that differ.
	expect(notedWith(midnight + HOUR, NOON)).toEqual([2, midnight]);
	expect(notedWith(midnight + HOUR - 1, NOON)).toEqual([3, midnight - DAY]);
	expect(notedWith(NOON, midnight)).toEqual([3, midnight - DAY]);
	expect(notedWith(NOON, NOON, midnight + 1)).toEqual([2, midnight + 1]);
});
