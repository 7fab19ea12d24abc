/** A changed file runs the tests that are about it, and few others: `npm run test:watch`. */
import { readImports, touchedTests } from '../../watch/touchedTests';

const imports = readImports();
const touchedBy = (file: string) => touchedTests(file, imports);
const shipped = (file: string) => `nodes/SalesOrderIntegration/${file}`;

/** More would take longer than ten seconds. */
const MOST_TESTS = 7;

test('a test file touches itself alone', () => {
	const file = 'test/unit/tooling/touchedTests.test.ts';
	expect(touchedBy(file)).toEqual([file]);
});

test.each([
	['of its name', 'lists/pages.ts', ['test/unit/lists/pages.test.ts']],
	[
		'of its name, in the engine too',
		'trigger/activation.ts',
		[
			'test/unit/trigger/activation.test.ts',
			'test/unit/trigger/timeZone.test.ts',
			'test/engine/triggerActivation.test.ts',
		],
	],
	[
		'that the architecture names for its promise',
		'trigger/readWindows.ts',
		['test/unit/trigger/backlog.test.ts'],
	],
	['that import what imports it, of its folder', 'dates/wallTime.ts', ['test/unit/dates/dateInput.test.ts']],
])('a source file touches the tests %s', (_, file, expected) => {
	expect(touchedBy(shipped(file))).toEqual(expect.arrayContaining(expected));
});

test('a file of another folder with the same name touches other tests', () => {
	expect(touchedBy(shipped('http/rateLimit.ts'))).not.toContain('test/unit/sandbox/rateLimit.test.ts');
});

test('a helper touches the tests that import it, also through another helper', () => {
	expect(touchedBy('test/support/testSandbox.ts')).toContain('test/unit/sandbox/lists.test.ts');
	expect(touchedBy('test/engine/support/poll.ts')).toContain('test/engine/trigger.test.ts');
});

const files = [...imports.keys()].filter((file) => /^(credentials|nodes)\//.test(file));
test.each(files)('%s touches a test, and few', (file) => {
	const touched = touchedBy(file);
	expect(touched.length).toBeGreaterThan(0);
	expect(touched.length).toBeLessThanOrEqual(MOST_TESTS);
});

test('every file of the sandbox touches a test', () => {
	const ofSandbox = [...imports.keys()].filter((file) => file.startsWith('sandbox/'));
	expect(ofSandbox.filter((file) => touchedBy(file).length === 0)).toEqual([]);
});
