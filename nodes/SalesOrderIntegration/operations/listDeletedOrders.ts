/** List Deleted Orders (api-specification 4.1 with deleted=true). */
import type { INodeProperties } from 'n8n-workflow';
import { deletedOrderFilters } from './filterProperties';
import type { Operation } from './operation';
import { orderListProperties, runOrderList } from './orderList';

const windowNotice: INodeProperties = {
	displayName:
		'Start and End most likely mean when the order was made, not when it was deleted. To find recent deletions, let Start lie some weeks back and add the filter Deleted From.',
	name: 'windowNotice',
	type: 'notice',
	default: '',
};

export const listDeletedOrders: Operation = {
	name: 'List Deleted Orders',
	action: 'List deleted sales orders',
	description:
		'Get the sales orders that were deleted, so that they can be cancelled in the ERP; match them by their external ID',
	properties: orderListProperties(
		deletedOrderFilters,
		'most likely held against the time at which the order was made on the phone, not against its deletion',
		windowNotice,
	),
	run: async (context, client, itemIndex) => await runOrderList(context, client, itemIndex, 'deleted'),
};
