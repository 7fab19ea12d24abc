/** Builds workflows of nodes: for the host tests, the pictures and the README's first workflow. */
import type { IDataObject, INode } from 'n8n-workflow';
import type { SavedCredential, WorkflowDefinition } from './run/workflows';

export const PACKAGE = 'n8n-nodes-sales-order-integration';
export const CREDENTIAL = 'salesOrderIntegrationApi';

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

/** Options of a trigger with which the day and the hour make no difference: the service here has no maintenance. */
export const atAnyHour = { pauseDuringMaintenance: false };

/** Every 5 seconds: n8n polls no oftener than once a minute for each poll time, but takes several of them. */
const pollTimes = {
	item: Array.from({ length: 12 }, (_, i) => ({ mode: 'custom', cronExpression: `${i * 5} * * * * *` })),
};

/** `definition` with its triggers of this package polling every 5 seconds, at any hour, with these options changed. */
export function pollingOften(definition: WorkflowDefinition, changes: IDataObject = {}): WorkflowDefinition {
	const nodes = definition.nodes.map((node) => {
		if (node.type !== `${PACKAGE}.salesOrderIntegrationTrigger`) return node;
		const options = { ...(node.parameters.options as IDataObject | undefined), ...changes, ...atAnyHour };
		return { ...node, parameters: { ...node.parameters, pollTimes, options } as INode['parameters'] };
	});
	return { ...definition, nodes };
}

/** A workflow of nodes that follow each other, from left to right. */
export function chain(name: string, ...inARow: readonly INode[]): WorkflowDefinition {
	const connections: WorkflowDefinition['connections'] = {};
	inARow.slice(1).forEach((to, index) => {
		connections[inARow[index]?.name ?? ''] = { main: [[{ node: to.name, type: 'main', index: 0 }]] };
	});
	const nodes = inARow.map((one, index): INode => ({ ...one, position: [240 * index, 0] }));
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
