/**
 * This project's own rules, beside those of n8n in eslint.config.mjs, whose text n8n's verification prescribes: what
 * every file keeps to, and the layers of design 5. Rules that need types are in .oxlintrc.json: oxlint, whose
 * compiler is the native one, needs a fifth of the time for them.
 */
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { layerRules } from './scripts/lint/layers.mjs';
import { shippedCodeGlobals, shippedCodeSyntax } from './scripts/lint/shippedCode.mjs';

const shipped = ['credentials/**/*.ts', 'nodes/**/*.ts'];

export default defineConfig(
	globalIgnores(['dist', 'coverage', 'tmp']),
	{
		linterOptions: { noInlineConfig: true },
		plugins: { 'import-x': importX },
		settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
	},
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
			eqeqeq: 'error',
			'import-x/no-cycle': 'error',
			'max-lines': ['error', 300],
			'no-warning-comments': ['error', { terms: ['eslint-disable', 'oxlint-disable'], location: 'anywhere' }],
			'prefer-const': 'error',
		},
	},
	{
		files: ['**/*.mjs'],
		extends: [js.configs.recommended],
		languageOptions: { globals: globals.nodeBuiltin },
	},
	{
		files: ['**/*.js'],
		extends: [js.configs.recommended],
		languageOptions: { sourceType: 'commonjs', globals: globals.node },
	},
	{
		files: shipped,
		rules: {
			'no-restricted-globals': shippedCodeGlobals,
			'no-restricted-syntax': shippedCodeSyntax,
		},
	},
	...layerRules,
);
