/** The columns that the trigger puts before those of the order (design 2 and 4), for previews and field reference. */

import { triggerEvents } from '../../nodes/SalesOrderIntegration/trigger/settings';

/** A column of the trigger's own. */
export interface TriggerColumn {
	column: string;
	/** As JSON Schema, for the preview. */
	schema: { type: string | string[]; enum?: string[] };
	/** As the field reference calls its type. */
	typeText: string;
	meaning: string;
}

/** In the order in which they stand in each row, whatever the output. */
export const triggerColumns: readonly TriggerColumn[] = [
	{
		column: 'event',
		schema: { type: 'string', enum: [...triggerEvents] },
		typeText: 'text',
		meaning: 'What happened: `created`, `deleted`, `edited` or `attention`',
	},
	{
		column: 'delivered',
		schema: { type: ['boolean', 'null'] },
		typeText: 'true or false',
		meaning:
			'Of a `deleted` order: whether this trigger delivered it before, so that there may be something to undo; null if that is not known. Otherwise null',
	},
	{
		column: 'delivery',
		schema: { type: ['number', 'null'] },
		typeText: 'number',
		meaning:
			'Of a `created` order with Delivery _Until External ID Is Set_: the number of this delivery, from 1. Otherwise null',
	},
];

/** The columns of an `attention` item, which has no columns of an order. */
export const attentionColumns: readonly TriggerColumn[] = [
	{
		column: 'reason',
		schema: {
			type: 'string',
			enum: ['notConfirmed', 'timeZone', 'stateRebuilt', 'otherService', 'miscounted', 'oddData'],
		},
		typeText: 'text',
		meaning: 'What it is about, as one word',
	},
	{ column: 'message', schema: { type: 'string' }, typeText: 'text', meaning: 'What happened' },
	{ column: 'advice', schema: { type: 'string' }, typeText: 'text', meaning: 'What to do' },
	{
		column: 'aboutOrderId',
		schema: { type: ['number', 'string', 'null'] },
		typeText: 'ID',
		meaning: 'The order that it is about; null if it is about no single order',
	},
];
