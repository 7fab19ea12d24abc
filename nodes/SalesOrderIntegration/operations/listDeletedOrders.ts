/** List Deleted Orders (api-specification 4.1 with deleted=true). */
import type { INodeProperties } from 'n8n-workflow';
import { deletedOrderFilterFields } from '../parameters/orderFilterFields';
import type { Operation } from './operation';
import { orderListProperties, runOrderList } from './orderList';

const windowNotice: INodeProperties = {
	displayName:
		"'Start' and 'End' most likely apply to the creation of an order, so to find recent deletions, start some weeks back and add the filter 'Deleted From'",
	name: 'windowNotice',
	type: 'notice',
	default: '',
	displayOptions: { hide: { '@tool': [true] } },
};

export const listDeletedOrders: Operation = {
	name: 'List Deleted Orders',
	action: 'List deleted sales orders',
	description:
		'Get many deleted sales orders, to cancel them in your own system. Match them by their external ID.',
	properties: orderListProperties(deletedOrderFilterFields, windowNotice),
	eachItem: (context, client) => runOrderList(context, client, 'deleted'),
};
