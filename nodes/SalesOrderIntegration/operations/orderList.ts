/** What both order lists have in common: their fields, the window of time, reading and filtering. */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { checkWindow, parseDateInput } from '../dates';
import type { InstantWindow } from '../dates';
import { wholeSecond } from '../dates/durations';
import type { Client } from '../http/client';
import type { Verify } from '../lists/completeList';
import { isInWindow, orderWindow, readOrders, readOrdersUpTo } from '../lists/orderWindow';
import type { OrderListName, OrderWindow } from '../lists/orderWindow';
import type { WireRecord } from '../lists/wire';
import { toRows } from '../output';
import type { OutputMode } from '../output';
import { outputProperties, readFields } from '../output/properties';
import { noteEmptyExpression } from './emptyExpression';
import { readFilters } from './filters';
import type { OrderFilter } from './filters';
import { pagingProperties, readLimit } from './paging';

const toolNotice: INodeProperties = {
	displayName:
		'An AI agent reads everything that comes back. To save its context, choose Selected Fields as Output, and switch Return All off.',
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

const timezoneNotice: INodeProperties = {
	displayName:
		'Start and End are in the time zone of this workflow (see its settings), unless they carry an offset. The service reads them in the zone of the token’s user, so check that the Time Zone in the credential is right.',
	name: 'timezoneNotice',
	type: 'notice',
	default: '',
};

/** The fields of an order list, given its filters, what its time window means, and further hints on that. */
export function orderListProperties(
	filters: INodeProperties,
	windowMeaning: string,
	...windowNotices: INodeProperties[]
): INodeProperties[] {
	return [
		{
			displayName: 'Start',
			name: 'start',
			type: 'dateTime',
			default: '',
			description: `Beginning of the time window, ${windowMeaning}. An expression such as {{ $today.minus({ days: 7 }) }} will do. Empty: from the very first order.`,
		},
		{
			displayName: 'End',
			name: 'end',
			type: 'dateTime',
			default: '',
			description: `End of the time window, ${windowMeaning}; this second still belongs to it. Empty: no end.`,
		},
		...windowNotices,
		timezoneNotice,
		toolNotice,
		...pagingProperties,
		...outputProperties,
		filters,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'Verify',
					name: 'verify',
					type: 'options',
					options: [
						{
							name: 'On Signs of a Change',
							value: 'signs',
							description:
								'Read again when something shows that an order may have been skipped; costs at most three more requests',
						},
						{
							name: 'Always Read Twice',
							value: 'twice',
							description:
								'Read until two readings agree: for a service that changes the order of its list. With a limit, only when the list ends before it.',
						},
					],
					default: 'signs',
					description: 'How to make sure that no order is missing although the list changes while it is read',
				},
			],
		},
	];
}

/**
 * The rows of an order list for one input item.
 *
 * @throws InputError, ServiceFailure
 */
export async function runOrderList(
	context: IExecuteFunctions,
	client: Client,
	itemIndex: number,
	list: OrderListName,
): Promise<IDataObject[]> {
	const zones = { workflowZone: context.getTimezone(), tokenZone: client.connection.timezone };
	const noteEmpty = (path: string, field: string) => noteEmptyExpression(context, client.hints, path, field);
	const readDate = (path: string, field: string, edge: 'start' | 'end') => {
		const instant = parseDateInput(context.getNodeParameter(path, itemIndex, ''), { field, edge, ...zones });
		if (instant === undefined) noteEmpty(path, field);
		// The service shows whole seconds only: what happened in the second in which a window starts may belong to it.
		return instant === undefined || edge === 'end' ? instant : wholeSecond(instant);
	};

	const window: InstantWindow = {
		start: readDate('start', 'Start', 'start'),
		end: readDate('end', 'End', 'end'),
	};
	checkWindow(window, context.getTimezone());
	const filter = readFilters(context.getNodeParameter('filters', itemIndex, {}) as IDataObject, {
		deletedFrom: () => readDate('filters.deletedFrom', 'Deleted From', 'start'),
		deletedTo: () => readDate('filters.deletedTo', 'Deleted To', 'end'),
		noteEmpty: (field, label) => noteEmpty(`filters.${field}`, label),
	});
	const verify = context.getNodeParameter('options.verify', itemIndex, 'signs') as Verify;
	const output = context.getNodeParameter('output', itemIndex, 'simplified') as OutputMode;
	const fields =
		output === 'selectedFields' ? readFields(context.getNodeParameter('fields', itemIndex, [])) : [];
	const limit = readLimit(context, itemIndex);

	const orders = orderWindow(client, list, window);
	const wanted = { filter, verify, limit };
	return await readRows(client, orders, wanted, (order) => toRows(order, { output, fields }));
}

interface Wanted {
	filter: OrderFilter;
	verify: Verify;
	limit: number;
}

async function readRows(
	client: Client,
	orders: OrderWindow,
	{ filter, verify, limit }: Wanted,
	rowsOf: (order: WireRecord) => IDataObject[],
): Promise<IDataObject[]> {
	const isWanted = (order: WireRecord) => isInWindow(order, orders) && filter(order);
	const found =
		limit === Infinity
			? await readOrders(client, orders, { verify })
			: await readOrdersUpTo(client, orders, limit, { verify, isWanted });
	if (found.zoneMismatch) client.hints.add('timezone', found.zoneMismatch.message);
	return found.orders.filter(isWanted).flatMap(rowsOf);
}
