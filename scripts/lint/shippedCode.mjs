/** What shipped code may not use beyond the globals that n8n's own rules forbid. */

const byHelpers = "Use this.helpers.httpRequest: it knows the host's proxy settings and can be watched.";

/** Setting of the ESLint rule no-restricted-globals. */
export const shippedCodeGlobals = [
	'error',
	{ name: 'fetch', message: byHelpers },
	{ name: 'XMLHttpRequest', message: byHelpers },
	{ name: 'WebSocket', message: byHelpers },
	{ name: 'queueMicrotask', message: 'Await instead.' },
];

/** Setting of the ESLint rule no-restricted-syntax: parameters are read, not believed. */
export const shippedCodeSyntax = [
	'error',
	{
		selector: "TSAsExpression[expression.callee.property.name='getNodeParameter']",
		message:
			'An expression can put anything into a parameter: read it with a function of parameters/values.ts, which rejects what does not fit.',
	},
	{ selector: 'ImportExpression', message: 'Import at the beginning of the file, where it is seen.' },
];

/** Setting of the ESLint rule no-restricted-imports: n8n lends nodes these modules and no others. */
export const shippedCodeImports = [
	'error',
	{
		patterns: [
			{
				regex: '^(?!\\.|(n8n-workflow|zod/v4|luxon|node:crypto)$)',
				message: 'A published file may import only n8n-workflow, zod/v4, luxon, node:crypto and its own.',
			},
		],
	},
];
