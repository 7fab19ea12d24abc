/** A package that must not be published yet is found: placeholders, another repository, another version. */
import { checkRelease } from '../../../scripts/package/checkRelease';
import { fixturePaths, PackageFixture, type Case } from './packageFixture';

const { codex } = fixturePaths;
let fixture: PackageFixture;

beforeEach(async () => {
	fixture = await PackageFixture.create();
});

afterEach(() => fixture.remove());

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
