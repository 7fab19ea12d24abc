/** A package that must not be published yet is found: placeholders, another repository, another version. */
import { checkRelease } from '../../../scripts/package/checkRelease';
import { fixturePaths, PackageFixture } from './packageFixture';

let fixture: PackageFixture;

beforeEach(async () => {
	fixture = await PackageFixture.create();
});
afterEach(() => fixture.remove());

const surroundings = {
	GITHUB_REPOSITORY: 'parcel-for-n8n/n8n-nodes-parcel',
	GITHUB_REF_TYPE: 'tag',
	GITHUB_REF_NAME: 'v1.2.3',
};
const found = async (around: Parameters<typeof checkRelease>[1] = surroundings) =>
	(await checkRelease(fixture.directory, around)).map(({ where, what }) => `${where} ${what}`);

test('a good package has no findings, in a workflow or out of one', async () => {
	expect(await found()).toEqual([]);
	expect(await found({})).toEqual([]);
});

const OF_OTHERS = 'which is not an address of the publisher.';

test.each<[title: string, file: string, text: string, finding: string | undefined]>([
	['a sample address of a service', 'README.md', 'https://service.example.com', undefined],
	['a placeholder', 'README.md', 'https://parcel.example/n8n', `holds parcel.example, ${OF_OTHERS}`],
	[
		'a sample address as a documentation link',
		fixturePaths.codex,
		'{"url":"https://docs.example.com/parcel#trigger"}',
		`holds docs.example.com, ${OF_OTHERS}`,
	],
	[
		'a link to a repository of that name which someone else may own',
		'README.md',
		'https://github.com/letters/n8n-nodes-parcel#credential',
		`holds github.com/letters/n8n-nodes-parcel, ${OF_OTHERS}`,
	],
	['a changelog of another version', 'CHANGELOG.md', '## [1.2.2]', 'has no section for version 1.2.3.'],
])('%s', async (_, file, text, finding) => {
	await fixture.write(file, text);
	expect(await found()).toEqual(finding ? [`${file} ${finding}`] : []);
});

test.each<[title: string, fields: Record<string, unknown>, finding: string]>([
	[
		'a placeholder in package.json',
		{ author: { name: 'Parcel', email: 'maintainers@parcel.example' } },
		`holds parcel.example, ${OF_OTHERS}`,
	],
	['no repository', { repository: undefined }, 'names no repository, without which npm refuses provenance.'],
	[
		'the repository of someone else',
		{ repository: 'https://github.com/letters/n8n-nodes-parcel' },
		'names the repository https://github.com/letters/n8n-nodes-parcel, but parcel-for-n8n/n8n-nodes-parcel publishes.',
	],
])('%s', async (_, fields, finding) => {
	await fixture.setManifest(fields);
	expect(await found()).toEqual([`package.json ${finding}`]);
});

test('a tag of another version is found, a branch is not compared', async () => {
	expect(await found({ ...surroundings, GITHUB_REF_NAME: 'v1.2.4' })).toEqual([
		'package.json is of version 1.2.3, but the tag is v1.2.4.',
	]);
	expect(await found({ ...surroundings, GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' })).toEqual([]);
});
