/** The parameters of a small node, one of every kind, for the tests of the parameter contract. */
import type { INodeProperties } from 'n8n-workflow';
import { parametersOf } from '../../../scripts/contract/contract';
import type { Contract } from '../../../scripts/contract/contract';

export const listOnly = { show: { operation: ['list'] } };

/** One parameter of every kind that a node can have, new for every caller. */
export const parcelProperties = (): INodeProperties[] => [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'list',
		options: [
			{ name: 'List', value: 'list' },
			{ name: 'Send', value: 'send' },
		],
	},
	{ displayName: 'Mind the Step', name: 'notice', type: 'notice', default: '' },
	{ displayName: 'Limit', name: 'limit', type: 'number', default: 50, displayOptions: listOnly },
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		default: 10,
		displayOptions: { show: { operation: ['send'] }, hide: { urgent: [true] } },
	},
	{
		displayName: 'Sender',
		name: 'sender',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list' },
			{ displayName: 'By ID', name: 'id', type: 'string' },
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			{ displayName: 'Stamp', name: 'stamp', type: 'string', default: '', description: 'As printed' },
		],
	},
	{
		displayName: 'Contents',
		name: 'contents',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		options: [
			{
				displayName: 'Thing',
				name: 'thing',
				values: [{ displayName: 'Weight', name: 'weight', type: 'number', default: 0, required: true }],
			},
		],
	},
];

/** The contract of a package with one credential and one node of these parameters. */
export const contract = (properties: INodeProperties[]): Contract => ({
	credentials: { parcelApi: [] },
	nodes: { parcel: { '1': parametersOf(properties, '1') } },
});
