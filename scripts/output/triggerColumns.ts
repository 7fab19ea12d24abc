/** The columns that the trigger puts before those of the order (design 2 and 4), for previews and field reference. */

import { reportEvents } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { orderEventNames } from '../../nodes/SalesOrderIntegration/trigger/events';

/** A column of the trigger's own. */
export interface TriggerColumn {
	column: string;
	/** As JSON Schema, for the preview. */
	schema: { type: string | string[]; enum?: string[] };
	/** As the field reference calls its type. */
	typeText: string;
	meaning: string;
}

const events = [...orderEventNames, ...reportEvents];

/** In the order in which they stand in each row, whatever the output. */
export const triggerColumns: readonly TriggerColumn[] = [
	{
		column: 'event',
		schema: { type: 'string', enum: events },
		typeText: 'text',
		meaning: `What happened: ${events.map((event) => `\`${event}\``).join(', ')}`,
	},
	{
		column: 'delivered',
		schema: { type: ['boolean', 'null'] },
		typeText: 'true or false',
		meaning:
			'Of a `deleted` order: whether this trigger delivered it before; null where that is not certain. Otherwise null. It says nothing about your own system: look the order up there anyway',
	},
	{
		column: 'delivery',
		schema: { type: ['number', 'null'] },
		typeText: 'number',
		meaning:
			'Of a `created` order with Delivery _Until External ID Is Set_: the number of this delivery, from 1. Otherwise null',
	},
];

const text = { schema: { type: 'string' }, typeText: 'text' };
const time = { schema: { type: 'string' }, typeText: 'date and time' };
const amount = { schema: { type: 'number' }, typeText: 'number' };

/** The columns of an `attention` item, which has no columns of an order. */
export const attentionColumns: readonly TriggerColumn[] = [
	{ column: 'reason', ...text, meaning: 'What it is about, as one word' },
	{ column: 'message', ...text, meaning: 'What happened' },
	{ column: 'advice', ...text, meaning: 'What to do' },
	{
		column: 'aboutOrderId',
		schema: { type: ['number', 'string', 'null'] },
		typeText: 'ID',
		meaning: 'The order that it is about; null if it is about no single order',
	},
];

/** The columns of a `summary` item. */
export const summaryColumns: readonly TriggerColumn[] = [
	{ column: 'message', ...text, meaning: 'The summary in a sentence' },
	{ column: 'since', ...time, meaning: 'When the summary begins' },
	{ column: 'until', ...time, meaning: 'When the summary ends' },
	...orderEventNames.map((event) => ({
		column: event,
		...amount,
		meaning: `How many \`${event}\` items were delivered`,
	})),
	{ column: 'heldBack', ...amount, meaning: 'How many orders arrived that do not match the filters' },
	{ column: 'waiting', ...amount, meaning: 'How many orders wait for their external ID' },
];
