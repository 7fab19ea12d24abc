/**
 * What the published sources keep to: n8n's rules in eslint.config.mjs, whose text n8n's verification prescribes, then
 * the layers of design 5 and what shipped code may not use. Rules for every file are in .oxlintrc.json.
 */
import n8nRules from './eslint.config.mjs';
import { layerRules } from './scripts/lint/layers.mjs';
import { shippedCodeGlobals, shippedCodeImports, shippedCodeSyntax } from './scripts/lint/shippedCode.mjs';

export default [
	...n8nRules,
	{
		files: ['credentials/**/*.ts', 'nodes/**/*.ts'],
		rules: {
			'no-restricted-globals': shippedCodeGlobals,
			'no-restricted-imports': shippedCodeImports,
			'no-restricted-syntax': shippedCodeSyntax,
		},
	},
	...layerRules,
];
