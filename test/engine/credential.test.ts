/** The credential: which addresses it takes, to whom the token goes, and what its test says (design 2). */
import { Credentials } from 'n8n-core';
import type { Fault } from '../../sandbox';
import { eventually } from '../support/eventually';
import { failureTable, type FailureKind } from '../../nodes/SalesOrderIntegration/errors/failureTable';
import {
	credentialTests,
	credentialType,
	engineLog,
	nodeTypeNames,
	runNode,
	serve,
	simulateTime,
	testCredential,
} from './support';
import type { CredentialData, NodeOutcome, ServedSandbox } from './support';

const list = { resource: 'salesOrder', operation: 'list' };
let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({ orders: { count: 3, deletedShare: 0 } });
});

/** Lists orders with the node. */
async function runList(changes: Partial<CredentialData>): Promise<NodeOutcome> {
	return await served.run(list, { credential: changes });
}

/** Requests an address as n8n's HTTP Request node does with this credential. */
async function requestAddress(url: string, changes: Partial<CredentialData> = {}): Promise<NodeOutcome> {
	return await runNode({
		type: nodeTypeNames.httpRequest,
		parameters: { url },
		credential: served.credential(changes),
	});
}

test('With expressions, an item that leads to another account is refused: nothing is written there or here', async () => {
	const other = await serve({ orders: { count: 3, deletedShare: 0 } });
	const accounts = [served, served, other].map(({ credential }) => ({ salesOrderId: 1002, ...credential() }));
	const outcome = await runNode({
		parameters: { resource: 'salesOrder', operation: 'setExternalId', externalId: 'ERP-1' },
		credential: {
			...served.credential(),
			baseUrl: '={{ $json.baseUrl }}',
			apiToken: '={{ $json.apiToken }}',
		},
		input: accounts.map((json) => ({ ...json })),
	});
	expect(outcome.error).toMatchObject({
		message: expect.stringContaining('another account') as unknown,
		context: { itemIndex: 2 },
	});
	expect([served, other].map(({ sandbox }) => sandbox.log.total)).toEqual([2, 0]);
});

test.each(['timezone', 'serverDateParameter'])('so is one that leads to another %s', async (field) => {
	const { error } = await runNode({
		parameters: { resource: 'salesOrder', operation: 'list' },
		credential: { ...served.credential(), [field]: `={{ $json.${field} }}` },
		input: ['UTC', 'Asia/Tokyo'].map((timezone) => ({ timezone, serverDateParameter: `zone=${timezone}` })),
	});
	const message: unknown = expect.stringContaining('another account, time zone or Server Date Parameter');
	expect(error).toMatchObject({ message, context: { itemIndex: 1 } });
});

describe('The Base URL', () => {
	// Other forms: unit/http/connection.
	const variants: Array<[string, (baseUrl: string) => string]> = [
		['plain', (baseUrl) => baseUrl],
		['with a trailing slash', (baseUrl) => `${baseUrl}/`],
		['with /api/v2/', (baseUrl) => `${baseUrl}/api/v2/`],
		['of localhost', (baseUrl) => baseUrl.replace('127.0.0.1', 'LOCALHOST')],
	];

	test.each(variants)('may be %s: node and credential test reach the service', async (_, vary) => {
		const baseUrl = vary(served.baseUrl);
		expect((await runList({ baseUrl })).items).toHaveLength(3);
		expect(await testCredential(served.credential({ baseUrl }))).toMatchObject({ status: 'OK' });
		expect(served.sandbox.log.entries.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /api/v2/salesOrder?deleted=false',
			'GET /api/v2/user',
		]);
	});

	// These would all reach the sandbox, if they were asked.
	const refused: Array<[string, (baseUrl: string) => string, string]> = [
		['http to another host', (url) => url.replace('127.0.0.1', '0.0.0.0'), 'must begin with https://'],
		['an address with a user', (url) => url.replace('//', '//me:secret@'), 'only have a host and a path'],
		['an address with a query', (url) => `${url}?x=1`, 'only have a host and a path'],
		['nothing', () => '', 'must be an address that begins with https://'],
	];

	test.each(refused)('%s is refused everywhere, and nothing is sent', async (_, vary, reason) => {
		const baseUrl = vary(served.baseUrl);
		expect((await runList({ baseUrl })).error?.message).toContain(reason);
		const { status, message } = await testCredential(served.credential({ baseUrl }));
		expect([status, message]).toEqual(['Error', expect.stringContaining(reason)]);
		const { error } = await requestAddress(`${served.baseUrl}/api/v2/user`, { baseUrl });
		expect(error?.message).toContain(reason);
		expect(served.sandbox.log.total).toBe(0);
	});
});

describe('The token', () => {
	test('is sent by the HTTP Request node to the address of the credential', async () => {
		const { items, error } = await requestAddress(`${served.baseUrl}/api/v2/user?x=1`);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ status: 200, body: { users: expect.any(Array) } });
		const [entry] = served.sandbox.log.entries;
		expect([entry?.path, entry?.headers.authorization]).toEqual([
			'/api/v2/user?x=1',
			`Bearer ${served.credential().apiToken}`,
		]);
	});

	const others: Array<[string, (other: URL, own: URL) => string]> = [
		['another port', (other) => other.href],
		['another name of the host', (other) => other.href.replace('127.0.0.1', 'localhost')],
		['a host behind an @', (other, own) => `http://${own.host}@${other.host}/`],
		['a host behind a backslash', (other) => `http:\\\\${other.host}\\`],
		['a host without slashes', (other) => `http:${other.host}/`],
		['a host without a protocol', (other) => `//${other.host}/`],
		['an address of another kind around its own', (_, own) => `blob:${own.origin}/api/v2/user`],
	];

	test.each(others)('never goes to %s', async (_, addressOf) => {
		const other = await serve();
		const { apiToken } = served.credential();
		const { error, items } = await requestAddress(addressOf(new URL(other.baseUrl), new URL(served.baseUrl)));
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/its token is not sent to|incomplete/);
		expect([other.sandbox.log.total, served.sandbox.log.total]).toEqual([0, 0]);
		expect(JSON.stringify(error) + engineLog.join('\n')).not.toContain(apiToken);
	});

	test('goes to the address that was checked, where a request has several', async () => {
		const { baseUrl } = served;
		const request = { url: '/api/v2/user', baseURL: baseUrl, uri: 'https://elsewhere.example/' };
		expect(await credentialType.authenticate(served.credential(), request)).toEqual({
			url: `${baseUrl}/api/v2/user`,
			headers: { Authorization: expect.any(String) },
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		});
	});

	test.each([301, 302, 307, 308])('does not follow a redirect (%i) anywhere', async (status) => {
		const other = await serve();
		const fault: Fault = { kind: 'redirect', status, location: `${other.baseUrl}/api/v2/user` };
		served.sandbox.faults.schedule({}, fault, { times: Infinity });
		expect((await requestAddress(`${served.baseUrl}/api/v2/user`)).error).toBeDefined();
		expect((await runList({})).error?.message).toContain('redirect');
		const write = { ...list, operation: 'setExternalId', orderId: '1001', externalId: 'A' };
		expect((await served.run(write)).error?.message).toContain('redirect');
		const { message } = await testCredential(served.credential());
		expect(message).toContain('redirect');
		expect(other.sandbox.log.total).toBe(0);
	});

	test('may have the word Bearer and blanks around', async () => {
		const apiToken = `  Bearer ${served.credential().apiToken}\n`;
		expect((await runList({ apiToken })).items).toHaveLength(3);
		expect(await testCredential(served.credential({ apiToken }))).toMatchObject({ status: 'OK' });
	});

	test('is decrypted once for a list, however many pages it has', async () => {
		for (let more = 0; more < 150; more++) served.sandbox.world.add();
		const decrypt = jest.spyOn(Credentials.prototype, 'getData');
		expect((await runList({})).items).toHaveLength(153);
		expect(served.sandbox.log.total).toBeGreaterThan(1);
		expect(decrypt).toHaveBeenCalledTimes(1);
		decrypt.mockRestore();
	});

	test('replaces a token that the request brought along, however its header is written', async () => {
		const request = { url: `${served.baseUrl}/api/v2/user`, headers: { authorization: 'Bearer x', a: 'b' } };
		const { headers } = await credentialType.authenticate(served.credential(), request);
		expect(headers).toEqual({ a: 'b', Authorization: `Bearer ${served.credential().apiToken}` });
	});
});

describe('A token that the service sends back', () => {
	test.each([
		['users', { resource: 'user', operation: 'list' }],
		['orders', { ...list, output: 'raw' }],
	])('in a field is not in the items: %s', async (_, parameters) => {
		const credential = served.credential();
		const token = String(credential.apiToken);
		const values = {
			apiToken: token,
			'createdBy.session': `Bearer ${token}`,
			'createdBy.key': Buffer.from(token).toString('base64'),
		};
		served.sandbox.faults.schedule({}, { kind: 'wrongTypes', values }, { times: Infinity });
		const { items, hints } = await runNode({ parameters, credential });
		expect(items.length).toBeGreaterThan(0);
		expect(items[0]?.json.apiToken).toBe('***');
		expect(JSON.stringify(items)).not.toContain(token.slice(0, 8));
		expect(JSON.stringify(items)).not.toContain(values['createdBy.key']);
		expect(hints[0]?.message).toContain('were replaced by ***');
	});

	test('encoded as the user of an order, or in part, is not in the items either, and a hint says so', async () => {
		const credential = served.credential();
		const token = String(credential.apiToken);
		const createdBy = Buffer.from(token).toString('base64');
		const values = { createdBy, sellerComment: `key ${token.slice(3, 14)}` };
		served.sandbox.faults.schedule({}, { kind: 'wrongTypes', values }, { times: Infinity });
		const { items, hints } = await runNode({ parameters: { ...list, output: 'raw' }, credential });
		expect(items[0]?.json).toMatchObject({ createdBy: '***', sellerComment: '***' });
		expect(hints.map(({ message }) => message).join()).toContain('were replaced by ***');
	});
});

describe('The credential test', () => {
	test('is the same in both nodes, since n8n takes that of either', () => {
		const [one, other] = credentialTests();
		expect(one).toBeInstanceOf(Function);
		expect(other).toBe(one);
	});

	test.each([
		['a wrong token', { apiToken: 'wrong' }, 'did not accept the API token (401). The token is'],
		['no token', { apiToken: ' ' }, 'The API Token of the credential is empty. Create a personal'],
		['no zone', { timezone: '' }, 'The time zone of the credential is not known'],
	])('says no to %s, and what to do', async (_, changes, reason) => {
		const { status, message } = await testCredential(served.credential(changes));
		expect([status, message]).toEqual(['Error', expect.stringContaining(reason)]);
	});

	test.each<[string, Fault, FailureKind]>([
		['403', { kind: 'status', status: 403 }, 'forbidden'],
		['404', { kind: 'status', status: 404 }, 'notFound'],
		['429', { kind: 'tooManyRequests' }, 'rateLimited'],
		['a reset', { kind: 'reset' }, 'connectionLost'],
		['no response', { kind: 'hang' }, 'timeout'],
	])('says in words what %s means, after one request', async (_, fault, kind) => {
		simulateTime({ log: () => served.sandbox.log });
		served.sandbox.faults.schedule({}, fault, { times: Infinity });
		const { status, message } = await testCredential(served.credential());
		expect([status, message]).toEqual(['Error', expect.stringContaining(failureTable[kind].advice)]);
		expect(message).toContain(failureTable[kind].message);
		expect(message).not.toContain(served.credential().apiToken);
		expect(served.sandbox.log.total).toBe(1);
	});

	test.each<[string, (baseUrl: string) => string, FailureKind]>([
		['a host that does not exist', () => 'https://service.invalid', 'unknownHost'],
		['a port that nobody listens on', () => 'https://127.0.0.1:1', 'connectionRefused'],
		['https on a port for http', (baseUrl) => baseUrl.replace('http:', 'https:'), 'tls'],
	])('says in words that it is %s', async (_, baseUrlOf, kind) => {
		simulateTime();
		const { message, advice } = failureTable[kind];
		expect(await testCredential(served.credential({ baseUrl: baseUrlOf(served.baseUrl) }))).toEqual({
			status: 'Error',
			message: `${message}. ${advice}`,
		});
		expect(served.sandbox.log.total).toBe(0);
	});

	test('gives up a response without an end, and its connection with it', async () => {
		served.sandbox.faults.schedule({}, { kind: 'endlessBody' });
		const { message } = await testCredential(served.credential());
		expect(message).toContain(failureTable.tooLarge.message);
		await eventually('no request is under way', () => served.sandbox.log.inFlight === 0);
	});

	test('says in the maintenance window that this may be the reason', async () => {
		simulateTime({ start: Date.parse('2026-07-19T05:00:00Z'), log: () => served.sandbox.log });
		served.sandbox.faults.schedule({}, { kind: 'status', status: 503 });
		const { message } = await testCredential(served.credential());
		expect(message).toContain('possibly in its maintenance window');
	});
});

describe('The zones to choose from', () => {
	const { options = [], default: preset } =
		credentialType.properties.find(({ name }) => name === 'timezone') ?? {};
	const zones = options.map((option) => ('value' in option ? String(option.value) : ''));

	test('are the IANA zones in alphabetical order, each once, with the preset among them', () => {
		expect(zones.length).toBeGreaterThan(400);
		expect(zones).toEqual([...new Set(zones)].sort());
		expect(zones).toContain(preset);
		expect(() => zones.map((timeZone) => new Intl.DateTimeFormat('en', { timeZone }))).not.toThrow();
	});

	test('include the present names of zones that were renamed, and those of all users of the sandbox', () => {
		const users = served.sandbox.users.map(({ timezone }) => timezone);
		const renamed = ['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'UTC'];
		expect(zones).toEqual(expect.arrayContaining([...users, ...renamed]));
	});
});
