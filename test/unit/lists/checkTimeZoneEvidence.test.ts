/** Design 3.4: which orders prove that the service reads dates in another time zone, and which prove nothing. */
import '../../support/quickZones';
import type * as serviceWindow from '../../../nodes/SalesOrderIntegration/dates/serviceWindow';
import { checkTimeZone } from '../../../nodes/SalesOrderIntegration/lists/checkTimeZone';
import { NOON } from '../../support/simulatedTiming';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';
import { modelClient, type ModelOrder, type ModelService } from './zoneModel';

let mockComparisons = 0;
jest.mock('../../../nodes/SalesOrderIntegration/dates/serviceWindow', () => {
	const actual = jest.requireActual<typeof serviceWindow>(
		'../../../nodes/SalesOrderIntegration/dates/serviceWindow',
	);
	const isWithin: typeof actual.isWithin = (...values) => (mockComparisons++, actual.isWithin(...values));
	return { ...actual, isWithin };
});

const MEXICO = 'America/Mexico_City';
const TIJUANA = 'America/Tijuana';

interface Case {
	/** The time zone of the service; the credential says Mexico City. */
	zone?: string;
	count?: number;
	pageSize?: number;
	/** What becomes of each order after the first response. */
	changed?: (order: ModelOrder) => ModelOrder[];
	/** Otherwise changes the text of a response, which is the one after so many others. */
	rewritten?: (body: string, responses: number) => string;
}

/** Checks a service with so many orders, a minute apart. */
async function check({ zone = TIJUANA, count = 4, pageSize = 100, changed, rewritten }: Case) {
	const orders = Array.from({ length: count }, (_, index) => {
		const date = NOON - 5 * DAY + index * MINUTE;
		return { id: index + 1, mobileDateCreated: date, dateCreated: date };
	});
	const service: ModelService = {
		zone,
		filter: 'mobileDateCreated',
		startIsIn: true,
		endIsIn: true,
		compares: 'instants',
		sort: 'newest',
		pageSize,
		before: (_, responses) => (changed && responses > 0 ? orders.flatMap(changed) : orders),
	};
	const { client, requests } = modelClient(service, orders, { timezone: MEXICO, now: NOON });
	const { transport } = client;
	client.transport = async (request, signal) => {
		const response = await transport(request, signal);
		return { ...response, body: rewritten?.(response.body, requests() - 1) ?? response.body };
	};
	return await checkTimeZone(client);
}

test.each([
	[1, 'nothing', undefined],
	[2, 'another zone', expect.stringMatching(/in America\/Los_Angeles.* \(UTC-07:00\), but/)],
])('of %i orders that the service lists elsewhere, %s is proved', async (count, _, message) => {
	expect(await check({ count })).toEqual(message);
});

test('of a page of thousands, a few hundred are compared', async () => {
	mockComparisons = 0;
	const message = await check({ count: 3_000, pageSize: 5_000 });
	expect(message).toContain('America/Los_Angeles');
	// Each with each, by both dates: punctual ones, and all if those are too few.
	expect(mockComparisons).toBeLessThan(4 * 500 ** 2 + 500_000);
});

test.each(['id', 'mobileDateCreated', 'dateCreated'])('orders without %s prove nothing', async (field) => {
	const rewritten = (body: string) => body.replaceAll(`"${field}":`, '"other":');
	expect(await check({ rewritten })).toBeUndefined();
});

test('an order without an ID does not confirm what another one says', async () => {
	expect(await check({ count: 2, rewritten: (body) => body.replaceAll('"id":2,', '') })).toBeUndefined();
});

test.each<[string, (order: ModelOrder) => ModelOrder[]]>([
	['deleted', () => []],
	['edited on the phone', (order) => [{ ...order, mobileDateCreated: order.mobileDateCreated - HOUR }]],
	['given another arrival', (order) => [{ ...order, dateCreated: order.dateCreated - HOUR }]],
])('orders that are %s meanwhile prove nothing', async (_, changed) => {
	for (const zone of [MEXICO, TIJUANA]) expect(await check({ zone, changed })).toBeUndefined();
});

test('orders that a window counts but does not list are not missing from it', async () => {
	let windows = 0;
	const rewritten = (body: string, responses: number) => {
		windows = responses;
		return body.replace('"totalCount":0', '"totalCount":4');
	};
	expect(await check({ rewritten })).toBeUndefined();
	expect(windows).toBe(1);
});

test('an order that may be on the next page of a window is not missing from it', async () => {
	// Others from phones six hours ahead fill the page: without those behind it, everything looks like UTC.
	const crowded = (order: ModelOrder) =>
		[0, 1, 2, 3, 4].map((place) => {
			const { id, mobileDateCreated, dateCreated } = order;
			if (place === 0) return order;
			return {
				id: id + place * 100,
				mobileDateCreated: mobileDateCreated + place * SECOND,
				dateCreated: dateCreated - 6 * HOUR,
			};
		});
	expect(await check({ zone: MEXICO, pageSize: 4, changed: crowded })).toBeUndefined();
});
