/** List Deleted Orders (api-specification 4.1 with deleted=true). */
import type { INodeProperties } from 'n8n-workflow';
import { deletedOrders } from '../lists/orders';
import { deletedOrderFilterFields } from '../parameters/orderFilterFields';
import type { ItemOperation } from './operation';
import { orderListProperties, runOrderList } from './orderList';
import type { OrderListKind } from './orderList';

const kind: OrderListKind = {
	query: deletedOrders,
	// Which date the service filters by is not shown, so an order that fits by any of them is kept.
	dateFields: () => ['mobileDateCreated', 'dateCreated', 'dateDeleted'],
};

const windowNotice: INodeProperties = {
	displayName:
		"'Start' and 'End' most likely apply to the creation of an order, so to find recent deletions, start some weeks back and add the filter 'Deleted From'",
	name: 'windowNotice',
	type: 'notice',
	default: '',
	displayOptions: { hide: { '@tool': [true] } },
};

export const listDeletedOrders: ItemOperation = {
	name: 'List Deleted Orders',
	action: 'List deleted sales orders',
	description:
		'Get many deleted sales orders, to cancel them in your own system. Match them by their external ID.',
	properties: orderListProperties(deletedOrderFilterFields, windowNotice),
	eachItem: (context, client) => runOrderList(context, client, kind),
};
