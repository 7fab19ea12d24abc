/** Design 2: which fields of a credential can work, and what is made of them. */
import { InputError } from '../../../nodes/SalesOrderIntegration/errors/failures';
import {
	originOf,
	readBaseUrl,
	readConnection,
	readToken,
} from '../../../nodes/SalesOrderIntegration/http/connection';

describe('an address of the service', () => {
	test.each([
		['https://service.example', 'https://service.example'],
		['HTTPS://Service.example:8443', 'https://service.example:8443'],
		['https://service.example/sales/', 'https://service.example/sales'],
		['https://service.example/sales//api//v2//', 'https://service.example/sales'],
		['https://service.example/api/v2/salesOrder', 'https://service.example'],
		['https://service.example//inner//path', 'https://service.example//inner//path'],
		['https://service.example/sales/api/', 'https://service.example/sales/api'],
		['https://service.example/api/api/v2', 'https://service.example/api'],
		['https://service.example/apiary', 'https://service.example/apiary'],
		['http://localhost:5678', 'http://localhost:5678'],
		['http://127.0.0.1', 'http://127.0.0.1'],
		['http://127.10.200.30', 'http://127.10.200.30'],
		['http://[::1]:80', 'http://[::1]'],
	])('%s is read as %s', (given, expected) => {
		expect(readBaseUrl(given)).toBe(expected);
	});

	test.each([
		['http://service.example', 'must begin with https://'],
		['http://localhost.service.example', 'must begin with https://'],
		['http://mylocalhost', 'must begin with https://'],
		['http://127.0.0.1.service.example', 'must begin with https://'],
		['http://x127.0.0.1.example', 'must begin with https://'],
		['http://128.0.0.1', 'must begin with https://'],
		['ftp://localhost', 'must begin with https://'],
		['https://someone@service.example', 'only have a host and a path'],
		['https://:secret@service.example', 'only have a host and a path'],
		['https://service.example/?x=1', 'only have a host and a path'],
		['https://service.example/#top', 'only have a host and a path'],
		['https:/service.example', 'must be an address that begins with https://'],
		['an https://service.example', 'must be an address that begins with https://'],
		[undefined, 'must be an address that begins with https://'],
	])('%s is refused: it %s', (given, reason) => {
		expect(() => readBaseUrl(given)).toThrow(InputError);
		expect(() => readBaseUrl(given)).toThrow(reason);
	});
});

test.each([
	['https://service.example:8443/a?b', 'https://service.example:8443'],
	['http://service.example/a', 'http://service.example'],
	['blob:https://service.example/a', 'blob://'],
])('who receives a request to %s is %s', (address, expected) => {
	expect(originOf(new URL(address))).toBe(expected);
});

describe('a token', () => {
	test.each([
		['  abcd\n', 'abcd'],
		['Bearer abcd', 'abcd'],
		['bearer   abcd', 'abcd'],
		['Bearerabcd', 'Bearerabcd'],
		['!#$%&~', '!#$%&~'],
		[1234, '1234'],
	])('%j is read as %s', (given, expected) => {
		expect(readToken(given)).toBe(expected);
	});

	test.each([
		[undefined, 'is empty'],
		[' ', 'is empty'],
		['Bearer ', 'is empty'],
		['ab cd', 'has a space'],
		['abBearer cd', 'has a space'],
		['ab"cd', 'has a space'],
		["'abcd", 'has a space'],
		['abcd>', 'has a space'],
		['<abcd', 'has a space'],
		['ab\\cd', 'has a space'],
		['ab\u007fcd', 'has a space'],
		['äbcd', 'has a space'],
		['abcdé', 'has a space'],
	])('%j is refused: it %s', (given, reason) => {
		expect(() => readToken(given)).toThrow(InputError);
		expect(() => readToken(given)).toThrow(reason);
	});
});

/** A connection from a credential that works but for these fields. */
function connect(fields: Record<string, unknown> = {}) {
	return readConnection({
		baseUrl: 'https://service.example',
		apiToken: 'abcd',
		timezone: 'UTC',
		...fields,
	});
}

describe('a server date parameter', () => {
	test.each([
		['dateField=dateCreated', { name: 'dateField', value: 'dateCreated' }],
		[' date[by].x-y=1 ', { name: 'date[by].x-y', value: '1' }],
		['by=a=b', { name: 'by', value: 'a=b' }],
		['by=', { name: 'by', value: '' }],
		['by= created date', { name: 'by', value: 'created date' }],
		['', undefined],
		[' ', undefined],
		[undefined, undefined],
	])('%j is read as %j', (given, expected) => {
		expect(connect({ serverDateParameter: given }).serverDateParameter).toEqual(expected);
	});

	test.each([
		'dateCreated',
		'=x',
		'a b=c',
		'?by=x',
		'by=x\ny',
		'by=x&a=b',
		'Start=x',
		'end=x',
		'deleted=x',
		'page=2',
	])('%j is refused', (given) => {
		expect(() => connect({ serverDateParameter: given })).toThrow(InputError);
	});
});

test('a token in the field Server Date Parameter is not quoted', () => {
	const token = 'k7Qp2mX9vR4tB8nW3s';
	for (const given of [token, `Bearer ${token}`, `start=${token}`]) {
		expect(() => connect({ serverDateParameter: given })).toThrow(
			expect.objectContaining({ message: expect.not.stringContaining(token.slice(0, 8)) }),
		);
	}
});

test('a time zone is read without the blanks around it, and one that is none is refused', () => {
	expect(connect({ timezone: ' America/Bogota ' }).timezone).toBe('America/Bogota');
	for (const timezone of [undefined, '', 'Bogota', 'America/Nowhere', '+05:00', 'local']) {
		expect(() => connect({ timezone })).toThrow(InputError);
		expect(() => connect({ timezone })).toThrow(/^The time zone of the credential is not known$/);
	}
});

test('whoever uses the same token at the same address shares a key, which does not show the token', () => {
	const { tokenKey } = connect();
	expect(connect({ apiToken: 'Bearer abcd', timezone: 'Asia/Tokyo' }).tokenKey).toBe(tokenKey);
	expect(connect({ apiToken: 'abce' }).tokenKey).not.toBe(tokenKey);
	expect(connect({ baseUrl: 'https://other.example' }).tokenKey).not.toBe(tokenKey);
	expect(tokenKey).toMatch(/^[\da-f]{64}$/);
});
