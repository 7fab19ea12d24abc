/** Asks for the choices of a resource locator, as the editor does. */
import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult } from 'n8n-workflow';
import type { CredentialData } from './credentials';
import { nodeTypeNames, nodeTypes } from './nodeTypes';
import { makeAdditionalData, makeNode, makeWorkflow, NODE } from './workflow';

/** Calls a method of the node's `listSearch` in n8n-core's LoadOptionsContext; `filter`: what was typed. */
export async function searchList(
	method: string,
	{ credential, filter }: { credential: CredentialData; filter?: string },
): Promise<INodeListSearchResult> {
	const workflow = makeWorkflow({ nodes: [makeNode(NODE, nodeTypeNames.node)], connections: {} });
	const node = workflow.getNode(NODE);
	const search = nodeTypes.getByNameAndVersion(nodeTypeNames.node, 1).methods?.listSearch?.[method];
	if (!node || !search) throw new Error(`The node has no list search ${method}`);
	const additionalData = makeAdditionalData(workflow, credential, 'internal');
	const context = new LoadOptionsContext(workflow, node, additionalData, 'parameters.filters.createdBy');
	return await search.call(context, filter);
}
