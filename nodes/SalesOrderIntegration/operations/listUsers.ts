/** List Users (api-specification 4.3). */
import type { INodeExecutionData } from 'n8n-workflow';
import { readUnique } from '../lists/completeList';
import { users } from '../lists/orders';
import { userRow } from '../output';
import { pagingFields, readLimit } from './listFields';
import type { Operation } from './operation';

export const listUsers: Operation = {
	name: 'List Users',
	action: 'List users',
	description: 'Get many users of the service (the field sellers) with their ID and username',
	properties: pagingFields,
	eachItem: (context, client) => async (itemIndex) => {
		const limit = readLimit(context, itemIndex);
		const rows: INodeExecutionData[] = [];
		for await (const user of readUnique(client, users)) {
			rows.push({ json: userRow(user) });
			if (rows.length >= limit) break;
		}
		return rows;
	},
};
