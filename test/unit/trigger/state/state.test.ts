/** The state of a trigger that starts (design 4). */
import {
	asJson,
	initialState,
	stateSchema,
	noAttention,
} from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { DAY, NOON } from '../../../support/time';
import { defaultSettings } from '../../../support/triggerSettings';

const settings = {
	...defaultSettings,
	events: ['created', 'attention'] as Array<'created' | 'attention'>,
	filters: { orderTypes: 'Wanted' },
};

test('begins now, in whole seconds, for the chosen events and with the filters of today', () => {
	const reading = { lastBegan: NOON };
	const state = initialState(settings, NOON + 999);
	expect(state).toEqual({
		startFrom: undefined,
		windowDate: 'mobileDateCreated',
		since: { created: NOON },
		filters: [{ since: 0, filters: { orderTypes: 'Wanted' } }],
		polledAt: NOON + 999,
		clockOffsetMs: 0,
		readings: { deletedNear: reading, createdNear: reading, deletedFar: reading, createdFar: reading },
		comesFirst: [],
		delivered: {},
		deliveredForgottenBefore: 0,
		deletions: {},
		deletionsForgottenBefore: 0,
		fingerprints: {},
		pending: [],
	});
	const service = 'https://service.example';
	const whole = { version: 1, service, services: { [service]: asJson(state) }, attention: noAttention };
	expect(stateSchema.safeParse(whole).success).toBe(true);
});

test('or at Start From', () => {
	const startFrom = { at: NOON - DAY, text: 'a day ago' };
	expect(initialState({ ...settings, startFrom }, NOON)).toMatchObject({
		startFrom: 'a day ago',
		since: { created: NOON - DAY },
		readings: { createdFar: { lastBegan: NOON - DAY } },
		polledAt: NOON,
	});
});
