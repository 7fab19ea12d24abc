/** Design 3.7: what a call fails with says what was wrong, and what the service, or n8n, said about it. */
import { clientFixture, failureOf, readUsers } from '../../support/clientFixture';

/** The failure of a read whose transport fails with this. */
async function failureAfter(error: unknown) {
	const { client } = clientFixture();
	client.transport = async () => await Promise.reject(error as Error);
	return await failureOf(readUsers(client));
}

describe('an error of n8n that is none of the network is told by the innermost message', () => {
	test.each([
		['alone', new Error('no such proxy'), 'no such proxy'],
		['around another', new Error('outer', { cause: new Error('inner') }), 'inner'],
		['around one that says nothing', new Error('outer', { cause: new Error('') }), 'outer'],
	])('%s', async (_, error, details) => {
		const failure = await failureAfter(error);
		expect(failure.kind).toBe('notSent');
		expect(failure.description).toMatch(new RegExp(`Details: ${details}$`));
	});

	test.each([[new Error('')], ['no error at all'], [undefined]])('%p has none', async (error) => {
		const failure = await failureAfter(error);
		expect(failure.kind).toBe('notSent');
		expect(failure.description).not.toContain('Details');
	});
});

test.each([
	['empty', '', 'invalidJson', 'an empty response'],
	['blank', ' \n', 'invalidJson', 'an empty response'],
	['no JSON', 'Starting <br>', 'invalidJson', 'Starting'],
	['a web page', '<html>Sign in</html>', 'html', 'Sign in'],
	['a part of one', ' \n<p>Sign in</p>', 'html', 'Sign in'],
])('a response that is %s is told as what it is, and shown', async (_, body, kind, details) => {
	const { client } = clientFixture();
	client.transport = async () => ({ status: 200, headers: {}, body });
	const failure = await failureOf(readUsers(client));
	expect(failure).toMatchObject({ kind, httpCode: 200 });
	expect(failure.description).toMatch(new RegExp(`Details: ${details}$`));
});
