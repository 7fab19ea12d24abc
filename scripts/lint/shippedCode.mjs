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
