/** The filters on orders that lists and trigger share. They run after reading, because the service has none (design 2). */
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { parseWindow, type TimeZones } from '../dates/dateInput';
import { parseTimestamp } from '../dates/timestamp';
import { isWithin } from '../dates/serviceWindow';
import { named } from '../errors/hints';
import { flagOf, hasExternalId } from '../lists/orders';
import { isRecord, valueAt, type WireRecord } from '../lists/wire';
import { collection, dateField } from './fields';
import { fold, locatorValue, readChoice, readIdentifier, readTexts, unusable } from './values';

/** A filter: its fields in the editor, and the test that what was entered there makes. An empty one passes every order. */
interface Filter {
	fields: INodeProperties[];
	testOf(filters: IDataObject, zones: TimeZones): OrderTest;
}

interface OrderTest {
	/** A missing or odd flag or date passes, because no order must be lost for that. */
	matches(order: WireRecord): boolean;
	/** What was entered, such as `'Customer Codes' C-O17`, and a tested order had, or none had. */
	values?(areMet: boolean): string[];
}

const createdBy: INodeProperties = {
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
		{
			displayName: 'By Username',
			name: 'username',
			type: 'string',
			placeholder: 'e.g. maria',
			hint: "Not the name of the person: 'From List' and List Users show both",
		},
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
};

/** Every filter, in alphabetical order. */
const orderFilters: readonly Filter[] = [
	flagFilter('Billed', 'billed'),
	{ fields: [createdBy], testOf: userTest },
	valueFilter(['customer.code', 'customer'], {
		displayName: 'Customer Codes',
		name: 'customerCodes',
		placeholder: 'e.g. C-001, C-017',
		description: 'Only orders of these customers. Separate codes with commas, semicolons or line breaks.',
	}),
	{
		fields: [
			dateField('Deleted From', 'deletedFrom', 'Only orders that were deleted from this time on'),
			dateField(
				'Deleted To',
				'deletedTo',
				'Only orders that were deleted up to this time. Includes this second; a date without a time includes the whole day.',
			),
		],
		testOf: deletionTest,
	},
	flagFilter('Exported', 'exported'),
	choiceFilter('External ID', 'externalId', (order) => (hasExternalId(order) ? 'present' : 'missing'), [
		{ name: 'Missing', value: 'missing', description: 'Only orders without an external ID (your number)' },
		{ name: 'Present', value: 'present', description: 'Only orders with an external ID (your number)' },
	]),
	valueFilter(['type.description', 'type.id', 'type'], {
		displayName: 'Order Types',
		name: 'orderTypes',
		placeholder: 'e.g. Sale, Presale',
		description:
			'Only orders of these types, by description or ID. Separate types with commas, semicolons or line breaks.',
	}),
];

const filterFields = orderFilters.flatMap(({ fields }) => fields);

function fieldsOf(isOffered: (name: string) => boolean, description: string): INodeProperties {
	const offered = filterFields.filter(({ name }) => isOffered(name));
	return collection('Filter', offered, description);
}

const OF_A_LIST =
	'Which orders to return. An order must pass all filters. They run after reading, since the service can only filter by time.';

export const createdOrderFilters = fieldsOf((name) => !name.startsWith('deleted'), OF_A_LIST);

export const deletedOrderFilters = fieldsOf(() => true, OF_A_LIST);

/** The trigger's node needs the list search method `searchUsers` (editor.ts). */
export const triggerFilters = fieldsOf(
	(name) => ['createdBy', 'customerCodes', 'orderTypes'].includes(name),
	'An order must pass all filters. Changes and deletions of delivered orders always come. A changed filter counts for orders that arrive from then on.',
);

/** The filters of a collection Filters, as one; throws InputError for a value that cannot be used. */
export function readOrderFilter(filters: IDataObject, zones: TimeZones) {
	const tests = orderFilters.map(({ testOf }) => testOf(filters, zones));
	let asked = false;
	return {
		/** Whether an order passes every filter that is set. */
		matches(order: WireRecord): boolean {
			asked = true;
			// Each of these sees every order, so that `values` does not depend on the other filters.
			return tests.map((test) => test.matches(order)).every((passes) => passes);
		},
		/** The values that an order had, with their filters; or that no order had: probably misspelt. None without orders. */
		values: (areMet: boolean) => tests.flatMap((test) => (asked && test.values?.(areMet)) || []),
		/** A sentence with the filters that were added and are empty. */
		empty: sentenceOfEmpty(filters),
	};
}

/** The same for the trigger. None of its filters has a date, so no zone matters. */
export function triggerFilter(filters: IDataObject) {
	return readOrderFilter(filters, { workflowZone: 'UTC', tokenZone: 'UTC' });
}

/** What the user is told of values that no order had. Undefined if there are none. */
export function sentenceOfUnmatched(values: string[]): string | undefined {
	if (values.length === 0) return undefined;
	return `None of the orders in the time window has ${named(values)}. Check the spelling of this filter.`;
}

function sentenceOfEmpty(filters: IDataObject): string | undefined {
	const labels = filterFields
		.filter(({ name }) => name in filters && /^[\s,;[\]"']*$/.test(String(locatorValue(filters[name]) ?? '')))
		.map(({ displayName }) => `'${displayName}'`);
	if (labels.length === 0) return undefined;
	return `Filters that are empty let every order through: ${labels.join(', ')}. With an expression, check what it returns.`;
}

/** A choice between any order, and those of one of several kinds; `kindOf` returns undefined where an order does not say. */
function choiceFilter(
	displayName: string,
	name: string,
	kindOf: (order: WireRecord) => string | undefined,
	kinds: INodePropertyOptions[],
): Filter {
	const any = { name: 'Any', value: 'any', description: 'This filter lets every order through' };
	const options = [any, ...kinds];
	return {
		fields: [
			{ displayName, name, type: 'options', options, default: 'any', description: 'Which orders to return' },
		],
		testOf(filters) {
			const values = options.map(({ value }) => String(value));
			const choice = readChoice(filters[name], displayName, values) ?? 'any';
			return { matches: (order) => choice === 'any' || (kindOf(order) ?? choice) === choice };
		},
	};
}

function flagFilter(label: string, flag: string): Filter {
	const word = label.toLowerCase();
	const kindOf = (order: WireRecord) => flagOf(order[flag])?.toString();
	return choiceFilter(label, flag, kindOf, [
		{ name: label, value: 'true', description: `Only orders that are ${word}` },
		{ name: `Not ${label}`, value: 'false', description: `Only orders that are not ${word}` },
	]);
}

function deletionTest({ deletedFrom, deletedTo }: IDataObject, zones: TimeZones): OrderTest {
	const window = parseWindow([deletedFrom, deletedTo], ['Deleted From', 'Deleted To'], zones);
	return { matches: ({ dateDeleted }) => isWithin(parseTimestamp(dateDeleted) ?? window.to, window) };
}

function userTest({ createdBy: given }: IDataObject): OrderTest {
	const label = createdBy.displayName;
	const mode = readChoice(isRecord(given) ? given.mode : undefined, label, ['id', 'list', 'username']);
	const user = readIdentifier(locatorValue(given), label)?.trim();
	const isByName = mode === 'username';
	if (user !== undefined && !isByName && !/^\d+$/.test(user)) {
		throw unusable(label, user, "Use the number of a user, or choose 'By Username'.");
	}
	const path = isByName ? 'createdBy.username' : 'createdBy.id';
	return valueTest(label, [path, 'createdBy'], user === undefined ? [] : [user]);
}

/** A text field with several values, of which an order must have one; `paths` is where it has it. */
function valueFilter(paths: string[], field: Omit<INodeProperties, 'type' | 'default'>): Filter {
	const { name, displayName } = field;
	return {
		fields: [{ ...field, type: 'string', default: '' }],
		testOf({ [name]: given }) {
			const values = Array.isArray(given) ? given.flat() : given;
			return valueTest(displayName, paths, readTexts(values, displayName));
		},
	};
}

/** Whether an order has one of the values. Plain text in place of an object counts as its value, as in the output. */
function valueTest(label: string, paths: string[], values: string[]): OrderTest {
	const wanted = new Set(values.map(fold));
	const met = new Set<string>();
	return {
		matches(order) {
			if (wanted.size === 0) return true;
			const found = paths.map((path) => fold(valueAt(order, path))).filter((text) => wanted.has(text));
			for (const text of found) met.add(text);
			return found.length > 0;
		},
		values: (areMet) =>
			values.filter((value) => met.has(fold(value)) === areMet).map((value) => `'${label}' ${value}`),
	};
}
