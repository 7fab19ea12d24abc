/** Mistakes of the first hour that no other test is named after: what the user then sees. */
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { DAY, HOUR, MINUTE, NEAR } from '../support/time';
import { makeNode, NODE, nodeTypeNames, serve, serveTrigger } from './support';
import { nodeTypes } from './support/nodeTypes';

const { description: trigger } = nodeTypes.getByNameAndVersion(nodeTypeNames.trigger, 1);

/** The notices that the panel of the trigger shows. */
function notices(parameters: INodeParameters): string[] {
	const node = makeNode(NODE, nodeTypeNames.trigger, parameters);
	const values = NodeHelpers.getNodeParameters(trigger.properties, parameters, true, false, node, trigger);
	return trigger.properties
		.filter(({ type }) => type === 'notice')
		.filter((property) => NodeHelpers.displayParameter(values ?? {}, property, node, trigger))
		.map(({ displayName }) => displayName);
}

/** A service with two weeks of orders, by day and by night. */
async function busyService() {
	const served = await serveTrigger();
	const now = served.time.now();
	for (let at = now - 14 * DAY; at < now; at += 20 * MINUTE) served.add({ mobileDateCreated: at });
	return served;
}

describe('a wrong time zone', () => {
	const proof =
		/^The service reads dates as if it were in America\/Mexico_City, .* but the credential says Asia\/Tokyo/;

	test.each([
		['when a trigger is published', { activation: 'activate' }],
		['in Fetch Test Event', { mode: 'manual', activation: 'manual' }],
	] as const)('%s', async (_, how) => {
		const { contextOf, credential } = await busyService();
		const wrong = contextOf({ ...how, credential: credential({ timezone: 'Asia/Tokyo' }) });
		await expect(wrong.poll()).rejects.toMatchObject({
			message: expect.stringMatching(proof) as unknown,
			description: expect.stringContaining("switch off 'Check Time Zone'") as unknown,
		});
		await contextOf({ ...how }).poll();
	});
});

test('a trigger that is added by an entry of the node panel', () => {
	// Of a field with one of these names, n8n makes an entry for each option, which sets that option alone.
	const namesOfN8n = ['event', 'events', 'trigger on'];
	const names = trigger.properties.map(({ displayName }) => displayName.toLowerCase());
	expect(names.filter((name) => namesOfN8n.includes(name))).toEqual([]);
	expect(trigger.properties.find(({ name }) => name === 'events')?.default).toEqual(['created', 'deleted']);
});

test('the trigger says how soon late orders come, and what Until External ID Is Set needs', () => {
	const near: unknown = expect.stringContaining(
		`sends within ${NEAR / HOUR} hours come with the next poll, later ones within about an hour`,
	);
	expect(notices({})).toEqual([near]);
	const end = expect.stringMatching(/^End the workflow with 'Set External ID'\./) as unknown;
	expect(notices({ delivery: 'untilExternalId' })).toEqual([near, end]);
});

test('a typing error in a filter of the trigger', async () => {
	const { add, contextOf } = await serveTrigger();
	add();
	const parameters = { filters: { orderTypes: 'Sael' } };
	const how = { mode: 'manual', activation: 'manual' } as const;
	expect(await contextOf(how).poll()).not.toBeNull();
	await expect(contextOf({ ...how, parameters }).poll()).rejects.toMatchObject({
		message: 'No order of the last seven days fits this trigger',
		description: expect.stringContaining("has 'Order Types' Sael") as unknown,
	});
});

test('a misspelt field as the number of all records of Reconcile', async () => {
	const { run } = await serve();
	const misspelt = { resource: 'salesOrder', operation: 'reconcile', key: '={{ $json.nummer }}' };
	const { hints } = await run(misspelt, { input: [{ number: 'A' }, { number: 'B' }] });
	const message = expect.stringContaining("'Match Field' is empty in all records") as unknown;
	expect(hints).toContainEqual(expect.objectContaining({ type: 'warning', message }));
});

test('Execute Once, by which Reconcile would miss all records but one', async () => {
	const { run, sandbox } = await serve();
	const parameters = { resource: 'salesOrder', operation: 'reconcile', key: '={{ $json.number }}' };
	const { error } = await run(parameters, { input: [{ number: 'A' }], settings: { executeOnce: true } });
	expect(error).toMatchObject({ message: expect.stringContaining("With 'Execute Once', only the first") });
	expect(sandbox.log.total).toBe(0);
});

const typedIn = ['number', '=number', '{{ $json.number }}'];
test.each(typedIn)('a text that is typed in for all records of Reconcile: %s', async (key) => {
	const { run } = await serve();
	const typed = { resource: 'salesOrder', operation: 'reconcile', key };
	const input = [{ number: 'A' }, { number: 'B' }];
	const { error } = await run(typed, { input });
	expect(error?.message).toBe(`'Match Field' is the same text for every record: "${key}"`);
	const amount = await run({ ...typed, key: '={{ $json.number }}', amount: 'total' }, { input });
	expect(amount.error?.message).toBe('\'Amount\' is the same text for every record: "total"');
	const { items } = await run({ ...typed, key: 'SO-1' }, { input: [{ number: 'A' }] });
	expect(items).toMatchObject([{ json: { difference: 'unknown', key: 'SO-1' } }]);
});
