/** Design 3.6: integers beyond 2^53 keep their digits, and nothing else changes. */
import fc from 'fast-check';
import { jsonText, parseJson } from '../../../nodes/SalesOrderIntegration/http/json';
import { firstSeed, repetitions } from '../../support/seeds';

test.each([
	['9007199254740993', '9007199254740993'],
	['-9007199254740993', '-9007199254740993'],
	['12345678901234567890', '12345678901234567890'],
	['9007199254740991', 9007199254740991],
	['-9007199254740991', -9007199254740991],
	['1234567890123456', 1234567890123456],
	['0', 0],
	['-1.5', -1.5],
	['0.30000000000000004', 0.30000000000000004],
	['19.432607700000002', 19.432607700000002],
	['12345678901234567.5', 12345678901234568],
	['1e21', 1e21],
	['1E-12', 1e-12],
	['12345678901234567e2', 1234567890123456800],
])('%s', (text, expected) => {
	expect(parseJson(text)).toEqual(expected);
	expect(parseJson(`{"id":${text}}`)).toEqual({ id: expected });
	expect(parseJson(`[ ${text} , ${text}]`)).toEqual([expected, expected]);
	// Beside one that must be kept, which takes the slow path.
	expect(parseJson(`{"big":98765432109876543210,"id":${text}}`)).toEqual({
		big: '98765432109876543210',
		id: expected,
	});
});

test('a long integer is found wherever it stands, and a shorter one beside it stays a number', () => {
	for (let place = 0; place < 64; place++) {
		const text = 'x'.repeat(place);
		for (const [digits, expected] of [
			['9007199254740993', '9007199254740993'],
			['900719925474099', 900719925474099],
		]) {
			expect(parseJson(`{"text":"${text}","id":${digits}}`)).toEqual({ text, id: expected });
		}
	}
});

test('digits in texts are left alone, whatever stands around them', () => {
	const value = {
		comment: 'order: 12345678901234567890, "98765432109876543210" \\ [11111111111111111111]',
		'key:22222222222222222222,': '33333333333333333333',
	};
	expect(parseJson(JSON.stringify({ id: 1, ...value }))).toEqual({ id: 1, ...value });
	expect(parseJson(`{"id":44444444444444444444,"value":${JSON.stringify(value)}}`)).toEqual({
		id: '44444444444444444444',
		value,
	});
});

test('any JSON is read as JSON.parse reads it, with and without a long integer beside it', () => {
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 4 }), fc.bigInt({ min: 2n ** 53n }), (value, long) => {
			fc.pre(!hasUnsafeInteger(value));
			const text = JSON.stringify(value);
			expect(parseJson(text)).toEqual(JSON.parse(text));
			expect(parseJson(`[${long},${text},-${long}]`)).toEqual([`${long}`, JSON.parse(text), `-${long}`]);
		}),
		{ numRuns: repetitions(500), seed: firstSeed },
	);
});

function hasUnsafeInteger(value: unknown): boolean {
	if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
	return typeof value === 'object' && value !== null && Object.values(value).some(hasUnsafeInteger);
}

test('a byte order mark is no part of it', () => {
	expect(parseJson('\uFEFF{"id":1}')).toEqual({ id: 1 });
});

test('a text of many megabytes with escapes is read', () => {
	const comment = 'line "1"\n'.repeat(300_000);
	expect(parseJson(`{"comment":${JSON.stringify(comment)},"id":55555555555555555555}`)).toEqual({
		comment,
		id: '55555555555555555555',
	});
});

test.each([
	'',
	'{',
	'{"id":66666666666666666666',
	'<html>',
	'{"id":"',
	'undefined',
	'{"id":77777777777777777777}}',
])('what is no JSON has no value: %j', (text) => {
	expect(parseJson(text)).toBeUndefined();
});

test('a value is written as JSON, or in words where it is nested too deeply for that', () => {
	expect(jsonText({ id: 1 })).toBe('{"id":1}');
	expect(jsonText(undefined)).toBe('undefined');
	let deep: unknown[] = [];
	for (let level = 0; level < 20_000; level++) deep = [deep];
	expect(jsonText(deep)).toBe('(nested too deeply to be written as text)');
});
