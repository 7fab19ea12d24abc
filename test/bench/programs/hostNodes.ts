/** n8n's own nodes, from an installation of n8n, for the engine of this project. */
import Module from 'node:module';
import path from 'node:path';
import type { INodeType, IVersionedNodeType } from 'n8n-workflow';
import { nodeTypes } from './engine';

/** These there must be once in a process: the nodes use those that the engine uses. */
const SHARED = /^(n8n-core|n8n-workflow|@n8n\/(di|config|backend-common|errors))$/;

const nodeModule = Module as unknown as {
	_resolveFilename(request: string, parent: unknown, ...others: unknown[]): string;
};
const resolve = nodeModule._resolveFilename;

/** Makes n8n's HTTP Request and Split Out nodes known to the engine. `folder`: see HostInstallation. */
export function addHostNodes(folder: string): void {
	nodeModule._resolveFilename = (request, parent, ...others) =>
		resolve.call(nodeModule, request, SHARED.test(request) ? module : parent, ...others);
	const nodes = path.join(folder, 'node_modules', 'n8n-nodes-base', 'dist', 'nodes');
	add('n8n-nodes-base.httpRequest', load(nodes, 'HttpRequest'));
	add('n8n-nodes-base.splitOut', load(path.join(nodes, 'Transform'), 'SplitOut'));
	nodeModule._resolveFilename = resolve;
}

function load(folder: string, className: string): INodeType | IVersionedNodeType {
	const file = path.join(folder, className, `${className}.node.js`);
	const exported = Module.createRequire(file)(file) as Record<
		string,
		new () => INodeType | IVersionedNodeType
	>;
	const NodeClass = exported[className];
	if (!NodeClass) throw new Error(`${file} has no ${className}`);
	return new NodeClass();
}

function add(name: string, nodeType: INodeType | IVersionedNodeType): void {
	const known = nodeTypes.getByNameAndVersion;
	nodeTypes.getByNameAndVersion = (asked, version) => {
		if (asked !== name) return known(asked, version);
		return 'nodeVersions' in nodeType ? nodeType.getNodeType(version) : nodeType;
	};
}
