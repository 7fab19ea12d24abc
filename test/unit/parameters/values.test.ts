/** Every value that an expression or an AI agent can put into a parameter is read with tolerance, or rejected by name. */
import { InputError } from '../../../nodes/SalesOrderIntegration/errors/failures';
import {
	fold,
	isBlank,
	locatorValue,
	readChoice,
	readChoices,
	readCollection,
	readIdentifier,
	readNumber,
	readPositiveInteger,
	readPositiveNumber,
	readSwitch,
	readTexts,
} from '../../../nodes/SalesOrderIntegration/parameters/values';

const EVENTS = ['created', 'deleted', 'edited'] as const;
const readers: Record<string, (value: unknown) => unknown> = {
	readChoice: (value) => readChoice(value, 'Delivery', ['once', 'untilExternalId']),
	readChoices: (value) => readChoices(value, 'Events', EVENTS),
	readSwitch: (value) => readSwitch(value, 'Return All'),
	readNumber: (value) => readNumber(value, 'Amount'),
	readPositiveNumber: (value) => readPositiveNumber(value, 'Check Every'),
	readPositiveInteger: (value) => readPositiveInteger(value, 'Limit'),
	readIdentifier: (value) => readIdentifier(value, 'Order ID'),
	readTexts: (value) => readTexts(value, 'Fields'),
	readCollection: (value) => readCollection(value, 'Options'),
};

test('a value that is nested too deeply to be shown is refused all the same', () => {
	const deep: unknown = JSON.parse('[['.repeat(10_000) + ']]'.repeat(10_000));
	for (const reader of Object.values(readers)) {
		expect(() => reader(deep)).toThrow(/^'[\w ]+' cannot be a value of type object$/);
	}
});

/** Whether nothing was given is for the caller to decide: a default, an error, or no limit. */
test.each(Object.keys(readers))('%s says so where nothing was given', (name) => {
	const nothing = { readChoices: [], readTexts: [], readCollection: {} }[name];
	for (const value of [undefined, null, '', ' \n ']) expect(readers[name]?.(value)).toEqual(nothing);
});

test.each<[string, unknown, unknown]>([
	['readChoice', 'untilExternalId', 'untilExternalId'],
	['readChoice', ' UNTILEXTERNALID ', 'untilExternalId'],
	['readChoices', ['created', ' deleted'], ['created', 'deleted']],
	['readChoices', 'Created, deleted,created', ['created', 'deleted']],
	['readChoices', '["edited"]', ['edited']],
	['readChoices', [], []],
	['readSwitch', true, true],
	['readSwitch', ' True', true],
	['readSwitch', 1, true],
	['readSwitch', '1', true],
	['readSwitch', false, false],
	['readSwitch', 'FALSE', false],
	['readSwitch', 0, false],
	['readSwitch', '0', false],
	['readNumber', ' -12.50 ', -12.5],
	['readNumber', 0, 0],
	['readNumber', '.5', 0.5],
	['readNumber', '1e3', 1000],
	['readPositiveNumber', 0.25, 0.25],
	['readPositiveNumber', '72', 72],
	['readPositiveInteger', '1', 1],
	['readPositiveInteger', 500, 500],
	['readNumber', '+1.e-2', 0.01],
	['readIdentifier', ' 007 ', ' 007 '],
	['readIdentifier', 42, '42'],
	['readIdentifier', 1.5, '1.5'],
	['readIdentifier', 2 ** 53 - 1, '9007199254740991'],
	['readTexts', '[a] b', ['[a] b']],
	['readTexts', '"a\'', ['"a\'']],
	['readTexts', '" a "', ['a']],
	['readTexts', 'say "a"', ['say "a"']],
	['readTexts', '[a\nb]', ['a', 'b']],
	['readTexts', 'a, b\nc,', ['a', 'b', 'c']],
	['readTexts', ['a', 17, null, ' b,c'], ['a', '17', 'b,c']],
	['readTexts', '["a, b", \'c;d\'\n"e" f, O\'Hara]', ['a, b', 'c;d', '"e" f', "O'Hara"]],
	['readTexts', 17, ['17']],
	['readCollection', { a: 1 }, { a: 1 }],
])('%s reads %j as %j', (name, value, expected) => {
	expect(readers[name]?.(value)).toEqual(expected);
});

test.each<[string, unknown, string, string]>([
	['readChoice', 'twice', '\'Delivery\' cannot be "twice"', 'once, untilExternalId'],
	['readChoice', 'untilExternalIds', '\'Delivery\' cannot be "untilExternalIds"', 'once, untilExternalId'],
	['readChoice', ['once'], '\'Delivery\' cannot be ["once"]', 'once, untilExternalId'],
	['readChoice', {}, "'Delivery' cannot be {}", 'once, untilExternalId'],
	['readChoices', ['created', 'removed'], '\'Events\' cannot be "removed"', 'created, deleted, edited'],
	['readChoices', { created: true }, '\'Events\' cannot be {"created":true}', 'list of texts'],
	['readSwitch', 'yes', '\'Return All\' cannot be "yes"', 'true, false'],
	['readSwitch', 2, "'Return All' cannot be 2", 'true, false'],
	['readSwitch', 7n, "'Return All' cannot be 7", 'true, false'],
	['readSwitch', {}, "'Return All' cannot be {}", 'true, false'],
	['readSwitch', [], "'Return All' cannot be []", 'true, false'],
	['readNumber', '12,50', '\'Amount\' cannot be "12,50"', 'dot before decimals'],
	['readNumber', '0x10', '\'Amount\' cannot be "0x10"', 'dot before decimals'],
	['readNumber', NaN, "'Amount' cannot be NaN", 'dot before decimals'],
	['readNumber', true, "'Amount' cannot be true", 'dot before decimals'],
	['readNumber', [5], "'Amount' cannot be [5]", 'dot before decimals'],
	['readPositiveNumber', 0, "'Check Every' cannot be 0", 'above 0'],
	['readPositiveNumber', '-1', '\'Check Every\' cannot be "-1"', 'above 0'],
	['readPositiveInteger', 1.5, "'Limit' cannot be 1.5", 'whole number'],
	['readPositiveInteger', 0, "'Limit' cannot be 0", 'whole number'],
	['readPositiveInteger', 2 ** 53, "'Limit' cannot be 9007199254740992", 'whole number'],
	['readNumber', '1 2', '\'Amount\' cannot be "1 2"', 'dot before decimals'],
	['readNumber', 'x12', '\'Amount\' cannot be "x12"', 'dot before decimals'],
	['readNumber', '12 pieces', '\'Amount\' cannot be "12 pieces"', 'dot before decimals'],
	['readNumber', '.', '\'Amount\' cannot be "."', 'dot before decimals'],
	['readNumber', '1e999', '\'Amount\' cannot be "1e999"', 'dot before decimals'],
	['readIdentifier', true, "'Order ID' cannot be true", 'a text or a number'],
	['readIdentifier', Infinity, "'Order ID' cannot be Infinity", 'a text or a number'],
	['readIdentifier', 2 ** 53, "'Order ID' cannot be 9007199254740992", 'Pass it on as text'],
	['readTexts', [{ name: 'a' }], '\'Fields\' cannot be [{"name":"a"}]', 'list of texts'],
	['readTexts', [true], "'Fields' cannot be [true]", 'list of texts'],
	['readTexts', NaN, "'Fields' cannot be NaN", 'list of texts'],
	['readCollection', 'a', '\'Options\' cannot be "a"', 'object'],
	['readCollection', [1], "'Options' cannot be [1]", 'object'],
])('%s rejects %j, and names the field and what it can be', (name, value, message, advice) => {
	const read = () => readers[name]?.(value);
	expect(read).toThrow(InputError);
	expect(read).toThrow(expect.objectContaining({ message, description: expect.stringContaining(advice) }));
});

test('many blank lines, such as those of an empty column of a sheet, hold nothing up', () => {
	// A search that begins at each of them again takes half an hour.
	expect(readTexts(`A${'\r\n'.repeat(500_000)}B`, 'Customer Codes')).toEqual(['A', 'B']);
});

test('a long value is cut in the message', () => {
	expect(() => readSwitch('x'.repeat(1000), 'Return All')).toThrow(/^'Return All' cannot be "x{59}…$/);
});

test('every message says that an expression may be the reason', () => {
	expect(() => readSwitch('yes', 'Return All')).toThrow(
		expect.objectContaining({
			description: 'Use one of: true, false, 1, 0. With an expression, check what it returns.',
		}),
	);
});

test.each([
	[{ mode: 'list', value: 'a' }, 'a'],
	[{ mode: 'list' }, undefined],
	[{ value: 7 }, 7],
	[{ name: 'a' }, { name: 'a' }],
	['a', 'a'],
	[null, null],
])('the value of the locator %j is %j', (given, expected) => {
	expect(locatorValue(given)).toEqual(expected);
});

test.each([
	[' ÄB ', 'ab'],
	['ガス', 'ガス'.normalize('NFD')],
	[7, '7'],
	[true, 'true'],
	[undefined, ''],
	[null, ''],
	[{}, ''],
	[['a'], ''],
])('%j is compared as %j', (given, expected) => {
	expect(fold(given)).toBe(expected);
	expect(isBlank(given)).toBe(given === undefined || given === null);
});

test('a text of a million digits is refused as fast as it can be read', () => {
	expect(() => readNumber(`${'1'.repeat(1e6)}x`, 'Amount')).toThrow("'Amount' cannot be");
});
