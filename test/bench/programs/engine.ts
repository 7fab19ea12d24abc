/** n8n-core's engine as the tests have it, in a process without jest. */
import './jestHooks';

export { nodeTypeNames, nodeTypes } from '../../engine/support/nodeTypes';
export { inARow, makeNode, runWorkflow, START, type WorkflowOutcome } from '../../engine/support/workflow';
