/** Lists of orders that change between the requests of one reading. */
import { readCompleteList } from '../../../nodes/SalesOrderIntegration/lists/completeList';
import type { Verify } from '../../../nodes/SalesOrderIntegration/lists/listReading';
import { orderQuery } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import type { Page } from '../../../nodes/SalesOrderIntegration/lists/pages';
import { PAGE, type Sandbox } from '../../../sandbox';
import { clientFixture, type ClientFixture } from '../../support/clientFixture';
import { HOUR } from '../../support/time';

export const PAGE_SIZE = 10;

export interface Account {
	pages: number;
	deleted?: number;
	/** Whether the orders with the lowest IDs were deleted last. */
	deletedInReverse?: boolean;
	verify?: Verify;
	/** What happens before each request. `request` counts from 0. */
	before?(world: Sandbox['world'], request: number, now: number): void;
}

/** A list of so many pages; each request takes 300 ms. */
export function account({ pages, deleted = 3, deletedInReverse = false, before }: Account): ClientFixture {
	const fixture = clientFixture({
		lines: { minimum: 0, maximum: 0 },
		switches: { pageSize: PAGE_SIZE, sortOrder: 'id asc' },
	});
	const { sandbox, timing } = fixture;
	const past = timing.now() - HOUR;
	for (let order = 0; order < pages * PAGE_SIZE - 1 + deleted; order++)
		sandbox.world.add({ dateCreated: past });
	sandbox.world
		.all()
		.slice(0, deleted)
		.forEach(({ id }, position) =>
			sandbox.world.delete(id, past + (deletedInReverse ? -position : position) * 1000),
		);
	const work = () => {
		timing.current += 300;
		before?.(sandbox.world, sandbox.log.total - 1, timing.now());
	};
	sandbox.faults.before({}, work, { times: Infinity });
	return fixture;
}

export async function read({ client }: ClientFixture, verify?: Verify, firstPage?: Page) {
	return await readCompleteList(client, {
		query: orderQuery(client, 'created', {}),
		deletedQuery: orderQuery(client, 'deleted', {}),
		verify,
		firstPage,
	});
}

/** The IDs of the orders that are not deleted. */
export function present({ sandbox }: ClientFixture): string[] {
	return sandbox.world.listed('created').map(({ id }) => String(id));
}

/** The requests so far, such as `created 1`: the list and its page. */
export function requests({ sandbox }: ClientFixture): string[] {
	return sandbox.log.entries.map(({ path }) => {
		const { searchParams } = new URL(path, 'https://service.example');
		return `${searchParams.get('deleted') === 'true' ? 'deleted' : 'created'} ${searchParams.get(PAGE) ?? 1}`;
	});
}

/** Deletes the oldest order that is not deleted. */
export function deleteOldest(world: Sandbox['world']): void {
	const [oldest] = world.listed('created');
	if (oldest) world.delete(oldest.id);
}
