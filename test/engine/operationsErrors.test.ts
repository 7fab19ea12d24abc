/** What a failing operation leaves behind: error items, errors with their item, and never the token (design 3.5, 3.7). */
import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { engineLog, runNode, serve, serveInSimulatedTime, simulateTime, startNode } from './support';

const list: INodeParameters = { resource: 'salesOrder', operation: 'list' };
const setExternalId: INodeParameters = {
	resource: 'salesOrder',
	operation: 'setExternalId',
	orderId: '={{ $json.id }}',
	externalId: '={{ $json.erp }}',
};

/** A sandbox of a few orders, on the same simulated time as the nodes. */
const serveOrders = () => serveInSimulatedTime({ orders: { count: 5, deletedShare: 0 } });

describe('Continue On Fail', () => {
	const input = [
		{ id: 1001, erp: 'A' },
		{ id: 'twelve', erp: 'B' },
		{ id: 1002, erp: 'C' },
		{ id: 999_999, erp: 'D' },
		{ id: 1003, erp: 'E' },
	];

	test('gives one error item for each input that failed, and the rest runs', async () => {
		const { sandbox, credential } = await serve({ orders: { count: 5, deletedShare: 0 } });
		const { items, error } = await runNode({
			parameters: setExternalId,
			credential: credential(),
			input,
			continueOnFail: true,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		expect(items.map(({ json }) => json.updated)).toEqual([true, undefined, true, undefined, true]);
		expect(items[1]?.json).toEqual({
			error: {
				message: `'Order ID' cannot be "twelve"`,
				description: expect.stringContaining('Drag in salesOrderId from the trigger or list node'),
			},
		});
		expect(items[3]?.json).toEqual({
			error: {
				salesOrderId: 999999,
				message: 'The service has no order 999999 (404)',
				description: expect.stringContaining('not a number of your own system'),
				httpCode: '404',
			},
		});
		expect([1001, 1002, 1003].map((id) => sandbox.world.find(id)?.externalId)).toEqual(['A', 'C', 'E']);
	});

	test('with the error output, failed items leave there, with the fields of their input', async () => {
		const { credential } = await serve({ orders: { count: 5, deletedShare: 0 } });
		const { outputs } = await runNode({
			parameters: setExternalId,
			credential: credential(),
			input,
			settings: { onError: 'continueErrorOutput' },
		});
		const [succeeded = [], failed = []] = outputs;
		expect(succeeded.map(({ json }) => json.externalId)).toEqual(['A', 'C', 'E']);
		expect(failed.map(({ json }) => [json.id, json.erp])).toEqual([
			['twelve', 'B'],
			[999_999, 'D'],
		]);
		expect(failed.map(({ json }) => json.error)).toEqual([
			expect.objectContaining({ message: expect.stringContaining('twelve') }),
			expect.objectContaining({ httpCode: '404', description: expect.any(String) }),
		]);
	});

	test.each([
		['without a token', { apiToken: '' }, 'The API Token of the credential is empty'],
		['with a plain http address', { baseUrl: 'http://service.example' }, 'must begin with https://'],
		[
			'with an unknown zone',
			{ timezone: 'Mars/Olympus' },
			'The time zone "Mars/Olympus" of the credential is not known',
		],
	])('also where nothing can work at all, such as a credential %s', async (_, changes, message) => {
		const { sandbox, credential } = await serve();
		const { items, error } = await runNode({
			parameters: list,
			credential: credential(changes),
			input: [{ a: 1 }, { a: 2 }],
			continueOnFail: true,
		});
		expect(error).toBeUndefined();
		expect(items).toEqual(
			[0, 1].map((item) => ({
				json: { error: expect.objectContaining({ message: expect.stringContaining(message) }) },
				pairedItem: { item },
			})),
		);
		expect(sandbox.log.total).toBe(0);
	});

	test('an expression that fails for one item fails that item alone', async () => {
		const { credential } = await serve({ orders: { count: 5, deletedShare: 0 } });
		const { items } = await runNode({
			parameters: { ...setExternalId, externalId: '={{ $json.erp.toUpperCase() }}' },
			credential: credential(),
			input: [{ id: 1001 }, { id: 1002, erp: 'b' }],
			continueOnFail: true,
		});
		expect(items[0]?.json).toHaveProperty('error.message');
		expect(items[1]?.json).toEqual({ salesOrderId: 1002, externalId: 'B', updated: true });
	});
});

describe('An error', () => {
	test('ends the run at its item, names the item, and leaves what was written before', async () => {
		const { sandbox, credential } = await serve({ orders: { count: 5, deletedShare: 0 } });
		const { items, error } = await runNode({
			parameters: setExternalId,
			credential: credential(),
			input: [
				{ id: 1001, erp: 'A' },
				{ id: 999_999, erp: 'B' },
				{ id: 1002, erp: 'C' },
			],
		});
		expect(items).toEqual([]);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.context.itemIndex).toBe(1);
		expect(sandbox.log.total).toBe(2);
		expect(sandbox.world.find(1001)?.externalId).toBe('A');
	});

	test.each<[string, Fault, string | null, string, string, number]>([
		['401', { kind: 'status', status: 401 }, '401', 'did not accept the API token', 'Create a new', 1],
		['403', { kind: 'status', status: 403 }, '403', 'may not do this', 'account administrator', 1],
		[
			'404',
			{ kind: 'status', status: 404 },
			'404',
			'does not know the requested address',
			'the part of the address before /api/v2',
			1,
		],
		[
			'400',
			{ kind: 'status', status: 400 },
			'400',
			'refused the request',
			"set 'Start' and 'End' closer together",
			1,
		],
		['503', { kind: 'status', status: 503 }, '503', 'an internal error', 'Try again later', 5],
		['201', { kind: 'status', status: 201 }, '201', 'an unclear response', 'may or may not have saved', 1],
		['a redirect', { kind: 'redirect' }, '302', 'redirected', 'not sent to another address', 1],
		['a web page', { kind: 'html200' }, '200', 'a web page instead of data', 'Base URL', 5],
		['cut JSON', { kind: 'invalidJson' }, '200', 'cut off or unreadable', 'Try again later', 5],
		['an empty answer', { kind: 'emptyBody' }, '200', 'cut off or unreadable', 'an empty response', 5],
		[
			'another envelope',
			{ kind: 'notAnEnvelope' },
			'200',
			'not with orders or users',
			'Details: {"status":"ok"}',
			5,
		],
		['a reset', { kind: 'reset' }, null, 'interrupted', 'Check the network', 5],
		['no answer', { kind: 'hang' }, null, 'in time', '30 seconds', 5],
		['429 for ever', { kind: 'tooManyRequests' }, '429', 'requests per minute', 'poll less often', 11],
	])(
		'%s is told with what happened, what to do and its HTTP code',
		async (_, fault, httpCode, message, advice, calls) => {
			const { sandbox, credential } = await serveOrders();
			sandbox.faults.schedule({}, fault, { times: Infinity });
			const { error } = await runNode({ parameters: list, credential: credential() });
			expect(error?.message).toContain(message);
			expect(error?.description).toContain(advice);
			expect(error).toMatchObject({ name: 'NodeApiError', httpCode, context: { itemIndex: 0 } });
			expect(sandbox.log.total).toBe(calls);
		},
	);

	test('nobody at the address is told as such, and not in the words that n8n has for it', async () => {
		simulateTime();
		const { baseUrl, credential } = await serve();
		const nobody = baseUrl.replace(/:\d+$/, ':1');
		const { error } = await runNode({ parameters: list, credential: credential({ baseUrl: nobody }) });
		expect(error?.message).toBe('No service answers at the address of the credential');
		expect(error?.description).toContain('host and port');
	});
});

describe('The token', () => {
	const echoes: Array<[string, (token: string) => Fault]> = [
		['a refusal', (token) => ({ kind: 'status', status: 400, body: `{"error":"bad token ${token}"}` })],
		['a server error', (token) => ({ kind: 'status', status: 500, body: `Authorization: Bearer ${token}` })],
		['another envelope', (token) => ({ kind: 'notAnEnvelope', body: { token } })],
		['a redirect', (token) => ({ kind: 'redirect', location: `https://elsewhere.invalid/?t=${token}` })],
	];

	test.each(echoes)('is in no error, item or log, even if %s repeats it', async (_, fault) => {
		const { sandbox, credential } = await serveOrders();
		const { apiToken } = credential();
		for (const continueOnFail of [false, true]) {
			sandbox.faults.schedule({}, fault(apiToken), { times: Infinity });
			const outcome = await runNode({ parameters: list, credential: credential(), continueOnFail });
			expect(outcome.error ?? outcome.items[0]?.json).toHaveProperty(
				continueOnFail ? 'error.message' : 'message',
			);
			const told = JSON.stringify(outcome) + String(outcome.error?.stack) + engineLog.join('\n');
			expect(told).not.toContain(apiToken);
		}
	});

	test('is in no address that is called', async () => {
		const { sandbox, credential } = await serve({ orders: { count: 120 } });
		await runNode({ parameters: list, credential: credential() });
		expect(sandbox.log.entries.length).toBeGreaterThan(2);
		for (const { path, headers } of sandbox.log.entries) {
			expect(path).not.toContain(credential().apiToken);
			expect(headers.authorization).toBe(`Bearer ${credential().apiToken}`);
		}
	});
});

describe('Stop', () => {
	/** Of those whose end the node would wait for; the pause before it tries again is short. */
	const SHORTEST_WAIT_MS = 20_000;
	const waits: Record<string, [fault: Fault, calls: number]> = {
		'for an answer': [{ kind: 'hang' }, 1],
		'for the rest of an answer': [{ kind: 'slowBody', milliseconds: SHORTEST_WAIT_MS }, 1],
		'for the rate limit': [{ kind: 'tooManyRequests' }, 1],
		'before it tries again': [{ kind: 'status', status: 503 }, 2],
	};
	const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

	/** Presses Stop in the middle of the wait; gives whether the node waited for its end, and what it said and sent. */
	async function stopped(fault: Fault, calls: number) {
		const { sandbox, credential } = await serve({ orders: { count: 5 } });
		sandbox.faults.schedule({}, fault, { times: Infinity });
		const running = startNode({
			parameters: list,
			credential: credential(),
			input: [{}, {}],
			continueOnFail: true,
		});
		while (sandbox.log.total < calls) await pause(20);
		await pause(100);
		const before = sandbox.log.total;
		const pressed = performance.now();
		running.stop();
		const { error } = await running.result;
		const hasWaited = performance.now() - pressed >= SHORTEST_WAIT_MS;
		await pause(1_500);
		const sentAfterwards = sandbox.log.total - before;
		return { message: error?.message, hasWaited, sentAfterwards, inFlight: sandbox.log.inFlight };
	}

	// Side by side, because this time is real.
	test(`ends a node that waits ${Object.keys(waits).join(', or ')} at once, and nothing more is sent`, async () => {
		const outcomes = await Promise.all(
			Object.entries(waits).map(async ([name, wait]) => [name, await stopped(...wait)] as const),
		);
		const message = 'The execution was stopped';
		const expected = { message, hasWaited: false, sentAfterwards: 0, inFlight: 0 };
		for (const [name, outcome] of outcomes) expect({ name, ...outcome }).toEqual({ name, ...expected });
	});
});
