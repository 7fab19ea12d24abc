/** Which tests a changed file touches: few enough to run at once, and the ones that are about it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
/** The folders with TypeScript. */
export const folders = ['credentials', 'nodes', 'sandbox', 'scripts', 'host', 'test'];
const page = 'docs/architecture.md';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Each file of the project with the files of the project that it imports, as paths from the root. */
export type Imports = Map<string, string[]>;

/** Reads what imports what. */
export function readImports(): Imports {
	const files = folders.flatMap((folder) =>
		(readdirSync(path.join(root, folder), { recursive: true }) as string[])
			.filter((name) => name.endsWith('.ts'))
			.map((name) => path.posix.join(folder, name)),
	);
	return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): string[] {
	return [...read(file).matchAll(/(?:from|import) ?\(?'(\.[^']*)'/g)].flatMap(([, name = '']) => {
		const imported = path.posix.join(path.posix.dirname(file), name);
		return [`${imported}.ts`, `${imported}/index.ts`].filter((each) => existsSync(path.join(root, each)));
	});
}

/**
 * The unit and engine tests that a file touches: those that bear its name, and those that docs/architecture.md names
 * for its promises. Where there are none, those that import it; else those of the nearest files that import it, in its
 * own folder if it has some; else all of its folder.
 *
 * @param file path from the root of the project
 */
export function touchedTests(file: string, imports = readImports()): string[] {
	const tests = [...imports.keys()].filter((each) => /^test\/(unit|engine)\/.*\.test\.ts$/.test(each));
	if (tests.includes(file)) return [file];
	const importersOf = (imported: string) =>
		[...imports.keys()].filter((each) => imports.get(each)?.includes(imported));
	const seen = new Set<string>();
	for (let nearest = [file]; nearest.length > 0;) {
		const found = nearest.flatMap((each) => {
			const named = promisedTests(each);
			const about = tests.filter(
				(test) => bearsNameOf(test, each) || named.some((start) => test.startsWith(start)),
			);
			return about.length > 0 ? about : importersOf(each).filter((importer) => tests.includes(importer));
		});
		const ofFolder = found.filter((test) => test.startsWith(`test/unit/${subjectOf(file)}/`));
		if (found.length > 0) return [...new Set(ofFolder.length > 0 && nearest[0] !== file ? ofFolder : found)];
		nearest.forEach((each) => seen.add(each));
		nearest = [...new Set(nearest.flatMap(importersOf))].filter((each) => !seen.has(each));
	}
	return tests.filter((test) => test.startsWith(`test/unit/${subjectOf(file)}/`));
}

/** Whether a test of the same subject has the name of the file, alone or before another word: `pages`, `pagesOfUsers`. */
function bearsNameOf(test: string, file: string): boolean {
	const subject = subjectOf(file);
	if (!test.startsWith(`test/unit/${subject}/`) && !test.startsWith('test/engine/')) return false;
	const [name = ''] = path.basename(file).split('.');
	// An engine test may begin with its subject: operationsSetExternalId.
	const names = [name, subject + name.slice(0, 1).toUpperCase() + name.slice(1)];
	const [testName = ''] = path.basename(test).split('.');
	return names.some((each) => testName.startsWith(each) && !/^[a-z]/.test(testName.slice(each.length)));
}

/** The folder of test/unit that a file belongs to, or would. */
function subjectOf(file: string): string {
	const [top = '', second = '', third = ''] = file.split('/');
	if (top === 'scripts' || top === 'host') return 'tooling';
	return top === 'nodes' && second !== '' && third !== '' ? third : top;
}

/** How the tests begin that the tables of the page name for a file: a test, several, or those of a folder. */
function promisedTests(file: string): string[] {
	const shipped = file.replace(/^nodes\/SalesOrderIntegration\//, '');
	return promises().flatMap(({ code, tests }) =>
		code.some((part) => part === shipped || (part.endsWith('/') && shipped.startsWith(part))) ? tests : [],
	);
}

function promises(): Array<{ code: string[]; tests: string[] }> {
	const [, ...tables] = read(page).split(/^(?=\| Promise)/m);
	return tables.flatMap((table) => {
		const [heading = ['', '', ''], ...rows] = [...table.matchAll(/^\|[^|\n]*\|([^|\n]*)\|([^|\n]*)\|$/gm)];
		// The heading of a column may say in which folder its files are.
		const [codeFolder = '', testFolder = ''] = heading.slice(1).map((cell) => quotedIn(cell)[0]);
		return rows.map(([, code = '', tests = '']) => ({
			code: quotedIn(code).map((name) => codeFolder + name),
			tests: quotedIn(tests).map(
				(name) => testFolder + name.replace(/(\*?)\.test\.ts$/, (_, star) => (star ? '' : '.')),
			),
		}));
	});
}

const quotedIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
