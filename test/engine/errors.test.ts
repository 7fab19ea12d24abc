/**
 * Failures of the network itself, through n8n's real HTTP helper and real sockets (design 3.2, 3.5, 3.7). What each status
 * and response means, and which calls are repeated: unit/http.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { failureTable, type FailureKind } from '../../nodes/SalesOrderIntegration/errors/failureTable';
import { createSandbox, type Fault } from '../../sandbox';
import { eventually } from '../support/eventually';
import { engineLog, pollContext, runNode, serve, serveInSimulatedTime, simulateTime } from './support';
import type { NodeOutcome } from './support';

/** What the other end of a connection learns a little later. */
const NO_REQUEST = 'no request is under way';
const list = { resource: 'salesOrder', operation: 'list' };
const set = { resource: 'salesOrder', operation: 'setExternalId', orderId: '1001', externalId: 'ERP-1' };

/** A sandbox of a few orders, on the same simulated time as the nodes. */
const serveOrders = (timing?: { start: number }) =>
	serveInSimulatedTime({ orders: { count: 5, deletedShare: 0 } }, timing);

function expectFailure({ error, items }: NodeOutcome, kind: FailureKind, httpCode: string | null): void {
	const { message, advice } = failureTable[kind];
	expect(items).toEqual([]);
	expect(error).toMatchObject({ name: 'NodeApiError', httpCode, context: { itemIndex: 0 } });
	expect(error?.message).toContain(message);
	expect(error?.description).toContain(advice);
}

function expectNoToken(outcome: NodeOutcome, token: string): void {
	const told = [JSON.stringify(outcome), outcome.error?.stack, ...engineLog];
	expect(told.join('\n')).not.toContain(token);
}

describe.each([
	['a read', list],
	['a write', set],
])('%s', (_, parameters) => {
	test.each<[string, Fault | Fault[], FailureKind, string | null, number]>([
		['500', { kind: 'status', status: 500 }, 'serverError', '500', 5],
		['a reset', { kind: 'reset' }, 'connectionLost', null, 5],
		['a break in the middle of the body', { kind: 'cutBody' }, 'connectionLost', null, 5],
		['no answer', { kind: 'hang' }, 'timeout', null, 5],
		['403', { kind: 'status', status: 403 }, 'forbidden', '403', 1],
		['a cut 403', [{ kind: 'status', status: 403 }, { kind: 'cutBody' }], 'forbidden', '403', 1],
		['a redirect', { kind: 'redirect', status: 307 }, 'redirect', '307', 1],
	])('that meets %s says so, and leaves no connection open', async (__, fault, kind, httpCode, calls) => {
		const { sandbox, credential, run } = await serveOrders();
		sandbox.faults.schedule({}, fault, { times: Infinity });
		const outcome = await run(parameters);
		expectFailure(outcome, kind, httpCode);
		expectNoToken(outcome, credential().apiToken);
		expect(sandbox.log.total).toBe(calls);
		await eventually(NO_REQUEST, () => sandbox.log.inFlight === 0);
	});

	test('through a proxy that closes the connection is tried again', async () => {
		simulateTime();
		let connections = 0;
		const proxy = createServer((socket) => {
			connections++;
			socket.once('data', () => socket.end());
		});
		await once(proxy.listen(0, '127.0.0.1'), 'listening');
		const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		jest.replaceProperty(process, 'env', { ...process.env, HTTPS_PROXY, https_proxy: HTTPS_PROXY });
		const credential = { baseUrl: 'https://service.invalid', apiToken: 'token-1234', timezone: 'UTC' };
		const outcome = await runNode({ parameters, credential });
		proxy.close();
		expectFailure(outcome, 'connectionLost', null);
		expect(connections).toBe(5);
	});

	test.each<[string, string, FailureKind]>([
		['a host that does not exist', 'https://service.invalid', 'unknownHost'],
		['a port that nobody listens on', 'http://127.0.0.1:1', 'connectionRefused'],
	])('to %s says so', async (_, baseUrl, kind) => {
		simulateTime();
		const { credential, run } = await serve();
		const outcome = await run(parameters, { credential: { baseUrl } });
		expectFailure(outcome, kind, null);
		expectNoToken(outcome, credential().apiToken);
	});

	test('to a server with a certificate that nobody vouches for says so, and sends no token', async () => {
		const { private: key, cert } = generate(undefined, { days: 2, keySize: 2048 });
		const sandbox = createSandbox();
		const running = await sandbox.listen({ tls: { key, cert } });
		const { apiToken = '', timezone = '' } = sandbox.users[0] ?? {};
		const outcome = await runNode({
			parameters,
			credential: { baseUrl: running.baseUrl, apiToken, timezone },
		});
		await running.close();
		expectFailure(outcome, 'tls', null);
		expectNoToken(outcome, apiToken);
		expect(sandbox.log.total).toBe(0);
	});

	test('in the maintenance window says that it may be the reason', async () => {
		const { sandbox, run } = await serveOrders({ start: Date.parse('2026-07-19T05:00:00Z') });
		sandbox.switches.maintenance = 'html200';
		const outcome = await run(parameters);
		expectFailure(outcome, 'html', '200');
		expect(outcome.error?.description).toMatch(/^The service is possibly in its maintenance window/);
	});
});

// In real time, which a response of many megabytes takes.
test.each<[string, Fault]>([
	['64 MiB and more', { kind: 'oversizedBody', characters: 65 * 1024 * 1024 }],
	['no end', { kind: 'endlessBody' }],
])('a response with %s is given up, and does not fill the memory', async (_, fault) => {
	const { sandbox, run } = await serve({ orders: { count: 5 } });
	sandbox.faults.schedule({}, fault, { times: Infinity });
	expectFailure(await run(list), 'tooLarge', null);
	expect(sandbox.log.total).toBe(1);
	await eventually(NO_REQUEST, () => sandbox.log.inFlight === 0);
});

test('a poll that runs out of time ends its request then, and the connection with it', async () => {
	const { sandbox, credential } = await serveOrders();
	const context = pollContext({ credential: credential(), budgetMs: 20_000 });
	// The first poll of a context may be an activation, which a temporary failure does not refuse.
	await context.poll();
	const { total } = sandbox.log;
	sandbox.faults.schedule({}, { kind: 'hang' }, { times: Infinity });
	const error = await context.poll().catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({
		name: 'NodeApiError',
		failure: { cause: 'temporarily-unavailable' },
	});
	expect(sandbox.log.total - total).toBe(1);
	await eventually(NO_REQUEST, () => sandbox.log.inFlight === 0);
});

describe('The token', () => {
	const echoes: Array<[string, (token: string) => Fault]> = [
		['a refusal', (token) => ({ kind: 'status', status: 400, body: `{"error":"bad token ${token}"}` })],
		['a server error', (token) => ({ kind: 'status', status: 500, body: `Authorization: Bearer ${token}` })],
		['another envelope', (token) => ({ kind: 'notAnEnvelope', body: { token } })],
		['a redirect', (token) => ({ kind: 'redirect', location: `https://elsewhere.invalid/?t=${token}` })],
	];

	test.each(echoes)('is in no error, item or log, even if %s repeats it', async (_, fault) => {
		const { sandbox, credential, run } = await serveOrders();
		const { apiToken } = credential();
		for (const continueOnFail of [false, true]) {
			sandbox.faults.schedule({}, fault(apiToken), { times: Infinity });
			const outcome = await run(list, { continueOnFail });
			expect(outcome.error ?? outcome.items[0]?.json).toHaveProperty(
				continueOnFail ? 'error.message' : 'message',
			);
			expectNoToken(outcome, apiToken);
		}
	});
});
