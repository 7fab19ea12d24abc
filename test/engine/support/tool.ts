/** Lets an agent's call reach the node as a tool, through the engine's own tool wrapper. */
import { NodeConnectionTypes, type IDataObject, type INodeParameters } from 'n8n-workflow';
import type { CredentialData } from './credentials';
import { nodeTypeNames } from './nodeTypes';
import { inARow, makeNode, runWorkflow, START, type WorkflowOutcome } from './workflow';

/** The tool node's name on the canvas; the agent sees a name made from it. */
export const TOOL = 'Sales Orders';
const AGENT = 'Agent';

/** What an agent sees of a tool and gets from it. */
export interface ToolAnswer {
	name: string;
	description: string;
	answer: IDataObject[];
}

/** Connects the node as a tool to an agent that calls it once for each of `calls`, with these arguments. */
export async function runTool(
	parameters: INodeParameters,
	credential: CredentialData,
	calls: IDataObject[],
): Promise<{ answers: ToolAnswer[]; outcome: WorkflowOutcome }> {
	const toAgent = { node: AGENT, type: NodeConnectionTypes.AiTool, index: 0 };
	const outcome = await runWorkflow({
		nodes: [
			makeNode(START, nodeTypeNames.start),
			makeNode(AGENT, nodeTypeNames.agent),
			makeNode(TOOL, nodeTypeNames.tool, parameters),
		],
		connections: { ...inARow(START, AGENT), [TOOL]: { [NodeConnectionTypes.AiTool]: [[toAgent]] } },
		pinData: { [START]: calls.map((json) => ({ json })) },
		credential,
	});
	const items = outcome.node(AGENT)?.items ?? [];
	return { answers: items.map(({ json }) => json as unknown as ToolAnswer), outcome };
}
