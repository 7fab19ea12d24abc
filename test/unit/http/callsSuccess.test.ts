/** Design 3.5: only 200 is success (api-specification 7). */
import { clientFixture, failureOf, putExternalId, readUsers } from '../../support/clientFixture';

/** Each status that is no success, by what it is called. */
const notSuccess = Object.entries({
	unexpectedSuccess: [201, 202, 204, 206],
	redirect: [300, 301, 302, 304, 307, 308],
	badRequest: [400, 409, 422],
	unauthorized: [401],
	forbidden: [403],
	notFound: [404],
	proxyLogin: [407],
}).flatMap(([kind, statuses]) => statuses.map((status) => [status, kind] as const));

const bodies = ['empty', 'emptyObject', 'order'] as const;
test.each(bodies)('a write succeeds whatever the body of its 200 is: %s', async (putResponseBody) => {
	const { client, sandbox } = clientFixture({ orders: { count: 1 }, switches: { putResponseBody } });
	await expect(putExternalId(client, sandbox.world.all()[0]?.id ?? 0)).resolves.toBeUndefined();
});

test.each(['<ok/>', '<?xml version="1.0"?><response>stored</response>', ' <p>Stored</p>'])(
	'a write succeeds and is sent once where its 200 comes with markup that is no web page: %s',
	async (body) => {
		const { client } = clientFixture();
		let sent = 0;
		client.transport = async () => {
			sent++;
			return { status: 200, headers: {}, body };
		};
		await putExternalId(client, 1001);
		expect(sent).toBe(1);
	},
);

test.each(['<title>Sign in</title>', '<script>go()</script>'])('a page is no success: %s', async (body) => {
	const { client } = clientFixture();
	client.transport = async () => ({ status: 200, headers: {}, body });
	expect(await failureOf(putExternalId(client, 1001))).toMatchObject({ kind: 'html' });
});

test('a web page with status 200 is no success of a write: nothing was stored', async () => {
	const { client, sandbox } = clientFixture({ orders: { count: 1 } });
	const id = sandbox.world.all()[0]?.id ?? 0;
	sandbox.faults.schedule({}, { kind: 'html200' }, { times: Infinity });
	expect(await failureOf(putExternalId(client, id))).toMatchObject({ kind: 'html', httpCode: 200 });
	expect(sandbox.world.find(id)?.externalId ?? null).toBeNull();
	sandbox.faults.clear();
	sandbox.faults.schedule({}, { kind: 'html200' });
	await putExternalId(client, id);
	expect(sandbox.world.find(id)?.externalId).toBe('ERP-1');
});

test.each(notSuccess)('%i is a failure of a read and of a write, and never retried', async (status, kind) => {
	const { client, sandbox } = clientFixture({ orders: { count: 1 } });
	sandbox.faults.schedule({}, { kind: 'status', status }, { times: Infinity });
	const id = sandbox.world.all()[0]?.id ?? 0;
	for (const calls of [readUsers(client), putExternalId(client, id)]) {
		expect(await failureOf(calls)).toMatchObject({ kind, httpCode: status });
	}
	expect(sandbox.log.total).toBe(2);
});

test('a redirect is not followed: no other origin gets a request', async () => {
	const elsewhere = clientFixture().sandbox;
	const { client, sandbox } = clientFixture({}, { others: { 'https://elsewhere.example': elsewhere } });
	sandbox.faults.schedule({}, { kind: 'redirect', location: 'https://elsewhere.example/api/v2/user' });
	expect(await failureOf(readUsers(client))).toMatchObject({
		httpCode: 302,
		description: expect.stringContaining('Details: https://elsewhere.example/api/v2/user'),
	});
	expect(elsewhere.log.total).toBe(0);
});
