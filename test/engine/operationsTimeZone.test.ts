/** A list asks the service for its time zone where its orders cast doubt on that of the credential (design 3.4). */
import type { INodeParameters } from 'n8n-workflow';
import { DAY, HOUR, MINUTE } from '../support/time';
import { serve, simulateTime, type ServedSandbox } from './support';
import { hintsOf, serveOrders } from './support/outcomes';

const list: INodeParameters = { resource: 'salesOrder', operation: 'list' };

describe('A wrong time zone in the credential', () => {
	/** A time of one of the last days in Mexico City, such as `at(1, '10:00')` for yesterday. */
	const at = (daysAgo: number, time: string): string => {
		const date = new Date(Date.now() - 6 * HOUR - daysAgo * DAY).toISOString().slice(0, 10);
		return `${date}T${time}:00-06:00`;
	};

	/** Orders of nine days, one every ten minutes between 08:00 and 18:00 in Mexico City. */
	async function serveDays(oldest: number): Promise<ServedSandbox> {
		const served = await serve({ switches: { pageSize: 40 } });
		for (let daysAgo = oldest; daysAgo >= oldest - 8; daysAgo--) {
			for (let minutes = 0; minutes < 600; minutes += 10) {
				const dateCreated = Date.parse(at(daysAgo, '08:00')) + minutes * MINUTE;
				served.sandbox.world.add({ mobileDateCreated: dateCreated, dateCreated });
			}
		}
		return served;
	}

	test.each<[string, string, number, INodeParameters]>([
		['an hour off', 'America/Tijuana', 10, { start: at(3, '10:00') }],
		['hours off', 'Europe/Madrid', 10, { end: at(3, '14:00') }],
		['of an empty window', 'Europe/Madrid', 10, { start: at(2, '14:00') }],
		['of a window with few orders', 'Asia/Kolkata', 10, { end: at(10, '08:05') }],
		['of a time long ago', 'Europe/Madrid', 400, { start: at(398, '10:00'), end: at(396, '14:00') }],
	])('that is %s is noticed, and the hint says what to change', async (_, timezone, oldest, window) => {
		const { run } = await serveDays(oldest);
		const outcome = await run({ ...list, ...window }, { credential: { timezone } });
		expect(hintsOf(outcome)).toEqual([expect.stringMatching(/the service reads dates.*Set 'Time Zone'/i)]);
		expect(outcome.hints[0]?.message).toContain(timezone);
	});

	test('is asked for once, and not blamed for an empty account or a window without orders', async () => {
		const quiet = await serve();
		const empty = await quiet.run({ ...list, start: at(1, '00:00') }, { input: [{}, {}] });
		expect(hintsOf(empty)).toEqual([]);
		expect(quiet.sandbox.log.total).toBe(2 + 1);
		const { sandbox, run } = await serveDays(10);
		const night = { ...list, start: at(4, '20:00'), end: at(4, '23:00') };
		expect(hintsOf(await run(night))).toEqual([]);
		expect(sandbox.log.total).toBe(1 + 2);
	});

	test.each([403, 500])(
		'is not looked for where the service answers %d, nor tried for long',
		async (status) => {
			const time = simulateTime();
			const { sandbox, run } = await serve({ clock: time, wait: time.sleep });
			sandbox.faults.schedule({}, { kind: 'status', status }, { after: 1, times: Infinity });
			const outcome = await run({ ...list, start: '2026-07-14' });
			expect(hintsOf(outcome)).toEqual([]);
			expect(sandbox.log.total).toBe(1 + 2);
		},
	);

	test('is not suspected for late syncs, also where the service filters on their arrival', async () => {
		const { sandbox, run } = await serveOrders();
		for (let count = 0; count < 30; count++) {
			const dateCreated = Date.parse('2026-07-14T12:00:00-06:00') + count * MINUTE;
			sandbox.world.add({ mobileDateCreated: dateCreated - 7 * HOUR, dateCreated });
		}
		const parameters = { ...list, start: '2026-07-14T10:00:00-06:00', end: '2026-07-14T18:00:00-06:00' };
		for (const parameter of [null, { name: 'deleted', value: 'false' }]) {
			sandbox.switches.serverDateParameter = parameter;
			expect(hintsOf(await run(parameters))).toEqual([]);
		}
	});

	test('is not told of where only a part of a long window has orders from outside of it', async () => {
		const { sandbox, run } = await serve({ switches: { longestWindowDays: 1, windowPrecision: 'days' } });
		for (let hours = 1; hours <= 48; hours++) {
			const dateCreated = Date.parse(at(2, '00:00')) + hours * HOUR;
			sandbox.world.add({ mobileDateCreated: dateCreated, dateCreated });
		}
		const outcome = await run({ ...list, start: at(2, '00:30'), end: at(0, '00:30') });
		expect(outcome.items).toHaveLength(48);
		expect(hintsOf(outcome)).toEqual([]);
	});
});
