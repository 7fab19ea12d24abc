/** Tests a credential as n8n's CredentialsTester does: its test request, run by the engine's routing with its authenticate. */
import { ExecuteContext, RoutingNode } from 'n8n-core';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';
import type { IDataObject, INodeCredentialTestResult, INodeType } from 'n8n-workflow';

import { credentialType, EngineCredentials } from './credentials';
import type { CredentialData } from './credentials';
import { nodeTypeNames, nodeTypes } from './nodeTypes';
import { makeAdditionalData, makeNode } from './workflow';

interface RequestError extends Error {
	cause?: { response?: { status: number; statusText?: string }; code?: string };
}

/** What the editor shows after Save of a credential. */
export async function testCredential(entered: CredentialData): Promise<INodeCredentialTestResult> {
	const data = new EngineCredentials(entered).withDefaults(entered);
	const decrypted = { id: '1', name: 'Account', type: credentialType.name, data };
	try {
		const { json } = (await routing(decrypted).runNode())?.[0]?.[0] ?? {};
		for (const { type, properties } of credentialType.test.rules ?? []) {
			if (type !== 'responseSuccessBody') continue;
			if ((json as IDataObject)[properties.key] === properties.value) return failed(properties.message);
		}
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return failed(messageOf(error as RequestError));
	}
}

function routing(decrypted: ConstructorParameters<typeof RoutingNode>[2]): RoutingNode {
	const name = 'Temp-Node';
	const { description } = nodeTypes.getByNameAndVersion(nodeTypeNames.pass, 1);
	const request = { request: credentialType.test.request };
	const nodeType: INodeType = {
		description: {
			...description,
			credentials: [{ name: credentialType.name, required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing: request, default: '' }],
		},
	};
	const node = makeNode(name, nodeTypeNames.pass);
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { ...nodeTypes, getByNameAndVersion: () => nodeType },
	});
	const additionalData = makeAdditionalData(workflow, (decrypted?.data ?? {}) as CredentialData, 'internal');
	const input = { main: [[{ json: {} }]] };
	const executeData = { node, data: {}, source: null };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		input,
		executeData,
		[],
	);
	return new RoutingNode(context, nodeType, decrypted);
}

function messageOf({ message, cause }: RequestError): string {
	const { response, code } = cause ?? {};
	if (!response) return code ?? message;
	for (const { type, properties } of credentialType.test.rules ?? []) {
		if (type === 'responseCode' && properties.value === response.status) return properties.message;
	}
	return response.statusText || `Received HTTP status code: ${response.status}`;
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
