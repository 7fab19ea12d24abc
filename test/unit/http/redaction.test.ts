/** Design 3.7: a received text is shown short and readable, and the token is in nothing that is shown. */
import fc from 'fast-check';
import { redactionOf } from '../../../nodes/SalesOrderIntegration/http/redaction';

const TOKEN = 'aB3d-_x9/Zq+7f.Kw~=';
const shown = redactionOf(TOKEN).redactedExcerpt;

describe('a received text is shown as a short line', () => {
	test.each([
		['  two\n\n lines\t', 'two lines'],
		['<html><style>b{}</style><script>alert(1)</script><h1>Sign in</h1></html>', 'Sign in'],
		['Bearer abcdef', 'Bearer ***'],
		['', undefined],
		[' \n ', undefined],
		['<br/>', undefined],
		['{"error":"externalId must not be empty"}', '{"error":"externalId must not be empty"}'],
		[
			'https://service.example/api/v2/salesOrder?start=01%2F07%2F2026%2000%3A00%3A00',
			'https://service.example/api/v2/salesOrder?start=01%2F07%2F2026%2000%3A00%3A00',
		],
	])('%j', (text, expected) => {
		expect(shown(text)).toBe(expected);
	});

	test('that ends in … where the text goes on', () => {
		expect(shown('word '.repeat(40))).toHaveLength(199);
		expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
		expect(shown('word '.repeat(41))).toMatch(/^(word ){40}…$/);
		expect(shown(`Sign in<script>${'.'.repeat(10_000)}</script>`)).toMatch(/^Sign in.*…$/);
	});

	test('of which no more than 5,000 characters are looked at, without a word that is cut there', () => {
		expect(shown(`${' '.repeat(4_996)}last`)).toBe('last');
		expect(shown(`first${' '.repeat(4_992)}last`)).toBe('first…');
	});

	// Were it to look at all of it more than once, the test would take longer than it may.
	const repeated = ['x ', '<', '<script>', '\\', '\\u00', '%', '&#', '&#x0', 'aB3d', '/Zq+7f.Kw'];
	test.each(repeated)('of 200 characters at most, also of many megabytes of %s, at once', (text) => {
		expect(shown(text.repeat(20_000_000 / text.length))?.length ?? 0).toBeLessThanOrEqual(201);
	});
});

describe('the token is not shown', () => {
	const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
	const each = (form: (character: string) => string) => (token: string) => [...token].map(form).join('');
	const special = (form: (character: string) => string) => (token: string) =>
		token.replace(/[^a-z\d]/gi, form);
	const encodings: Record<string, (token: string) => string> = {
		'as it is': (token) => token,
		'in capitals': (token) => token.toUpperCase(),
		'in a host name': (token) => `https://${token.toLowerCase()}.example/`,
		'in JSON as PHP writes it': (token) => token.replace(/\//g, '\\/'),
		'in JSON in JSON as PHP writes it': (token) => token.replace(/\//g, '\\\\\\/'),
		'in JSON as Gson writes it': special((character) => `\\u00${hex(character)}`),
		'in JSON, all of it': each((character) => `\\u00${hex(character).toUpperCase()}`),
		'in JSON in JSON, all of it': each((character) => `\\\\u00${hex(character)}`),
		'in an address': encodeURIComponent,
		'in an address with small digits': (token) =>
			encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase()),
		'in an address in an address': (token) => encodeURIComponent(encodeURIComponent(token)),
		'in an address, all of it': each((character) => `%${hex(character)}`),
		'in HTML by decimals': special((character) => `&#${character.charCodeAt(0)};`),
		'in HTML by decimals, all of it': each((character) => `&#${character.charCodeAt(0)};`),
		'in HTML by decimals without an end': each((character) => `&#${character.charCodeAt(0)}`),
		'in JavaScript, all of it': each((character) => `\\x${hex(character)}`),
		'in hexadecimals with colons': each((character) => `${hex(character)}:`),
		'in hexadecimals with dashes': each((character) => `${hex(character)}-`),
		'in hexadecimals of a list': each((character) => `0x${hex(character)},`),
		'in base64': (token) => Buffer.from(token).toString('base64'),
		'in base64 behind a word': (token) => Buffer.from(`Bearer ${token}`).toString('base64url'),
		'in hexadecimals': (token) => Buffer.from(token).toString('hex'),
		'in capital hexadecimals': (token) => Buffer.from(token).toString('hex').toUpperCase(),
		'in HTML by hexadecimals, all of it': each((character) => `&#x${hex(character).toUpperCase()};`),
	};
	const tokens = fc
		.tuple(
			fc.string({ unit: fc.constantFrom(...'aB3-._~+/=:|&%'), maxLength: 20 }),
			fc.string({ unit: fc.constantFrom(...'abcXYZ0189'), minLength: 4, maxLength: 30 }),
			fc.string({ unit: fc.constantFrom(...'aB3-._~+/=:|&%'), maxLength: 20 }),
		)
		.map((parts) => parts.join(''));

	test.each(Object.entries(encodings))('%s', (name, encode) => {
		fc.assert(
			fc.property(tokens, (token) => {
				const { redactedExcerpt: redacted, mayHoldToken } = redactionOf(token);
				// An order is not searched for these.
				if (!/hexadecimals (with|of)/.test(name)) expect(mayHoldToken(`no ${encode(token)} no`)).toBe(true);
				if (/address, all/.test(name)) expect(mayHoldToken(encodeURIComponent(encode(token)))).toBe(true);
				expect(redacted(`no ${encode(token)} no`)).toBe('no *** no');
				expect(redacted(`{"no":"${encode(token)}","no":1}`)).toBe('{"no":"***","no":1}');
				expect(redacted(`<p class="no">${encode(token)}</p> no`)).toBe('*** no');
			}),
		);
	});

	const long = 'k7Qp2mX9vR4tB8nW3sZ6yL1dF5hJ0cG';
	const withoutLong = redactionOf(long).redactedExcerpt;

	/** The longest part of the token that a text shows. */
	const shownOf = (text: string): number => {
		for (let length = long.length; length > 0; length--) {
			for (let start = 0; start + length <= long.length; start++) {
				if (text.includes(long.slice(start, start + length))) return length;
			}
		}
		return 0;
	};

	test('nor eight characters of it in a row, wherever an echo begins and ends', () => {
		const echoes = fc.tuple(fc.nat(long.length - 8), fc.integer({ min: 8, max: long.length }));
		const forms = fc.constantFrom<(part: string) => string>(
			(part) => part,
			(part) => `${part}...`,
			(part) => encodeURIComponent(`${part}/`),
			(part) => Buffer.from(part).toString('base64'),
			(part) => Buffer.from(part).toString('hex'),
		);
		fc.assert(
			fc.property(echoes, forms, ([start, length], form) => {
				const part = long.slice(start, start + length);
				fc.pre(part.length >= 8);
				expect(withoutLong(`Invalid token ${form(part)} given`)).toMatch(/^Invalid token (\*\*\*)+ given$/);
			}),
		);
	});

	test.each(['in base64', 'in hexadecimals', 'in capital hexadecimals'])('nor eight of it %s', (name) => {
		for (const around of ['|', 'x|', 'xx|', '|x', 'x|x', 'xx|x', '|xx', 'x|xx', 'xx|xx']) {
			const no = (part: string) => `no ${encodings[name]?.(around.replace('|', part)) ?? ''} no`;
			expect(redactionOf(long).mayHoldToken(no(long))).toBe(true);
			for (const part of [long.slice(3, 11), long.slice(-8)]) {
				expect(withoutLong(no(part))).toBe('no *** no');
				// Nor in an order.
				expect(redactionOf(long).mayHoldToken(no(part))).toBe(true);
			}
			for (const short of ['a1Bc9', 'ab1~~~c'])
				expect(redactionOf(short).redactedExcerpt(no(short))).toBe('no *** no');
		}
	});

	test('nor eight with what parts them', () => {
		const redacted = redactionOf('7d4a-4c2e-9b1a-0d5e').redactedExcerpt;
		expect(redacted('token 7d4a-4c2 is not valid')).toBe('token *** is not valid');
		expect(redacted('token 7d4a-4c is not valid')).toBe('token 7d4a-4c is not valid');
		expect(redacted('token 7d4a&dash;4c2e is not valid')).toBe('token *** is not valid');
	});

	test.each([
		['a tag', (one: string, other: string) => `${one}<wbr>${other}`],
		['a line', (one: string, other: string) => `${one}\n${other}`],
		['a line in JSON', (one: string, other: string) => `{"error":"${one}\\n${other}"}`],
		['a soft hyphen', (one: string, other: string) => `${one}&shy;${other}`],
	])('nor broken by %s', (_, broken) => {
		for (let place = 1; place < long.length; place++) {
			const text = `No ${broken(long.slice(0, place), long.slice(place))} no`;
			expect(shownOf(lettersOf(withoutLong(text) ?? ''))).toBeLessThan(8);
		}
		const text = (long.match(/.{1,7}/g) ?? []).reduce((one, other) => broken(one, other));
		expect(shownOf(lettersOf(withoutLong(text) ?? ''))).toBeLessThan(8);
	});

	const lettersOf = (text: string) => text.replace(/[^a-z\d]/gi, '');

	test('nor in any field of what was received, however deep', () => {
		const user = {
			id: 7,
			apiToken: long,
			keys: [{ of: `Bearer ${long}`, part: long.slice(3, 14) }],
			[long]: true,
			name: 'Maria',
		};
		expect(redactionOf(long).withoutToken(user)).toEqual({
			id: 7,
			apiToken: '***',
			keys: [{ of: '***', part: '***' }],
			'***': true,
			name: 'Maria',
		});
	});

	test('nor as a number', () => {
		const user = { id: 402, apiToken: 402938475610, balance: -402938475610.5, since: 20260715 };
		const shownUser = { id: 402, apiToken: '***', balance: '***', since: 20260715 };
		expect(redactionOf('402938475610').withoutToken(user)).toEqual(shownUser);
	});

	test('nor in what is nested too deeply to be searched; what shows nothing stays as it is', () => {
		const { withoutToken } = redactionOf(long);
		const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], long);
		expect([withoutToken(deep), withoutToken(deep)]).toEqual(['***', '***']);
		const user = { id: 7, name: 'Maria' };
		expect(withoutToken(user)).toBe(user);
	});

	test('nor in a text of nothing but open brackets, which takes no longer than another', () => {
		const { withoutToken } = redactionOf(long);
		const brackets = '<'.repeat(1_000_000);
		expect(withoutToken([brackets, `${brackets}${long}`])).toEqual([brackets, '***']);
	});

	test('nor half of it, wherever the text is cut', () => {
		for (let before = 4_950; before <= 5_010; before++) {
			for (const echo of [TOKEN, encodeURIComponent(TOKEN)]) {
				// All before it is markup, so that the end of what is looked at comes into view.
				const text = `<script>${'.'.repeat(before - 18)}</script> ${echo}`;
				expect([before, shown(text)]).not.toEqual([before, expect.stringMatching(/aB3/)]);
			}
		}
	});

	test('and of one without four letters or digits in a row, which no encoding leaves recognizable, nothing is', () => {
		expect(redactionOf('a-b-c!').redactedExcerpt('no %61-b-c! no')).toBeUndefined();
		const user = { id: 7, name: 'Maria' };
		expect(redactionOf('-._~-._~-').withoutToken(user)).toBe(user);
	});
});
