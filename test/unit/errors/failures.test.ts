/** Design 3.7: errors speak to the integrator. One table; each of its rows as the user gets it. */
import { inspect } from 'node:util';
import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import {
	asFailure,
	InputError,
	isInMaintenance,
	networkFailureOf,
	ServiceFailure,
	shown,
	type FailureDetails,
} from '../../../nodes/SalesOrderIntegration/errors/failures';
import {
	failureTable,
	type FailureKind,
	type FailureRow,
} from '../../../nodes/SalesOrderIntegration/errors/failureTable';
import { asNodeError } from '../../../nodes/SalesOrderIntegration/errors/nodeErrors';
import { clientFixture, failureOf, readUsers } from '../../support/clientFixture';
import { NOON } from '../../support/simulatedTiming';

const node: INode = {
	id: '1',
	name: 'Sales Orders',
	type: 'n8n-nodes-sales-order-integration.salesOrderIntegration',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
/** Saturday 23:00 in Mexico City. */
const IN_MAINTENANCE = Date.parse('2026-07-19T05:00:00Z');

type Shown = NodeApiError & { failure?: { cause: string; retryAfterMs?: number } };

const shownTo = (error: unknown) => asNodeError(node, error, 3) as Shown;

const kinds = Object.keys(failureTable) as FailureKind[];

describe.each(kinds)('%s', (kind) => {
	const row: FailureRow = failureTable[kind];
	const cause = row.cause ?? 'temporarily-unavailable';

	test.each<[string, FailureDetails, string | null]>([
		['without an answer', { at: NOON }, null],
		['with a status', { httpCode: 418, at: NOON }, '418'],
	])('%s: says what happened, what to do, and which item', (_, details, httpCode) => {
		const error = shownTo(new ServiceFailure(kind, details));
		expect(error).toBeInstanceOf(NodeApiError);
		// n8n puts its own words in place of a message in which it finds a code such as ECONNRESET.
		expect(error.message).toBe(httpCode === null ? row.message : `${row.message} (418)`);
		expect(error.description).toBe(row.advice);
		// What the editor shows under the details of an error.
		expect(error.messages).toEqual([error.message]);
		expect(error.errorResponse).toEqual({ message: error.message, description: error.description });
		expect(error.httpCode).toBe(httpCode);
		expect(error.context.itemIndex).toBe(3);
		expect(error.node.name).toBe('Sales Orders');
		expect(error.failure).toEqual({ cause });
		expect(error.level).toBe(
			['credential-invalid', 'configuration-invalid'].includes(cause) ? 'warning' : 'error',
		);
	});

	test('shows the response, and how long to wait, where that is known', () => {
		const error = shownTo(new ServiceFailure(kind, { excerpt: '{"oops":1}', retryAfterMs: 5000 }));
		expect(error.description).toBe(`${row.advice} Details: {"oops":1}`);
		expect(error.failure).toEqual({ cause, retryAfterMs: 5000 });
	});

	test('mentions maintenance in its window, where that may be the reason, and at no other time', () => {
		const text = 'possibly in its maintenance window (Saturday 22:00 to Sunday 01:00, Central Mexico time)';
		const description = (at?: number) => shownTo(new ServiceFailure(kind, { at })).description;
		if (row.isRetried) expect(description(IN_MAINTENANCE)).toContain(text);
		else expect(description(IN_MAINTENANCE)).not.toContain(text);
		expect(description(NOON)).not.toContain(text);
		expect(description()).not.toContain(text);
	});

	test('is written for people, for every place in which it appears', () => {
		expect(row.message).toMatch(/^[A-Z].{15,}[^.]$/);
		expect(row.advice).toMatch(/^[A-Z].{15,}\.$/);
		const text = `${row.message} ${row.advice}`;
		expect(text).not.toMatch(/E[A-Z]{5,}|undefined|null|HTTP|exception|payload/);
		expect(text).not.toMatch(/problem|failure|mistake|below|Nothing was lost|hand(ed)? over|time window/i);
	});
});

test('a caller that knows more says it in its own words', () => {
	const words = { message: 'There is no order 7', advice: 'Check the order ID.' };
	const { message, description } = shownTo(new ServiceFailure('notFound', { httpCode: 404, ...words }));
	expect([message, description]).toEqual(['There is no order 7 (404)', 'Check the order ID.']);
});

test('a value that cannot be used is an error of the item, with what to do', () => {
	const error = asNodeError(node, new InputError('It is wrong', 'Make it right.'), 7) as NodeOperationError;
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({
		message: 'It is wrong',
		description: 'Make it right.',
		context: { itemIndex: 7 },
		level: 'warning',
	});
});

const codes: Array<[FailureKind | undefined, string]> = [
	['connectionLost', 'ECONNRESET EPIPE ERR_STREAM_PREMATURE_CLOSE HPE_INVALID_CONSTANT Z_DATA_ERROR'],
	['connectionRefused', 'ECONNREFUSED EHOSTUNREACH ENETUNREACH'],
	['unknownHost', 'ENOTFOUND EAI_AGAIN'],
	['timeout', 'ETIMEDOUT ECONNABORTED'],
	['tls', 'EPROTO DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN CERT_HAS_EXPIRED'],
	['tls', 'ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
	[undefined, 'ERR_INVALID_CHAR ERR_INVALID_URL ERR_UNESCAPED_CHARACTERS'],
];
test.each(codes.flatMap(([kind, ofKind]) => ofKind.split(' ').map((code) => [code, kind] as const)))(
	'a network error of code %s is %s, however deep it is wrapped',
	(code, kind) => {
		const error = Object.assign(new Error('of the network'), { code });
		expect(networkFailureOf(error)).toBe(kind);
		const ofAxios = Object.assign(new Error('of axios', { cause: error }), { code: 'ERR_NETWORK' });
		expect(networkFailureOf(new Error('of n8n', { cause: ofAxios }))).toBe(kind);
	},
);

test('five errors that wrap each other are looked at, and no more', () => {
	const wrapped = (times: number): Error =>
		times === 0
			? Object.assign(new Error('of the network'), { code: 'EPROTO' })
			: new Error('of n8n', { cause: wrapped(times - 1) });
	expect(networkFailureOf(wrapped(4))).toBe('tls');
	expect(networkFailureOf(wrapped(5))).toBeUndefined();
});

test.each([[null], ['text'], [undefined]])('a cause that is no error says nothing: %p', (cause) => {
	expect(networkFailureOf(new Error('of n8n', { cause }))).toBeUndefined();
});

test('an error that wraps itself is no endless loop', async () => {
	const error = new Error('round');
	let looks = 0;
	Object.defineProperty(error, 'cause', {
		get: () => {
			if (++looks > 1_000) throw new Error('An endless loop');
			return error;
		},
	});
	expect(networkFailureOf(error)).toBeUndefined();
	const { client } = clientFixture();
	client.transport = async () => {
		throw error;
	};
	expect(await failureOf(readUsers(client))).toMatchObject({
		kind: 'notSent',
		description: expect.stringContaining('Details: round'),
	});
});

describe('the token is in nothing that is shown', () => {
	const TOKEN = 'aB3d-_x9/Zq+7f.Kw==';

	test.each([
		['as it is', TOKEN],
		['in JSON as PHP writes it', TOKEN.replace(/\//g, '\\/')],
		['in an address', encodeURIComponent(TOKEN)],
		['in HTML', TOKEN.replaceAll('=', '&#x3d;')],
		['in a header', `Authorization: Bearer ${TOKEN}`],
	])('even if the service repeats it: %s', async (_, echo) => {
		const { sandbox, client } = clientFixture({
			users: [{ id: 1, name: 'A', username: 'a', apiToken: TOKEN, timezone: 'UTC' }],
		});
		for (const status of [400, 500, 200]) {
			sandbox.faults.schedule({}, { kind: 'status', status, body: `no ${echo} no` }, { times: 5 });
			const failure = await failureOf(readUsers(client));
			const error = shownTo(failure);
			expect(error.description).toMatch(/Details: .*\*\*\*/);
			const told = [error.message, error.description, error.stack, JSON.stringify(error), inspect(error)];
			for (const text of [...told, failure.stack, inspect(failure)]) {
				expect(text).not.toContain(TOKEN);
				expect(text).not.toContain(echo);
			}
			sandbox.faults.clear();
		}
	});

	test('nor in an error of n8n that is passed on', async () => {
		const { client, sandbox } = clientFixture();
		const { apiToken } = sandbox.users[0] ?? {};
		client.transport = async () => {
			throw new Error('', { cause: new Error(`refused to send Bearer ${apiToken}`, { cause: new Error() }) });
		};
		const failure = await failureOf(readUsers(client));
		expect(failure).toMatchObject({
			kind: 'notSent',
			description: expect.stringMatching(/Details: refused to send Bearer \*\*\*$/),
		});
		expect(inspect(shownTo(failure))).not.toContain(apiToken);
	});
});

test('a caught error is the failure that it is, and any other error is thrown again', () => {
	const failure = new ServiceFailure('timeout');
	expect(asFailure(failure)).toBe(failure);
	expect(() => asFailure(new TypeError('broken'))).toThrow(TypeError);
});

// Saturday 22:00 to Sunday 01:00 in Mexico City, six hours behind UTC (api-specification 1).
test.each([
	['before Saturday 22:00', '2026-07-18T21:59:59.999-06:00', false],
	['from Saturday 22:00', '2026-07-18T22:00:00-06:00', true],
	['until midnight', '2026-07-18T23:59:59.999-06:00', true],
	['from midnight', '2026-07-19T00:00:00-06:00', true],
	['until Sunday 01:00', '2026-07-19T00:59:59.999-06:00', true],
	['at Sunday 01:00', '2026-07-19T01:00:00-06:00', false],
	['on Sunday evening', '2026-07-19T22:30:00-06:00', false],
	['in the first hour of Saturday', '2026-07-18T00:30:00-06:00', false],
	['in the first hour of Monday', '2026-07-20T00:30:00-06:00', false],
	['on Friday evening', '2026-07-17T22:30:00-06:00', false],
])('maintenance: %s', (_, now, expected) => {
	expect(isInMaintenance(Date.parse(now))).toBe(expected);
});

test.each<[unknown, string]>([
	['ten', '"ten"'],
	['two\nlines', '"two\\nlines"'],
	['7', '"7"'],
	[7, '7'],
	[NaN, 'NaN'],
	[12345678901234567890n, '12345678901234567890'],
	[true, 'true'],
	[null, 'null'],
	[undefined, 'nothing'],
	[[1, 'a'], '[1,"a"]'],
	[{ mode: 'id' }, '{"mode":"id"}'],
])('%p is shown as %s', (value, text) => {
	expect(shown(value)).toBe(text);
});

test('60 characters are shown, and no more', () => {
	expect(shown('a'.repeat(58))).toBe(`"${'a'.repeat(58)}"`);
	expect(shown('a'.repeat(59))).toBe(`"${'a'.repeat(59)}…`);
});

test('a log names the kind of error', () => {
	expect(String(new InputError('It is wrong', 'Make it right.'))).toBe('InputError: It is wrong');
	expect(String(new ServiceFailure('redirect'))).toMatch(/^ServiceFailure: The service redirected/);
});
