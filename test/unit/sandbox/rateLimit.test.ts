/** The sandbox's rate limit: its count, its headers, and their odd forms. */
import type { Switches } from '../../../sandbox';
import { TestSandbox } from '../../support/testSandbox';
import { MINUTE, NOON } from '../../support/time';

const USERS = '/api/v2/user';
const limitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

async function headersOf(test: TestSandbox): Promise<Array<string | undefined>> {
	const { headers } = await test.call('GET', USERS);
	return limitHeaders.map((name) => headers[name]);
}

test('the period begins with the first request and can be scaled down', async () => {
	const test = new TestSandbox({ rateLimit: { limit: 2, periodMs: 2000 } });
	test.now = NOON + 500;
	const statuses = [];
	for (const after of [500, 900, 1000, 1999, 2000, 2100, 2200]) {
		test.now = NOON + after;
		statuses.push((await test.call('GET', USERS)).status);
	}
	expect(statuses).toEqual([200, 200, 429, 429, 200, 200, 429]);
});

test('refused requests count too, but each token for itself; unknown tokens share one count', async () => {
	const test = new TestSandbox({ rateLimit: { limit: 2, periodMs: MINUTE } });
	const withToken = async (token: string) => {
		const headers = { authorization: `Bearer ${token}` };
		return (await test.sandbox.handle({ method: 'GET', url: '/nothing', headers })).status;
	};
	const [first, second] = test.sandbox.users.map(({ apiToken }) => apiToken) as [string, string];
	expect([await withToken(first), await withToken(first), await withToken(first)]).toEqual([404, 404, 429]);
	expect(await withToken(second)).toBe(404);
	expect([await withToken('a'), await withToken('b'), await withToken('c')]).toEqual([401, 401, 429]);
});

const noon = NOON / 1000;
test.each<[Switches['rateLimitHeaders'], Array<string | undefined>]>([
	['absent', [undefined, undefined, undefined]],
	['negative', ['-1', '-1', '-1']],
	['yearAhead', ['500', '0', String(noon + 31_536_000)]],
	['notANumber', ['many', 'some', 'soon']],
	['milliseconds', ['500', '499', String((noon + 60) * 1000)]],
	['secondsLeft', ['500', '499', '60']],
	['longPast', ['500', '0', String(noon - 31_536_000)]],
])('headers: %s', async (rateLimitHeaders, expected) => {
	const test = new TestSandbox({ rateLimit: undefined, switches: { rateLimitHeaders } });
	expect(await headersOf(test)).toEqual(expected);
});

test('parallel calls of one token can be refused', async () => {
	const test = new TestSandbox({ switches: { maximumParallelRequests: 2, latency: 10 } });
	const parallel = await Promise.all([1, 2, 3].map(async () => (await test.call('GET', USERS)).status));
	expect(parallel).toEqual([200, 200, 429]);
	expect((await test.call('GET', USERS)).status).toBe(200);
});
