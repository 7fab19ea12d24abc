/** Start and End in every form that is understood, and what is sent for them (design 2, 3.3). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MINUTE, NOON } from '../support/time';
import { refusalAhead } from '../support/windowOf';
import { serve, type NodeOutcome, type ServedSandbox } from './support';
import { idsOf } from './support/outcomes';

let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({ clock: { now: () => NOON }, switches: { sortOrder: 'mobileDateCreated asc' } });
});

async function run(
	dates: INodeParameters,
	options: { timezone?: string; input?: IDataObject[]; operation?: string } = {},
): Promise<NodeOutcome> {
	const { operation = 'list', timezone, input } = options;
	return await served.run({ resource: 'salesOrder', operation, ...dates }, { timezone, input });
}

/** Adds an order just outside, exactly at and just inside of both ends of a window; gives the ids of those inside. */
function addAround(start: number, end: number): unknown[] {
	const add = (mobileDateCreated: number) => served.sandbox.world.add({ mobileDateCreated });
	add(start - 1_000);
	const inside = [start, start + 1_000, end - 1_000, end].map(add);
	add(end + 1_000);
	return inside;
}

/** Noon and half past in Mexico City, the zone of the token, on the day before. */
const START = Date.parse('2026-07-14T12:00:00-06:00');
const END = START + 30 * MINUTE;

// The other forms: unit/dates/dateInput.
describe('Every zone and value that n8n gives names the same window', () => {
	test.each<[string, INodeParameters, string | null]>([
		[
			'ISO without an offset, in another zone of the workflow',
			{ start: '2026-07-14T23:30:00', end: '2026-07-15T00:00:00' },
			'Asia/Kolkata',
		],
		[
			"the service's own form, in the zone of the token",
			{ start: '14/07/2026 12:00:00', end: '14/07/2026 12:30:00' },
			null,
		],
		[
			'Luxon values from expressions',
			{
				start: "={{ DateTime.fromISO('2026-07-14T18:00:00Z') }}",
				end: "={{ DateTime.fromISO('2026-07-14T18:00:00Z').plus({ minutes: 30 }) }}",
			},
			null,
		],
	])('%s', async (_, dates, timezone) => {
		const inside = addAround(START, END);
		expect(idsOf(await run(dates, timezone === null ? {} : { timezone }))).toEqual(inside);
	});

	test('a date alone is the whole day in the zone of the workflow, both days included', async () => {
		const inside = addAround(
			Date.parse('2026-07-10T00:00:00+02:00'),
			Date.parse('2026-07-11T23:59:59+02:00'),
		);
		expect(idsOf(await run({ start: '2026-07-10', end: '2026-07-11' }))).toEqual(inside);
	});

	test('each input item may have its own window', async () => {
		const first = served.sandbox.world.add({ mobileDateCreated: START });
		const second = served.sandbox.world.add({ mobileDateCreated: START + 60 * MINUTE });
		const outcome = await run(
			{ start: '={{ $json.from }}', end: '={{ $json.to }}' },
			{
				input: [
					{ from: '2026-07-14T18:59:00Z', to: '2026-07-14T19:01:00Z' },
					{ from: '14/07/2026 11:59:00', to: '14/07/2026 12:01:00' },
				],
			},
		);
		expect(outcome.items.map(({ json, pairedItem }) => [json.salesOrderId, pairedItem])).toEqual([
			[second, { item: 0 }],
			[first, { item: 1 }],
		]);
	});
});

describe('What is sent', () => {
	test("is dd/MM/yyyy HH:mm:ss in the token's zone, percent-encoded, and a little wider than asked for", async () => {
		await run({ start: '2026-07-14T18:00:00Z', end: '2026-07-14T18:30:00Z' });
		expect(served.sandbox.log.entries[0]?.path).toBe(
			'/api/v2/salesOrder?start=14%2F07%2F2026%2011%3A59%3A59&end=14%2F07%2F2026%2012%3A30%3A02&deleted=false',
		);
	});

	test('a deleted order that fits by the date that the service filters on comes, whichever that is', async () => {
		const made = { mobileDateCreated: START - 1_000, dateCreated: START - 1_000 };
		const id = served.sandbox.world.add(made);
		served.sandbox.world.delete(Number(id), START + 5 * MINUTE);
		const dates = { start: '2026-07-14T18:00:00Z', end: '2026-07-14T18:30:00Z' };
		for (const date of ['dateDeleted', 'mobileDateCreated', 'dateCreated'] as const) {
			served.sandbox.switches.deletedListDate = date;
			expect([date, idsOf(await run(dates, { operation: 'listDeleted' }))]).toEqual([date, [id]]);
		}
	});

	test('the server date parameter reaches every page of both lists, and windows are then on arrival', async () => {
		served.sandbox.switches.serverDateParameter = { name: 'dateField', value: 'dateCreated' };
		served.sandbox.switches.pageSize = 1;
		// Made long before the window, arrived in it; and the other way round.
		const arrived = [0, 1].map((minutes) =>
			served.sandbox.world.add({
				mobileDateCreated: START - 10 * 24 * 60 * MINUTE,
				dateCreated: START + minutes,
			}),
		);
		served.sandbox.world.add({ mobileDateCreated: START, dateCreated: START + 24 * 60 * MINUTE });
		// Made in the second by which the window is widened, arrived in it; and the other way round.
		const made = { mobileDateCreated: START - 1_000, dateCreated: START };
		arrived.push(served.sandbox.world.add(made));
		served.sandbox.world.add({ mobileDateCreated: START, dateCreated: START - 1_000 });
		const outcome = await served.run(
			{ start: '2026-07-14T18:00:00Z', end: '2026-07-14T18:30:00Z' },
			{ credential: { serverDateParameter: 'dateField=dateCreated' } },
		);
		expect(idsOf(outcome)).toEqual(arrived);
		expect(outcome.hints).toEqual([]);
		const paths = served.sandbox.log.entries.map(({ path }) => path);
		expect(paths.length).toBeGreaterThan(2);
		expect(paths.filter((path) => !path.includes('dateField=dateCreated'))).toEqual([]);
	});
});

test('a server date parameter that the service ignores is told', async () => {
	served.sandbox.world.add({ mobileDateCreated: START, dateCreated: START + 60 * MINUTE });
	const { hints } = await served.run(
		{ start: '2026-07-14T18:00:00Z', end: '2026-07-14T18:30:00Z' },
		{ credential: { serverDateParameter: 'dateFeild=dateCreated' } },
	);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringContaining("It seems to ignore 'Server Date Parameter'"),
	]);
});

describe('A date that cannot be used is refused before anything is sent', () => {
	test('an end before the start is shown in the zone of the workflow, in which it was given', async () => {
		const { error } = await run({ start: '2026-07-02T10:00:00', end: '2026-07-01T11:00:00' });
		expect(error?.message).toContain('01/07/2026 11:00:00');
		expect(error?.message).toContain('02/07/2026 10:00:00');
		expect(error?.message).toContain('Europe/Madrid');
		expect(error?.name).toBe('NodeOperationError');
		expect(served.sandbox.log.total).toBe(0);
	});

	test('the error names the item', async () => {
		const { error } = await run(
			{ start: '={{ $json.from }}' },
			{ input: [{ from: '2026-07-01' }, { from: 'soon' }] },
		);
		expect(error?.context.itemIndex).toBe(1);
	});
});

test('a window that is longer than the service allows is read in parts, up to the limit too', async () => {
	served.sandbox.switches.longestWindowDays = 31;
	const dates = { start: '2026-05-01', end: '2026-07-31' };
	for (const month of [5, 6, 7])
		served.sandbox.world.add({ mobileDateCreated: Date.UTC(2026, month - 1, 9) });
	const inParts = await run(dates);
	expect((await run({ ...dates, returnAll: false, limit: 1 })).items).toEqual(inParts.items.slice(0, 1));
	served.sandbox.switches.longestWindowDays = null;
	const byId = ({ items }: NodeOutcome) =>
		items.map(({ json }) => Number(json.salesOrderId)).sort((a, b) => a - b);
	expect(byId(inParts)).toEqual(byId(await run(dates)));
	expect(inParts.items.length).toBeGreaterThan(1);
});

test('a service that refuses what lies ahead is read up to now, and a hint says so', async () => {
	served.sandbox.faults.decideBy(({ url }) => refusalAhead(url, NOON));
	const id = served.sandbox.world.add({ mobileDateCreated: NOON - 60 * MINUTE });
	const { items, hints } = await run({ start: '2026-07-15', end: '2026-07-20' });
	expect(items.map(({ json }) => json.salesOrderId)).toEqual([Number(id)]);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/ends at 2026-07-15T(11:59:5|12:00:0)/),
	]);
	// A deleted order may have been entered again.
	served.sandbox.world.delete(id);
	const window = { start: '2026-07-14', end: '2026-07-15T11:30:00Z' };
	const compared = await run(
		{ ...window, matchBy: 'orderId', key: '={{ $json.id }}' },
		{ operation: 'reconcile', input: [{ id: Number(id) }] },
	);
	expect(compared.items.map(({ json }) => json.difference)).toEqual(['deleted']);
	expect(compared.hints.map(({ message }) => message).join()).not.toContain('lie ahead');
	served.sandbox.faults.clear();
});

test('a service that refuses the whole of a time that has just begun is an error', async () => {
	served.sandbox.faults.decideBy(() => ({ kind: 'status', status: 404 }));
	expect((await run({ start: '2999-01-01', end: '2999-01-31' })).error?.message).toContain('(404)');
	served.sandbox.faults.clear();
});

test('without an end such a window cannot be divided, and the error says what to do', async () => {
	served.sandbox.switches.longestWindowDays = 31;
	const { error } = await run({ start: '2026-06-01' });
	expect(error?.description).toMatch(/set both 'Start' and 'End': .* at most 31 days/);
	expect((await run({})).error).toBeUndefined();
});
