/** Reconcile Sales Orders with odd records and orders, through the engine (design 2, 3.6). */
import type { IDataObject } from 'n8n-workflow';
import { NOON } from '../support/simulatedTiming';
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
