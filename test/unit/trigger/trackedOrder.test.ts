/** An order as the trigger sees it: its dates and its ID, whatever the service sent. */
import { byArrival, track } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';

const NOW = Date.parse('2026-07-15T12:00:00Z');
const [MADE, ARRIVED] = ['2026-07-13T08:00:00Z', '2026-07-14T09:00:00Z'];
const at = (text: string) => Date.parse(text);

test.each([
	['both dates', { mobileDateCreated: MADE, dateCreated: ARRIVED }, at(MADE), at(ARRIVED), at(ARRIVED)],
	[
		'a phone that is ahead',
		{ mobileDateCreated: ARRIVED, dateCreated: MADE },
		at(ARRIVED),
		at(MADE),
		at(ARRIVED),
	],
	['no arrival', { mobileDateCreated: MADE }, at(MADE), at(MADE), at(MADE)],
	['no time on the phone', { dateCreated: ARRIVED }, at(ARRIVED), at(ARRIVED), at(ARRIVED)],
	['no date that can be read', { mobileDateCreated: 7, dateCreated: 'soon' }, NOW, NOW, NOW],
])('with %s', (_, order, mobileDateCreated, dateCreated, latestDate) => {
	const tracked = track({ id: 5, ...order }, NOW);
	expect(tracked).toEqual({
		order: { id: 5, ...order },
		id: '5',
		mobileDateCreated,
		dateCreated,
		latestDate,
	});
});

test('an order without a usable ID is told from others by its content and arrival', () => {
	const idOf = (order: object) => track({ ...order }, NOW).id;
	const first = { totalSales: 1, dateCreated: MADE };
	expect(idOf(first)).toMatch(/^#.* .{8}$/);
	expect(idOf(first)).toBe(idOf({ ...first, mobileDateCreated: ARRIVED, exported: true }));
	expect(idOf(first)).not.toBe(idOf({ ...first, totalSales: 2 }));
	expect(idOf(first)).not.toBe(idOf({ ...first, dateCreated: ARRIVED }));
});

test.each([
	[[9, 1], [2, 5], -1],
	[[2, 5], [9, 1], 1],
	[[30, 5], [31, 5], -1],
	[[31, 5], [30, 5], 1],
	[[9, 5], [10, 5], -1],
	[[10, 5], [9, 5], 1],
	[[7, 5], [7, 5], 0],
])(
	'of the orders %j and %j (ID and arrival) the sequence is %i',
	([id, at = 0], [otherId, otherAt = 0], sign) => {
		const order = (number: number | undefined, arrival: number) =>
			track({ id: number, dateCreated: new Date(arrival * 1000).toISOString() }, NOW);
		expect(Math.sign(byArrival(order(id, at), order(otherId, otherAt)))).toBe(sign);
	},
);
