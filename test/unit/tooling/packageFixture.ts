/** A small package that passes every check of scripts/package, in a temporary folder, for tests to spoil. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');

const NODE = 'dist/nodes/Parcel/Parcel.node.js';
const CREDENTIAL = 'dist/credentials/ParcelApi.credentials.js';

/** Paths inside the fixture that tests name. */
export const fixturePaths = {
	helper: 'dist/nodes/Parcel/helper.js',
	codex: 'dist/nodes/Parcel/Parcel.node.json',
};

const manifest = {
	name: 'n8n-nodes-parcel',
	version: '1.2.3',
	description: 'Parcels for n8n',
	keywords: ['n8n-community-node-package'],
	homepage: 'https://parcel.test/n8n',
	license: 'MIT',
	author: { name: 'Parcel for n8n contributors', email: 'maintainers@parcel.test' },
	repository: { type: 'git', url: 'git+https://github.com/parcel-for-n8n/n8n-nodes-parcel.git' },
	files: ['dist'],
	n8n: { n8nNodesApiVersion: 1, credentials: [CREDENTIAL], nodes: [NODE] },
	peerDependencies: { 'n8n-workflow': '*' },
};

const node = `'use strict';
Object.defineProperty(exports, '__esModule', { value: true });
exports.Parcel = void 0;
const n8n_workflow_1 = require('n8n-workflow');
const helper_1 = require('./helper');
class Parcel {
	description = {
		name: 'parcel',
		icon: { light: 'file:parcel.svg', dark: 'file:parcel.dark.svg' },
		inputs: [n8n_workflow_1.NodeConnectionTypes.Main],
		credentials: [{ name: 'parcelApi', required: true }],
		properties: helper_1.properties,
	};
}
exports.Parcel = Parcel;
`;

const credential = `'use strict';
Object.defineProperty(exports, '__esModule', { value: true });
exports.ParcelApi = void 0;
class ParcelApi {
	name = 'parcelApi';
	icon = { light: 'file:../nodes/Parcel/parcel.svg', dark: 'file:../nodes/Parcel/parcel.dark.svg' };
	properties = [];
}
exports.ParcelApi = ParcelApi;
`;

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n';

const files: Record<string, string> = {
	'package.json': JSON.stringify(manifest, null, 2),
	'README.md': '# Parcel\n',
	LICENSE: 'MIT License\n',
	'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-31\n',
	[NODE]: node,
	[CREDENTIAL]: credential,
	[fixturePaths.helper]: "'use strict';\nexports.properties = [];\n",
	[fixturePaths.codex]: JSON.stringify({ node: 'n8n-nodes-parcel.parcel' }),
	'dist/nodes/Parcel/parcel.svg': picture,
	'dist/nodes/Parcel/parcel.dark.svg': picture,
};

/** An unpacked package and what a test does to it. Paths are relative to the package. */
export class PackageFixture {
	private constructor(
		private readonly temporary: string,
		readonly directory: string,
	) {}

	/** Writes the good package into a new temporary folder. */
	static async create(): Promise<PackageFixture> {
		const temporary = await mkdtemp(join(tmpdir(), 'package-fixture-'));
		await symlink(join(root, 'node_modules'), join(temporary, 'node_modules'), 'dir');
		const fixture = new PackageFixture(temporary, join(temporary, 'package'));
		for (const [path, text] of Object.entries(files)) await fixture.write(path, text);
		return fixture;
	}

	async write(path: string, text: string): Promise<void> {
		const file = join(this.directory, path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}

	/** Sets top-level fields of package.json; undefined removes one. */
	async setManifest(fields: Record<string, unknown>): Promise<void> {
		await this.write('package.json', JSON.stringify({ ...manifest, ...fields }, null, 2));
	}

	async delete(path: string): Promise<void> {
		await rm(join(this.directory, path));
	}

	async remove(): Promise<void> {
		await rm(this.temporary, { recursive: true, force: true });
	}
}
