/** List Users (api-specification 4.3). */
import { readCompleteList } from '../lists/completeList';
import { users } from '../lists/orders';
import type { WireRecord } from '../lists/wire';
import { userRow } from '../output';
import { pagingFields, readLimit } from './listFields';
import type { Operation } from './operation';

export const listUsers: Operation = {
	name: 'List Users',
	action: 'List users',
	description: 'Get many users of the service (the sales reps) with their ID and username',
	properties: pagingFields,
	eachItem: (context, client) => async (itemIndex) => {
		const limit = readLimit(context, itemIndex);
		const convert = (user: WireRecord) => [{ json: userRow(user) }];
		const { records } = await readCompleteList(client, { query: users, convert, limit });
		return records;
	},
};
