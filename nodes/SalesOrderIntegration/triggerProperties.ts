/** The fields of the trigger, as the editor shows them (design 2). */
import type { INodeProperties, INodePropertyOptions, NodeHint } from 'n8n-workflow';
import { outputProperties } from './output/properties';
import { collection, notice } from './parameters/fields';
import { triggerFilters } from './parameters/orderFilter';
import { orderEvents } from './trigger/events';
import { numberOptions } from './parameters/triggerSettings';

const descriptions: Record<keyof typeof numberOptions, string> = {
	deletedDays: 'Maximum age of an order whose deletion is detected',
	lateSyncHours:
		'How many hours after creation an order can arrive and still be found. Increase it if phones stay offline longer; this uses more requests.',
	maxDeliveries: 'Max number of deliveries of an order; then it is reported and not delivered again',
	maxOrdersPerRun: 'Max number of orders per execution; the rest come with the next poll',
	redeliverMinutes:
		'How long to wait for the external ID before the second delivery. Each further wait is twice as long, up to 12 hours.',
	sweepMinutes: 'How often to look for late orders, edits, and deletions of older orders',
};

const options: INodeProperties[] = [
	...Object.entries(numberOptions).map(([name, option]): INodeProperties => ({
		...option,
		name,
		type: 'number',
		typeOptions: { minValue: 1 },
		description: descriptions[name as keyof typeof numberOptions],
	})),
	{
		displayName: 'Check Time Zone',
		name: 'checkTimeZone',
		type: 'boolean',
		default: true,
		description: 'Whether to compare recent orders with the time zone of the credential',
	},
	{
		displayName: 'Pause During Maintenance',
		name: 'pauseDuringMaintenance',
		type: 'boolean',
		default: true,
		description:
			'Whether to skip polls during maintenance (Saturday 22:00 to Sunday 01:00, Central Mexico time); missed orders are picked up afterwards',
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			'Also deliver orders that arrived since this time. Changing it restarts from the new time. Leave empty to start at activation.',
	},
];

const events: INodePropertyOptions[] = [
	...Object.entries(orderEvents).map(([value, { name, description }]) => ({ name, value, description })),
	{
		name: 'Daily Summary',
		value: 'summary',
		description:
			'Once a day: how many orders were delivered and held back, so that you know the trigger works',
	},
	{
		name: 'Attention Needed',
		value: 'attention',
		description:
			'Something that a person should look at, such as a wrong time zone or an order without an external ID',
	},
].sort((one, other) => one.name.localeCompare(other.name));

/** The names of the chosen events, below the name of the node. */
export const eventSubtitle = `={{ [].concat($parameter["events"]).map((event) => (${JSON.stringify(
	Object.fromEntries(events.map(({ value, name }) => [value, name])),
)})[event] ?? event).join(", ") }}`;

export const triggerProperties: INodeProperties[] = [
	notice(
		'pollNotice',
		'This trigger polls the service on a schedule; every 10 minutes is recommended. Orders that a phone sends within 2 hours arrive with the next poll, later ones within an hour by default',
		{ hide: { delivery: ['untilExternalId'] } },
	),
	notice(
		'deliveryNotice',
		"End the workflow with 'Set External ID'. Let it accept an order that arrives twice, for example by an upsert with salesOrderId as key",
		{ show: { delivery: ['untilExternalId'] } },
	),
	{
		// Not "Events": the node panel would offer each option as an entry that sets this one alone, without deletions.
		displayName: 'Orders to Deliver',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: events,
		default: ['created', 'deleted'],
		description: "What starts the workflow. The column 'event' says which it is.",
	},
	{
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		options: [
			{
				name: 'Once',
				value: 'once',
				description: 'Deliver each order once, even if the workflow then fails',
			},
			{
				name: 'Until External ID Is Set',
				value: 'untilExternalId',
				description: 'Redeliver until the workflow sets an external ID, up to Max Deliveries',
			},
		],
		default: 'once',
		description: 'When an order counts as delivered',
	},
	triggerFilters,
	...outputProperties,
	collection(
		'Option',
		options.sort((one, other) => one.displayName.localeCompare(other.displayName)),
	),
];

/**
 * What will be delivered and when, as the output panel says it before the first execution. The conditions can read this
 * node's own fields only, so they cannot tell whether the workflow has a Set External ID.
 */
export const triggerHints = [
	{
		message:
			'When the workflow is active, each poll delivers what is new since the one before. Each order is delivered once, even if the workflow then fails.',
		displayCondition: '={{ $parameter["delivery"] !== "untilExternalId" }}',
	},
	{
		message:
			"When the workflow is active, each poll delivers what is new. An order is delivered again after 'Redeliver After (Minutes)', then less often, until 'Set External ID' gives it an ID.",
		displayCondition: '={{ $parameter["delivery"] === "untilExternalId" }}',
	},
	{
		message:
			"Orders that arrived before activation are not delivered. To include them, add the option 'Start From'.",
		displayCondition: '={{ !$parameter["options"]?.["startFrom"] }}',
	},
	{
		message:
			"Orders that arrived since 'Start From' are delivered too, up to 'Max Orders per Run' with each poll.",
		displayCondition: '={{ !!$parameter["options"]?.["startFrom"] }}',
	},
].map((hint): NodeHint => ({ ...hint, location: 'outputPane', whenToDisplay: 'beforeExecution' }));
