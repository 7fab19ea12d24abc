/**
 * Runs n8n's own package scan, the one that verification uses, on a folder: `node n8nScan.mjs <folder> source|dist`.
 * The rules that the published scan brings are older than those of the linter, so the newer ones run as well.
 * Prints a JSON array of findings and ends with 0 whether there are any or not. A module of its own because the scan
 * is an ES module that the tests' transform cannot load.
 */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { shippedCodeGlobals } from '../lint/shippedCode.mjs';

const [folder, kind] = process.argv.slice(2);
const patterns = { source: SOURCE_FILE_PATTERNS, dist: ['**/*.js', 'package.json'] }[kind];
if (!folder || !patterns) throw new Error('Usage: node n8nScan.mjs <folder> source|dist');

const scan = await analyzePackage(folder, patterns);
const findings = scan.passed ? [] : [{ where: kind, what: (scan.details ?? scan.message).trim() }];

const eslint = new ESLint({
	cwd: folder,
	allowInlineConfig: false,
	errorOnUnmatchedPattern: false,
	overrideConfigFile: true,
	overrideConfig: defineConfig(
		n8nCommunityNodesPlugin.configs.recommended,
		{
			files: ['**/*.{js,ts}'],
			rules: { 'no-console': 'error', 'no-restricted-globals': shippedCodeGlobals },
		},
		{ files: ['**/*.{json,ts}'], languageOptions: { parser: tseslint.parser } },
	),
});
for (const { filePath, messages } of await eslint.lintFiles(patterns)) {
	for (const { line, ruleId, message } of messages) {
		findings.push({ where: `${filePath.slice(folder.length + 1)}:${line}`, what: `${message} (${ruleId})` });
	}
}
process.stdout.write(JSON.stringify(findings));
