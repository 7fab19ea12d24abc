/** The filters on orders, as the editor shows them for lists and trigger (design 2). */
import type { INodeProperties } from 'n8n-workflow';

/** Every filter, in alphabetical order. */
export const orderFilterFields: INodeProperties[] = [
	{
		displayName: 'Billed',
		name: 'billed',
		type: 'boolean',
		default: true,
		description: 'Whether orders must be billed. On: only billed orders. Off: only orders not yet billed.',
	},
	{
		displayName: 'Created By',
		name: 'createdBy',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'Only orders that this user (the field seller) created',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a user…',
				typeOptions: {
					searchListMethod: 'searchUsers',
					searchable: true,
					slowLoadNotice: {
						message: "If this takes long, choose 'By Username' or 'By ID' instead",
						timeout: 10_000,
					},
				},
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
		description: 'Only orders of these customers. Separate codes with commas.',
	},
	{
		displayName: 'Deleted From',
		name: 'deletedFrom',
		type: 'dateTime',
		default: '',
		description: 'Only orders that were deleted from this time on',
	},
	{
		displayName: 'Deleted To',
		name: 'deletedTo',
		type: 'dateTime',
		default: '',
		description: 'Only orders that were deleted up to this time. Includes this second.',
	},
	{
		displayName: 'Exported',
		name: 'exported',
		type: 'boolean',
		default: true,
		description:
			'Whether orders must be exported. On: only exported orders. Off: only orders not yet exported.',
	},
	{
		displayName: 'External ID',
		name: 'externalId',
		type: 'options',
		options: [
			{ name: 'Any', value: 'any', description: 'Orders with and without an external ID' },
			{ name: 'Missing', value: 'missing', description: 'Only orders without an external ID' },
			{ name: 'Present', value: 'present', description: 'Only orders with an external ID' },
		],
		default: 'any',
		description: 'Whether orders must have an external ID, the number of the order in your own system',
	},
	{
		displayName: 'Order Types',
		name: 'orderTypes',
		type: 'string',
		default: '',
		placeholder: 'e.g. Sale, Presale',
		description: 'Only orders of these types, by description or ID. Separate types with commas.',
	},
];

const OF_A_LIST =
	'Which orders to return. An order must pass all filters. They run after reading, since the service can only filter by time.';

/** Filters, for List Sales Orders. */
export const createdOrderFilterFields = filterFields(
	OF_A_LIST,
	orderFilterFields.filter(({ name }) => !name.startsWith('deleted')),
);

/** Filters, for List Deleted Orders. */
export const deletedOrderFilterFields = filterFields(OF_A_LIST, orderFilterFields);

/** Filters, for the trigger. Its node needs the list search method `searchUsers` (listSearch.ts). */
export const triggerFilterFields = filterFields(
	'Which orders to deliver. An order must pass all filters. Edits and deletions of delivered orders are always delivered.',
	orderFilterFields.filter(({ name }) => ['createdBy', 'customerCodes', 'orderTypes'].includes(name)),
);

function filterFields(description: string, options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description,
		options,
	};
}
