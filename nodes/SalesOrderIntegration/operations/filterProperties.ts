/** The fields of the filters on orders, as the editor shows them (design 2). */
import type { INodeProperties } from 'n8n-workflow';

const commonFilters: INodeProperties[] = [
	{
		displayName: 'Billed',
		name: 'billed',
		type: 'boolean',
		default: true,
		description: 'Whether to return only billed orders (on) or only orders that are not billed (off)',
	},
	{
		displayName: 'Created By',
		name: 'createdBy',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'Return only the orders that this user (the field seller) made',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a user…',
				typeOptions: { searchListMethod: 'searchUsers', searchable: true },
			},
			{ displayName: 'By Username', name: 'username', type: 'string', placeholder: 'e.g. maria' },
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 1042',
				validation: [
					{ type: 'regex', properties: { regex: '[0-9]+', errorMessage: 'The ID of a user is a number' } },
				],
			},
		],
	},
	{
		displayName: 'Customer Codes',
		name: 'customerCodes',
		type: 'string',
		default: '',
		placeholder: 'e.g. C-001, C-017',
		description: 'Return only the orders of these customers; separate several codes by commas',
	},
	{
		displayName: 'Exported',
		name: 'exported',
		type: 'boolean',
		default: true,
		description: 'Whether to return only exported orders (on) or only orders that are not exported (off)',
	},
	{
		displayName: 'External ID',
		name: 'externalId',
		type: 'options',
		options: [
			{ name: 'Any', value: 'any', description: 'Orders with and without an external ID' },
			{ name: 'Missing', value: 'missing', description: 'Only orders not yet matched to your own system' },
			{ name: 'Present', value: 'present', description: 'Only orders already matched to your own system' },
		],
		default: 'any',
		description: 'Whether orders must have an external ID',
	},
	{
		displayName: 'Order Types',
		name: 'orderTypes',
		type: 'string',
		default: '',
		placeholder: 'e.g. Sale, Presale',
		description: 'Return only orders of these types, given by description or ID; separate several by commas',
	},
];

const deletionFilters: INodeProperties[] = [
	{
		displayName: 'Deleted From',
		name: 'deletedFrom',
		type: 'dateTime',
		default: '',
		description: 'Return only orders that were deleted at this time or later',
	},
	{
		displayName: 'Deleted To',
		name: 'deletedTo',
		type: 'dateTime',
		default: '',
		description: 'Return only orders that were deleted up to this time; this second still counts',
	},
];

function filtersProperty(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description:
			'Which orders to keep; an order must pass all of them. They are applied after reading, since the service itself can only filter by time.',
		options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

export const createdOrderFilters = filtersProperty(commonFilters);
export const deletedOrderFilters = filtersProperty([...commonFilters, ...deletionFilters]);
