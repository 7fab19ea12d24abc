/** A minimal community package, written to a folder: it proves how n8n loads, runs and polls, whatever ours does. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const probePackageName = 'n8n-nodes-host-probe';

const manifest = {
	name: probePackageName,
	version: '1.0.0',
	license: 'MIT',
	keywords: ['n8n-community-node-package'],
	files: ['dist'],
	peerDependencies: { 'n8n-workflow': '*' },
	n8n: {
		n8nNodesApiVersion: 1,
		nodes: ['dist/HostProbe.node.js', 'dist/HostProbeTrigger.node.js'],
		credentials: ['dist/HostProbeApi.credentials.js'],
	},
};

/** Gives what it was given, and shows that n8n's own modules can be required. */
const node = `
const { NodeOperationError } = require('n8n-workflow');
exports.HostProbe = class HostProbe {
	description = {
		displayName: 'Host Probe', name: 'hostProbe', group: ['transform'], version: 1, description: 'Probe',
		defaults: { name: 'Host Probe' }, inputs: ['main'], outputs: ['main'],
		properties: [{ displayName: 'Fail', name: 'fail', type: 'boolean', default: false }],
	};
	async execute() {
		if (this.getNodeParameter('fail', 0)) throw new NodeOperationError(this.getNode(), 'The probe was told to fail');
		return [this.getInputData().map((item, index) => ({ json: { ...item.json, probed: true }, pairedItem: index }))];
	}
};
`;

/** Counts its polls in its static data. */
const trigger = `
exports.HostProbeTrigger = class HostProbeTrigger {
	description = {
		displayName: 'Host Probe Trigger', name: 'hostProbeTrigger', group: ['trigger'], polling: true, version: 1,
		description: 'Probe', defaults: { name: 'Host Probe Trigger' }, inputs: [], outputs: ['main'],
		properties: [{ displayName: 'Fail', name: 'fail', type: 'boolean', default: false }],
	};
	async poll() {
		if (this.getNodeParameter('fail')) throw new Error('The probe trigger was told to fail');
		const state = this.getWorkflowStaticData('node');
		state.polls = (state.polls ?? 0) + 1;
		return [[{ json: { polls: state.polls, mode: this.getMode() } }]];
	}
};
`;

const credential = `
exports.HostProbeApi = class HostProbeApi {
	name = 'hostProbeApi';
	displayName = 'Host Probe API';
	properties = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'Token', name: 'token', type: 'string', typeOptions: { password: true }, default: '' },
	];
	authenticate = { type: 'generic', properties: { headers: { authorization: '=Bearer {{$credentials.token}}' } } };
	test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/me' } };
};
`;

/** Writes the package into `folder`, which need not exist. */
export async function writeProbePackage(folder: string): Promise<void> {
	await mkdir(path.join(folder, 'dist'), { recursive: true });
	await Promise.all([
		writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest)),
		writeFile(path.join(folder, 'dist/HostProbe.node.js'), node),
		writeFile(path.join(folder, 'dist/HostProbeTrigger.node.js'), trigger),
		writeFile(path.join(folder, 'dist/HostProbeApi.credentials.js'), credential),
	]);
}
