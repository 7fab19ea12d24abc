/** List Users (api-specification 4.3). */
import { readCompleteList, readUnique } from '../lists/completeList';
import { users } from '../lists/orders';
import { userRow } from '../output';
import type { ItemOperation } from './operation';
import { pagingProperties, readLimit } from './paging';

export const listUsers: ItemOperation = {
	name: 'List Users',
	action: 'List users',
	description: 'Get many users of the service (the field sellers) with their ID and username',
	properties: pagingProperties,
	eachItem: (context, client) => async (itemIndex) => {
		const limit = readLimit(context, itemIndex);
		if (limit === Infinity) {
			const { records } = await readCompleteList(client, { query: users });
			return records.map(userRow);
		}
		const rows = [];
		for await (const user of readUnique(client, users)) {
			rows.push(userRow(user));
			if (rows.length >= limit) break;
		}
		return rows;
	},
};
