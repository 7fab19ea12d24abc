/** Which modules the published code loads: only what n8n lends to every node, and files of the package itself. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './checkFiles';
import type { Finding } from './finding';

/** n8n-workflow, zod and luxon come from the host; node:crypto is the one built-in module that n8n's scan allows. */
const ALLOWED_MODULES = new Set(['n8n-workflow', 'zod/v4', 'luxon', 'node:crypto']);

/** Checks every `require` and `import` in the JavaScript of the unpacked package. */
export async function checkImports(directory: string): Promise<Finding[]> {
	const { paths } = await listFiles(directory);
	const scripts = paths.filter((path) => path.endsWith('.js'));
	return (await Promise.all(scripts.map((path) => checkScript(directory, path)))).flat();
}

async function checkScript(directory: string, where: string): Promise<Finding[]> {
	const text = await readFile(join(directory, where), 'utf8');
	const source = ts.createSourceFile(where, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.JS);
	return loadedModules(source).flatMap((loaded) => checkLoaded(directory, where, loaded));
}

/** Names of the modules that a file loads; undefined stands for a name that is only known when the code runs. */
function loadedModules(source: ts.SourceFile): Array<string | undefined> {
	const names: Array<string | undefined> = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
			if (node.moduleSpecifier) names.push(literalText(node.moduleSpecifier));
		} else if (ts.isCallExpression(node) && loadsModule(node.expression)) {
			names.push(node.arguments[0] && literalText(node.arguments[0]));
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return names;
}

function loadsModule(callee: ts.Expression): boolean {
	return (
		callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
	);
}

function literalText(expression: ts.Expression): string | undefined {
	return ts.isStringLiteralLike(expression) ? expression.text : undefined;
}

function checkLoaded(directory: string, where: string, name: string | undefined): Finding[] {
	if (name === undefined) return [{ where, what: 'loads a module whose name is computed.' }];
	if (!name.startsWith('.')) {
		return ALLOWED_MODULES.has(name)
			? []
			: [{ where, what: `loads ${name}, which n8n does not lend to nodes.` }];
	}
	const target = join(dirname(where), name).replaceAll('\\', '/');
	if (!target.startsWith('dist/')) return [{ where, what: `loads ${name}, which is outside dist/.` }];
	const candidates = [target, `${target}.js`, `${target}.json`, `${target}/index.js`];
	if (candidates.some((candidate) => /\.\w+$/.test(candidate) && existsSync(join(directory, candidate))))
		return [];
	return [{ where, what: `loads ${name}, which is not in the package.` }];
}
