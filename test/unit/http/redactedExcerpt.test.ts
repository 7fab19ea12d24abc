/** Design 3.7: what came is shown, short and readable, and the token is in nothing that is shown. */
import fc from 'fast-check';

import { redactedExcerptWithout } from '../../../nodes/SalesOrderIntegration/http/redactedExcerpt';

const shown = redactedExcerptWithout('tok-42/x');

describe('what came is shown as a short line', () => {
	test.each([
		['  two\n\n lines\t', 'two lines'],
		['<html><style>b{}</style><script>alert(1)</script><h1>Sign in</h1></html>', 'Sign in'],
		['Bearer abcdef', 'Bearer ***'],
		['', undefined],
		[' \n ', undefined],
		['<br/>', undefined],
	])('%j', (text, expected) => {
		expect(shown(text)).toBe(expected);
	});

	test.each(['x', '<', '<script>', '\\', '\\u00', '%', '&#', '&#x0', 'tok-42', 'tok-42/'])(
		'of 200 characters at most, also of many megabytes of %s, at once',
		(text) => {
			const began = performance.now();
			expect(shown(text.repeat(20_000_000 / text.length))?.length ?? 0).toBeLessThanOrEqual(201);
			expect(performance.now() - began).toBeLessThan(1000);
		},
	);
});

describe('the token is not shown', () => {
	const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
	const each = (form: (character: string) => string) => (token: string) => [...token].map(form).join('');
	const encodings: Record<string, (token: string) => string> = {
		'as it is': (token) => token,
		'in capitals': (token) => token.toUpperCase(),
		'in JSON': (token) => JSON.stringify(token).slice(1, -1),
		'in JSON in JSON': (token) => JSON.stringify(JSON.stringify(token)).slice(3, -3),
		'in JSON as PHP writes it': (token) => JSON.stringify(token).slice(1, -1).replace(/\//g, '\\/'),
		'in JSON as Gson writes it': (token) =>
			JSON.stringify(token)
				.slice(1, -1)
				.replace(/[=<>&']/g, (character) => `\\u00${hex(character)}`),
		'in JSON with capital digits': each((character) => `\\u00${hex(character).toUpperCase()}`),
		'in an address': encodeURIComponent,
		'in an address with small digits': (token) =>
			encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase()),
		'in an address, all of it': each((character) => `%${hex(character)}`),
		'in HTML': (token) =>
			token.replace(
				/[&<>"']/g,
				(character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '&#39;',
			),
		'in HTML by decimals': each((character) => `&#${character.charCodeAt(0)};`),
		'in HTML by hexadecimals': each((character) => `&#x${hex(character).toUpperCase()};`),
	};
	const token = 'a+b/c"d\\e<f>&\'g==';

	test.each(Object.entries(encodings))('%s', (_, encode) => {
		expect(redactedExcerptWithout(token)(`no ${encode(token)} no`)).toBe('no *** no');
	});

	test('in any mixture of these', () => {
		const forms = Object.values(encodings).filter((_, position) => position !== 3);
		const letters = fc.constantFrom(...'aB3-._~+/=:"\'<>');
		const mixed = fc
			.array(fc.tuple(letters, fc.nat(forms.length - 1)), { minLength: 8, maxLength: 40 })
			.map((parts) => ({
				secret: parts.map(([letter]) => letter).join(''),
				echo: parts.map(([letter, form]) => forms[form]?.(letter)).join(''),
			}));
		fc.assert(
			fc.property(mixed, ({ secret, echo }) => {
				expect(redactedExcerptWithout(secret)(`no ${echo} no`)).toBe('no *** no');
			}),
		);
	});

	test('nor half of it, wherever the text is cut', () => {
		const encoded = '&#x74;&#x6f;&#x6b;-42%2fx';
		for (let before = 4_950; before <= 5_010; before++) {
			for (const echo of ['tok-42/x', encoded]) {
				// All before it is markup, so that the end of what is looked at comes into view.
				const text = `<script>${'.'.repeat(before - 18)}</script> ${echo}`;
				expect([before, shown(text)]).not.toEqual([before, expect.stringMatching(/tok|#x74/)]);
			}
		}
	});

	test('however long it is', () => {
		const long = 'aZ9+/=_-.%&"'.repeat(1_000);
		const began = performance.now();
		expect(redactedExcerptWithout(long)(`no ${JSON.stringify(long)}`)).toMatch(/^no "\*{3}"?$/);
		expect(performance.now() - began).toBeLessThan(1000);
	});
});
