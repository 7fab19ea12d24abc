/** The n8n versions that can be prepared, and what each needs to install and to run without calling out. */

/** What one version of n8n needs. */
export interface N8nRecipe {
	/**
	 * npm overrides. Some versions that n8n asks for are not in the registry, and it takes xlsx from an address
	 * outside of it.
	 */
	readonly overrides: Readonly<Record<string, string>>;
	/** Modules of n8n that call out as soon as it runs and have no switch of their own. */
	readonly modulesThatCallOut: readonly string[];
}

/**
 * The newest patch of each line that npm can install: the newest 2.x, the 2.x before its durable scheduler, and n8n 1.
 * 2.41.3 asks for n8n-core 2.41.2 and n8n-editor-ui 2.41.1, which the registry lacks.
 */
const recipes = {
	'2.41.1': {
		overrides: {
			cssomnom: 'npm:cssom@0.5.0',
			xlsx: 'npm:xlsx@0.18.5',
			'@langchain/langgraph-checkpoint': '1.1.5',
			'@langchain/protocol': '0.0.19',
		},
		modulesThatCallOut: ['mcp-registry'],
	},
	'2.20.12': {
		overrides: {
			cssomnom: 'npm:cssom@0.5.0',
			xlsx: 'npm:xlsx@0.18.5',
			'@langchain/langgraph': '1.0.2',
			'@langchain/langgraph-checkpoint': '1.0.1',
			// npm would put an old 0.10 where n8n's error reporting finds it, and n8n would not start.
			'@opentelemetry/core': '2.12.1',
		},
		modulesThatCallOut: [],
	},
	'1.123.81': {
		overrides: {
			xlsx: 'npm:xlsx@0.18.5',
			'@langchain/langgraph-checkpoint': '1.0.1',
		},
		modulesThatCallOut: [],
	},
} satisfies Record<string, N8nRecipe>;

/** A version of n8n that can be prepared. */
export type N8nVersion = keyof typeof recipes;

/** The versions that can be prepared and that the package is tested with, newest first. */
export const n8nVersions = Object.keys(recipes) as N8nVersion[];

/** The version that the demo and the host tests use unless told otherwise. */
export const defaultN8nVersion: N8nVersion = '2.41.1';

/** The environment variable that chooses the versions to test: several with commas between, or `all`. */
export const versionsVariable = 'N8N_VERSIONS';

/**
 * The versions that the host tests run on: those that `N8N_VERSIONS` names, else the newest and the oldest, which
 * keeps the tests short. Errors: it names one that is not known.
 */
export function versionsUnderTest(environment: NodeJS.ProcessEnv = process.env): N8nVersion[] {
	const chosen = environment[versionsVariable];
	if (chosen === 'all') return [...n8nVersions];
	if (chosen) return chosen.split(',').map((version) => parseN8nVersion(version.trim()));
	return [defaultN8nVersion, ...n8nVersions.slice(-1)];
}

/** What `version` needs. */
export function n8nRecipe(version: N8nVersion): N8nRecipe {
	return recipes[version];
}

/** `text` as a version that can be prepared. Errors: it is none; the message names those that are. */
export function parseN8nVersion(text: string): N8nVersion {
	const version = n8nVersions.find((candidate) => candidate === text);
	if (version) return version;
	throw new Error(`n8n ${text} cannot be prepared; known versions: ${n8nVersions.join(', ')}`);
}
