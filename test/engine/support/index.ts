/** n8n-core's real engine around the package's nodes, for tests: nothing that is under test is replaced. */
export { credentialTests, testCredential } from './credentialTest';
export { credentialType, type CredentialData } from './credentials';
export { engineLog } from './host';
export { searchList } from './listSearch';
export { nodeTypeNames } from './nodeTypes';
export { durablePoll, pollContext } from './poll';
export { serve, serveInSimulatedTime, type ServedSandbox } from './service';
export { simulateTime } from './simulatedTime';
export { errorOf, rows, serveTrigger } from './triggerService';
export { runTool, TOOL, type ToolAnswer } from './tool';
export {
	inARow,
	makeNode,
	NODE,
	runNode,
	runWorkflow,
	START,
	type NodeOutcome,
	type NodeRun,
	type WorkflowDefinition,
	type WorkflowOutcome,
} from './workflow';
