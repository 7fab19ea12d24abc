/** List Sales Orders (api-specification 4.1). */
import { createdOrderFilters } from './filterProperties';
import type { Operation } from './operation';
import { orderListProperties, runOrderList } from './orderList';

export const listSalesOrders: Operation = {
	name: 'List Sales Orders',
	action: 'List sales orders',
	description:
		'Get the sales orders that field sellers created in a time window, complete, with customer, seller, lines and totals',
	properties: orderListProperties(
		createdOrderFilters,
		'held against the time at which the order was made on the phone (mobileDateCreated), even if it arrived later',
	),
	run: async (context, client, itemIndex) => await runOrderList(context, client, itemIndex, 'created'),
};
