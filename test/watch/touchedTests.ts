/** Which tests a changed file touches: few enough to run at once, and the ones that are about it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');

/** All test files of the folder, as paths from the root of the project. */
function testsIn(folder: string): string[] {
	const names = readdirSync(path.join(root, folder), { recursive: true }) as string[];
	return names.filter((name) => name.endsWith('.test.ts')).map((name) => path.posix.join(folder, name));
}

/**
 * The unit and engine tests that a file touches: those of its folder, and those that import it by name. Engine tests
 * bear the name of what they run, such as `operationsSetExternalId`, else of its folder.
 *
 * @param file path from the root of the project
 */
export function touchedTests(file: string): string[] {
	const tests = [...testsIn('test/unit'), ...testsIn('test/engine')];
	if (tests.includes(file)) return [file];
	// The tests import the helpers of the engine together.
	const name = file.startsWith('test/engine/support/') ? 'support' : path.parse(file).name;
	const subject = subjectOf(file);
	const engineTests = (part: string) =>
		tests.filter(
			(test) => test.startsWith('test/engine/') && test.toLowerCase().includes(part.toLowerCase()),
		);
	const byName = engineTests(name);
	const ofFolder = tests.filter((test) => test.startsWith(`test/unit/${subject}/`));
	const importing = tests.filter((test) => readFileSync(path.join(root, test), 'utf8').includes(`/${name}'`));
	return [...new Set([...ofFolder, ...importing, ...(byName.length > 0 ? byName : engineTests(subject))])];
}

/** The folder of test/unit that a file belongs to, or would. */
function subjectOf(file: string): string {
	const [top = '', ...rest] = file.split('/');
	// What lies beside the folders are the nodes themselves.
	if (top === 'nodes' && rest.length === 2) return /trigger/i.test(rest[1] ?? '') ? 'trigger' : 'operations';
	if (top === 'credentials') return 'credential';
	if (top === 'scripts' || top === 'host') return 'tooling';
	return top === 'sandbox' ? top : (rest[1] ?? '');
}
