/** The parameters by which the user chooses what the next node receives: Output and Fields (design 2). */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { readChoice, readTexts, unusable } from '../parameters/values';
import { isFieldColumn, lineColumns, orderColumns, pathFromOrder } from './columns';
import type { Column } from './columns';
import { outputModes } from './index';
import type { OutputChoice } from './index';
import { stepsOf } from './selectedFields';

/** Words that are not written as the service's camel case would have them. */
const SPELLING: Record<string, string> = { Id: 'ID', Ids: 'IDs', Sat: 'SAT' };

/** `customerZoneId` as a label: Customer Zone ID. */
function labelOf(column: string): string {
	return column
		.replace(/[A-Z]/g, ' $&')
		.split(' ')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.map((word) => SPELLING[word] ?? word)
		.join(' ');
}

function fieldOption(column: Column): INodePropertyOptions {
	const value = isFieldColumn(column) ? column.path : column.column;
	return { name: labelOf(column.column), value, description: `${column.meaning} (${value})` };
}

function lineFieldOptions(column: Column): INodePropertyOptions[] {
	if (!isFieldColumn(column)) return [];
	const value = pathFromOrder(column);
	const name = `Lines: ${labelOf(column.column.replace(/^item(?=[A-Z])/, ''))}`;
	return [{ name, value, description: `${column.meaning} (${value}): a list with one value for each line` }];
}

/** Every field that the specification knows, as something to choose; the service's own nested objects at the end. */
const fieldOptions: INodePropertyOptions[] = [
	...orderColumns.map(fieldOption),
	...lineColumns.flatMap(lineFieldOptions),
	{
		name: 'Customer (Whole Object)',
		value: 'customer',
		description: 'All that is sent of the customer (customer)',
	},
	{
		name: 'Created By (Whole Object)',
		value: 'createdBy',
		description: 'All that is sent of the user who made the order (createdBy)',
	},
	{ name: 'Type (Whole Object)', value: 'type', description: 'All that is sent of the order type (type)' },
	{ name: 'Lines (Whole List)', value: 'items', description: 'All that is sent of each line (items)' },
];

/** Output and Fields, for every operation and trigger that hands on orders. */
export const outputProperties: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Simplified (One Row per Order)',
				value: 'simplified',
				description:
					'One flat row per order, always with the same columns: for tables, messages and comparisons',
			},
			{
				name: 'Items (One Row per Order Line)',
				value: 'items',
				description:
					'One flat row per order line, with the columns of the order repeated: for spreadsheets and the import of lines into an ERP. An order without lines gives one row.',
			},
			{
				name: 'Raw (as Sent)',
				value: 'raw',
				description: 'The order as the service sent it, with objects and lists inside',
			},
			{
				name: 'Selected Fields',
				value: 'selectedFields',
				description: 'One row per order with only the fields that you choose, such as for an AI agent',
			},
		],
		default: 'simplified',
		description:
			'What the next node receives for each order. Amounts are handed on as the service sent them.',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		displayOptions: { show: { output: ['selectedFields'] } },
		// A name that is not in the list is no mistake: the service may send more than its specification says.
		allowArbitraryValues: true,
		options: fieldOptions,
		// Not `required`: n8n would ask for it even where Output is an expression that gives another output.
		default: [],
		description:
			'The fields to hand on, in this order; type to search. For a field that is not in the list, switch to Expression and write the names with commas between them, for example: externalId, customer.code, items.product.code. Dots reach inside; through a list they give a list. What an order lacks is null.',
	},
];

/**
 * What was chosen under Output and Fields. Nothing under Output means the default, `simplified`.
 *
 * @param output value of the parameter `output`
 * @param fields value of the parameter `fields`; looked at only for `selectedFields`
 * @throws InputError for an unknown output, or fields that cannot be used
 */
export function readOutputChoice(output: unknown, fields: unknown): OutputChoice {
	const mode = readChoice(output, 'Output', outputModes) ?? 'simplified';
	return { output: mode, fields: mode === 'selectedFields' ? readFields(fields) : [] };
}

/**
 * The names of the fields from the parameter `fields`, each once, in the given order.
 *
 * @param value see readTexts
 * @throws InputError where there is none, or something is not the name of a field
 */
export function readFields(value: unknown): string[] {
	const names = readTexts(value, 'Fields');
	const wrong = names.find((name) => stepsOf(name) === undefined);
	if (wrong !== undefined) {
		throw unusable('Fields', wrong, 'Use one dot for a nested field, such as customer.zone.description.');
	}
	if (names.length === 0) {
		throw new InputError(
			"No field is chosen under 'Fields'",
			"Choose at least one, or choose One Row per Order under 'Output' for all fields. With an expression, check what it returns.",
		);
	}
	return [...new Set(names)];
}
