/** What the user chose for the trigger, read from the parameters of the node (design 2). */
import type { IPollFunctions } from 'n8n-workflow';
import { InputError } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { readConnection } from '../../../nodes/SalesOrderIntegration/http/connection';
import { readSettings } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { orderEventNames } from '../../../nodes/SalesOrderIntegration/trigger/events';
import { DAY, HOUR, MINUTE, NOON } from '../../support/time';

/** Settings of a trigger with these parameters; `raw` are those with expressions as they were entered. */
function read(parameters: Record<string, unknown>, raw = parameters, serverDateParameter = '') {
	const getNodeParameter = (name: string, fallback?: unknown, options?: { rawExpressions?: boolean }) =>
		(options?.rawExpressions ? raw : parameters)[name] ?? fallback;
	const context = { getNodeParameter, getTimezone: () => 'America/Bogota' } as unknown as IPollFunctions;
	const credential = { baseUrl: 'https://service.example', apiToken: 'abcd', serverDateParameter };
	const connection = readConnection({ ...credential, timezone: 'America/Mexico_City' });
	return readSettings(context, connection, orderEventNames, NOON);
}

test('each choice is read, in the units that the trigger counts in', () => {
	const same = { maxOrdersPerRun: 5, maxDeliveries: 1, pauseDuringMaintenance: false, checkTimeZone: false };
	const options = { ...same, lateSyncHours: 2, sweepMinutes: 3, deletedDays: 4, redeliverMinutes: 6 };
	const filters = { orderTypes: 'Wanted' };
	const events = ['edited', 'attention'];
	expect(read({ events, delivery: 'untilExternalId', options, filters }, {}, 'by=dateCreated')).toEqual({
		...same,
		events,
		delivery: 'untilExternalId',
		startFrom: undefined,
		lateSyncMs: 2 * HOUR,
		sweepMs: 3 * MINUTE,
		deletedMs: 4 * DAY,
		redeliverMs: 6 * MINUTE,
		filters,
		windowDate: 'dateCreated',
	});
});

describe('Start From', () => {
	const startFrom = (value: unknown, entered: unknown = value) =>
		read(
			{ events: ['created'], options: { startFrom: value } },
			{ events: ['created'], options: { startFrom: entered } },
		).startFrom;

	test('is an instant, and the text that was entered', () => {
		const text = '={{ $now.minus({ days: 7 }) }}';
		expect(startFrom('2026-07-08T12:00:00Z', text)).toEqual({ at: NOON - 7 * DAY, text });
	});

	test.each([
		['2026-07-01', '2026-07-01T05:00:00Z'],
		['01/07/2026', '2026-07-01T06:00:00Z'],
	])('%s begins in the zone of the workflow, or of the token: %s', (entered, at) => {
		expect(startFrom(entered)).toEqual({ at: Date.parse(at), text: entered });
	});

	test('can be now, and not later: the trigger would begin at once all the same', () => {
		expect(startFrom('2026-07-15T12:01:00Z')?.at).toBe(NOON + MINUTE);
		const later = () => startFrom('2026-07-15T12:01:01Z');
		expect(later).toThrow(InputError);
		expect(later).toThrow("'Start From' lies in the future: 2026-07-15T12:01:01.000Z");
	});

	test('that is no date is refused by its name', () => {
		expect(() => startFrom('soon')).toThrow(/^'Start From' cannot be "soon"/);
	});
});

test.each([
	[{ events: [] }, "Nothing is chosen in 'Start Workflow On'"],
	[{ events: ['attention', 'summary'] }, 'The trigger has nothing to watch: only reports are chosen'],
	[{ events: ['removed'] }, '\'Start Workflow On\' cannot be "removed"'],
	[{ events: ['created'], delivery: 'twice' }, '\'Delivery\' cannot be "twice"'],
	[{ events: ['created'], delivery: ' ' }, "'Delivery' is empty"],
	[{ events: ['created'], options: 7 }, "'Options' cannot be 7"],
	[{ events: ['created'], filters: 7 }, "'Filters' cannot be 7"],
	[{ events: ['created'], filters: { externalId: 'maybe' } }, 'cannot be "maybe"'],
	[{ events: ['created'], options: { lateSyncHours: 0 } }, "'Late Arrivals (Hours)' cannot be 0"],
	[{ events: ['created'], options: { maxOrdersPerRun: 0.5 } }, "'Max Orders per Run' cannot be 0.5"],
	[{ events: ['created'], options: { maxDeliveries: 1.5 } }, "'Max Deliveries' cannot be 1.5"],
	[{ events: ['created'], options: { checkTimeZone: 'x' } }, '\'Check Time Zone\' cannot be "x"'],
	[
		{ events: ['created'], options: { pauseDuringMaintenance: 'x' } },
		'\'Pause During Maintenance\' cannot be "x"',
	],
])('%j is refused: %s', (parameters, message) => {
	expect(() => read(parameters)).toThrow(InputError);
	expect(() => read(parameters)).toThrow(message);
});
