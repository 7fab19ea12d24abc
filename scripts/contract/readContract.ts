/** Reads the contract of the package as it is built: from the classes that package.json registers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ICredentialType, INodeProperties, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { instantiateRegistered } from '../package/registeredClass';
import { parametersOf, versionsOf } from './contract';
import type { Contract, ContractParameters } from './contract';

/** Fields whose options are the time zones that the host knows, and that differ from one Node to the next. */
const OPTIONS_OF_THE_HOST = new Set(['timezone']);

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

/**
 * Loads every registered node and credential of the built package in `root`.
 *
 * @throws when a registered file is missing or does not load
 */
export async function readContract(root: string): Promise<Contract> {
	const { n8n } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
	const credentials = n8n.credentials.map((path) => instantiateRegistered<ICredentialType>(root, path));
	const nodes = n8n.nodes.map((path) => instantiateRegistered<INodeType | IVersionedNodeType>(root, path));
	return {
		credentials: Object.fromEntries(credentials.map(({ name, properties }) => [name, fieldsOf(properties)])),
		nodes: Object.fromEntries(nodes.map((node) => [node.description.name, parametersByVersion(node)])),
	};
}

/** The fields of a credential. Of options that are the host's, only that there are some belongs to the contract. */
export const fieldsOf = (properties: INodeProperties[]): ContractParameters =>
	parametersOf(properties).map(({ values, ...field }) =>
		values === undefined || OPTIONS_OF_THE_HOST.has(field.path) ? field : { ...field, values },
	);

/** The parameters of a node by version, whether its versions share one description or have one each. */
export function parametersByVersion(
	node: INodeType | IVersionedNodeType,
): Record<string, ContractParameters> {
	const types = 'nodeVersions' in node ? Object.values(node.nodeVersions) : [node];
	return Object.fromEntries(
		types.flatMap(({ description }) =>
			versionsOf(description.version).map((version) => [
				version,
				parametersOf(description.properties, version),
			]),
		),
	);
}
