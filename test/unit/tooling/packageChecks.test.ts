/** What must not be published is found, by `npm run verify` and before a release; a good package has no findings. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkCompiled } from '../../../scripts/package/checkCompiled';
import { checkFiles, MAX_UNPACKED_BYTES, type Finding } from '../../../scripts/package/checkFiles';
import { checkRelease } from '../../../scripts/package/checkRelease';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'package-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
}

const told = (findings: Finding[]) => findings.map(({ where, what }) => `${where} ${what}`).sort();

test('files that are too much, too heavy or missing, and texts that name a machine', async () => {
	write({ 'package.json': '{}', 'README.md': '/home/node/.n8n', LICENSE: 'MIT', 'CHANGELOG.md': '' });
	write({ 'dist/good.js': "'https://service.test/api/v2/home/x'" });
	expect(told(await checkFiles(folder))).toEqual([]);
	rmSync(join(folder, 'LICENSE'));
	write({ 'nodes/source.ts': '', '.env': 'TOKEN=1', 'dist/a.test.js': '', 'dist/test/b.js': '' });
	write({ 'dist/c.js.map': '{}', 'dist/c.js': '//# sourceMappingURL=c.js.map' });
	write({ 'dist/d.js': "'/home/builder/project'", 'dist/e.js': "'C:\\\\Users'" });
	write({ 'dist/large.js': ' '.repeat(MAX_UNPACKED_BYTES) });
	expect(told(await checkFiles(folder))).toEqual([
		'.env is published, but only dist/ and the four files beside it should be.',
		'LICENSE is missing.',
		'dist/a.test.js is a test, and tests are not published.',
		'dist/c.js refers to a source map.',
		'dist/c.js.map is neither JavaScript, JSON nor a picture.',
		'dist/d.js holds the absolute path /home/builder.',
		'dist/e.js holds the absolute path C:\\\\Users.',
		'dist/test/b.js is a test, and tests are not published.',
		'nodes/source.ts is published, but only dist/ and the four files beside it should be.',
		expect.stringMatching(`^package weighs \\d+ bytes unpacked; the limit is ${MAX_UNPACKED_BYTES}.$`),
	]);
});

test('code that is not what the compiler writes for its source file', async () => {
	const compilerOptions = { module: 'CommonJS', target: 'ES2022', types: [] };
	write({ 'tsconfig.build.json': JSON.stringify({ compilerOptions, include: ['nodes'] }) });
	for (const name of ['good', 'minified', 'forgotten']) write({ [`nodes/${name}.ts`]: 'export {};\n' });
	const compiled = '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\n';
	write({ 'published/dist/nodes/good.js': compiled, 'published/dist/shared.js': compiled });
	write({ 'published/dist/nodes/minified.js': compiled.replaceAll('\n', '') });
	expect(told(await checkCompiled(join(folder, 'published'), folder))).toEqual([
		'dist/nodes/forgotten.js is missing, but has a source file.',
		'dist/nodes/minified.js is not what the compiler writes for its source file.',
		'dist/shared.js has no source file.',
	]);
});

const manifest = {
	name: 'n8n-nodes-parcel',
	version: '1.2.3',
	repository: { url: 'git+https://github.com/parcels/n8n-nodes-parcel.git' },
};
const workflow = {
	GITHUB_REPOSITORY: 'parcels/n8n-nodes-parcel',
	GITHUB_REF_TYPE: 'tag',
	GITHUB_REF_NAME: 'v1.2.3',
};

test('placeholders, the repository of somebody else, and another version', async () => {
	write({ 'package.json': JSON.stringify(manifest), 'CHANGELOG.md': '## [1.2.3] - 2026-01-31\n' });
	write({ 'README.md': 'https://service.example.com' });
	expect(await checkRelease(folder, workflow)).toEqual([]);
	expect(
		await checkRelease(folder, { ...workflow, GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' }),
	).toEqual([]);
	expect(await checkRelease(folder, {})).toEqual([]);

	write({ 'README.md': 'https://parcel.example/n8n https://github.com/letters/n8n-nodes-parcel#credential' });
	write({
		'dist/Parcel.node.json': '{"url":"https://docs.example.com/parcel#trigger"}',
		'CHANGELOG.md': '## [1.2.2]',
	});
	const elsewhere = { GITHUB_REPOSITORY: 'letters/x', GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.2.4' };
	const ofOthers = 'which is not an address of the publisher.';
	expect(told(await checkRelease(folder, elsewhere))).toEqual([
		'CHANGELOG.md has no section for version 1.2.3.',
		`README.md holds github.com/letters/n8n-nodes-parcel, ${ofOthers}`,
		`README.md holds parcel.example, ${ofOthers}`,
		`dist/Parcel.node.json holds docs.example.com, ${ofOthers}`,
		'package.json is of version 1.2.3, but the tag is v1.2.4.',
		`package.json names the repository ${manifest.repository.url}, but letters/x publishes.`,
	]);
	write({ 'package.json': JSON.stringify({ ...manifest, repository: undefined }) });
	const noRepository = 'package.json names no repository, without which npm refuses provenance.';
	expect(told(await checkRelease(folder, workflow))).toContain(noRepository);
});
