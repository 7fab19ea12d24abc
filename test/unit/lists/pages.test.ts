/** Design 3.2: pages are followed to the end, whatever form their links have; nothing leads astray or in circles. */
import { readCompleteList } from '../../../nodes/SalesOrderIntegration/lists/completeList';
import { orderQuery } from '../../../nodes/SalesOrderIntegration/lists/orderWindow';
import { readPage, readPages } from '../../../nodes/SalesOrderIntegration/lists/pages';
import { PAGE, type SandboxResponse, type Switches } from '../../../sandbox';
import { clientFixture, failureOf, type ClientFixture } from '../../support/clientFixture';
import { rewriteLists } from '../../support/rewriteLists';
import { BASE_URL } from '../../support/sandboxClient';

const window = { start: '01/06/2026 00:00:00', end: '17/07/2026 00:00:00' };
const ENCODED = 'start=01%2F06%2F2026%2000%3A00%3A00&end=17%2F07%2F2026%2000%3A00%3A00&deleted=false';

/** A list of seven pages, and other sandboxes in all places to which a link may lead. */
function listWith(pageLinks: Switches['pageLinks']): ClientFixture & { elsewhere: ClientFixture['sandbox'] } {
	const elsewhere = clientFixture({ orders: { count: 70 } }).sandbox;
	const others = Object.fromEntries(
		['https://elsewhere.example', 'https://service.example:1', 'http://service.example'].map((origin) => [
			origin,
			elsewhere,
		]),
	);
	const fixture = clientFixture(
		{
			orders: { count: 65, deletedShare: 0 },
			switches: { pageSize: 10, pageLinks, otherOrigin: 'https://elsewhere.example' },
		},
		{ others },
	);
	return { ...fixture, elsewhere };
}

async function readList({ client }: ClientFixture) {
	return await readCompleteList(client, { query: orderQuery(client, 'created', window) });
}

type Expectation = { complete: true; calls: number } | { fails: string; calls: number } | { saysSo: true };

/** What each form of the link must lead to; a form without an entry does not compile. */
const expectations: Record<Switches['pageLinks'], Expectation> = {
	absolute: { complete: true, calls: 7 },
	relative: { complete: true, calls: 7 },
	queryOnly: { complete: true, calls: 7 },
	httpScheme: { complete: true, calls: 7 },
	droppingParameters: { complete: true, calls: 7 },
	plusEncoded: { complete: true, calls: 7 },
	pastTheEnd: { complete: true, calls: 8 },
	otherHost: { fails: 'foreignLink', calls: 1 },
	otherPort: { fails: 'foreignLink', calls: 1 },
	loop: { fails: 'pageLoop', calls: 2 },
	backToFirst: { fails: 'pageLoop', calls: 8 },
	garbage: { fails: 'brokenLink', calls: 1 },
	notAString: { fails: 'brokenLink', calls: 1 },
	empty: { saysSo: true },
	absent: { saysSo: true },
	nullEarly: { saysSo: true },
};

const forms = Object.entries(expectations) as Array<[Switches['pageLinks'], Expectation]>;
test.each(forms)('links of the form %s', async (pageLinks, expected) => {
	const fixture = listWith(pageLinks);
	const { client, sandbox, elsewhere } = fixture;
	if ('fails' in expected) {
		expect(await failureOf(readList(fixture))).toMatchObject({ kind: expected.fails });
		expect(sandbox.log.total).toBe(expected.calls);
	} else {
		const list = await readList(fixture);
		expect(list.isSettled && !list.isMiscounted).toBe('complete' in expected);
		if ('complete' in expected) {
			expect(list.records.size).toBe(65);
			expect(sandbox.log.total).toBe(expected.calls);
		} else {
			expect(client.hints.list().map(({ kind }) => kind)).toContain('miscounted');
		}
	}
	// The window goes with every request, exactly as it was, and the token to the service alone.
	for (const { path } of sandbox.log.entries) expect(path).toContain(`/api/v2/salesOrder?${ENCODED}`);
	expect(elsewhere.log.entries).toEqual([]);
});

test('a link that is missing is named, and the count then tells that orders are', async () => {
	const fixture = listWith('absent');
	await readList(fixture);
	expect(fixture.client.hints.list()).toEqual([
		expect.objectContaining({ kind: 'oddData', message: expect.stringContaining('pagination.nextPage') }),
		expect.objectContaining({
			kind: 'miscounted',
			message: expect.stringMatching(/has 65 entries.*sent 10/),
		}),
	]);
});

/** Replaces the link on every page. */
function withNextPage({ sandbox }: ClientFixture, nextPage: (request: number) => unknown): void {
	rewriteLists({ sandbox }, ({ pagination }) => (pagination.nextPage = nextPage(sandbox.log.total)));
}

test('a circle under addresses that change each time is an error, too', async () => {
	const fixture = clientFixture({ orders: { count: 20 }, switches: { pageSize: 10 } });
	withNextPage(fixture, (request) => `?${PAGE}=${1 + (request % 2)}&nocache=${request}`);
	expect(await failureOf(readList(fixture))).toMatchObject({ kind: 'pageLoop' });
	expect(fixture.sandbox.log.total).toBeLessThan(120);
});

test('so it is where the records have no ids by which one could see that they come again', async () => {
	const fixture = clientFixture({ orders: { count: 20 }, switches: { pageSize: 10 } });
	for (const { id } of fixture.sandbox.world.all()) fixture.sandbox.world.distort(id, { id: undefined });
	withNextPage(fixture, (request) =>
		request > 500 ? 5 : `?${PAGE}=${1 + (request % 2)}&nocache=${request}`,
	);
	expect(await failureOf(readList(fixture))).toMatchObject({ kind: 'pageLoop' });
	expect(fixture.sandbox.log.total).toBeLessThan(120);
});

test('ids that were rounded, as numbers with a point beyond 2^53 are, make no two orders one', async () => {
	const fixture = clientFixture({ orders: { count: 2, deletedShare: 0 } });
	const rewrite = (response: SandboxResponse) => {
		const ids = ['9007199254740992.0', '9007199254740993.0'].values();
		return {
			...response,
			body: response.body.replace(/"id":\d+(?=,"mobileDateCreated")/g, () => `"id":${ids.next().value}`),
		};
	};
	fixture.sandbox.faults.schedule({}, { kind: 'rewrite', rewrite });
	const list = await readList(fixture);
	expect([...list.records.values()].map(({ id }) => id)).toEqual([2 ** 53, 2 ** 53]);
});

test('pages that only repeat what is known, because orders keep arriving, are no circle', async () => {
	const fixture = clientFixture({ orders: { count: 40, deletedShare: 0 }, switches: { pageSize: 2 } });
	const { sandbox, timing } = fixture;
	// Two arrivals at the front before each of 15 pages: each then shows what the page before it showed.
	sandbox.faults.before(
		{},
		() => {
			for (const step of [1, 2]) sandbox.world.add({ mobileDateCreated: timing.now() + step });
		},
		{ times: 15 },
	);
	const list = await readList(fixture);
	expect(list.isSettled).toBe(true);
	expect(list.records.size).toBeGreaterThanOrEqual(40);
});

test('orders without an id are passed on, also from more pages than a circle may have', async () => {
	const fixture = clientFixture({ orders: { count: 120, deletedShare: 0 }, switches: { pageSize: 1 } });
	for (const { id } of fixture.sandbox.world.all()) fixture.sandbox.world.distort(id, { id: undefined });
	const list = await readList(fixture);
	expect(list).toMatchObject({ isSettled: true });
	expect(list.records.size).toBe(120);
});

test('an order without an id that comes again because others arrived is still one', async () => {
	const fixture = clientFixture({ orders: { count: 12, deletedShare: 0 }, switches: { pageSize: 5 } });
	const { sandbox, timing } = fixture;
	for (const { id } of sandbox.world.all()) sandbox.world.distort(id, { id: undefined });
	sandbox.faults.beforePage(2, () => void sandbox.world.add({ mobileDateCreated: timing.now() }));
	const list = await readList(fixture);
	expect(list).toMatchObject({ isSettled: true });
	expect(list.records.size).toBe(12);
});

test('where a page is gone to which the one before linked, the failure does not blame the Base URL', async () => {
	const fixture = clientFixture({ orders: { count: 12, deletedShare: 0 }, switches: { pageSize: 5 } });
	fixture.sandbox.faults.schedule({ page: 2 }, { kind: 'status', status: 404 });
	const { message, description } = await failureOf(readList(fixture));
	expect(`${message}. ${description}`).toMatch(/page of the list cannot be reached \(404\).*Try again/);
});

test('a path prefix in front of the service goes with every page', async () => {
	const { client, sandbox } = clientFixture(
		{ orders: { count: 30 }, switches: { pageSize: 10 } },
		{ baseUrl: `${BASE_URL}/sales` },
	);
	expect(await failureOf(readPage(client, orderQuery(client, 'created', {})))).toMatchObject({
		kind: 'notFound',
	});
	expect(sandbox.log.entries[0]?.path).toBe('/sales/api/v2/salesOrder?deleted=false');
});

test('pages come one by one, with what the service says of the whole', async () => {
	const { client, sandbox, timing } = clientFixture({
		orders: { count: 25, deletedShare: 0 },
		switches: { pageSize: 10 },
	});
	const pages = [];
	const query = orderQuery(client, 'created', {});
	for await (const page of readPages(client, query, await readPage(client, query))) {
		pages.push({ ...page, records: page.records.length });
		expect(sandbox.log.total).toBe(pages.length);
	}
	const whole = { totalCount: 25, totalPages: 3, readAt: timing.now() };
	const link = (page: number) => `${BASE_URL}/api/v2/salesOrder?deleted=false&${PAGE}=${page}`;
	expect(pages).toEqual([
		{ ...whole, records: 10, isLast: false, nextPage: link(2) },
		{ ...whole, records: 10, isLast: false, nextPage: link(3) },
		{ ...whole, records: 5, isLast: true, nextPage: '' },
	]);
});

test.each([0, 1])('an empty list is complete after one call (totalPages %i)', async (totalPagesWhenEmpty) => {
	const fixture = clientFixture({ switches: { totalPagesWhenEmpty } });
	expect(await readList(fixture)).toMatchObject({ records: new Map(), isSettled: true });
	expect(fixture.sandbox.log.total).toBe(1);
});
