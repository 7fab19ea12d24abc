/** Looking for the receipts of orders costs few requests (design 4: the workflow after us fails). */
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/trigger/settings';
import { activated, DAY, HOUR, MINUTE } from './fixture';
import type { TriggerFixture } from './fixture';

/** Reads deletions and new orders only, so that what is counted beyond two requests is the looking for receipts. */
async function receipting(settings: Partial<TriggerSettings> = {}): Promise<TriggerFixture> {
	const trigger = await activated({
		settings: { delivery: 'untilExternalId', sweepMs: 1_000 * HOUR, lateSyncMs: 40 * DAY, ...settings },
	});
	trigger.sandbox.switches.pageSize = 10;
	return trigger;
}

/** Orders that were made so many hours ago and have just been handed over. Gives their ids. */
async function waitingFor(trigger: TriggerFixture, hoursAgo: number[]): Promise<string[]> {
	trigger.settings.startFrom = { at: trigger.now - 39 * DAY, text: 'long ago' };
	const ids = hoursAgo.map((hours) => trigger.add({ dateCreated: trigger.now - hours * HOUR }));
	await trigger.drain(MINUTE);
	trigger.requests();
	return ids;
}

async function redelivered(trigger: TriggerFixture): Promise<{ ids: string[]; requests: number }> {
	trigger.pass(31 * MINUTE);
	trigger.requests();
	const ids = (await trigger.poll()).map(({ id }) => id);
	return { ids, requests: trigger.requests().length - 2 };
}

describe('Looking for receipts', () => {
	it('takes one request for orders of the same time, whatever else is deleted or made', async () => {
		const trigger = await receipting();
		const ids = await waitingFor(trigger, [5, 5, 5]);
		expect(await redelivered(trigger)).toEqual({ ids, requests: 1 });
	});

	it('takes one for each page where orders lie far apart in a short list, and one to see that it is short', async () => {
		const trigger = await receipting();
		const ids = await waitingFor(trigger, [900, 800, 700, 600, 500, 400, 350, 300, 250, 200, 100, 5]);
		const pages = 2;
		expect(await redelivered(trigger)).toEqual({ ids, requests: pages + 1 });
	});

	it('takes one for each of the places where they lie in a long list, and one to see that it is long', async () => {
		const trigger = await receipting({ maxOrdersPerRun: 2_000 });
		const receipted = Array.from({ length: 150 }, (_, position) => 3 + position);
		const receiptedIds = await waitingFor(trigger, receipted);
		for (const id of receiptedIds) trigger.sandbox.world.setExternalId(BigInt(id), `ERP-${id}`);
		await redelivered(trigger);
		expect(trigger.state.pending).toEqual([]);

		const hoursAgo = [140, 100, 60, 20];
		const ids = hoursAgo.map((hours) => {
			return trigger.add({ dateCreated: trigger.now, madeAgo: hours * HOUR });
		});
		trigger.nodeData.state = {
			...trigger.state,
			pending: ids.map((id, position) => {
				return [id, trigger.now - (hoursAgo[position] ?? 0) * HOUR, trigger.now, 1, trigger.now];
			}),
		};
		const found = await redelivered(trigger);
		expect([found.ids.sort(), found.requests]).toEqual([ids, 5]);
	});

	it('takes none for orders that the sweep meets in the same poll, with or without their external ID', async () => {
		const trigger = await receipting();
		const [first = '', second = ''] = await waitingFor(trigger, [800, 400]);
		trigger.settings.sweepMs = 30 * MINUTE;
		trigger.sandbox.world.setExternalId(BigInt(first), 'ERP-1');
		const sweep = 1;
		expect(await redelivered(trigger)).toEqual({ ids: [second], requests: sweep });
		expect(trigger.state.pending.map(([id]) => id)).toEqual([second]);
	});
});
