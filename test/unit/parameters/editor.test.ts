/** What the editor says when a credential is saved (design 2). */
import { Readable } from 'node:stream';
import type { ICredentialTestFunctions } from 'n8n-workflow';
import { systemTiming } from '../../../nodes/SalesOrderIntegration/http/nodeClient';
import { testCredential } from '../../../nodes/SalesOrderIntegration/parameters/editor';

const data = { baseUrl: 'https://service.example', apiToken: ' Bearer abcd', timezone: 'UTC' };

/** Saves a credential where the service responds with this. */
async function save(
	{ body = '', statusCode = 200 }: { body?: string; statusCode?: number },
	credential: object = { data },
) {
	const received = { statusCode, headers: {}, body: Readable.from([Buffer.from(body)]) };
	const request = jest.fn(async () => await Promise.resolve(received));
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const result = await testCredential.call(context, credential as never);
	return { ...result, asked: request.mock.calls as unknown[][] };
}

test('a credential that works is asked for the users once', async () => {
	const { status, message, asked } = await save({ body: '{"pagination":{},"users":[]}' });
	expect([status, message]).toEqual(['OK', 'Connection successful!']);
	expect(asked).toEqual([
		[
			{
				method: 'GET',
				uri: 'https://service.example/api/v2/user',
				headers: {
					Authorization: 'Bearer abcd',
					'Content-Type': 'application/json',
					Accept: 'application/json',
				},
				timeout: 30_000,
				followRedirect: false,
				resolveWithFullResponse: true,
				simple: false,
				useStream: true,
			},
		],
	]);
});

test.each([
	['without users', { body: '{"message":"hello"}' }, 'Details: {"message":"hello"}'],
	['of users that are no list', { body: '{"users":7}' }, 'Details: {"users":7}'],
	['that is null', { body: 'null' }, 'Details: null'],
	['that is empty', {}, 'Details: an empty response'],
	['that is no success', { statusCode: 400, body: 'no' }, '(400). '],
])('a response %s is an error that shows it', async (_, response, text) => {
	const { status, message } = await save(response);
	expect([status, message]).toEqual(['Error', expect.stringContaining(text)]);
});

test('after the limit was used up, a credential is not kept waiting for a minute', async () => {
	await save({ statusCode: 429 });
	const { message, asked } = await save({ body: '{"pagination":{},"users":[]}' });
	expect([message.includes('limit of requests per minute'), asked]).toEqual([true, []]);
});

test('a credential that has no turn in its time is told to repeat the test', async () => {
	// Other workflows have kept it waiting since then.
	jest.spyOn(systemTiming, 'now').mockReturnValueOnce(0);
	const { message, asked } = await save({}, { data: { ...data, apiToken: 'other' } });
	expect([message, asked]).toEqual([expect.stringContaining('Repeat the test'), []]);
});

test('a credential without fields is an error that says what to enter', async () => {
	const { status, message, asked } = await save({}, {});
	expect([status, asked]).toEqual(['Error', []]);
	expect(message).toMatch(/^The Base URL of the credential must be .*\. Enter the address of the service/);
});
