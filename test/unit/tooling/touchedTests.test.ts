/** A changed file runs the tests that are about it: `npm run test:watch`. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { touchedTests } from '../../watch/touchedTests';

const root = path.resolve(__dirname, '../../..');

test('a test file touches itself alone', () => {
	const file = 'test/unit/tooling/touchedTests.test.ts';
	expect(touchedTests(file)).toEqual([file]);
});

test('a source file touches the tests of its folder, and the engine tests of its name', () => {
	const touched = touchedTests('nodes/SalesOrderIntegration/operations/setExternalId.ts');
	expect(touched).toContain('test/engine/operationsSetExternalId.test.ts');
	expect(touched).not.toContain('test/engine/operationsDates.test.ts');
	expect(touchedTests('nodes/SalesOrderIntegration/dates/window.ts').join()).toMatch(/test\/unit\/dates\//);
});

test('a helper touches the tests that import it', () => {
	expect(touchedTests('test/support/testSandbox.ts')).toContain('test/unit/sandbox/lists.test.ts');
});

test.each(['credentials', 'nodes', 'sandbox'])('every file of %s/ touches a test', (folder) => {
	const files = (readdirSync(path.join(root, folder), { recursive: true }) as string[])
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.posix.join(folder, name));
	expect(files.filter((file) => touchedTests(file).length === 0)).toEqual([]);
});
