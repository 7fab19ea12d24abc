/** List Sales Orders (api-specification 4.1). */
import { createdOrderFilterFields } from '../parameters/orderFilterFields';
import type { Operation } from './operation';
import { orderListProperties, runOrderList } from './orderList';

export const listSalesOrders: Operation = {
	name: 'List Sales Orders',
	action: 'List sales orders',
	description:
		'Get many sales orders of a time window with their customer, seller, lines and totals. Returns every order, or says that one may be missing.',
	properties: orderListProperties(createdOrderFilterFields),
	eachItem: (context, client) => runOrderList(context, client, 'created'),
};
