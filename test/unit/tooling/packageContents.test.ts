/** The files of a package are found bad where n8n would refuse them, and a good package is not. */
import { join } from 'node:path';
import { checkCompiled } from '../../../scripts/package/checkCompiled';
import { checkFiles, listFiles, MAX_UNPACKED_BYTES } from '../../../scripts/package/checkFiles';
import { fixturePaths, PackageFixture, type Case, type Spoil } from './packageFixture';

let fixture: PackageFixture;

beforeEach(async () => {
	fixture = await PackageFixture.create();
});

afterEach(() => fixture.remove());

const { helper } = fixturePaths;
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
