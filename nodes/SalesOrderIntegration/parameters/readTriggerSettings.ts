/** Reads and checks the parameters of the trigger (design 2). */
import type { IPollFunctions } from 'n8n-workflow';
import { parseDateInput } from '../dates/dateInput';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../dates/durations';
import { InputError } from '../errors/failures';
import type { Connection } from '../http/connection';
import { triggerFilter } from './orderFilter';
import {
	readChoice,
	readChoices,
	readCollection,
	readPositiveInteger,
	readPositiveNumber,
	readSwitch,
} from './values';
import { deliveryModes, numberOptions, reportEvents } from './triggerSettings';
import type { StartFrom, TriggerSettings } from './triggerSettings';

/**
 * The settings of a trigger.
 *
 * @param orderEvents names of the events that orders can cause
 * @param now epoch milliseconds
 * @throws InputError for a value that cannot be used
 */
export function readSettings(
	context: IPollFunctions,
	connection: Connection,
	orderEvents: string[],
	now: number,
): TriggerSettings {
	const options = readCollection(context.getNodeParameter('options', {}), 'Options');
	const number = (name: keyof typeof numberOptions, read = readPositiveNumber) =>
		read(options[name], numberOptions[name].displayName) ?? numberOptions[name].default;
	const filters = readCollection(context.getNodeParameter('filters', {}), 'Filters');
	// Refuses what cannot be a filter, before anything is read.
	triggerFilter(filters);
	return {
		events: readEvents(context.getNodeParameter('events'), orderEvents),
		delivery: readChoice(context.getNodeParameter('delivery', 'once'), 'Delivery', deliveryModes) ?? 'once',
		startFrom: readStartFrom(options.startFrom, context, connection, now),
		lateSyncMs: number('lateSyncHours') * HOUR_MS,
		sweepMs: number('sweepMinutes') * MINUTE_MS,
		deletedMs: number('deletedDays') * DAY_MS,
		maxOrdersPerRun: number('maxOrdersPerRun', readPositiveInteger),
		redeliverMs: number('redeliverMinutes') * MINUTE_MS,
		maxDeliveries: number('maxDeliveries', readPositiveInteger),
		pauseDuringMaintenance: readSwitch(options.pauseDuringMaintenance, 'Pause During Maintenance') ?? true,
		checkTimeZone: readSwitch(options.checkTimeZone, 'Check Time Zone') ?? true,
		filters,
		windowDate: connection.serverDateParameter ? 'dateCreated' : 'mobileDateCreated',
	};
}

function readEvents(value: unknown, orderEvents: string[]): string[] {
	const events = readChoices(value, 'Orders to Deliver', [...orderEvents, ...reportEvents]);
	if (events.some((event) => orderEvents.includes(event))) return events;
	throw new InputError(
		events.length === 0
			? "Nothing is chosen in 'Orders to Deliver'"
			: 'The trigger has nothing to watch: only reports are chosen',
		"Choose at least one of Order Created, Order Deleted and Order Edited in 'Orders to Deliver'.",
	);
}

function readStartFrom(
	value: unknown,
	context: IPollFunctions,
	{ timezone }: Connection,
	now: number,
): StartFrom | undefined {
	const zones = { workflowZone: context.getTimezone(), tokenZone: timezone };
	const at = parseDateInput(value, { field: 'Start From', edge: 'start', ...zones });
	if (at === undefined) return undefined;
	if (at > now + DAY_MS) {
		throw new InputError(
			`'Start From' lies in the future: ${new Date(at).toISOString()}`,
			'Until then the trigger would deliver nothing. Enter an earlier time, or leave it empty to start at activation.',
		);
	}
	const entered = readCollection(
		context.getNodeParameter('options', {}, { rawExpressions: true }),
		'Options',
	);
	return { at, text: String(entered.startFrom) };
}
