/** What package.json registers with n8n is found bad where n8n could not load or find it. */
import { checkRegistration } from '../../../scripts/package/checkRegistration';
import { fixturePaths, PackageFixture, type Case } from './packageFixture';

const { node, credential, codex } = fixturePaths;
let fixture: PackageFixture;

beforeEach(async () => {
	fixture = await PackageFixture.create();
});

afterEach(() => fixture.remove());

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
