/** How a node talks to the service: what n8n's HTTP helper is asked for, and what is made of its response (design 3.5). */
import {
	clientFor,
	systemTiming,
	type ServiceContext,
} from '../../../nodes/SalesOrderIntegration/http/nodeClient';
import { failureOf } from '../../support/clientFixture';

const fields = { baseUrl: 'https://service.example', apiToken: 'abcd', timezone: 'UTC' };
const request = { method: 'PUT', url: 'https://service.example/api/v2/x', body: { a: 'b' } } as const;

/** A context of n8n whose HTTP helper responds with these chunks, and what it was asked for. */
function contextWith(
	chunks: () => Iterable<Buffer> | AsyncIterable<Buffer>,
	own: Partial<ServiceContext> = {},
	statusCode = 200,
) {
	const asked: unknown[] = [];
	async function httpRequestWithAuthentication(this: Required<ServiceContext>, ...given: unknown[]) {
		asked.push(this.getExecutionCancelSignal(), ...given);
		return await Promise.resolve({ statusCode, headers: { date: 'today' }, body: chunks() });
	}
	const getCredentials = jest.fn(async () => await Promise.resolve(fields));
	const context = { getCredentials, helpers: { httpRequestWithAuthentication }, ...own } as never;
	return { context, asked, getCredentials };
}

test('a request is sent with the credential as it was read, and ends with the signal of the call', async () => {
	const { context, asked, getCredentials } = contextWith(() => [Buffer.from('{}')]);
	const { signal } = new AbortController();
	await (await clientFor(context)).transport(request, signal);
	expect(asked).toEqual([
		signal,
		'salesOrderIntegrationApi',
		{
			...request,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			timeout: 30_000,
			abortSignal: signal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			encoding: 'stream',
		},
		{ credentialsDecrypted: { id: '', name: '', type: 'salesOrderIntegrationApi', data: fields } },
	]);
	expect(asked[0]).toBe(signal);
	expect(getCredentials.mock.calls).toEqual([['salesOrderIntegrationApi']]);
});

test('a response is read as one text, also where a character is cut in two', async () => {
	const bytes = Buffer.from('{"name":"Zoë"}');
	const { context } = contextWith(() => [bytes.subarray(0, 12), bytes.subarray(12)]);
	const response = await (await clientFor(context)).transport(request, AbortSignal.timeout(1000));
	expect(response).toEqual({ status: 200, headers: { date: 'today' }, body: '{"name":"Zoë"}' });
});

test('a response that goes on after its time is given up', async () => {
	const { transport } = await clientFor(contextWith(() => [Buffer.from('{}')]).context);
	await expect(transport(request, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

test('a refusal counts without its text, if that does not come', async () => {
	jest.spyOn(systemTiming, 'sleep').mockResolvedValueOnce();
	async function* endless(): AsyncGenerator<Buffer> {
		yield Buffer.from('{"message":');
		await new Promise(() => {});
	}
	const { transport } = await clientFor(contextWith(endless, {}, 429).context);
	const response = await transport(request, new AbortController().signal);
	expect(response).toEqual({ status: 429, headers: { date: 'today' }, body: '' });
	expect(systemTiming.sleep).toHaveBeenCalledWith(5000, expect.anything());
});

describe('a response of 64 MB', () => {
	const megabyte = Buffer.alloc(1024 * 1024, ' ');
	const chunks = (more: number) =>
		function* () {
			for (let count = 0; count < 64; count++) yield megabyte;
			yield Buffer.alloc(more, ' ');
		};
	const read = async (more: number) =>
		await (await clientFor(contextWith(chunks(more)).context)).transport(request, AbortSignal.timeout(9000));

	test('is read', async () => {
		expect((await read(0)).body).toHaveLength(64 * 1024 * 1024);
	});

	test('and a byte is too large', async () => {
		expect(await failureOf(read(1))).toMatchObject({ kind: 'tooLarge' });
	});
});

test('the client stops with the execution and at its deadline', async () => {
	const { signal } = new AbortController();
	const { context } = contextWith(() => [], { getExecutionCancelSignal: () => signal });
	expect(await clientFor(context, { deadline: 5 })).toMatchObject({
		connection: { baseUrl: 'https://service.example', timezone: 'UTC' },
		deadline: 5,
		clock: {},
	});
	expect((await clientFor(context)).signal).toBe(signal);
	// Some contexts of n8n have no such signal.
	expect((await clientFor(contextWith(() => []).context)).signal).toBeUndefined();
});
