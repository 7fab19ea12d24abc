/** The checks of scripts/package find what would make a published package bad, and nothing in a good one. */
import { join } from 'node:path';
import { checkCompiled } from '../../../scripts/package/checkCompiled';
import { checkFiles, listFiles, MAX_UNPACKED_BYTES } from '../../../scripts/package/checkFiles';
import { checkImports } from '../../../scripts/package/checkImports';
import { checkRegistration } from '../../../scripts/package/checkRegistration';
import { checkRelease } from '../../../scripts/package/checkRelease';
import type { Finding } from '../../../scripts/package/finding';
import { fixturePaths, PackageFixture } from './packageFixture';

type Spoil = (fixture: PackageFixture) => Promise<void>;
type Case = [title: string, spoil: Spoil, expected: Finding];

let fixture: PackageFixture;

beforeEach(async () => {
	fixture = await PackageFixture.create();
});

afterEach(() => fixture.remove());

const { node, credential, helper, codex } = fixturePaths;
const append = (path: string, line: string): Spoil => {
	return (spoilt) => spoilt.replace(path, "'use strict';", `'use strict';\n${line}`);
};

describe('files, sizes and texts', () => {
	test('a good package has no findings', async () => {
		expect(await checkFiles(fixture.directory)).toEqual([]);
	});

	const notDist = 'is published, but only dist/ and the four files beside it should be.';
	const cases: Case[] = [
		['a missing README', (f) => f.delete('README.md'), { where: 'README.md', what: 'is missing.' }],
		['a missing license', (f) => f.delete('LICENSE'), { where: 'LICENSE', what: 'is missing.' }],
		['a missing changelog', (f) => f.delete('CHANGELOG.md'), { where: 'CHANGELOG.md', what: 'is missing.' }],
		['sources', (f) => f.write('nodes/Parcel.ts', ''), { where: 'nodes/Parcel.ts', what: notDist }],
		['a secret beside them', (f) => f.write('.env', 'TOKEN=1'), { where: '.env', what: notDist }],
		[
			'a test',
			(f) => f.write('dist/nodes/Parcel/helper.test.js', ''),
			{ where: 'dist/nodes/Parcel/helper.test.js', what: 'is a test, and tests are not published.' },
		],
		[
			'a folder of tests',
			(f) => f.write('dist/test/helper.js', ''),
			{ where: 'dist/test/helper.js', what: 'is a test, and tests are not published.' },
		],
		[
			'a source map',
			(f) => f.write(`${helper}.map`, '{}'),
			{ where: `${helper}.map`, what: 'is neither JavaScript, JSON nor a picture.' },
		],
		[
			'a reference to a source map',
			(f) => f.write(helper, '//# sourceMappingURL=helper.js.map'),
			{ where: helper, what: 'refers to a source map.' },
		],
		[
			'a path of the machine that built it',
			append(helper, "exports.home = '/home/builder/project';"),
			{ where: helper, what: 'holds the absolute path /home/builder.' },
		],
		[
			'a Windows path',
			append(helper, "exports.home = 'C:\\\\Users';"),
			{ where: helper, what: 'holds the absolute path C:\\\\Users.' },
		],
	];
	test.each(cases)('%s is found', async (_title, spoil, expected) => {
		await spoil(fixture);
		expect(await checkFiles(fixture.directory)).toEqual([expected]);
	});

	test('the path of a request is not taken for one of a machine', async () => {
		await append(helper, "exports.url = 'https://service.test/api/v2/home/x';")(fixture);
		expect(await checkFiles(fixture.directory)).toEqual([]);
	});

	test('one byte above the limit is found, the limit itself is not', async () => {
		const { bytes } = await listFiles(fixture.directory);
		await fixture.write('dist/padding.js', ' '.repeat(MAX_UNPACKED_BYTES - bytes));
		expect(await checkFiles(fixture.directory)).toEqual([]);
		await fixture.write('dist/padding.js', ' '.repeat(MAX_UNPACKED_BYTES - bytes + 1));
		expect(await checkFiles(fixture.directory)).toEqual([
			{ where: 'package', what: 'weighs 450001 bytes unpacked; the limit is 450000.' },
		]);
	});
});

describe('one readable file for each source', () => {
	const source = 'export const properties: string[] = [];\n';
	const compiled =
		'"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.properties = void 0;\nexports.properties = [];\n';
	const check = () => checkCompiled(join(fixture.directory, 'published'), fixture.directory);

	beforeEach(async () => {
		const compilerOptions = { module: 'CommonJS', target: 'ES2022', types: [] };
		await fixture.write('tsconfig.build.json', JSON.stringify({ compilerOptions, include: ['nodes'] }));
		await fixture.write('nodes/helper.ts', source);
		await fixture.write('published/dist/nodes/helper.js', compiled);
	});

	test('what the compiler writes has no findings', async () => {
		expect(await check()).toEqual([]);
	});

	const cases: Case[] = [
		[
			'code without a source, such as a bundle',
			(f) => f.write('published/dist/shared.js', compiled),
			{ where: 'dist/shared.js', what: 'has no source file.' },
		],
		[
			'code of another build, such as a minified one',
			(f) => f.write('published/dist/nodes/helper.js', '"use strict";exports.properties=[];'),
			{ where: 'dist/nodes/helper.js', what: 'is not what the compiler writes for its source file.' },
		],
		[
			'a source that was not compiled',
			(f) => f.write('nodes/other.ts', source),
			{ where: 'dist/nodes/other.js', what: 'is missing, but has a source file.' },
		],
	];
	test.each(cases)('%s is found', async (_title, spoil, expected) => {
		await spoil(fixture);
		expect(await check()).toEqual([expected]);
	});
});

describe('imported modules', () => {
	test.each(['n8n-workflow', 'zod/v4', 'luxon', 'node:crypto'])('%s may be loaded', async (name) => {
		await append(helper, `require('${name}');`)(fixture);
		expect(await checkImports(fixture.directory)).toEqual([]);
	});

	const cases: Array<[string, string, string]> = [
		['a module of Node', "require('node:fs');", 'loads node:fs, which n8n does not lend to nodes.'],
		['a library', "require('undici');", 'loads undici, which n8n does not lend to nodes.'],
		['a part of an allowed library', "require('zod/v3');", 'loads zod/v3, which n8n does not lend to nodes.'],
		['an import statement', "import 'axios';", 'loads axios, which n8n does not lend to nodes.'],
		['an export from elsewhere', "export * from 'axios';", 'loads axios, which n8n does not lend to nodes.'],
		['a late import', "void import('axios');", 'loads axios, which n8n does not lend to nodes.'],
		['a computed name', 'require(exports.name);', 'loads a module whose name is computed.'],
		['a file that is not there', "require('./gone');", 'loads ./gone, which is not in the package.'],
		[
			'a file outside dist',
			"require('../../../package.json');",
			'loads ../../../package.json, which is outside dist/.',
		],
	];
	test.each(cases)('%s is found', async (_title, line, what) => {
		await append(helper, line)(fixture);
		expect(await checkImports(fixture.directory)).toEqual([{ where: helper, what }]);
	});

	test('a name in a comment or a text is not an import', async () => {
		await append(helper, "// require('axios')\nexports.text = \"require('axios')\";")(fixture);
		expect(await checkImports(fixture.directory)).toEqual([]);
	});
});

describe('nodes, credentials, icons and codex', () => {
	test('a good package has no findings', async () => {
		expect(await checkRegistration(fixture.directory)).toEqual([]);
	});

	const cases: Case[] = [
		[
			'no node',
			(f) => f.setManifest({ n8n: { n8nNodesApiVersion: 1 } }),
			{ where: 'package.json', what: 'names no node in its n8n section.' },
		],
		[
			'a node that is not there',
			(f) => f.delete(node),
			{ where: node, what: 'is named in the n8n section, but is not in the package.' },
		],
		[
			'a class that is not named as its file',
			(f) => f.replace(node, 'exports.Parcel =', 'exports.Parcels ='),
			{ where: node, what: `does not load: ${node} does not export a class named Parcel.` },
		],
		[
			'a class that throws',
			(f) => f.replace(node, "name: 'parcel',", 'name: missing,'),
			{ where: node, what: 'does not load: missing is not defined' },
		],
		[
			'an icon that is not there',
			(f) => f.delete('dist/nodes/Parcel/parcel.dark.svg').then(() => f.replace(credential, '.dark', '')),
			{ where: node, what: 'has the icon file:parcel.dark.svg, which is not in the package.' },
		],
		[
			'an icon outside the package',
			async (f) => {
				await f.write('../parcel.svg', '<svg/>');
				await f.replace(node, 'file:parcel.svg', 'file:../../../../parcel.svg');
			},
			{ where: node, what: 'has the icon file:../../../../parcel.svg, which is not in the package.' },
		],
		[
			'a credential without an icon',
			(f) => f.replace(credential, 'icon =', 'picture ='),
			{ where: credential, what: 'has no icon.' },
		],
		[
			'a node without a codex file',
			(f) => f.delete(codex),
			{ where: codex, what: 'is missing: a node needs a codex file to be found.' },
		],
		[
			'a codex file of another node',
			(f) => f.replace(codex, 'n8n-nodes-parcel.parcel', 'n8n-nodes-parcel.letter'),
			{ where: codex, what: 'is of n8n-nodes-parcel.letter, but the node is n8n-nodes-parcel.parcel.' },
		],
		[
			'a codex file with subcategories',
			(f) => f.replace(codex, '"}', '","subcategories":{}}'),
			{ where: codex, what: 'has subcategories, which n8n no longer allows.' },
		],
		[
			'a credential that the package does not bring',
			(f) => f.replace(node, 'parcelApi', 'letterApi'),
			{ where: node, what: 'asks for the credential letterApi, which the package does not bring.' },
		],
	];
	test.each(cases)('%s is found', async (_title, spoil, expected) => {
		await spoil(fixture);
		expect(await checkRegistration(fixture.directory)).toEqual([expected]);
	});
});

describe('ready to publish', () => {
	const surroundings = {
		GITHUB_REPOSITORY: 'parcel-for-n8n/n8n-nodes-parcel',
		GITHUB_REF_TYPE: 'tag',
		GITHUB_REF_NAME: 'v1.2.3',
	};
	const check = () => checkRelease(fixture.directory, surroundings);

	test('a good package has no findings, in a workflow or out of one', async () => {
		expect(await check()).toEqual([]);
		expect(await checkRelease(fixture.directory, {})).toEqual([]);
	});

	test('a text may show the sample address of a service', async () => {
		await fixture.write('README.md', 'Enter an address such as https://service.example.com.');
		expect(await check()).toEqual([]);
	});

	const cases: Case[] = [
		[
			'a placeholder address',
			(f) => f.write('README.md', 'See https://parcel.example/n8n.'),
			{
				where: 'README.md',
				what: 'holds parcel.example, which is not an address of the publisher.',
			},
		],
		[
			'a placeholder in package.json',
			(f) => f.setManifest({ author: { name: 'Parcel', email: 'maintainers@parcel.example' } }),
			{
				where: 'package.json',
				what: 'holds parcel.example, which is not an address of the publisher.',
			},
		],
		[
			'a sample address as a documentation link',
			(f) => f.replace(codex, '"}', '","url":"https://docs.example.com/parcel#trigger"}'),
			{ where: codex, what: 'holds docs.example.com, which is not an address of the publisher.' },
		],
		[
			'a link to a repository of that name which someone else may own',
			(f) => f.write('README.md', 'See https://github.com/letters/n8n-nodes-parcel#credential'),
			{
				where: 'README.md',
				what: 'holds github.com/letters/n8n-nodes-parcel, which is not an address of the publisher.',
			},
		],
		[
			'no repository',
			(f) => f.setManifest({ repository: undefined }),
			{ where: 'package.json', what: 'names no repository, without which npm refuses provenance.' },
		],
		[
			'the repository of someone else',
			(f) => f.setManifest({ repository: 'https://github.com/letters/n8n-nodes-parcel' }),
			{
				where: 'package.json',
				what: 'names the repository https://github.com/letters/n8n-nodes-parcel, but parcel-for-n8n/n8n-nodes-parcel publishes.',
			},
		],
		[
			'a changelog that does not know the version',
			(f) => f.replace('CHANGELOG.md', '[1.2.3]', '[1.2.2]'),
			{ where: 'CHANGELOG.md', what: 'has no section for version 1.2.3.' },
		],
	];
	test.each(cases)('%s is found', async (_title, spoil, expected) => {
		await spoil(fixture);
		expect(await check()).toEqual([expected]);
	});

	test('a tag of another version is found, a branch is not compared', async () => {
		expect(await checkRelease(fixture.directory, { ...surroundings, GITHUB_REF_NAME: 'v1.2.4' })).toEqual([
			{ where: 'package.json', what: 'is of version 1.2.3, but the tag is v1.2.4.' },
		]);
		const branch = { ...surroundings, GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' };
		expect(await checkRelease(fixture.directory, branch)).toEqual([]);
	});
});
