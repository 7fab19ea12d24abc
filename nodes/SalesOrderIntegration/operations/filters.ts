/** Filters on orders, applied after reading, since the service has none (design 2). */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { parseTimestamp } from '../api/dates';
import { InputError } from '../api/failures';
import { hasExternalId } from '../api/orders';
import { valueAt } from '../api/wire';
import type { WireRecord } from '../api/wire';

const commonFilters: INodeProperties[] = [
	{
		displayName: 'Billed',
		name: 'billed',
		type: 'boolean',
		default: false,
		description: 'Whether to return only billed orders (on) or only orders that are not billed (off)',
	},
	{
		displayName: 'Created By',
		name: 'createdBy',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'Return only the orders of this user of the service',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a user…',
				typeOptions: { searchListMethod: 'searchUsers', searchable: true },
			},
			{ displayName: 'By Username', name: 'username', type: 'string', placeholder: 'e.g. maria' },
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 1042' },
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
		default: false,
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
		description: 'Return only orders that were deleted at or after this time',
	},
	{
		displayName: 'Deleted To',
		name: 'deletedTo',
		type: 'dateTime',
		default: '',
		description: 'Return only orders that were deleted up to this time',
	},
];

function filtersProperty(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Applied after reading, since the service itself can only filter by time',
		options,
	};
}

export const createdOrderFilters = filtersProperty(commonFilters);
export const deletedOrderFilters = filtersProperty(
	[...commonFilters, ...deletionFilters].sort((a, b) => a.displayName.localeCompare(b.displayName)),
);

export type OrderFilter = (order: WireRecord) => boolean;

/**
 * The filters that the user set, as one test of an order.
 *
 * @param readDate reads a date field as an instant in epoch milliseconds
 * @throws InputError for a value that cannot be used
 */
export function readFilters(
	filters: IDataObject,
	readDate: (field: 'deletedFrom' | 'deletedTo') => number | undefined,
): OrderFilter {
	const tests = [
		flagFilter('billed', filters.billed),
		flagFilter('exported', filters.exported),
		textFilter('Customer Codes', filters.customerCodes, ['customer.code']),
		textFilter('Order Types', filters.orderTypes, ['type.description', 'type.id']),
		userFilter(filters.createdBy),
		externalIdFilter(filters.externalId),
		deletionFilter(readDate('deletedFrom'), readDate('deletedTo')),
	].filter((test) => test !== undefined);
	return (order) => tests.every((test) => test(order));
}

function flagFilter(field: 'billed' | 'exported', wanted: unknown): OrderFilter | undefined {
	return wanted === undefined ? undefined : (order) => order[field] === wanted;
}

function textFilter(label: string, value: unknown, paths: string[]): OrderFilter | undefined {
	const wanted = new Set(readList(label, value).map(fold));
	if (wanted.size === 0) return undefined;
	return (order) => paths.some((path) => wanted.has(fold(valueAt(order, path))));
}

function userFilter(locator: unknown): OrderFilter | undefined {
	const { mode = 'id', value = locator } = (locator ?? {}) as { mode?: string; value?: unknown };
	if (value === undefined || value === null || value === '' || typeof value === 'object') return undefined;
	const path = mode === 'username' ? 'createdBy.username' : 'createdBy.id';
	return (order) => fold(valueAt(order, path)) === fold(value);
}

function externalIdFilter(wanted: unknown): OrderFilter | undefined {
	if (wanted === 'missing') return (order) => !hasExternalId(order);
	return wanted === 'present' ? hasExternalId : undefined;
}

/** An order whose dateDeleted cannot be read is kept: it must not be lost for that. */
function deletionFilter(from = -Infinity, to = Infinity): OrderFilter | undefined {
	if (from === -Infinity && to === Infinity) return undefined;
	return (order) => {
		const deleted = parseTimestamp(order.dateDeleted);
		return deleted === undefined || (deleted >= from && deleted <= to);
	};
}

function readList(label: string, value: unknown): string[] {
	const values = Array.isArray(value) ? value : String(value ?? '').split(',');
	if (values.some((entry) => typeof entry === 'object' && entry !== null)) {
		throw new InputError(`The filter ${label} takes texts`, 'Separate several by commas, for example: A, B.');
	}
	return values.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
}

function fold(value: unknown): string {
	return String(value ?? '')
		.trim()
		.toLowerCase();
}
