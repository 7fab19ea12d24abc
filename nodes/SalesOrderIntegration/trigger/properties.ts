/** The fields of the trigger, and what they mean (design 2). */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../dates/durations';
import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { parseDateInput } from '../dates';
import type { Connection } from '../http/connection';
import { InputError } from '../errors/failures';
import { systemTiming } from '../http/timing';
import type { OutputChoice } from '../output';
import { outputProperties, readOutputChoice } from '../output/properties';
import type { Delivery, StartFrom, TriggerEvent, TriggerSettings } from './settings';

/** The number fields under Options, with their defaults; all must be positive. */
const numberOptions = {
	lateSyncHours: {
		displayName: 'Late Sync (Hours)',
		default: 72,
		description:
			'How late after it was made an order may arrive and still be found. Phones that were offline for longer need more; more costs more requests.',
	},
	sweepMinutes: {
		displayName: 'Sweep Every (Minutes)',
		default: 60,
		description: 'How often the hours of Late Sync are searched for late orders and edits',
	},
	deletedDays: {
		displayName: 'Deleted Orders (Days Back)',
		default: 30,
		description: 'How old an order may be whose deletion is noticed',
	},
	maxOrdersPerRun: {
		displayName: 'Max Orders per Run',
		default: 500,
		description: 'How many orders one execution gets at most; the rest follows with the next poll',
	},
	redeliverMinutes: {
		displayName: 'Redeliver After (Minutes)',
		default: 30,
		description:
			'With Delivery Until External ID Is Set: how long to wait for the external ID before an order comes again',
	},
	maxDeliveries: {
		displayName: 'Max Deliveries',
		default: 10,
		description:
			'With Delivery Until External ID Is Set: how often an order comes before it is given up, which is logged',
	},
};
type NumberOption = keyof typeof numberOptions;

const options: INodeProperties[] = [
	...Object.entries(numberOptions).map(([name, texts]): INodeProperties => ({
		...texts,
		name,
		type: 'number',
		typeOptions: { minValue: 1 },
	})),
	{
		displayName: 'Pause During Maintenance',
		name: 'pauseDuringMaintenance',
		type: 'boolean',
		default: true,
		description:
			'Whether to leave the service alone while it is maintained (Saturday 22:00 to Sunday 01:00, Central Mexico time); what arrived is caught up after it',
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			'Hand over all orders that arrived since then, once. Changing it starts afresh from the new time: everything since then comes again. Empty: only what arrives after activation.',
	},
];

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'Orders are found by reading the service at each poll: about every 10 minutes is recommended. Check that the Time Zone in the credential is that of the token’s user.',
		name: 'pollNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'Order Created',
				value: 'created',
				description: 'An order has reached the service, however late',
			},
			{
				name: 'Order Deleted',
				value: 'deleted',
				description:
					'An order was deleted, also an old one. The field "delivered" says whether this trigger had handed it over; without Order Created it never has.',
			},
			{
				name: 'Order Edited',
				value: 'edited',
				description: 'The seller changed lines, quantities, prices, customer, type, comment or delivery date',
			},
		],
		default: ['created', 'deleted'],
		description: 'What starts the workflow. Each item says in the field "event" which it is.',
	},
	{
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		options: [
			{
				name: 'Once',
				value: 'once',
				description: 'Each order comes once, whatever the workflow makes of it',
			},
			{
				name: 'Until External ID Is Set',
				value: 'untilExternalId',
				description:
					'Each order comes again until the workflow has stored an external ID on it: nothing is lost when a later node fails',
			},
		],
		default: 'once',
		description: 'When an order counts as delivered',
	},
	{
		displayName:
			'End the workflow with Set External ID, and let it bear an order that comes twice (for example by an upsert with the order ID as key).',
		name: 'deliveryNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { delivery: ['untilExternalId'] } },
	},
	...outputProperties,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	},
];

/** @throws InputError for a value that cannot be used */
export function readSettings(context: IPollFunctions, connection: Connection): TriggerSettings {
	const given = context.getNodeParameter('options', {}) as IDataObject;
	const number = (name: NumberOption) =>
		readPositive(numberOptions[name].displayName, given[name] ?? numberOptions[name].default);
	const events = context.getNodeParameter('events') as TriggerEvent[];
	if (!Array.isArray(events) || events.length === 0) {
		throw new InputError('No event is chosen', 'Choose at least one under Events.');
	}
	return {
		events,
		delivery: context.getNodeParameter('delivery', 'once') as Delivery,
		startFrom: readStartFrom(context, connection),
		lateSyncMs: number('lateSyncHours') * HOUR_MS,
		sweepMs: number('sweepMinutes') * MINUTE_MS,
		deletedMs: number('deletedDays') * DAY_MS,
		maxOrdersPerRun: Math.max(1, Math.floor(number('maxOrdersPerRun'))),
		redeliverMs: number('redeliverMinutes') * MINUTE_MS,
		maxDeliveries: Math.max(1, Math.floor(number('maxDeliveries'))),
		pauseDuringMaintenance: given.pauseDuringMaintenance !== false,
		windowDate: connection.serverDateParameter ? 'dateCreated' : 'mobileDateCreated',
	};
}

/** @throws InputError for a date that is not understood or in the future */
function readStartFrom(context: IPollFunctions, connection: Connection): StartFrom | undefined {
	const { startFrom } = context.getNodeParameter('options', {}) as IDataObject;
	const at = parseDateInput(startFrom, {
		field: 'Start From',
		edge: 'start',
		workflowZone: context.getTimezone(),
		tokenZone: connection.timezone,
	});
	if (at !== undefined && at > systemTiming.now() + DAY_MS) {
		throw new InputError(
			`Start From lies in the future: ${new Date(at).toISOString()}`,
			'Until then nothing would be handed over. Enter an earlier time, or leave it empty to start now.',
		);
	}
	const entered = context.getNodeParameter('options', {}, { rawExpressions: true }) as IDataObject;
	return at === undefined ? undefined : { at, text: String(entered.startFrom) };
}

/** @throws InputError for an empty list of fields */
export function readOutput(context: IPollFunctions): OutputChoice {
	return readOutputChoice(context.getNodeParameter('output', ''), context.getNodeParameter('fields', []));
}

function readPositive(label: string, value: unknown): number {
	const number = Number(value);
	if (!Number.isFinite(number) || number <= 0) {
		throw new InputError(`${label} must be a number above 0, not ${JSON.stringify(value)}`);
	}
	return number;
}
