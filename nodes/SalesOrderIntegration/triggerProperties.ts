/** The fields of the trigger, as the editor shows them (design 2). */
import type { INodeProperties, INodePropertyOptions, NodeHint } from 'n8n-workflow';
import { HOUR_MS } from './dates/durations';
import { outputProperties } from './output/properties';
import { collection, dateField, notice } from './parameters/fields';
import { triggerFilters } from './parameters/orderFilter';
import { numberOptions } from './parameters/triggerSettings';
import { NEAR_MS } from './trigger/readings';
import { orderEvents } from './trigger/events';

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

const eventNames = JSON.stringify(Object.fromEntries(events.map(({ value, name }) => [value, name])));

/** The names of the chosen events, below the name of the node. */
export const eventSubtitle = `={{ [].concat($parameter["events"]).map((event) => (${eventNames})[event] ?? event).join(", ") }}`;

export const triggerProperties: INodeProperties[] = [
	notice(
		'pollNotice',
		`Under 'Poll Times', choose Every X and 10 Minutes. Orders that a phone sends within ${NEAR_MS / HOUR_MS} hours come with the next poll, later ones within about an hour. Use one such trigger in a workflow.`,
	),
	{
		// Not "Events" or "Trigger On": the node panel would offer each option as an entry that sets this one alone, without
		// deletions.
		displayName: 'Start Workflow On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: events,
		default: ['created', 'deleted'],
		description: "The column 'event' says which of them it was. An event that you add counts from then on.",
	},
	{
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		options: [
			{
				name: 'Once',
				value: 'once',
				description: 'Never repeat an order, even if the workflow fails',
			},
			{
				name: 'Until External ID Is Set',
				value: 'untilExternalId',
				description:
					"Repeat a new order until 'Set External ID' has run for it, up to 'Max Deliveries'. For one workflow per service account.",
			},
		],
		default: 'once',
		description: 'What to do if the workflow fails after the trigger',
	},
	notice(
		'deliveryNotice',
		"End the workflow with 'Set External ID'. An order can come twice: insert or update it, matched by salesOrderId.",
		{ show: { delivery: ['untilExternalId'] } },
	),
	triggerFilters,
	...outputProperties,
	collection('Option', [
		...Object.entries(numberOptions).map(([name, option]): INodeProperties => ({
			...option,
			name,
			type: 'number',
			typeOptions: { minValue: 1 },
		})),
		{
			displayName: 'Check Time Zone',
			name: 'checkTimeZone',
			type: 'boolean',
			default: true,
			description:
				'Whether to compare recent orders with the time zone of the credential, and to refuse publishing if they prove it wrong',
		},
		{
			displayName: 'Pause During Maintenance',
			name: 'pauseDuringMaintenance',
			type: 'boolean',
			default: true,
			description:
				'Whether to skip polls during maintenance (Saturday 22:00 to Sunday 01:00, Central Mexico time); orders are delivered afterwards',
		},
		dateField(
			'Start From',
			'startFrom',
			'Also deliver orders that arrived since this time. Changing it later delivers them, and deletions since then, again. Leave empty to start when first published.',
		),
	]),
];

const isUntilExternalId = '$parameter["delivery"] === "untilExternalId"';
const hasStart = '!!$parameter["options"]?.["startFrom"]';
const hasEmptyFilter =
	'Object.values($parameter["filters"] ?? {}).some((filter) => String(filter?.value ?? filter ?? "").trim() === "")';

/**
 * What will be delivered and when, as the output panel says it before the first execution. The conditions can read this
 * node's own fields only, so they cannot tell whether the workflow has a Set External ID.
 */
export const triggerHints = [
	[
		`!(${isUntilExternalId})`,
		'Each poll delivers what is new. If the workflow then fails, its orders do not come again: open the failed execution and choose Retry.',
	],
	[
		isUntilExternalId,
		"Each poll delivers what is new. A new order is delivered again until 'Set External ID' has run for it.",
	],
	[
		`!(${hasStart})`,
		"Orders that arrived before you first published the workflow are not delivered. To include them, add the option 'Start From'.",
	],
	[
		hasStart,
		"Orders that arrived since 'Start From' are delivered too. If you change it later, they are delivered again.",
	],
	[hasEmptyFilter, 'A filter that is empty lets every order through.'],
].map(([condition, message = '']): NodeHint => ({
	message,
	displayCondition: `={{ ${condition} }}`,
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
}));
