/** What the user chose for the trigger, checked and in the units that the code counts in (design 2). */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { parseDateInput } from '../dates';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../dates/durations';
import { InputError } from '../errors/failures';
import type { Connection } from '../http/connection';
import { readOrderFilter } from '../parameters/orderFilter';
import type { OrderFilter } from '../parameters/orderFilter';
import {
	readChoice,
	readChoices,
	readCollection,
	readPositiveInteger,
	readPositiveNumber,
	readSwitch,
} from '../parameters/values';
import { orderEventNames } from './events';

export const triggerEvents = [...orderEventNames, 'attention'] as const;
export type TriggerEvent = (typeof triggerEvents)[number];

export const deliveries = ['once', 'untilExternalId'] as const;
export type Delivery = (typeof deliveries)[number];

/** The number fields under Options, with their defaults. Each must be greater than 0. */
export const numberOptions = {
	lateSyncHours: { displayName: 'Late Arrivals (Hours)', default: 72 },
	sweepMinutes: { displayName: 'Late Orders Every (Minutes)', default: 60 },
	deletedDays: { displayName: 'Deleted Orders (Days Back)', default: 30 },
	maxOrdersPerRun: { displayName: 'Max Orders per Run', default: 500 },
	redeliverMinutes: { displayName: 'Redeliver After (Minutes)', default: 30 },
	maxDeliveries: { displayName: 'Max Deliveries', default: 10 },
};
type NumberOption = keyof typeof numberOptions;

/** A date field, as an instant and as it was entered. */
export interface StartFrom {
	/** Epoch milliseconds. */
	at: number;
	/** An expression such as "seven days ago" stays the same text, although it never is the same instant. */
	text: string;
}

/** The settings of one trigger node. Durations in milliseconds. */
export interface TriggerSettings {
	events: TriggerEvent[];
	delivery: Delivery;
	/** Deliver what arrived from here on, unless the state says that this was done. */
	startFrom?: StartFrom;
	/** How long after its `mobileDateCreated` an order may arrive and is still found. */
	lateSyncMs: number;
	/** How often late orders, edits and old deletions are looked for. */
	sweepMs: number;
	/** Age of an order up to which its deletion is noticed. */
	deletedMs: number;
	maxOrdersPerRun: number;
	redeliverMs: number;
	maxDeliveries: number;
	pauseDuringMaintenance: boolean;
	checkTimeZone: boolean;
	/** The Filters collection as it was entered: readOrderFilter makes a test of it. */
	filters: IDataObject;
	/** The date that the service filters windows on: `dateCreated` with a server date parameter. */
	windowDate: 'mobileDateCreated' | 'dateCreated';
}

/** @throws InputError for a value that cannot be used */
export function readSettings(context: IPollFunctions, connection: Connection, now: number): TriggerSettings {
	const options = readCollection(context.getNodeParameter('options', {}), 'Options');
	const number = (name: NumberOption, read = readPositiveNumber) =>
		read(options[name], numberOptions[name].displayName) ?? numberOptions[name].default;
	const filters = readCollection(context.getNodeParameter('filters', {}), 'Filters');
	// Refuses what cannot be a filter, before anything is read.
	filterOf(filters);
	return {
		events: readEvents(context.getNodeParameter('events')),
		delivery: readChoice(context.getNodeParameter('delivery', 'once'), 'Delivery', deliveries) ?? 'once',
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

function readEvents(value: unknown): TriggerEvent[] {
	const events = readChoices(value, 'Orders to Deliver', triggerEvents);
	if (events.some((event) => event !== 'attention')) return events;
	throw new InputError(
		events.length === 0
			? "Nothing is chosen in 'Orders to Deliver'"
			: "'Attention Needed' alone gives the trigger nothing to watch",
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

/**
 * The test that the Filters collection of the trigger describes.
 *
 * @throws InputError for a value that cannot be used
 */
export function filterOf(filters: IDataObject): OrderFilter {
	// The trigger has no filter with a date, so that no zone matters.
	return readOrderFilter(filters, { workflowZone: 'UTC', tokenZone: 'UTC' });
}
