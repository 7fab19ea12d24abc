/** The fields Return All and Limit of every list, and what they mean. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { withToolDefault } from './aiTool';
import { readPositiveInteger, readSwitch } from '../parameters/values';

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: true,
	description: 'Whether to return all results or only up to a given limit',
};

export const pagingProperties: INodeProperties[] = [
	// An agent reads everything that it receives, so it receives little unless the user wants more.
	...withToolDefault(returnAll, false),
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/**
 * How many results are wanted at most; Infinity for all.
 *
 * @throws InputError for a limit that is not a positive whole number, or a Return All that is neither on nor off
 */
export function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	const returnAll = readSwitch(context.getNodeParameter('returnAll', itemIndex, true), 'Return All');
	const limit = returnAll === false ? context.getNodeParameter('limit', itemIndex, 50) : undefined;
	// An expression that returns nothing must not make a list shorter.
	return readPositiveInteger(limit, 'Limit') ?? Infinity;
}
