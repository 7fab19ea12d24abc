/** Lints the shipped code by the rule sets of `n8n-node lint`, every file by this project's own, and keeps the layers of design 5 apart. */
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { layerRules } from './scripts/lint/layers.mjs';
import { shippedCodeGlobals, shippedCodeSyntax } from './scripts/lint/shippedCode.mjs';

const shipped = ['credentials/**/*.ts', 'nodes/**/*.ts'];

/** What `n8n-node lint` runs, with the same three sets and the same exceptions that it makes to them. */
const n8nNodeLint = [
	{
		files: shipped,
		extends: [
			js.configs.recommended,
			tseslint.configs.recommended,
			n8nCommunityNodesPlugin.configs.recommended,
			importX.flatConfigs.recommended,
		],
		rules: { 'prefer-spread': 'off', 'no-console': 'error' },
	},
	{
		files: ['package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		rules: nodesBase.configs.community.rules,
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...nodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...nodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
];

/** What every TypeScript file here keeps to, shipped or not. */
const houseRules = {
	files: ['**/*.ts'],
	languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
	rules: {
		'@typescript-eslint/await-thenable': 'error',
		'@typescript-eslint/consistent-type-imports': 'error',
		'@typescript-eslint/no-floating-promises': 'error',
		'@typescript-eslint/no-misused-promises': 'error',
		'@typescript-eslint/only-throw-error': 'error',
		'@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
		eqeqeq: 'error',
		'import-x/no-cycle': 'error',
		'max-lines': ['error', 350],
		'prefer-const': 'error',
	},
};

export default defineConfig(
	globalIgnores(['dist', 'coverage', 'tmp']),
	{ linterOptions: { noInlineConfig: true } },
	{
		plugins: { 'import-x': importX, 'n8n-nodes-base': nodesBase },
		settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
	},
	...n8nNodeLint,
	{
		files: ['**/*.ts'],
		ignores: shipped,
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: { '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }] },
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
	houseRules,
	{
		files: shipped,
		rules: { 'no-restricted-globals': shippedCodeGlobals, 'no-restricted-syntax': shippedCodeSyntax },
	},
	...layerRules,
);
