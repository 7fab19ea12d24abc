/** n8n's own package scan, as `npm run verify` runs it, finds what n8n would refuse, and nothing in a good package. */
import type { Finding } from '../../../scripts/package/finding';
import { scan } from '../../../scripts/package/scan';
import { fixturePaths, PackageFixture } from './packageFixture';

/** Found in a good package, in one with a bad manifest, and in one with bad code, by one run of the scan. */
let [ofGood, ofManifest, ofCode]: Finding[][] = [];

beforeAll(async () => {
	const fixtures = await Promise.all(Array.from({ length: 3 }, () => PackageFixture.create()));
	const [, manifest, code] = fixtures;
	await manifest?.setManifest({
		author: undefined,
		dependencies: { axios: '*' },
		homepage: undefined,
		n8n: { n8nNodesApiVersion: 1, nodes: ['nodes/Parcel.node.js'] },
		overrides: { zod: '4' },
		peerDependencies: { zod: '*' },
		scripts: { postinstall: 'node steal.js' },
	});
	const lines = [
		'/* eslint-disable */',
		'setTimeout(() => {}, 1);',
		'exports.token = process.env.TOKEN;',
		"void fetch('https://parcel.test');",
		"eval('1');",
		"console.log('x');",
	];
	await code?.write(fixturePaths.helper, lines.join('\n'));
	[ofGood, ofManifest, ofCode] = await scan(
		...fixtures.map(({ directory }): [string, 'dist'] => [directory, 'dist']),
	);
	await Promise.all(fixtures.map((fixture) => fixture.remove()));
}, 60_000);

describe("n8n's own package scan", () => {
	test('a good package has no findings', () => {
		expect(ofGood).toEqual([]);
	});

	test.each([
		'valid-author',
		'no-runtime-dependencies',
		'require-homepage',
		'n8n-object-validation',
		'no-overrides-field',
		'valid-peer-dependencies',
		'no-forbidden-lifecycle-scripts',
	])('a manifest that n8n would refuse is found, by the scan and by the newer rules: %s', (rule) => {
		const told = (isTeller: (where: string) => boolean) =>
			ofManifest
				?.filter(({ where }) => isTeller(where))
				.map(({ what }) => what)
				.join('\n');
		expect(told((where) => where === 'dist')).toContain(rule);
		expect(told((where) => where.startsWith('package.json:'))).toContain(rule);
	});

	test.each([
		[2, 'no-restricted-globals'],
		[3, 'no-restricted-globals'],
		[4, 'no-restricted-globals'],
		[5, 'no-dangerous-functions'],
		[6, 'no-console'],
	])('code that n8n would refuse is found, whatever its comments ask for: line %i, %s', (line, rule) => {
		const found = ofCode?.filter(({ where }) => where === `${fixturePaths.helper}:${line}`);
		expect(found?.map(({ what }) => what).join('\n')).toContain(rule);
	});
});
