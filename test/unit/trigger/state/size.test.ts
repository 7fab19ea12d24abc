/** The state is small: n8n keeps it in one column of the workflow row (design 4). */
import { track } from '../../../../nodes/SalesOrderIntegration/trigger/trackedOrder';
import { forNote } from '../../../../nodes/SalesOrderIntegration/trigger/state/activationNote';
import { OrderMemory } from '../../../../nodes/SalesOrderIntegration/trigger/state/orderMemory';
import { initialState, noAttention } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import type { TriggerState } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { SeededRandom } from '../../../../sandbox/seededRandom';
import { DAY, NOON } from '../../../support/time';
import { defaultSettings } from '../../../support/triggerSettings';

/** A state that remembers so many orders of the last ten days, with gaps between their IDs as other accounts leave. */
function stateOf(orders: number): TriggerState {
	const random = new SeededRandom(1, 1);
	const initial = initialState(defaultSettings, NOON);
	const memory = new OrderMemory(initial);
	let id = 30_000_000;
	for (let number = 0; number < orders; number++) {
		id += random.integer(1, 9);
		const dateCreated = new Date(NOON - 10 * DAY + (number * 10 * DAY) / orders).toISOString();
		memory.remember(track({ id, dateCreated, mobileDateCreated: dateCreated }, NOON));
	}
	const service = { ...initial, ...memory.toStored() };
	return { version: 1, service: 's', services: { s: service }, attention: noAttention };
}

it('100,000 delivered orders take at most 400 kB of JSON, with the note for a renamed node', () => {
	const state = stateOf(100_000);
	expect(JSON.stringify([state, forNote(state)]).length).toBeLessThanOrEqual(400_000);
});
