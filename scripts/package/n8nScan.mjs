/**
 * Runs n8n's own package scan, the one that verification uses, on folders: `node n8nScan.mjs <folder> source|dist ...`.
 * The rules that the published scan brings are older than those of the linter, so the newer ones run on published
 * files as well; sources keep to them by `npm run lint`.
 * Prints a JSON array with the findings of each folder and ends with 0 whether there are any or not. A module of its
 * own because the scan is an ES module that the tests' transform cannot load.
 */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { shippedCodeGlobals } from '../lint/shippedCode.mjs';

const PATTERNS = { source: SOURCE_FILE_PATTERNS, dist: ['**/*.js', 'package.json'] };

async function scan(folder, kind) {
	const patterns = PATTERNS[kind];
	if (!patterns) throw new Error('Usage: node n8nScan.mjs <folder> source|dist ...');
	const { passed, details, message } = await analyzePackage(folder, patterns);
	const findings = passed ? [] : [{ where: kind, what: (details ?? message).trim() }];
	return kind === 'source' ? findings : [...findings, ...(await findByNewerRules(folder, patterns))];
}

async function findByNewerRules(folder, patterns) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		errorOnUnmatchedPattern: false,
		overrideConfigFile: true,
		overrideConfig: defineConfig(
			n8nCommunityNodesPlugin.configs.recommended,
			{
				files: ['**/*.js'],
				rules: { 'no-console': 'error', 'no-restricted-globals': shippedCodeGlobals },
			},
			{ files: ['**/*.json'], languageOptions: { parser: tseslint.parser } },
		),
	});
	const results = await eslint.lintFiles(patterns);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId, message }) => ({
			where: `${filePath.slice(folder.length + 1)}:${line}`,
			what: `${message} (${ruleId})`,
		})),
	);
}

const given = process.argv.slice(2);
const results = [];
for (let position = 0; position < given.length; position += 2) {
	results.push(await scan(given[position], given[position + 1]));
}
process.stdout.write(JSON.stringify(results));
