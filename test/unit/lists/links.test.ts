/** Design 3.2: `nextPage` is followed, but not trusted. */
import { readConnection } from '../../../nodes/SalesOrderIntegration/http/connection';
import { firstPageUrl, nextPageUrl, type ListQuery } from '../../../nodes/SalesOrderIntegration/lists/pages';
import { PAGE } from '../../../sandbox';
import { failureThrownBy } from '../../support/thrownErrors';

const query: ListQuery = {
	kind: 'salesOrders',
	parameters: { start: '15/07/2026 10:00:00', end: '16/07/2026 10:00:00', deleted: 'false' },
};
const PARAMETERS = 'start=15%2F07%2F2026%2010%3A00%3A00&end=16%2F07%2F2026%2010%3A00%3A00&deleted=false';

const connectionTo = (baseUrl: string) => readConnection({ baseUrl, apiToken: 'secret', timezone: 'UTC' });

function follow(link: unknown, baseUrl = 'https://service.example'): string {
	return nextPageUrl(connectionTo(baseUrl), query, link);
}

test('the first page has the parameters percent-encoded, a space as %20', () => {
	expect(firstPageUrl(connectionTo('https://service.example/'), query)).toBe(
		`https://service.example/api/v2/salesOrder?${PARAMETERS}`,
	);
	expect(firstPageUrl(connectionTo('https://service.example'), { kind: 'users', parameters: {} })).toBe(
		'https://service.example/api/v2/user',
	);
});

const PAGE_2 = `https://service.example/api/v2/salesOrder?${PARAMETERS}&${PAGE}=2`;

describe('leads to the next page of the same list', () => {
	test.each([
		['absolute', `https://service.example/api/v2/salesOrder?${PARAMETERS}&${PAGE}=2`],
		['with the page first', `https://service.example/api/v2/salesOrder?${PAGE}=2&${PARAMETERS}`],
		['relative', `/api/v2/salesOrder?${PAGE}=2`],
		['relative to the page', `salesOrder?${PAGE}=2`],
		['the query alone', `?${PAGE}=2`],
		['without a scheme', `//service.example/api/v2/salesOrder?${PAGE}=2`],
		['http behind a TLS proxy', `http://service.example/api/v2/salesOrder?${PAGE}=2`],
		['with the port that https has anyway', `https://service.example:443/api/v2/salesOrder?${PAGE}=2`],
		['with the host in capitals', `https://SERVICE.example/api/v2/salesOrder?${PAGE}=2`],
		['with white space around it', `  https://service.example/api/v2/salesOrder?${PAGE}=2\n`],
		['with a fragment', `https://service.example/api/v2/salesOrder?${PAGE}=2#top`],
		['with a user name', `https://someone:else@service.example/api/v2/salesOrder?${PAGE}=2`],
		['without our parameters', `https://service.example/api/v2/salesOrder?${PAGE}=2`],
		[
			'with our parameters changed',
			`https://service.example/api/v2/salesOrder?start=01%2F01%2F2020&deleted=true&${PAGE}=2`,
		],
		[
			'with + for a space',
			`https://service.example/api/v2/salesOrder?start=15/07/2026+10:00:00&deleted=false&${PAGE}=2`,
		],
		['with a slash at the end of the path', `/api/v2/salesOrder/?${PAGE}=2`],
		['with the path in small letters', `/api/v2/salesorder?${PAGE}=2`],
		['with the path that the service has behind its proxy', `/internal/v2/salesOrder?${PAGE}=2`],
		['with dots in the path', `https://service.example/api/v2/user/../salesOrder?${PAGE}=2`],
	])('%s', (_, link) => {
		expect(follow(link)).toBe(PAGE_2);
	});

	test('parameters that the service adds are kept', () => {
		expect(follow(`?${PAGE}=2&cursor=a%2Bb%20c`)).toBe(`${PAGE_2}&cursor=a%2Bb%20c`);
	});
});

describe('behind a proxy', () => {
	test('an http link is upgraded to the port of the credential', () => {
		expect(
			follow(`http://service.example/api/v2/salesOrder?${PAGE}=2`, 'https://service.example:8443'),
		).toMatch(/^https:\/\/service\.example:8443\/api\/v2\/salesOrder\?/);
		expect(
			follow(`http://service.example/api/v2/salesOrder?${PAGE}=2`, 'https://service.example:80'),
		).toMatch(/^https:\/\/service\.example:80\/api\//);
		expect(follow(`http://service.example:8080/api/v2/salesOrder?${PAGE}=2`)).toMatch(
			/^https:\/\/service\.example\/api\//,
		);
	});

	test('a path prefix that the service does not know of is restored', () => {
		const baseUrl = 'https://proxy.example/sales/';
		const expected = `https://proxy.example/sales/api/v2/salesOrder?${PARAMETERS}&${PAGE}=2`;
		expect(follow(`/api/v2/salesOrder?${PAGE}=2`, baseUrl)).toBe(expected);
		expect(follow(`https://proxy.example/sales/api/v2/salesOrder?${PAGE}=2`, baseUrl)).toBe(expected);
		expect(follow(`?${PAGE}=2`, baseUrl)).toBe(expected);
	});

	test('http stays http where the credential says so, on this machine', () => {
		expect(follow(`http://127.0.0.1:3900/api/v2/salesOrder?${PAGE}=2`, 'http://127.0.0.1:3900')).toMatch(
			/^http:\/\/127\.0\.0\.1:3900\//,
		);
	});
});

describe('the token is not sent to another origin', () => {
	test.each([
		`https://elsewhere.example/api/v2/salesOrder?${PAGE}=2`,
		`http://elsewhere.example/api/v2/salesOrder?${PAGE}=2`,
		`//elsewhere.example/api/v2/salesOrder?${PAGE}=2`,
		'\\\\elsewhere.example\\api',
		`https://service.example.elsewhere.example/api/v2/salesOrder?${PAGE}=2`,
		`https://service.example@elsewhere.example/api/v2/salesOrder?${PAGE}=2`,
		`https://service.example:8443/api/v2/salesOrder?${PAGE}=2`,
		`https://service.example./api/v2/salesOrder?${PAGE}=2`,
		`https://servıce.example/api/v2/salesOrder?${PAGE}=2`,
		`ftp://service.example/api/v2/salesOrder?${PAGE}=2`,
		`ws://service.example/api/v2/salesOrder?${PAGE}=2`,
		'javascript:alert(1)',
		'data:application/json,{}',
		`file:///api/v2/salesOrder?${PAGE}=2`,
		`blob:https://service.example/api/v2/salesOrder?${PAGE}=2`,
		`filesystem:https://service.example/api/v2/salesOrder?${PAGE}=2`,
	])('%s', (link) => {
		expect(() => follow(link)).toThrow(expect.objectContaining({ kind: 'foreignLink' }));
	});

	test('https is not given up for http', () => {
		expect(() => follow(`https://127.0.0.1:3900/?${PAGE}=2`, 'http://127.0.0.1:3900')).toThrow(
			expect.objectContaining({ kind: 'foreignLink' }),
		);
	});

	test('the error tells the other origin, and neither its path nor a token in it', () => {
		const failure = failureThrownBy(() => follow('https://elsewhere.example/steal?token=secret'));
		expect(failure.description).toContain('https://elsewhere.example');
		expect(failure.description).not.toMatch(/steal|secret/);
	});
});

test('a token in the name of another host is not shown', () => {
	const failure = failureThrownBy(() => follow('https://Secret.elsewhere.example/'));
	expect(failure.description).toMatch(/Details: \*\*\*$/);
});

describe('what cannot be read as a link is an error', () => {
	test.each([
		['nonsense', 'http://[not a link'],
		['a number', 2],
		['a boolean', true],
		['an object', { href: `?${PAGE}=2` }],
		['a list', [`?${PAGE}=2`]],
		['a port that is none', 'https://service.example:port/'],
		['the number of a page as text', '2'],
		['a parameter without its question mark', `${PAGE}=2`],
		['another list', `/api/v2/user?${PAGE}=2`],
		['another path of the host', 'https://service.example/someone-else/collect'],
	])('%s', (_, link) => {
		const failure = failureThrownBy(() => follow(link));
		expect(failure.kind).toBe('brokenLink');
		expect(failure.description).toContain(JSON.stringify(link).slice(0, 10));
	});

	test('and a token in it is not shown', () => {
		expect(failureThrownBy(() => follow('http://[secret')).description).not.toContain('secret');
	});
});
