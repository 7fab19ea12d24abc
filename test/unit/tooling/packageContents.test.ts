/** The files of a package are found bad where n8n would refuse them, and a good package is not. */
import { join } from 'node:path';

import { checkCompiled } from '../../../scripts/package/checkCompiled';
import { checkFiles, listFiles, MAX_UNPACKED_BYTES } from '../../../scripts/package/checkFiles';
import { fixturePaths, PackageFixture } from './packageFixture';

let fixture: PackageFixture;

beforeEach(async () => {
	fixture = await PackageFixture.create();
});
afterEach(() => fixture.remove());

const { helper } = fixturePaths;

describe('files, sizes and texts', () => {
	const notDist = 'is published, but only dist/ and the four files beside it should be.';

	test.each<[title: string, file: string, text: string, what: string | undefined]>([
		['a good package', helper, "'use strict';", undefined],
		['sources', 'nodes/Parcel.ts', '', notDist],
		['a secret beside them', '.env', 'TOKEN=1', notDist],
		['a test', 'dist/nodes/Parcel/helper.test.js', '', 'is a test, and tests are not published.'],
		['a folder of tests', 'dist/test/helper.js', '', 'is a test, and tests are not published.'],
		['a source map', `${helper}.map`, '{}', 'is neither JavaScript, JSON nor a picture.'],
		['a reference to one', helper, '//# sourceMappingURL=helper.js.map', 'refers to a source map.'],
		['a path of a machine', helper, "'/home/builder/project'", 'holds the absolute path /home/builder.'],
		['a Windows path', helper, "'C:\\\\Users'", 'holds the absolute path C:\\\\Users.'],
		['the path of a request', helper, "'https://service.test/api/v2/home/x'", undefined],
	])('%s', async (_, where, text, what) => {
		await fixture.write(where, text);
		expect(await checkFiles(fixture.directory)).toEqual(what ? [{ where, what }] : []);
	});

	test.each(['README.md', 'LICENSE', 'CHANGELOG.md'])('a missing %s', async (where) => {
		await fixture.delete(where);
		expect(await checkFiles(fixture.directory)).toEqual([{ where, what: 'is missing.' }]);
	});

	test('one byte above the limit is found, the limit itself is not', async () => {
		const { bytes } = await listFiles(fixture.directory);
		await fixture.write('dist/padding.js', ' '.repeat(MAX_UNPACKED_BYTES - bytes));
		expect(await checkFiles(fixture.directory)).toEqual([]);
		await fixture.write('dist/padding.js', ' '.repeat(MAX_UNPACKED_BYTES - bytes + 1));
		const what = `weighs ${MAX_UNPACKED_BYTES + 1} bytes unpacked; the limit is ${MAX_UNPACKED_BYTES}.`;
		expect(await checkFiles(fixture.directory)).toEqual([{ where: 'package', what }]);
	});
});

describe('one readable file for each source', () => {
	const source = 'export const properties: string[] = [];\n';
	const compiled =
		'"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.properties = void 0;\nexports.properties = [];\n';
	const ofHelper = 'dist/nodes/helper.js';

	test.each<[title: string, file: string, text: string, where: string, what: string | undefined]>([
		['what the compiler writes', 'nodes/helper.ts', source, ofHelper, undefined],
		['a bundle', 'published/dist/shared.js', compiled, 'dist/shared.js', 'has no source file.'],
		[
			'minified code',
			`published/${ofHelper}`,
			'"use strict";exports.properties=[];',
			ofHelper,
			'is not what the compiler writes for its source file.',
		],
		[
			'a source that was not compiled',
			'nodes/other.ts',
			source,
			'dist/nodes/other.js',
			'is missing, but has a source file.',
		],
	])('%s', async (_, file, text, where, what) => {
		const compilerOptions = { module: 'CommonJS', target: 'ES2022', types: [] };
		await fixture.write('tsconfig.build.json', JSON.stringify({ compilerOptions, include: ['nodes'] }));
		await fixture.write('nodes/helper.ts', source);
		await fixture.write(`published/${ofHelper}`, compiled);
		await fixture.write(file, text);
		const found = await checkCompiled(join(fixture.directory, 'published'), fixture.directory);
		expect(found).toEqual(what ? [{ where, what }] : []);
	});
});
