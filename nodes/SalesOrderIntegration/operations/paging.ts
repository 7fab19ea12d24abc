/** The fields Return All and Limit of every list, and what they mean. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { readFlag } from './flag';

export const pagingProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: true,
		description: 'Whether to return all results or only up to a given limit',
	},
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
	const returnAll = readFlag(context.getNodeParameter('returnAll', itemIndex, true), 'Return All');
	// An expression that gives nothing must not make a list shorter.
	if (returnAll ?? true) return Infinity;
	const limit = Number(context.getNodeParameter('limit', itemIndex, 50));
	if (!Number.isInteger(limit) || limit < 1) {
		throw new InputError('Limit must be a whole number of at least 1', 'Or switch on Return All.');
	}
	return limit;
}
