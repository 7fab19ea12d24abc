/** The engines: the n8n versions and the ways they run polling triggers that the package is tested with. */
import type { N8nVersion } from './install/n8nVersions';

/** One n8n version with the settings that decide how it runs polling triggers. */
export interface Engine {
	/** How commands and tables call it. */
	readonly name: EngineName;
	readonly version: N8nVersion;
	/** What switches it on, apart from what this version does by default. */
	readonly env: Readonly<Record<string, string>>;
	/** Whether n8n saves the state of a trigger in one transaction with the execution: a kill then loses nothing. */
	readonly savesInOneStep: boolean;
}

/** Each poll gets what the database holds, and n8n saves it only if the poll returns items. The default from n8n 2.45. */
const durableScheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/** n8n keeps the state of a trigger in a table of its own. It takes all four switches. */
const durableCursors = { ...durableScheduler, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };

const table = {
	'2.41.1': { version: '2.41.1', env: {}, savesInOneStep: false },
	'2.41.1 durable scheduler': { version: '2.41.1', env: durableScheduler, savesInOneStep: false },
	'2.41.1 durable cursors': { version: '2.41.1', env: durableCursors, savesInOneStep: true },
	'2.20.12': { version: '2.20.12', env: {}, savesInOneStep: false },
	'1.123.81': { version: '1.123.81', env: {}, savesInOneStep: false },
} as const satisfies Record<string, Omit<Engine, 'name'>>;

/** The name of an engine. */
export type EngineName = keyof typeof table;

/** The names of all engines, the newest n8n first. */
export const engineNames = Object.keys(table) as EngineName[];

/** What the demo and the host tests use unless told otherwise: the newest n8n as it is by default. */
export const defaultEngineName: EngineName = '2.41.1';

/** The engine of a name. */
export function engineNamed(name: EngineName): Engine {
	return { name, ...table[name] };
}

/** The engines of some versions, the newest n8n first. */
export function enginesOf(versions: readonly N8nVersion[]): Engine[] {
	return engineNames.map(engineNamed).filter(({ version }) => versions.includes(version));
}
