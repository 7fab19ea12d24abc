/** Reconcile Sales Orders with odd records and orders, through the engine (design 2, 3.6). */
import type { IDataObject } from 'n8n-workflow';
import { NOON } from '../support/simulatedTiming';
import { DAY } from '../support/time';
import { serve, simulateTime } from './support';

/** What is found for two orders of the service and one record. */
async function reconcile(record: object, externalId?: unknown): Promise<unknown[]> {
	const { sandbox, run } = await serve({ clock: simulateTime({ start: NOON }) });
	for (const own of ['SO-1', 'SO-2']) sandbox.world.setExternalId(sandbox.world.add({}), own);
	const fault = { kind: 'wrongTypes', values: { externalId } } as const;
	if (externalId !== undefined) sandbox.faults.schedule({}, fault, { times: Infinity });
	const parameters = { resource: 'salesOrder', operation: 'reconcile', key: '={{ $json.number }}' };
	const { items, error } = await run(parameters, { input: [record as IDataObject] });
	expect(error).toBeUndefined();
	return items.map(({ json }) => [json.difference, json.key]);
}

test('an empty list in place of the external ID stands for none', async () => {
	expect(await reconcile({}, [])).toEqual(Array.from({ length: 2 }, () => ['unlinked', null]));
});

test('a record may have a column of any name', async () => {
	expect(await reconcile({ number: 'SO-1', constructor: null })).toEqual([['missing', 'SO-2']]);
});

test('a deletion of today is found although the clock of n8n is ten days behind', async () => {
	const { now } = simulateTime({ start: NOON });
	const clock = { now: () => now() + 10 * DAY };
	const { sandbox, run } = await serve({ clock, switches: { deletedListDate: 'dateDeleted', pageSize: 1 } });
	const ids = [sandbox.world.add({}), sandbox.world.add({}), sandbox.world.add({})];
	const [start, end] = [NOON - 30 * DAY, NOON].map((at) => new Date(at).toISOString());
	for (const id of ids) sandbox.world.edit(id, { mobileDateCreated: NOON - DAY });
	sandbox.world.delete(ids[0] ?? 0);
	const parameters = { resource: 'salesOrder', operation: 'reconcile', matchBy: 'orderId', start, end };
	const { items } = await run({ ...parameters, key: '={{ $json.id }}' }, { input: [{ id: Number(ids[0]) }] });
	expect(items[0]?.json.difference).toBe('deleted');
});

test('an order that is restored between the readings of the two lists is not unknown', async () => {
	const { sandbox, run } = await serve();
	const id = sandbox.world.add({ externalId: 'SO-1' });
	sandbox.world.delete(id);
	sandbox.faults.before({}, () => sandbox.world.restore(id), { after: 1 });
	const parameters = { resource: 'salesOrder', operation: 'reconcile', key: '={{ $json.number }}' };
	const { items, error } = await run(parameters, { input: [{ number: 'SO-1' }] });
	expect([items, error]).toEqual([[], undefined]);
});
