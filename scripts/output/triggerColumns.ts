/** The columns that the trigger puts before those of the order (design 2 and 4), for previews and field reference. */

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
		schema: { type: 'string', enum: ['created', 'deleted', 'edited'] },
		typeText: 'text',
		meaning: 'What happened: `created`, `deleted` or `edited`',
	},
	{
		column: 'delivered',
		schema: { type: ['boolean', 'null'] },
		typeText: 'true or false',
		meaning:
			'Of a `deleted` order: whether this trigger had handed it over before, so that there may be something to undo. Otherwise null',
	},
	{
		column: 'delivery',
		schema: { type: ['number', 'null'] },
		typeText: 'number',
		meaning:
			'Of a `created` order with Delivery _Until External ID Is Set_: which time it comes, from 1. Otherwise null',
	},
];
