/** What the fields of the trigger mean, read in n8n-core's own PollContext (design 2 and 4). */
import type { INodeParameters } from 'n8n-workflow';
import { readConnection } from '../../nodes/SalesOrderIntegration/http/connection';
import { readSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';
import { HOUR, MINUTE, NOON } from '../support/time';
import { defaultSettings } from '../support/triggerSettings';
import { pollContext } from './support';

const fields = { baseUrl: 'https://service.example', apiToken: 'token', timezone: 'America/Mexico_City' };

function settingsOf(parameters: INodeParameters = {}, serverDateParameter = ''): TriggerSettings {
	const credential = { ...fields, serverDateParameter };
	const { context } = pollContext({ credential, parameters, timezone: 'Europe/Madrid' });
	return readSettings(context, readConnection(credential), NOON);
}

it('A trigger on which nothing was changed has the default settings', () => {
	expect(settingsOf()).toEqual(defaultSettings);
});

it.each<[string, INodeParameters, Partial<TriggerSettings>]>([
	['events', { events: ['edited', 'attention'] }, { events: ['edited', 'attention'] }],
	['delivery', { delivery: 'untilExternalId' }, { delivery: 'untilExternalId' }],
	['filters', { filters: { customerCodes: 'C1' } }, { filters: { customerCodes: 'C1' } }],
	['lateSyncHours', { options: { lateSyncHours: 5 } }, { lateSyncMs: 5 * HOUR }],
	['sweepMinutes', { options: { sweepMinutes: 7 } }, { sweepMs: 7 * MINUTE }],
	['deletedDays', { options: { deletedDays: 11 } }, { deletedMs: 11 * 24 * HOUR }],
	['maxOrdersPerRun', { options: { maxOrdersPerRun: 1 } }, { maxOrdersPerRun: 1 }],
	['redeliverMinutes', { options: { redeliverMinutes: 0.5 } }, { redeliverMs: 30_000 }],
	['maxDeliveries', { options: { maxDeliveries: 1 } }, { maxDeliveries: 1 }],
	[
		'pauseDuringMaintenance',
		{ options: { pauseDuringMaintenance: false } },
		{ pauseDuringMaintenance: false },
	],
	['checkTimeZone', { options: { checkTimeZone: false } }, { checkTimeZone: false }],
	[
		'startFrom, in the time zone of the workflow',
		{ options: { startFrom: '2026-03-01T14:30:00' } },
		{ startFrom: { at: Date.parse('2026-03-01T13:30:00Z'), text: '2026-03-01T14:30:00' } },
	],
])('The field %s changes what it says, and nothing else', (_, parameters, changed) => {
	expect(settingsOf(parameters)).toEqual({ ...defaultSettings, ...changed });
});

it.each<[string, INodeParameters, Partial<TriggerSettings>]>([
	[
		'a list of texts with blanks',
		{ events: '={{ "Created, deleted".split(",") }}' },
		{ events: ['created', 'deleted'] },
	],
	['one text', { events: '={{ "deleted" }}' }, { events: ['deleted'] }],
	['capitals', { delivery: '={{ "untilExternalID " }}' }, { delivery: 'untilExternalId' }],
	[
		'the text "false"',
		{ options: { pauseDuringMaintenance: '={{ "false" }}', checkTimeZone: '={{ "False" }}' } },
		{ pauseDuringMaintenance: false, checkTimeZone: false },
	],
	['a number as text', { options: { maxOrdersPerRun: '={{ "20" }}' } }, { maxOrdersPerRun: 20 }],
	[
		'nothing, for the default',
		{ options: { maxOrdersPerRun: '={{ null }}', startFrom: '={{ "" }}' }, delivery: '={{ undefined }}' },
		{},
	],
])('An expression may return %s', (_, parameters, changed) => {
	expect(settingsOf(parameters)).toEqual({ ...defaultSettings, ...changed });
});

it('With a server date parameter windows are held against the arrival', () => {
	expect(settingsOf({}, 'dateField=dateCreated')).toEqual({ ...defaultSettings, windowDate: 'dateCreated' });
});

it.each<[string, INodeParameters, string]>([
	['no event', { events: [] }, "Nothing is chosen in 'Orders to Deliver'"],
	[
		'attention alone',
		{ events: ['attention'] },
		"'Attention Needed' alone gives the trigger nothing to watch",
	],
	['an unknown event', { events: ['created', 'moved'] }, '\'Orders to Deliver\' cannot be "moved"'],
	['an unknown delivery', { delivery: 'twice' }, '\'Delivery\' cannot be "twice"'],
	['an unknown switch', { options: { checkTimeZone: 'perhaps' } }, "'Check Time Zone' cannot be"],
	['no hours', { options: { lateSyncHours: 0 } }, "'Late Arrivals (Hours)' cannot be 0"],
	['fewer than no hours', { options: { lateSyncHours: -1 } }, "'Late Arrivals (Hours)' cannot be -1"],
	['half an order', { options: { maxOrdersPerRun: 0.5 } }, "'Max Orders per Run' cannot be 0.5"],
	['a word for minutes', { options: { sweepMinutes: 'often' } }, "'Late Orders Every (Minutes)' cannot be"],
	['a filter that is none', { filters: { createdBy: 'someone' } }, "'Created By' cannot be"],
	['a start in the future', { options: { startFrom: '2926-03-01' } }, "'Start From' lies in the future"],
	['a start that is no date', { options: { startFrom: 'someday' } }, 'Start From'],
])('%s is refused, with the name of the field', (_, parameters, message) => {
	expect(() => settingsOf(parameters)).toThrow(message);
});
