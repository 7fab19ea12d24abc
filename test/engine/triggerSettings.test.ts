/** What the fields of the trigger mean, read in n8n-core's own PollContext (design 2 and 4). */
import type { INodeParameters } from 'n8n-workflow';
import { readConnection } from '../../nodes/SalesOrderIntegration/http/connection';
import { readSettings } from '../../nodes/SalesOrderIntegration/trigger/properties';
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';
import { defaultSettings } from '../support/triggerSettings';
import { HOUR, MINUTE } from '../support/time';
import { pollContext } from './support';

const fields = { baseUrl: 'https://service.example', apiToken: 'token', timezone: 'America/Mexico_City' };

function settingsOf(parameters: INodeParameters = {}, serverDateParameter = ''): TriggerSettings {
	const credential = { ...fields, serverDateParameter };
	const { context } = pollContext({ credential, parameters, timezone: 'Europe/Madrid' });
	return readSettings(context, readConnection(credential));
}

it('A trigger on which nothing was changed has the default settings', () => {
	expect(settingsOf()).toEqual(defaultSettings);
});

it.each<[string, INodeParameters, Partial<TriggerSettings>]>([
	['events', { events: ['edited'] }, { events: ['edited'] }],
	['delivery', { delivery: 'untilExternalId' }, { delivery: 'untilExternalId' }],
	['lateSyncHours', { options: { lateSyncHours: 5 } }, { lateSyncMs: 5 * HOUR }],
	['sweepMinutes', { options: { sweepMinutes: 7 } }, { sweepMs: 7 * MINUTE }],
	['deletedDays', { options: { deletedDays: 11 } }, { deletedMs: 11 * 24 * HOUR }],
	['maxOrdersPerRun', { options: { maxOrdersPerRun: 13 } }, { maxOrdersPerRun: 13 }],
	['redeliverMinutes', { options: { redeliverMinutes: 17 } }, { redeliverMs: 17 * MINUTE }],
	['maxDeliveries', { options: { maxDeliveries: 19 } }, { maxDeliveries: 19 }],
	[
		'pauseDuringMaintenance',
		{ options: { pauseDuringMaintenance: false } },
		{ pauseDuringMaintenance: false },
	],
	[
		'startFrom, in the time zone of the workflow',
		{ options: { startFrom: '2026-03-01T14:30:00' } },
		{ startFrom: { at: Date.parse('2026-03-01T13:30:00Z'), text: '2026-03-01T14:30:00' } },
	],
])('The field %s changes what it says, and nothing else', (_, parameters, changed) => {
	expect(settingsOf(parameters)).toEqual({ ...defaultSettings, ...changed });
});

it('With a server date parameter windows are held against the arrival', () => {
	expect(settingsOf({}, 'dateField=dateCreated')).toEqual({ ...defaultSettings, windowDate: 'dateCreated' });
});

it.each<[string, INodeParameters, string]>([
	['no event', { events: [] }, 'No event is chosen'],
	['no hours', { options: { lateSyncHours: 0 } }, 'Late Sync (Hours) must be a number above 0'],
	['a word for minutes', { options: { sweepMinutes: 'often' } }, 'Sweep Every (Minutes) must be a number'],
	['a start in the future', { options: { startFrom: '2926-03-01' } }, 'Start From lies in the future'],
	['a start that is no date', { options: { startFrom: 'someday' } }, 'Start From'],
])('%s is refused, with the name of the field', (_, parameters, message) => {
	expect(() => settingsOf(parameters)).toThrow(message);
});
