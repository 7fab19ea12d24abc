/** Workflow definitions as they are handed to n8n. */
import type { IConnections, INode, IPinData, IWorkflowSettings } from 'n8n-workflow';

/** A workflow as it is exported from and imported into n8n. */
export interface WorkflowDefinition {
	readonly name: string;
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
	readonly settings?: IWorkflowSettings;
	readonly pinData?: IPinData;
}

/** A workflow that n8n has saved. */
export interface SavedWorkflow extends WorkflowDefinition {
	readonly id: string;
	readonly active: boolean;
	readonly versionId: string;
}

/** A credential that n8n has saved. */
export interface SavedCredential {
	readonly id: string;
	readonly name: string;
	readonly type: string;
}

/** `definition` with every node that asks for a credential of this type using `credential`. */
export function withCredential(
	definition: WorkflowDefinition,
	{ id, name, type }: SavedCredential,
): WorkflowDefinition {
	const nodes = definition.nodes.map((node) =>
		node.credentials?.[type] ? { ...node, credentials: { ...node.credentials, [type]: { id, name } } } : node,
	);
	return { ...definition, nodes };
}
