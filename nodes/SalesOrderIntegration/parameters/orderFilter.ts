/** The filters on orders that lists and trigger share. They run after reading, because the service has none (design 2). */
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { parseDateInput } from '../dates/dateInput';
import { parseTimestamp } from '../dates/timestamp';
import type { DateInputOptions } from '../dates/dateInput';
import { wholeSecond } from '../dates/durations';
import { isWithin } from '../dates/serviceWindow';
import { InputError } from '../errors/failures';
import { hasExternalId } from '../lists/orders';
import { isRecord, valueAt } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import { collection } from './fields';
import { fold, isBlank, locatorValue, readChoice, readTexts, unusable } from './values';

const any = { name: 'Any', value: 'any', description: 'This filter lets every order through' };

/** A choice between any order and two kinds of orders. */
function threeWay(displayName: string, name: string, kinds: INodePropertyOptions[]): INodeProperties {
	const description = 'Which orders to return';
	return { displayName, name, type: 'options', options: [any, ...kinds], default: 'any', description };
}

/** Every filter, in alphabetical order. */
const filterFields: INodeProperties[] = [
	threeWay('Billed', 'billed', [
		{ name: 'Billed', value: 'true', description: 'Only orders that are billed' },
		{ name: 'Not Billed', value: 'false', description: 'Only orders that are not billed' },
	]),
	{
		displayName: 'Created By',
		name: 'createdBy',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'Only orders of this user (the sales rep)',
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
		description: 'Only orders of these customers. Separate codes with commas, semicolons or lines.',
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
	threeWay('Exported', 'exported', [
		{ name: 'Exported', value: 'true', description: 'Only orders that are exported' },
		{ name: 'Not Exported', value: 'false', description: 'Only orders that are not exported' },
	]),
	threeWay('External ID', 'externalId', [
		{
			name: 'Missing',
			value: 'missing',
			description: 'Only orders without an external ID (your own number)',
		},
		{ name: 'Present', value: 'present', description: 'Only orders with an external ID (your own number)' },
	]),
	{
		displayName: 'Order Types',
		name: 'orderTypes',
		type: 'string',
		default: '',
		placeholder: 'e.g. Sale, Presale',
		description:
			'Only orders of these types, by description or ID. Separate types with commas, semicolons or lines.',
	},
];

const filtersOf = (isOffered: (name: string) => boolean, description: string) =>
	collection(
		'Filter',
		filterFields.filter(({ name }) => isOffered(name)),
		description,
	);

const OF_A_LIST =
	'Which orders to return. An order must pass all filters. They run after reading, since the service can only filter by time.';

export const createdOrderFilters = filtersOf((name) => !name.startsWith('deleted'), OF_A_LIST);

export const deletedOrderFilters = filtersOf(() => true, OF_A_LIST);

/** The trigger's node needs the list search method `searchUsers` (listSearch.ts). */
export const triggerFilters = filtersOf(
	(name) => ['createdBy', 'customerCodes', 'orderTypes'].includes(name),
	'An order must pass all filters. Changes and deletions of delivered orders come in any case. A changed filter counts for orders that arrive from then on.',
);

type OrderTest = (order: WireRecord) => boolean;

/** Which orders are wanted. */
interface OrderFilter {
	/** Whether an order passes every filter that is set. */
	matches: OrderTest;
	/**
	 * A sentence with the codes, types and users in the filters that no tested order had: probably misspelt. Undefined if
	 * there are none, or if no order was tested.
	 */
	unmatched(): string | undefined;
	/** A sentence with the filters that were added and are empty, so that they let every order through. */
	empty?: string;
}

/**
 * A filter by the values of one field; `unmatched` returns those that no order had, such as `'Customer Codes' C-O17`.
 */
interface ValueFilter {
	matches: OrderTest;
	unmatched(): string[];
}

/** The zones of the dates that are entered without an offset. */
export type TimeZones = Pick<DateInputOptions, 'workflowZone' | 'tokenZone'>;

/**
 * The filters that are set, as one. An empty filter lets every order through. A missing or odd flag or date passes its
 * filter, because no order must be lost for that.
 *
 * @param filters the collection Filters; those that are not shown in the editor are simply not set
 * @throws InputError for a value that cannot be used
 */
export function readOrderFilter(filters: IDataObject, zones: TimeZones): OrderFilter {
	const byValue = [
		// Plain text in place of an object counts as its value, as in the output.
		listFilter('Customer Codes', filters.customerCodes, ['customer.code', 'customer']),
		listFilter('Order Types', filters.orderTypes, ['type.description', 'type.id', 'type']),
		userFilter('Created By', filters.createdBy),
	];
	const tests: OrderTest[] = [
		...byValue.map(({ matches }) => matches),
		factTest('Billed', filters.billed, ['true', 'false'], ({ billed }) => billed),
		factTest('Exported', filters.exported, ['true', 'false'], ({ exported }) => exported),
		factTest('External ID', filters.externalId, ['present', 'missing'], hasExternalId),
		deletionTest(filters, zones),
	];
	let asked = false;
	return {
		matches(order) {
			asked = true;
			// Each of these sees every order, so that `unmatched` does not depend on the other filters.
			return tests.map((test) => test(order)).every((passes) => passes);
		},
		unmatched() {
			const values = asked ? byValue.flatMap((filter) => filter.unmatched()) : [];
			if (values.length === 0) return undefined;
			return `None of the orders in the time window has ${values.join(', ')}. Check the spelling of this filter.`;
		},
		empty: sentenceOfEmpty(filters),
	};
}

function sentenceOfEmpty(filters: IDataObject): string | undefined {
	const labels = filterFields
		.filter(({ name }) => name in filters && /^[\s,;[\]"']*$/.test(String(locatorValue(filters[name]) ?? '')))
		.map(({ displayName }) => `'${displayName}'`);
	if (labels.length === 0) return undefined;
	return `Filters that are empty let every order through: ${labels.join(', ')}. With an expression, check what it returns.`;
}

/** A choice between orders for which something is true, those for which it is not, and any. */
function factTest(
	label: string,
	given: unknown,
	[yes, no]: [string, string],
	factOf: (order: WireRecord) => unknown,
): OrderTest {
	const choice = readChoice(given, label, ['any', yes, no]) ?? 'any';
	return (order) => {
		const fact = factOf(order);
		return choice === 'any' || typeof fact !== 'boolean' || fact === (choice === yes);
	};
}

function deletionTest({ deletedFrom, deletedTo }: IDataObject, zones: TimeZones): OrderTest {
	const from = parseDateInput(deletedFrom, { field: 'Deleted From', edge: 'start', ...zones }) ?? -Infinity;
	const to = parseDateInput(deletedTo, { field: 'Deleted To', edge: 'end', ...zones }) ?? Infinity;
	if (from > to) {
		throw new InputError("'Deleted To' is before 'Deleted From'", 'Swap them, or leave one of them empty.');
	}
	// The service shows whole seconds: what was deleted in the second in which the window starts may belong to it.
	const window = { from: wholeSecond(from), to };
	return ({ dateDeleted }) => isWithin(parseTimestamp(dateDeleted) ?? to, window);
}

function listFilter(label: string, value: unknown, paths: string[]): ValueFilter {
	const given: unknown[] = Array.isArray(value) ? value : [value];
	const entries = given.map((entry) => ({ whole: fold(entry), values: readTexts(entry, label) }));
	return valueFilter(label, entries, paths);
}

function userFilter(label: string, given: unknown): ValueFilter {
	const mode = isRecord(given) ? given.mode : undefined;
	const value = locatorValue(given);
	if (!isBlank(value) && typeof value !== 'string' && typeof value !== 'number') {
		throw unusable(label, value, 'Use the ID or the username of one user.');
	}
	const isByName = readChoice(mode, label, ['id', 'list', 'username']) === 'username';
	if (!isByName && !isBlank(value) && !/^\s*\d+\s*$/.test(String(value))) {
		throw unusable(label, value, "Use the number of a user, or choose 'By Username'.");
	}
	const values = isBlank(value) ? [] : [String(value).trim()];
	const path = `createdBy.${isByName ? 'username' : 'id'}`;
	return valueFilter(label, [{ whole: fold(value), values }], [path, 'createdBy']);
}

/**
 * A filter by several values: an order must have one of them.
 *
 * @param entries what was entered, each with the values in it. It also matches as a whole: a name can contain a comma
 * @param paths where the value is in an order
 */
function valueFilter(
	label: string,
	entries: Array<{ whole: string; values: string[] }>,
	paths: string[],
): ValueFilter {
	const set = entries.filter(({ values }) => values.length > 0);
	const wanted = new Set(set.flatMap(({ whole, values }) => [whole, ...values.map(fold)]));
	// A list within a list has no text as a whole.
	wanted.delete('');
	const met = new Set<string>();
	return {
		matches(order) {
			if (wanted.size === 0) return true;
			const found = paths.map((path) => fold(valueAt(order, path))).filter((text) => wanted.has(text));
			for (const text of found) met.add(text);
			return found.length > 0;
		},
		unmatched: () =>
			set
				.filter(({ whole }) => !met.has(whole))
				.flatMap(({ values }) => values.filter((value) => !met.has(fold(value))))
				.map((value) => `'${label}' ${value}`),
	};
}

/**
 * The filters of the trigger. None of them has a date, so no zone matters.
 *
 * @throws InputError for a value that cannot be used
 */
export function triggerFilter(filters: IDataObject): OrderFilter {
	return readOrderFilter(filters, { workflowZone: 'UTC', tokenZone: 'UTC' });
}
