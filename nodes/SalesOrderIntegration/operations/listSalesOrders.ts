/** List Sales Orders (api-specification 4.1). */
import { createdOrders, deletedOrders } from '../lists/orders';
import { createdOrderFilterFields } from '../parameters/orderFilterFields';
import type { ItemOperation } from './operation';
import { orderListProperties, runOrderList } from './orderList';
import type { OrderListKind } from './orderList';

const kind: OrderListKind = {
	query: createdOrders,
	deletedQuery: deletedOrders,
	dateFields: ({ connection }) => [connection.serverDateParameter ? 'dateCreated' : 'mobileDateCreated'],
};

export const listSalesOrders: ItemOperation = {
	name: 'List Sales Orders',
	action: 'List sales orders',
	description:
		'Get many sales orders of a time window with their customer, seller, lines and totals. Finds every order, or fails.',
	properties: orderListProperties(createdOrderFilterFields),
	eachItem: (context, client) => runOrderList(context, client, kind),
};
