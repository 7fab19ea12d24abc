/** A sign of life once a day, in an execution of its own, that costs no request (design 2, `summary`). */
import { orderEventNames } from '../../../nodes/SalesOrderIntegration/trigger/events';
import { NEAR } from '../../support/time';
import { failureAt, refusalAhead } from '../../support/windowOf';
import {
	activated,
	DAY,
	HOUR,
	MINUTE,
	of,
	rewriteLists,
	serviceState,
	TriggerFixture,
	type FixtureOptions,
} from './fixture';

const events = ['created', 'deleted', 'edited', 'summary'];

/** Each event with how many items it has delivered. */
function delivered(counts: Record<string, number>): string {
	return `${orderEventNames.map((event) => `${counts[event] ?? 0} ${event}`).join(', ')} items delivered`;
}

async function telling({ settings, ...options }: FixtureOptions = {}): Promise<TriggerFixture> {
	return await activated({ settings: { events, checkTimeZone: false, ...settings }, ...options });
}

it('counts what was delivered, held back and waits, and says it in a sentence', async () => {
	const trigger = await telling({
		settings: { filters: { customerCodes: 'A' }, delivery: 'untilExternalId', redeliverMs: DAY },
	});
	const ids = Array.from({ length: 3 }, () => trigger.add(of('A')));
	for (const madeAgo of [0, 10 * MINUTE, 30 * HOUR]) trigger.add({ ...of('B'), madeAgo });
	trigger.add({ ...of('B'), mobileDateCreated: Date.UTC(2000, 0, 1) });
	await trigger.during(3 * HOUR, 10 * MINUTE);
	trigger.sandbox.world.delete(BigInt(ids[0] ?? 0));
	trigger.sandbox.world.edit(BigInt(ids[1] ?? 0), { sellerComment: 'changed' });
	await trigger.during(21 * HOUR, 30 * MINUTE);
	const counts = { created: 3, deleted: 1, edited: 1, heldBack: 4, waiting: 2 };
	expect(trigger.summaries).toMatchObject([
		{
			event: 'summary',
			...counts,
			message: `Since 2026-07-15T12:00:00.000Z: ${delivered(counts)}, 4 held back by filters, 2 waiting for an external ID.`,
		},
	]);
	await trigger.during(25 * HOUR, HOUR);
	expect(trigger.summaries[1]).toMatchObject({ deleted: 0, edited: 0, heldBack: 0 });
});

it('says how many orders Start From put before those of today', async () => {
	const trigger = new TriggerFixture({ settings: { events, checkTimeZone: false } });
	trigger.set({ startFrom: { text: 'a week ago', at: trigger.now - 7 * DAY } });
	for (const days of [1, 2, 3]) trigger.add({ dateCreated: trigger.now - days * DAY });
	await trigger.switchOn();
	await trigger.during(HOUR, 10 * MINUTE);
	trigger.add();
	await trigger.during(DAY, HOUR);
	expect(trigger.summaries[0]).toMatchObject({ created: 4 });
	expect(trigger.summaries[0]?.message).toContain(
		`: ${delivered({ created: 4 })} (3 that arrived before 2026-07-15T12:00:00.000Z), `,
	);
});

it.each([
	['at once', 0, 30 * MINUTE],
	['after some polls', 5 * MINUTE, 2 * MINUTE],
])('counts each order that a filter holds back once, if it is shown %s', async (_, lateMs, everyMs) => {
	const trigger = await telling({ settings: { filters: { customerCodes: 'A' }, sweepMs: 3 * HOUR } });
	const ages = [0, NEAR - 6 * MINUTE, NEAR + 6 * MINUTE, 20 * HOUR, 71 * HOUR, -5 * HOUR];
	trigger.pass(10 * MINUTE);
	let added = 0;
	for (let polls = 0; polls < 12; polls++) {
		added += ages.length;
		for (const madeAgo of ages) trigger.add({ madeAgo, dateCreated: trigger.now - lateMs });
		await trigger.pollAfter(everyMs);
	}
	await trigger.during(DAY, 30 * MINUTE);
	expect(trigger.summaries.reduce((sum, { heldBack }) => sum + heldBack, 0)).toBe(added);
	expect(serviceState(trigger).heldBack).toEqual({});
});

it('counts each order that a filter holds back once, if one run is too short for the orders of days', async () => {
	const filters = { customerCodes: 'A' };
	const trigger = new TriggerFixture({ settings: { events, filters, maxOrdersPerRun: 10 } });
	trigger.set({ startFrom: { at: trigger.now - 3 * DAY, text: 'then' } });
	for (let minute = 0; minute < 40; minute++) {
		trigger.add({ ...of(minute % 2 ? 'A' : 'B'), dateCreated: trigger.now - 2 * DAY + minute * MINUTE });
	}
	await trigger.during(25 * HOUR, 30 * MINUTE);
	expect(trigger.summaries).toMatchObject([{ created: 20, heldBack: 20 }]);
});

it('counts it once if the service then filters by arrival, and the deleted list was not read for hours', async () => {
	const sandbox = { switches: { serverDateParameter: { name: 'dateField', value: 'dateCreated' } } };
	const trigger = await telling({ settings: { filters: { customerCodes: 'A' } }, sandbox });
	trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 500 }, { times: Infinity });
	await trigger.despite(20, 10 * MINUTE, () => void trigger.add());
	trigger.sandbox.faults.clear();
	trigger.set({ windowDate: 'dateCreated' });
	await trigger.during(22 * HOUR, 30 * MINUTE);
	expect(trigger.summaries).toMatchObject([{ heldBack: 20 }]);
});

it('keeps no list of what was held back where a service refuses what lies ahead', async () => {
	const trigger = await activated({ settings: { filters: { customerCodes: 'other' } } });
	trigger.sandbox.faults.decideBy(({ url }) => refusalAhead(url, trigger.now));
	await trigger.despite(8, HOUR, () => void trigger.add());
	expect(Object.keys(serviceState(trigger).heldBack).length).toBeLessThan(3);
});

it('keeps at most 5,000 of those that were held back while an hour cannot be read', async () => {
	const trigger = await activated({ settings: { filters: { customerCodes: 'other' } } });
	trigger.set({ events: ['created', 'attention'] });
	const broken = trigger.now;
	trigger.sandbox.faults.decideBy(({ url }) => failureAt(url, [broken]));
	trigger.pass(3 * HOUR);
	for (let orders = 0; orders < 5_100; orders++) trigger.add({ dateCreated: trigger.now - orders * 1_000 });
	await trigger.despite(4, HOUR);
	expect(Object.keys(serviceState(trigger).heldBack)).toHaveLength(5_000);
});

it('counts an order without a date once, for as long as it is shown', async () => {
	const trigger = await telling({ settings: { filters: { customerCodes: 'A' }, sweepMs: 3 * HOUR } });
	const undated = (order: unknown) => ({ ...Object(order), mobileDateCreated: null, dateCreated: null });
	rewriteLists(trigger, (list) => (list.salesOrders = list.salesOrders.map(undated)));
	trigger.add();
	await trigger.during(25 * HOUR, 30 * MINUTE);
	expect(trigger.summaries).toMatchObject([{ heldBack: 1 }]);
});

it('counts an order from a phone ahead once, where the service refuses its date and lists it by arrival', async () => {
	const sandbox = { switches: { serverDateParameter: { name: 'deleted', value: 'false' } } };
	const trigger = await telling({ settings: { filters: { customerCodes: 'A' } }, sandbox });
	trigger.sandbox.faults.decideBy(({ url }) => refusalAhead(url, trigger.now));
	trigger.add({ ...of('B'), mobileDateCreated: trigger.now + 20 * DAY });
	await trigger.during(25 * HOUR, 30 * MINUTE);
	expect(trigger.summaries).toMatchObject([{ heldBack: 1 }]);
});

it('comes alone and without a request; the orders follow with the next poll', async () => {
	const trigger = await telling();
	await trigger.during(23.5 * HOUR, 30 * MINUTE);
	trigger.pass(HOUR);
	const id = trigger.add();
	trigger.requests();
	const first = await trigger.pollAll();
	const requests = trigger.requests().length;
	trigger.pass(10 * MINUTE);
	const second = await trigger.pollAll();
	expect([...first, ...second].map(({ event }) => event).sort()).toEqual(['created', 'summary']);
	expect(first[0]?.event === 'summary' ? requests : trigger.requests().length).toBe(0);
	expect([...first, ...second]).toContainEqual(expect.objectContaining({ event: 'created', id }));
});

it.each([30 * MINUTE, DAY])('comes between reports of each reading and orders (%d ms)', async (everyMs) => {
	const trigger = await telling({
		settings: { events: [...events, 'attention'], delivery: 'untilExternalId', maxDeliveries: 1 },
	});
	let came = '';
	for (let polls = 0; polls < 50; polls++) {
		trigger.add();
		came += (await trigger.pollAfter(everyMs)).length > 0 ? 'orders,' : 'none,';
	}
	expect(came.slice(10)).not.toContain('none,none');
	expect(trigger.summaries).toHaveLength(everyMs < DAY ? 1 : 13);
	expect(trigger.reports).toHaveLength(everyMs < DAY ? 23 : 12);
});

it('comes with each poll of a trigger that polls once a day, and after a day elsewhere once', async () => {
	const trigger = await telling();
	for (const seconds of [0, 10, -25, 0]) await trigger.pollAfter(DAY + seconds * 1000);
	expect(trigger.summaries).toHaveLength(4);
	trigger.moveTo('https://other.example');
	await trigger.during(50 * HOUR, HOUR);
	trigger.moveTo('https://service.example');
	await trigger.during(10 * HOUR, HOUR);
	const times = trigger.summaries.flatMap(({ since, until }) => [since, until]);
	expect(times).toEqual([...times].sort());
	expect(trigger.summaries).toHaveLength(6);
});

it('says since when a list cannot be read', async () => {
	const trigger = await telling({ settings: { events: [...events, 'attention'] } });
	await trigger.during(20 * HOUR, 30 * MINUTE);
	trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 503 }, { times: Infinity });
	await trigger.during(5 * HOUR, 10 * MINUTE);
	expect(trigger.summaries[0]?.message).toMatch(
		/external ID\. Deleted orders could not be read since 2026-07-16T08:\S+Z\.$/,
	);
	// What is no longer watched is no longer said.
	trigger.set({ events: ['created', 'summary'] });
	await trigger.during(2 * DAY, 2 * HOUR);
	expect(trigger.summaries[2]?.message).not.toContain('could not be read');
});

it('does not come where it is not chosen, and counts from when it is', async () => {
	const trigger = await telling({ settings: { events: ['created', 'deleted'] } });
	trigger.add();
	await trigger.during(3 * DAY, HOUR);
	expect(trigger.summaries).toEqual([]);
	trigger.set({ events });
	await trigger.during(25 * HOUR, HOUR);
	expect(trigger.summaries).toMatchObject([{ created: 0 }]);
});
