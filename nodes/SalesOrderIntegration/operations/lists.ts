/** List Sales Orders, List Deleted Orders (api-specification 4.1) and List Users (4.3). */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Client } from '../http/client';
import { readCompleteList } from '../lists/completeList';
import { readOrdersInParts, type OrderListName } from '../lists/orderWindow';
import { users } from '../lists/orders';
import type { WireRecord } from '../lists/wire';
import { sentenceOfEmpty, toRows, unknownFields, userRow } from '../output';
import { outputProperties, readOutputChoice } from '../output/properties';
import { collection, notice } from '../parameters/fields';
import {
	createdOrderFilters,
	deletedOrderFilters,
	readOrderFilter,
	sentenceOfUnmatched,
} from '../parameters/orderFilter';
import { readChoice, readCollection } from '../parameters/values';
import {
	pagingFields,
	readLimit,
	readWindow,
	windowBetween,
	windowFields,
	windowHints,
	zonesOf,
} from './operation';
import type { Operation } from './operation';

const windowNotice = notice(
	'windowNotice',
	"'Start' and 'End' most likely apply to when an order was created. To find recent deletions, start some weeks back and add the filter 'Deleted From'.",
	{ hide: { '@tool': [true] } },
);
const toolNotice = notice(
	'toolNotice',
	"An agent reads all that it receives: choose Selected Fields, leave 'Return All' off, and set 'Start', or let the agent set it.",
	{ show: { '@tool': [true] } },
);

const options = collection('Option', [
	{
		displayName: 'Check for Skipped Orders',
		name: 'verify',
		type: 'options',
		options: [
			{
				name: 'Always Read Twice',
				value: 'twice',
				description:
					'Read until two readings match, for a service whose list changes its sequence. With a limit, only if the list ends before it.',
			},
			{
				name: 'When the List Changed',
				value: 'signs',
				description:
					'Read again if something changed during reading. Usually takes two or three extra requests.',
			},
		],
		default: 'signs',
		description: 'When to read the list again: a change during reading can make an order slip through',
	},
]);

function fieldsOf(filters: INodeProperties): INodeProperties[] {
	return [toolNotice, ...windowFields, ...pagingFields, filters, ...outputProperties, options];
}

export const listSalesOrders: Operation = {
	name: 'List Sales Orders',
	action: 'List sales orders',
	description:
		'Get many sales orders of a time window with their customer, sales rep, lines and totals. Returns every order, or says that one may be missing.',
	properties: fieldsOf(createdOrderFilters),
	eachItem: (context, client) => listOrders(context, client, 'created'),
};

export const listDeletedOrders: Operation = {
	name: 'List Deleted Orders',
	action: 'List deleted sales orders',
	description:
		'Get many deleted sales orders, to cancel them in your own system. Match them by their external ID.',
	properties: [windowNotice, ...fieldsOf(deletedOrderFilters)],
	eachItem: (context, client) => listOrders(context, client, 'deleted'),
};

export const listUsers: Operation = {
	name: 'List Users',
	action: 'List users',
	description: 'Get many users of the service (the sales reps) with their ID and username',
	properties: pagingFields,
	eachItem(context, client) {
		const noteRecords = repeatedHint(client);
		return async (itemIndex) => {
			const limit = readLimit(context, client, itemIndex);
			const { records } = await readCompleteList(client, { query: users, limit, verify: 'twice' });
			noteRecords(records, limit);
			return [...records.values()].slice(0, limit).map((user) => ({ json: userRow(user) }));
		};
	},
};

/** Begins a run of an order list; the function that it returns reads the list for one input item. */
function listOrders(context: IExecuteFunctions, client: Client, list: OrderListName) {
	const { hints } = client;
	const noteWindow = windowHints(client);
	const noteRecords = repeatedHint(client);
	const noteValues = neverFound();
	const noteFields = neverFound();
	return async (itemIndex: number) => {
		const { window, filter, verify, choice, limit } = readRequest(context, client, itemIndex);
		const convert = (order: WireRecord) => (filter.matches(order) ? toRows(order, choice) : undefined);
		const found = await readOrdersInParts(client, list, window, { convert, verify, limit });
		const rows = [...found.records.values()].slice(0, limit).flat();
		await noteWindow(found, window);
		const { filled, empty } = unknownFields(choice, rows);
		hints.set('emptyField', sentenceOfEmpty(noteFields(filled, empty)));
		// A list that ended at its limit does not tell what comes after it.
		const unmatched = found.records.size < (limit ?? Infinity) ? filter.values(false) : [];
		hints.set('unmatchedFilter', sentenceOfUnmatched(noteValues(filter.values(true), unmatched)));
		noteRecords(found.records, limit);
		return rows.map((json) => ({ json }));
	};
}

/**
 * Returns a function to call after each list. It adds a hint if an earlier input item got the same records: what they asked
 * for may differ by the moments between two `$now`.
 */
function repeatedHint({ hints }: Client) {
	const earlier = new Set<string>();
	return (records: Map<string, unknown>, limit?: number): void => {
		const keys = [...records.keys()].slice(0, limit).join();
		if (earlier.has(keys) && keys !== '') hints.add('repeatedList', REPEATED);
		earlier.add(keys);
	};
}

/** Returns a function that says what no input item so far has found: what one misses, another one may find. */
function neverFound() {
	const found = new Set<string>();
	const missed = new Set<string>();
	return (nowFound: string[], nowMissed: string[]): string[] => {
		for (const value of nowFound) found.add(value);
		for (const value of nowMissed) missed.add(value);
		return [...missed].filter((value) => !found.has(value));
	};
}

/** What an input item asks for; throws InputError for a value that cannot be used. */
function readRequest(context: IExecuteFunctions, client: Client, itemIndex: number) {
	const filters = readCollection(context.getNodeParameter('filters', itemIndex, {}), 'Filters');
	const options = readCollection(context.getNodeParameter('options', itemIndex, {}), 'Options');
	const zones = zonesOf(context, client);
	const filter = readOrderFilter(filters, zones);
	// For its hints.
	const { deletedFrom, deletedTo } = filters;
	windowBetween(client, [deletedFrom, deletedTo], ['Deleted From', 'Deleted To'], zones);
	if (filter.empty) client.hints.add('emptyFilter', filter.empty);
	return {
		window: readWindow(context, client, itemIndex),
		filter,
		verify: readChoice(options.verify, 'Check for Skipped Orders', ['signs', 'twice']) ?? 'signs',
		choice: readOutputChoice((parameter) => context.getNodeParameter(parameter, itemIndex, '')),
		limit: readLimit(context, client, itemIndex),
	};
}

const REPEATED =
	"Several input items got the same rows, so these are repeated. If the list of the first item is enough, turn on 'Execute Once' in the settings of this node.";
