/** A real n8n for the demo, the host tests, the pictures and the benchmark: prepare one, start it, drive it. */
export { cacheFolder, cacheFolderVariable } from './cacheFolder';
export { packPackage } from './communityPackage';
export { n8nVersions, parseN8nVersion, versionsUnderTest, versionsVariable } from './install/n8nVersions';
export { defaultEngineName, type EngineName, engineNamed, engineNames, enginesOf } from './engines';
export { prepareHost } from './prepare';
export { errorMessage, type Execution, hasEnded, outputRows } from './run/executions';
export { Host } from './run/host';
export { type SavedCredential, type SavedWorkflow, type WorkflowDefinition } from './run/workflows';
export { startHost, type StartOptions } from './start';
export { type PostgresServer, startPostgres } from './postgres';
export { callingWorkflow, importExample, tableStatements, withParameters } from './exampleWorkflows';
