/** Builds the workflows of the host tests. */
import type { INode } from 'n8n-workflow';

import type { SavedCredential, WorkflowDefinition } from '../../../host';
import { CREDENTIAL } from '../../../host/serviceHost';

export const PACKAGE = 'n8n-nodes-sales-order-integration';

/** A node of this package: the action node, or with `Trigger` the trigger. */
export function ourNode(
	kind: '' | 'Trigger',
	name: string,
	parameters: INode['parameters'],
	credential: SavedCredential,
): INode {
	return {
		...node(`${PACKAGE}.salesOrderIntegration${kind}`, name, parameters),
		credentials: { [CREDENTIAL]: { id: credential.id, name: credential.name } },
	};
}

/** Any node. Its id follows from its name. */
export function node(
	type: string,
	name: string,
	parameters: INode['parameters'] = {},
	typeVersion = 1,
): INode {
	return {
		id: name.toLowerCase().replace(/\W+/g, '-'),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
	};
}

/** A workflow of nodes that follow each other. */
export function chain(name: string, ...nodes: INode[]): WorkflowDefinition {
	const connections: WorkflowDefinition['connections'] = {};
	nodes.forEach((from, index) => {
		const to = nodes[index + 1];
		if (to) connections[from.name] = { main: [[{ node: to.name, type: 'main', index: 0 }]] };
	});
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
