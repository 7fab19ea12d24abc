/** The state of a trigger that starts (design 4). */
import { readAtOnce } from '../../../../nodes/SalesOrderIntegration/dates/coverage';
import {
	initialState,
	newSummary,
	noAttention,
	stateSchema,
} from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { DAY, HOUR, NOON } from '../../../support/time';
import { defaultSettings } from '../../../support/triggerSettings';

const settings = {
	...defaultSettings,
	events: ['created', 'attention', 'summary'],
	filters: { orderTypes: 'Wanted' },
};
const activation = { start: NOON + 999, now: NOON + HOUR, users: ['abc'] };

test('begins at the activation, in whole seconds, for the chosen events and with the filters of today', () => {
	const state = initialState(settings, activation);
	expect(state).toMatchObject({
		users: ['abc'],
		windowDate: 'mobileDateCreated',
		begun: NOON + HOUR,
		since: { created: NOON },
		filters: [{ since: 0, filters: { orderTypes: 'Wanted' } }],
		polledAt: NOON + HOUR,
		coverage: { created: readAtOnce(NOON), deleted: readAtOnce(NOON) },
	});
	expect(Object.keys(state.since)).toEqual(['created']);
	const services = { s: JSON.parse(JSON.stringify(state)) as unknown };
	const names = { version: 1, revision: 0, nodeId: 'n', nodeName: 'N', service: 's' };
	const whole = { ...names, services, attention: noAttention, summary: newSummary(NOON), hasToRead: false };
	expect(stateSchema.safeParse(whole).error).toBe(undefined);
});

test('or at Start From', () => {
	const startFrom = { at: NOON - DAY, text: 'a day ago' };
	expect(initialState({ ...settings, startFrom }, activation)).toMatchObject({
		startFrom: 'a day ago',
		since: { created: NOON - DAY },
		coverage: { created: readAtOnce(NOON - DAY) },
	});
});
