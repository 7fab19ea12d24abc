/** The parameters by which the user chooses what the next node receives: Output and Fields (design 2). */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { isBlank, readChoice, readTexts, unusable } from '../parameters/values';
import { lineColumns, orderColumns } from './columns';
import { outputModes, stepsOf, type OutputChoice } from './index';

/** `customerZoneId` as a label: Customer Zone ID. */
function labelOf(column: string): string {
	const words = column.replace(/^.|[A-Z]/g, (letter) => ` ${letter.toUpperCase()}`);
	return words.trim().replace(/\b(Id|Sat)(?=s?\b)/g, (word) => word.toUpperCase());
}

function fieldOption(value: string, name: string, meaning: string, more = ''): INodePropertyOptions {
	return { name, value, description: `${meaning} (${value})${more}` };
}

/** Every field that the specification knows, as an option, in alphabetical order. */
const fieldOptions: INodePropertyOptions[] = [
	// Without the ID of the order, which every row has.
	...orderColumns
		.slice(1)
		.map(({ column, path = column, meaning }) => fieldOption(path, labelOf(column), meaning)),
	...lineColumns.flatMap(({ column, path, meaning }) => {
		const name = `Lines: ${labelOf(column.replace(/^item(?=[A-Z])/, ''))}`;
		return path ? [fieldOption(path, name, meaning, ': a list with one value for each line')] : [];
	}),
	fieldOption('customer', 'Customer (Whole Object)', 'The customer as sent'),
	fieldOption('createdBy', 'Created By (Whole Object)', 'The user who created the order, as sent'),
	fieldOption('type', 'Type (Whole Object)', 'The order type as sent'),
	fieldOption('items', 'Lines (Whole List)', 'Each line as sent'),
].sort((one, other) => one.name.localeCompare(other.name));

/** Output and Fields, for every operation and trigger that passes on orders. */
export const outputProperties: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'As Sent',
				value: 'raw',
				description: 'The order as the service sent it, with nested objects and lists',
			},
			{
				name: 'One Row per Line',
				value: 'items',
				description:
					'One flat row per order line, with the columns of its order: for spreadsheets and ERPs. An order without lines has one row.',
			},
			{
				name: 'One Row per Order',
				value: 'simplified',
				description: 'One flat row per order, always with the same columns: for tables and messages',
			},
			{
				name: 'Selected Fields',
				value: 'selectedFields',
				description: 'One row per order with only the fields that you choose, such as for an AI agent',
			},
		],
		default: 'simplified',
		description: 'What the next node receives for each order. Amounts stay as the service sent them.',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		displayOptions: { show: { output: ['selectedFields'] } },
		// A name that is not in the list can be right: the service may send more than its specification says.
		allowArbitraryValues: true,
		options: fieldOptions,
		// Not `required`: n8n would ask for it even where Output is an expression that returns another output.
		default: [],
		description:
			'Fields to return after salesOrderId. In an expression, put commas between the names. Use dots for nested fields; a path through a list returns a list. Missing fields are null.',
	},
];

/** What was chosen under Output and Fields, where `read` finds it. Throws InputError for a value that cannot be used. */
export function readOutputChoice(read: (parameter: string) => unknown): OutputChoice {
	const output = readChoice(read('output'), 'Output', outputModes) ?? 'simplified';
	if (output !== 'selectedFields') return { output };
	// No name has a comma, so a text of a list may have several names.
	const names = readTexts(read('fields'), 'Fields').flatMap((text) => readTexts(text, 'Fields'));
	// A row with a column 2024 would begin with it, and not with the order ID.
	const wrong = names.find((name) => /^\d+$/.test(name) || stepsOf(name).some(isBlank));
	if (wrong !== undefined) {
		throw unusable('Fields', wrong, 'Use names, with one dot for a nested field: customer.zone.description.');
	}
	if (names.length === 0) {
		throw new InputError(
			"No field is chosen under 'Fields'",
			"Choose at least one, or choose One Row per Order under 'Output' for all fields. With an expression, check what it returns.",
		);
	}
	return { output, fields: [...new Set(names)] };
}
