/** What the fields of the trigger mean, read in n8n-core's own PollContext (design 2 and 4). */
import type { INodeParameters } from 'n8n-workflow';
import { readConnection } from '../../nodes/SalesOrderIntegration/http/connection';
import { readSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { orderEventNames } from '../../nodes/SalesOrderIntegration/trigger/events';
import { NOON } from '../support/time';
import { defaultSettings } from '../support/triggerSettings';
import { pollContext } from './support';

const credential = { baseUrl: 'https://service.example', apiToken: 'token', timezone: 'America/Mexico_City' };

function settingsOf(parameters: INodeParameters = {}): TriggerSettings {
	const { context } = pollContext({ credential, parameters, timezone: 'Europe/Madrid' });
	return readSettings(context, readConnection(credential), orderEventNames, NOON);
}

it('A trigger on which nothing was changed has the default settings', () => {
	expect(settingsOf()).toEqual(defaultSettings);
});

it('Start From without an offset is in the time zone of the workflow', () => {
	const startFrom = { at: Date.parse('2026-03-01T13:30:00Z'), text: '2026-03-01T14:30:00' };
	expect(settingsOf({ options: { startFrom: startFrom.text } })).toEqual({ ...defaultSettings, startFrom });
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
