/** What the user chose for the trigger, checked, and in the units that the code counts in (design 2). */
import type { IDisplayOptions, IPollFunctions } from 'n8n-workflow';
import { parseDateInput } from '../dates/dateInput';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../dates/durations';
import type { FilterDate } from '../dates/zoneCheck';
import { InputError } from '../errors/failures';
import { asText } from '../errors/reportTexts';
import type { Connection } from '../http/connection';
import { triggerFilter } from './orderFilter';
import {
	readChoices,
	readCollection,
	readPositiveInteger,
	readPositiveNumber,
	readSwitch,
	requireChoice,
} from './values';

/** The events that tell the user how the trigger is doing, each in a separate execution. */
export const reportEvents = ['attention', 'summary'];

const onlyUntilExternalId: IDisplayOptions = { show: { '/delivery': ['untilExternalId'] } };

/** The number fields under Options, with their defaults. Each must be greater than 0. */
export const numberOptions = {
	lateSyncHours: {
		displayName: 'Late Arrivals (Hours)',
		default: 72,
		description:
			'How long a phone may be offline: an order that arrives later than this after its creation can be missed. A smaller number counts at once, also for what has arrived and was not read yet. A larger one may bring orders that were missed lately.',
	},
	sweepMinutes: {
		displayName: 'Late Orders Every (Minutes)',
		default: 60,
		description: 'How often to look for late orders, for changes, and for deletions of older orders',
	},
	deletedDays: {
		displayName: 'Watch for Deletions (Days)',
		default: 30,
		description:
			'Deletions of orders that were created earlier than this are not noticed. A larger number may bring deletions that were missed lately.',
	},
	maxOrdersPerRun: {
		displayName: 'Max Orders per Run',
		default: 500,
		description: 'Max number of orders per execution; the rest come with the next poll',
	},
	redeliverMinutes: {
		displayName: 'Redeliver After (Minutes)',
		default: 30,
		description:
			'How long to wait for the external ID before the second delivery. Each further wait is twice as long, up to 12 hours.',
		displayOptions: onlyUntilExternalId,
	},
	maxDeliveries: {
		displayName: 'Max Deliveries',
		default: 10,
		description: 'How often an order is delivered at most; then it is reported and does not come again',
		displayOptions: onlyUntilExternalId,
	},
};

/** The settings of one trigger node. Durations in milliseconds. */
export type TriggerSettings = ReturnType<typeof readSettings>;

/** The chosen events that orders can cause. */
export function orderEventsOf({ events }: TriggerSettings): string[] {
	return events.filter((event) => !reportEvents.includes(event));
}

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
) {
	const options = readCollection(context.getNodeParameter('options', {}), 'Options');
	const number = (name: keyof typeof numberOptions, read = readPositiveNumber) =>
		read(options[name], numberOptions[name].displayName) ?? numberOptions[name].default;
	const filters = readCollection(context.getNodeParameter('filters', {}), 'Filters');
	const delivery = context.getNodeParameter('delivery', 'once');
	const windowDate: FilterDate = connection.serverDateParameter ? 'dateCreated' : 'mobileDateCreated';
	// Refuses what cannot be a filter, before anything is read.
	const { empty } = triggerFilter(filters);
	const rawFilters = context.getNodeParameter('filters', {}, { rawExpressions: true });
	// The editor shows what was left empty there; what an expression returns, nobody sees.
	if (empty && JSON.stringify(rawFilters).includes('"=')) {
		throw new InputError(
			empty,
			'Until then, nothing is read, and nothing is lost. To have all orders, remove the filter.',
		);
	}
	return {
		/** Names of events that orders can cause (events/index.ts), and of {@link reportEvents}. */
		events: readEvents(context.getNodeParameter('events'), orderEvents),
		delivery: requireChoice(delivery, 'Delivery', ['once', 'untilExternalId']),
		/** Deliver what arrived from `at` on, unless the state says that this was done. */
		startFrom: readStartFrom(options.startFrom, context, connection, now),
		/** How long after its `mobileDateCreated` an order may arrive and still be found. */
		lateSyncMs: number('lateSyncHours') * HOUR_MS,
		/** How often late orders, edits and old deletions are looked for. */
		sweepMs: number('sweepMinutes') * MINUTE_MS,
		/** Age of an order up to which its deletion is noticed. */
		deletedMs: number('deletedDays') * DAY_MS,
		maxOrdersPerRun: number('maxOrdersPerRun', readPositiveInteger),
		redeliverMs: number('redeliverMinutes') * MINUTE_MS,
		maxDeliveries: number('maxDeliveries', readPositiveInteger),
		pauseDuringMaintenance: readSwitch(options.pauseDuringMaintenance, 'Pause During Maintenance') ?? true,
		checkTimeZone: readSwitch(options.checkTimeZone, 'Check Time Zone') ?? true,
		/** As they were entered: {@link triggerFilter} makes a test of them. */
		filters,
		/** The date that the service filters windows on: `dateCreated` with a server date parameter. */
		windowDate,
	};
}

function readEvents(value: unknown, orderEvents: string[]): string[] {
	const events = readChoices(value, 'Start Workflow On', [...orderEvents, ...reportEvents]);
	if (events.some((event) => orderEvents.includes(event))) return events;
	throw new InputError(
		events.length === 0
			? "Nothing is chosen in 'Start Workflow On'"
			: 'The trigger has nothing to watch: only reports are chosen',
		"Choose at least one event of orders in 'Start Workflow On', such as Order Created.",
	);
}

/**
 * When to start (`at`, epoch milliseconds). An expression such as "seven days ago" stays the same `text`, although its
 * instant changes.
 */
function readStartFrom(
	value: unknown,
	context: IPollFunctions,
	{ timezone }: Connection,
	now: number,
): { at: number; text: string } | undefined {
	const zones = { workflowZone: context.getTimezone(), tokenZone: timezone };
	const at = parseDateInput(value, { field: 'Start From', edge: 'start', ...zones });
	if (at === undefined) return undefined;
	// An expression such as $now is a moment ahead.
	if (at > now + MINUTE_MS) {
		throw new InputError(
			`'Start From' lies in the future: ${asText(at)}`,
			'Until then the trigger would deliver nothing. Enter an earlier time, or leave it empty to start when you publish.',
		);
	}
	const raw = context.getNodeParameter('options', {}, { rawExpressions: true });
	return { at, text: String(readCollection(raw, 'Options').startFrom) };
}
