/** Whether the published code is what the compiler writes for the sources, file by file: no bundle, nothing minified. */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { listFiles, type Finding } from './checkFiles';

/**
 * Compares the JavaScript of the unpacked package with the sources that tsconfig.build.json in `root` names. Each source
 * has one published file with exactly the compiler's text, and there is no other.
 */
export async function checkCompiled(directory: string, root: string): Promise<Finding[]> {
	const { fileNames, options } = buildConfig(root);
	const compiled = new Map(
		fileNames.map((source) => [publishedPath(relative(root, source)), () => compile(source, options)]),
	);
	const published = (await listFiles(directory)).paths.filter((path) => path.endsWith('.js'));
	const missing = [...compiled.keys()]
		.filter((path) => !published.includes(path))
		.map((where) => ({ where, what: 'is missing, but has a source file.' }));
	const findings = await Promise.all(
		published.map(async (where): Promise<Finding[]> => {
			const text = await readFile(join(directory, where), 'utf8');
			const expected = await compiled.get(where)?.();
			if (expected === undefined) return [{ where, what: 'has no source file.' }];
			return text === expected
				? []
				: [{ where, what: 'is not what the compiler writes for its source file.' }];
		}),
	);
	return [...missing, ...findings.flat()];
}

function publishedPath(source: string): string {
	return `dist/${source.replaceAll('\\', '/').replace(/\.ts$/, '.js')}`;
}

function buildConfig(root: string): ts.ParsedCommandLine {
	const file = join(root, 'tsconfig.build.json');
	const { config, error } = ts.readConfigFile(file, (path) => ts.sys.readFile(path));
	const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root);
	const [problem] = error ? [error] : parsed.errors;
	if (problem) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
	return parsed;
}

/** With `isolatedModules`, one file compiles to the same text alone as with all others. */
async function compile(source: string, compilerOptions: ts.CompilerOptions): Promise<string> {
	const text = await readFile(source, 'utf8');
	return ts.transpileModule(text, { compilerOptions, fileName: source }).outputText;
}
