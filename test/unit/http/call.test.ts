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
	['empty', '', 'an empty response'],
	['blank', ' \n', 'an empty response'],
	['no JSON', 'Starting <br>', 'Starting'],
])('a response that is %s is shown as it came', async (_, body, details) => {
	const { client } = clientFixture();
	client.transport = async () => ({ status: 200, headers: {}, body });
	const failure = await failureOf(readUsers(client));
	expect(failure).toMatchObject({ kind: 'invalidJson', httpCode: 200 });
	expect(failure.description).toMatch(new RegExp(`Details: ${details}$`));
});

test.each(['<html>Sign in</html>', ' \n<p>Sign in</p>'])('a web page is told as one: %j', async (body) => {
	const { client } = clientFixture();
	client.transport = async () => ({ status: 200, headers: {}, body });
	const failure = await failureOf(readUsers(client));
	expect(failure).toMatchObject({ kind: 'html', httpCode: 200 });
	expect(failure.description).toMatch(/Details: Sign in$/);
});
