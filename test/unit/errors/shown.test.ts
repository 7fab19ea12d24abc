/** How a message shows a value that was given: as it was entered, and never so long that it hides what is wrong. */
import { InputError, ServiceFailure, shown } from '../../../nodes/SalesOrderIntegration/errors/failures';

test.each<[unknown, string]>([
	['ten', '"ten"'],
	['two\nlines', '"two\\nlines"'],
	['7', '"7"'],
	[7, '7'],
	[NaN, 'NaN'],
	[12345678901234567890n, '12345678901234567890'],
	[true, 'true'],
	[null, 'null'],
	[undefined, 'nothing'],
	[[1, 'a'], '[1,"a"]'],
	[{ mode: 'id' }, '{"mode":"id"}'],
])('%p is shown as %s', (value, text) => {
	expect(shown(value)).toBe(text);
});

test('60 characters are shown, and no more', () => {
	expect(shown('a'.repeat(58))).toBe(`"${'a'.repeat(58)}"`);
	expect(shown('a'.repeat(59))).toBe(`"${'a'.repeat(59)}…`);
});

test('a log names the kind of error', () => {
	expect(String(new InputError('It is wrong'))).toBe('InputError: It is wrong');
	expect(String(new ServiceFailure('redirect'))).toMatch(/^ServiceFailure: The service redirected/);
});
