/** Design 3.4: which orders count against a time zone, and where others are looked for that confirm it. */
import { DateTime } from 'luxon';

import { checkTimeZone } from '../../../nodes/SalesOrderIntegration/lists/checkTimeZone';
import { NOON } from '../../support/simulatedTiming';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';
import { modelClient } from './zoneModel';
import type { ModelOrder, ModelService } from './zoneModel';

interface Telling {
	count: number;
	pageSize?: number;
	/** What becomes of each order in the two windows that would tell, and when the first one is read again. */
	changed: (order: ModelOrder) => ModelOrder[];
	afterwards?: (order: ModelOrder) => ModelOrder[];
	/** A field that the service does not send. */
	without?: keyof ModelOrder;
	/** Otherwise changes the text of a response, which is the one after so many others. */
	rewritten?: (body: string, responses: number) => string;
}

/** Checks a service with so many orders, a minute apart, that reads dates as the credential says. */
async function check({
	count,
	pageSize = 100,
	changed,
	afterwards = (order) => [order],
	without,
	rewritten = (body) => body,
}: Telling) {
	const zone = 'America/Mexico_City';
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
		before: (_, responses) => {
			if (responses < 2) return orders;
			return orders.flatMap(responses === 4 ? afterwards : changed);
		},
	};
	const { client } = modelClient(service, orders, { timezone: zone, now: NOON });
	const windows: number[][] = [];
	const { transport } = client;
	client.transport = async (request, signal) => {
		const { searchParams } = new URL(request.url);
		const instantOf = (name: string) =>
			DateTime.fromFormat(searchParams.get(name) ?? '', 'dd/MM/yyyy HH:mm:ss', { zone }).toMillis();
		windows.push(['start', 'end'].map(instantOf));
		const response = await transport(request, signal);
		const body = response.body.replaceAll(`"${without}":`, '"other":');
		return { ...response, body: rewritten(body, windows.length - 1) };
	};
	return { zoneAssumed: (await checkTimeZone(client))?.zoneAssumed, windows };
}

test.each([
	[1, 'proves nothing', undefined],
	[2, 'proves another zone', 'America/Mexico_City'],
])('%i of the orders against the zone %s', async (contradicting, _, zoneAssumed) => {
	expect(await check({ count: contradicting, changed: () => [] })).toMatchObject({ zoneAssumed });
});

test.each(['id', 'mobileDateCreated', 'dateCreated'] as const)(
	'orders without %s prove nothing',
	async (without) => {
		expect((await check({ count: 4, changed: () => [], without })).zoneAssumed).toBeUndefined();
	},
);

test('an order without an ID does not confirm what another one says', async () => {
	const rewritten = (body: string) => body.replaceAll('"id":2,', '');
	expect((await check({ count: 2, changed: () => [], rewritten })).zoneAssumed).toBeUndefined();
});

test('an order that a window counts but does not list is not missing from it', async () => {
	const rewritten = (body: string, responses: number) =>
		responses === 2 || responses === 3 ? body.replace('"totalCount":0', '"totalCount":4') : body;
	expect((await check({ count: 4, changed: () => [], rewritten })).zoneAssumed).toBeUndefined();
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
	expect((await check({ count: 4, pageSize: 4, changed: crowded })).zoneAssumed).toBeUndefined();
});

test.each<[string, (order: ModelOrder) => ModelOrder[]]>([
	['deleted', () => []],
	['edited on the phone', (order) => [{ ...order, mobileDateCreated: order.mobileDateCreated - HOUR }]],
	['given another arrival', (order) => [{ ...order, dateCreated: order.dateCreated - HOUR }]],
])('an order that was %s meanwhile is not missing', async (_, afterwards) => {
	expect((await check({ count: 4, changed: () => [], afterwards })).zoneAssumed).toBeUndefined();
});

test('where no other orders can confirm it, the second window is a day and a half before the first', async () => {
	const { windows } = await check({ count: 1, changed: () => [] });
	expect(windows).toHaveLength(5);
	expect(windows[3]).toEqual(windows[2]?.map((end) => end - 36 * HOUR));
});
