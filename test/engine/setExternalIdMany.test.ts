/** Set External ID for many times the items that a minute allows: paced, and resumable with Skip Unchanged (design 3). */
import type { IDataObject } from 'n8n-workflow';
import { MINUTE } from '../support/time';
import { serve, serveInSimulatedTime } from './support';

/** A tenth of what the specification allows, so that four minutes take a tenth of the calls. */
const LIMIT = 50;
const ORDERS = 4 * LIMIT;
const BREAKS_AFTER = 130;
const parameters = {
	resource: 'salesOrder',
	operation: 'setExternalId',
	externalId: '=ERP-{{ $json.salesOrderId }}',
	options: { skipUnchanged: true },
};

/** A service with a limit, in simulated time. */
async function serveMany() {
	const { time, sandbox, ...served } = await serveInSimulatedTime({
		orders: { count: ORDERS, deletedShare: 0 },
		lines: { minimum: 0, maximum: 0 },
		rateLimit: { limit: LIMIT, periodMs: MINUTE },
	});
	const listed = (): IDataObject[] =>
		sandbox.world.all().map(({ id, externalId }) => ({
			salesOrderId: Number(id),
			externalId: externalId ?? null,
		}));
	const run = async () => await served.run(parameters, { input: listed(), isListed: true });
	const stored = () => sandbox.world.all().filter(({ id, externalId }) => externalId === `ERP-${id}`).length;
	return { time, sandbox, run, stored };
}

test('a run that breaks off is gone on with by running it again, within the limit and without a 429', async () => {
	const { time, sandbox, run, stored } = await serveMany();
	sandbox.faults.schedule({}, { kind: 'status', status: 403 }, { after: BREAKS_AFTER });
	const began = time.now();
	const broken = await run();
	expect(broken.error).toMatchObject({ httpCode: '403', context: { itemIndex: BREAKS_AFTER } });
	expect(stored()).toBe(BREAKS_AFTER);

	const resumed = await run();
	expect(resumed.error).toBeUndefined();
	expect(resumed.items).toHaveLength(ORDERS);
	expect(resumed.items.filter(({ json }) => json.updated)).toHaveLength(ORDERS - BREAKS_AFTER);
	expect(resumed.items.map(({ pairedItem }) => pairedItem)).toEqual(
		resumed.items.map((_, item) => ({ item })),
	);
	expect(stored()).toBe(ORDERS);

	const { entries } = sandbox.log;
	expect(entries).toHaveLength(ORDERS + 1);
	expect(new Set(entries.map(({ status }) => status))).toEqual(new Set([200, 403]));
	expect(Math.max(...entries.map(({ overlapping }) => overlapping))).toBe(0);
	// One call more than four minutes allow: four minutes are waited, and no more than is needed.
	expect(time.now() - began).toBeGreaterThanOrEqual(4 * MINUTE);
	expect(time.now() - began).toBeLessThan(4 * MINUTE + 5000);

	sandbox.log.clear();
	expect((await run()).items.every(({ json }) => json.updated === false)).toBe(true);
	expect(sandbox.log.entries).toEqual([]);
});

test.each([null, undefined, ''])('an external ID of %p is none, whatever is written', async (externalId) => {
	const { sandbox, run } = await serve({ orders: { count: 1, deletedShare: 0 } });
	const written = String(externalId) || 'nothing';
	const { items } = await run(
		{ ...parameters, externalId: written },
		{ input: [{ salesOrderId: 1001, externalId }], isListed: true },
	);
	expect(items[0]?.json).toMatchObject({ updated: true });
	expect(sandbox.world.find(1001)?.externalId).toBe(written);
});

test.each([
	['are unchanged', { salesOrderId: 1001, externalId: 'ERP-1001' }],
	['are refused, with On Error: Continue', { salesOrderId: 'none', externalId: '' }],
])('Stop ends a run whose items %s, so that none needs a request', async (_, item) => {
	const { run } = await serve({});
	const input = Array.from({ length: 1_000 }, () => item);
	const stopped = await run(parameters, { input, isListed: true, continueOnFail: true, isStopped: true });
	expect(stopped.error).toMatchObject({ message: expect.stringContaining('stopped') as unknown });
});
