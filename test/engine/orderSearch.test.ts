/** The list behind Order ID: the newest orders first, further back page by page, found by what people type. */
import { NOON } from '../support/simulatedTiming';
import { DAY, HOUR } from '../support/time';
import { searchList, serve, simulateTime } from './support';
import type { ServedSandbox } from './support';

let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({ clock: simulateTime({ start: NOON }), switches: { pageSize: 5 } });
});

const search = async (filter?: string, paginationToken?: string) =>
	await searchList('searchOrders', { credential: served.credential(), filter, paginationToken });

function addOrders(count: number, everyMs: number): number[] {
	return Array.from({ length: count }, (_, position) =>
		Number(served.sandbox.world.add({ mobileDateCreated: NOON - position * everyMs })),
	);
}

async function searchAll(filter?: string): Promise<string[]> {
	const values: string[] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await search(filter, token);
		values.push(...results.map(({ value }) => String(value)));
		token = paginationToken as string | undefined;
	} while (token !== undefined);
	return values;
}

test.each([
	['busy', 2 * 60_000],
	['quiet', 3 * DAY],
])('gives every order of a %s account, the newest in the first page', async (_, everyMs) => {
	const ids = addOrders(60, everyMs);
	const { results } = await search();
	expect(results.map(({ value }) => value)).toContain(String(ids[0]));
	expect(served.sandbox.log.total).toBeLessThanOrEqual(10);
	expect(new Set(await searchAll())).toEqual(new Set(ids.map(String)));
});

test('gives an order whose phone is ahead by months, or was reset to 1970', async () => {
	const ahead = served.sandbox.world.add({ mobileDateCreated: NOON + 200 * DAY });
	const reset = served.sandbox.world.add({ mobileDateCreated: 5 * HOUR });
	expect(await searchAll()).toEqual([String(ahead), String(reset)]);
});

test('shows order, customer, arrival and external ID, and finds an order by each', async () => {
	const [id = 0] = addOrders(30, HOUR);
	const order = served.sandbox.world.find(id);
	served.sandbox.world.distort(id, { externalId: 'SO-2026-77' });
	const { results } = await search('so-2026');
	expect(results).toEqual([
		{
			name: `${id} · ${order?.customer.description} · ${order?.dateCreated} · SO-2026-77`,
			value: String(id),
		},
	]);
	for (const text of [String(id), order?.customer.code, order?.customer.description.toUpperCase()]) {
		expect(await searchAll(text)).toContain(String(id));
	}
	expect(await searchAll('nothing like it')).toEqual([]);
});
